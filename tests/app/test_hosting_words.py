"""hosting.md "Subreddits", record.md options: what hosts write behind ``!host``, and what they are told."""

import pytest

from tests.app.village import Village

HOUR = 3_600


@pytest.mark.parametrize(
    ("words", "reminders"),
    [
        ("reminders 6h", (6 * HOUR,)),
        ("reminders none", ()),
        ("reminders off", ()),
        ("reminders 12h,3h", (12 * HOUR, 3 * HOUR)),
        ("reminders 12h, 3h", (12 * HOUR, 3 * HOUR)),
        ("reminders 12h 3h plot off", (12 * HOUR, 3 * HOUR)),
        ("reminders 6h players 7", (6 * HOUR,)),
    ],
)
def test_a_list_has_any_number_of_elements(words: str, reminders: tuple[int, ...]) -> None:
    village = Village()
    game = village.open(words)
    assert village.state(game).options.reminders == reminders


def test_no_start_at_takes_a_presets_number_back() -> None:
    village = Village(presets={"six": {"start_at": 6}})
    assert village.state(village.open("preset six")).options.start_at == 6
    assert village.state(village.open("preset six players none")).options.start_at is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("reminders soon", "'reminders': 'soon' cannot be used. Allowed: a list of durations"),
        ("reminders 6h,soon", "'reminders': '6h,soon' cannot be used. Allowed: a list of durations"),
        ("reminders", "'reminders' needs a value behind it"),
        ("players 12", "'start_at': 12 cannot be used. Allowed: a whole number from 5 to 10"),
        ("plot maybe", "'plot': 'maybe' cannot be used. Allowed: true or false"),
    ],
)
def test_what_is_wrong_with_an_option_is_told_with_what_is_allowed(words: str, told: str) -> None:
    village = Village()
    village.cycle()
    village.forum.write("mara", f"!host resistance {words}")
    village.cycle(2)
    assert told in village.forum.inbox("mara")[-1].body.replace("\\", "")
    assert village.games() == []
