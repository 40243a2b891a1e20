"""reddit.md 6.4: the one list by which texts are normalised."""

import pytest

from forumgm.language.normalise import normalise


def texts(source: str) -> list[str]:
    return [line.text for line in normalise(source).lines]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("&gt; quoted\n\nmine", ["mine"]),  # 1: entities once, then quotes
        ("&amp;gt; mine", ["&gt; mine"]),  # 1: once only
        ("```\ncode\n```\nmine", ["mine"]),  # 2: fenced
        ("~~~\ncode\n~~~\nmine", ["mine"]),
        ("    code", []),  # 2: indented
        ("say `code` now", ["say now"]),  # 2: inline
        ("``a ` b`` mine", ["mine"]),
        ("a >!hidden!< b", ["a b"]),  # 2: spoilers
        ("a ~~gone~~ b", ["a b"]),  # 2: struck out
        ("a ~~open b", ["a ~~open b"]),
        ("\u200bmine\u200b", ["mine"]),  # 3: edges
        ("ＡＢＣ\u00a0d", ["ABC d"]),  # 4: NFKC and spaces
        ("\u201cit\u2019s\u201d \u2013 x", ['"it\'s" - x']),  # 4: quotes and dashes
        ("the\\_danish\\_dane", ["the_danish_dane"]),  # 5: escapes
        ("**##propose** a", ["##propose a"]),  # 6: marks
        ("_Name_", ["_Name_"]),  # 6: the underscore is a name character
        ("[Bex](https://x.y/u/Bex)", ["Bex"]),  # 7: links become their text
        ("![gif](giphy|abc) hi", ["hi"]),
    ],
)
def test_steps(source: str, shown: list[str]) -> None:
    assert texts(source) == shown


@pytest.mark.parametrize("text", ["ap\u200bprove", "r\u0336eject", "\u202etcejer", "a\u2060b"])
def test_step_3_hidden_characters_are_marked(text: str) -> None:
    assert normalise(text).lines[0].hidden


@pytest.mark.parametrize("text", ["café", "👍🏽", "🤷\u200d♂\ufe0f", "\u200bapprove"])
def test_step_3_harmless_characters_are_not(text: str) -> None:
    assert not normalise(text).lines[0].hidden


def test_step_6_marks_are_recorded() -> None:
    line = normalise("* [x] **Reject** it").lines[0]
    assert (line.bullet, line.box, line.bold, line.opens_bold) == (True, True, ("Reject",), True)


def test_step_7_a_link_to_another_word_is_marked() -> None:
    assert normalise("[approve](#reject)").lines[0].false_link == "#reject"
    assert normalise("[u/Bex](https://reddit.com/user/Bex/)").lines[0].false_link is None


def test_spoilers_are_kept_apart() -> None:
    assert normalise(">!##propose a!<").spoilers == ("##propose a",)
