"""resistance.md section 8, names: exact, nickname, prefix, acronym, one typo; look-alikes never."""

import pytest

from forumgm.core.reading import Seat
from forumgm.language.names import Names, Sureness, acronym, clean

ROSTER = (
    Seat("MarlowQuill", ("Marlow",)),
    Seat("Bexhill42", ("Bex",)),
    Seat("tin_lantern", ("Tin",), ("old_lamp",)),
    Seat("TeaAtNoon", ("Tea",)),
    Seat("sorrel-vane"),
)
NAMES = Names(ROSTER, myself="MarlowQuill", self_words=frozenset({"me"}))


@pytest.mark.parametrize(
    ("text", "player", "how"),
    [
        ("bexhill42", "Bexhill42", Sureness.EXACT),
        ("u/Bexhill42,", "Bexhill42", Sureness.EXACT),
        ("/u/Bexhill42", "Bexhill42", Sureness.EXACT),
        ("@Bexhill42's", "Bexhill42", Sureness.EXACT),
        ("https://www.reddit.com/user/Bexhill42/", "Bexhill42", Sureness.EXACT),
        ("tin lantern", "tin_lantern", Sureness.EXACT),
        ("old_lamp", "tin_lantern", Sureness.EXACT),
        ("me", "MarlowQuill", Sureness.EXACT),
        ("Bex", "Bexhill42", Sureness.NICKNAME),
        ("TAN", "TeaAtNoon", Sureness.NICKNAME),
        ("sor", "sorrel-vane", Sureness.PREFIX),
        ("Bexhil42", "Bexhill42", Sureness.TYPO),
        ("Malrow", "MarlowQuill", Sureness.TYPO),
        ("2", "Bexhill42", Sureness.SEAT),
    ],
)
def test_certain_names(text: str, player: str, how: Sureness) -> None:
    match = NAMES.resolve(text)
    assert (match.player, match.how) == (player, how)


@pytest.mark.parametrize("text", ["MarIowQuill", "Вexhill42", "Bexhill43", "TeaAtN0on"])
def test_look_alikes_never_match(text: str) -> None:
    match = NAMES.resolve(text)
    assert match.player is None
    assert match.looks_like


@pytest.mark.parametrize("text", ["Rowan", "so", "", "9", "x" * 5_000])
def test_unknown_names(text: str) -> None:
    assert NAMES.resolve(text).player is None


def test_several_candidates_are_told_in_seat_order() -> None:
    names = Names((*ROSTER, Seat("MarlowQuay")))
    assert names.resolve("Marlow").candidates == ("MarlowQuill", "MarlowQuay")


def test_an_exact_name_wins_over_a_prefix() -> None:
    assert Names((Seat("Ann"), Seat("Anna"))).resolve("ann").player == "Ann"


def test_acronyms_and_cleaning() -> None:
    assert acronym("TeaAtNoon") == "tan"
    assert acronym("sorrel-vane") == "sv"
    assert clean("(u/Bex):") == "Bex"


def test_mentions_are_whole_names_only() -> None:
    assert NAMES.mentioned("Bex likes tin lantern, old lamps and teapots") == ("Bexhill42", "tin_lantern")
