"""reddit.md 6.1: every writing bears a visible tag in its last line and is found again by it."""

import pytest

from forumgm.app.tags import post_of, post_tag, private_tag, tag_of, tagged, untagged


def test_a_tag_is_read_back_as_it_was_written() -> None:
    text = tagged("Team **approved**.\n\n", post_tag("g7", 41))
    assert text == "Team **approved**.\n\n^(G7 · 41)"
    assert tag_of(text) == "G7 · 41"
    assert post_of(tag_of(text)) == ("g7", 41)
    assert untagged(text) == "Team **approved**."


def test_the_forum_may_put_white_space_around_the_last_line() -> None:
    assert tag_of("Well.\n\n ^(G7 · 41) \n") == "G7 · 41"


@pytest.mark.parametrize("text", ["", "I quote: ^(G7 · 41)", "^(G7 · 41)\n\nand more"])
def test_a_tag_stands_alone_in_the_last_line(text: str) -> None:
    assert tag_of(text) == ""


def test_letters_follow_from_the_key_and_are_no_number() -> None:
    """resistance.md 7: nothing public tells how much private mail there was."""
    tag = private_tag("g7", "g7:12:t4_abc:0")
    assert tag == private_tag("g7", "g7:12:t4_abc:0") != private_tag("g7", "g7:12:t4_abd:0")
    assert tag.startswith("G7 · ")
    assert tag.removeprefix("G7 · ").isalpha()
    assert post_of(tag) is None
    assert private_tag(None, "x").startswith("GM · ")
