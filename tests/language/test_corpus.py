"""Every text of the corpus, and texts of our own invented from the policy, read as a careful referee would.

The first file is how people write; ``more.jsonl`` was written from hosts.md section 11 and resistance.md section 8.
The files ``holdout*.jsonl`` were written without a look at the reader or its words, to measure it; ``voices.jsonl`` has
other people's manners of speaking.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from forumgm.commands.read import shown
from forumgm.commands.worlds import context_of
from forumgm.language.read import read
from forumgm.reader import load_words

CORPUS = Path(__file__).parent / "corpus"
WORLD = json.loads((CORPUS / "world.json").read_text(encoding="utf-8"))
WORDS = load_words()
FIELDS = ("action", "value", "card", "target", "to", "player", "old", "new")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / name).read_text(encoding="utf-8").split("\n") if line]


FILES = ("inputs.jsonl", "more.jsonl", *(f"holdout{n}.jsonl" for n in ("", 2, 3, 4)), "voices.jsonl")
INPUTS = [row for name in FILES for row in rows(name)]


def differs(want: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """Name the compared fields of interfaces.md that differ."""
    wrong = [field for field in FIELDS if field in want and want[field] != got.get(field)]
    if "team" in want and set(want["team"]) != set(got.get("team", ())):
        wrong.append("team")
    if "rolls" in want and [r["expr"] for r in want["rolls"]] != [r["expr"] for r in got.get("rolls", ())]:
        wrong.append("rolls")
    return wrong


@pytest.mark.parametrize("row", [r for r in INPUTS if "expected" in r], ids=lambda r: r["id"])
def test_reads_as_expected(row: dict[str, Any]) -> None:
    expected = row["expected"]
    got = shown(read(row["text"], context_of(row, WORLD), WORDS), WORDS)
    assert got["kind"] in (expected["kind"], *row.get("also_ok", ())), got
    if got["kind"] not in ("accept", "accept_many", "confirm"):
        return
    if "actions" in expected:
        actions = got.get("actions", [got])
        assert len(actions) == len(expected["actions"])
        assert not any(differs(w, g) for w, g in zip(expected["actions"], actions, strict=True)), got
    else:
        assert not differs(expected, got), got


@pytest.mark.parametrize(
    ("id_", "kinds"),
    [
        ("C026", {"accept", "refuse"}),
        ("D027", {"accept", "flag"}),
        ("D028", {"refuse"}),
        ("P063", {"refuse", "confirm"}),
    ],
)
def test_what_has_no_single_answer_is_sane(id_: str, kinds: set[str]) -> None:
    row = next(r for r in INPUTS if r["id"] == id_)
    assert read(row["text"], context_of(row, WORLD), WORDS).kind.value in kinds
