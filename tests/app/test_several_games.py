"""Somebody who is in several games names the one he means, as the GM tells him to (resistance.md section 8)."""

import re

import pytest

from forumgm.app.routing import untagged
from tests.app.village import Village


def test_the_line_that_the_gm_asks_for_is_understood() -> None:
    village = Village()
    village.open("players 5")
    village.open("players 5")
    village.forum.write("mara", "!extend 12h")
    village.cycle(2)
    asked = village.forum.messages("mara")[-1].body
    lines = re.findall(r"`(G\d [^`]+)`", asked)
    assert lines == ["G1 !extend 12h", "G2 !extend 12h"]
    village.forum.write("mara", "G2 !log")
    village.cycle(2)
    assert "I can't tell what you want" not in village.forum.messages("mara")[-1].body
    assert village.forum.messages("mara")[-1].body.rstrip().splitlines()[-1].startswith("^(G2 · ")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("G7 approve", "approve"),
        ("g7: approve", "approve"),
        ("[G7] !abort", "!abort"),
        ("approve G7", "approve"),
        ("!handshake WRQVN\n\n[G7]", "!handshake WRQVN"),
        (" G7\n!me", "!me"),
        ("G77 approve", "G77 approve"),
        ("G7", "G7"),
        ("approve", "approve"),
        ("", ""),
    ],
)
def test_the_tag_is_no_part_of_the_words(text: str, left: str) -> None:
    assert untagged(text, "g7") == left
