"""Splitting to the length limit (reddit.md 3.1: stay at 9,500, split on paragraph borders)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.rendering.fit import LIMIT, MAX_PARTS, fit


def test_a_short_text_stays_whole():
    """Nothing is split without need."""
    assert fit("a\n\nb\n") == ["a\n\nb"]


def test_the_limit():
    """reddit.md 3.1."""
    assert LIMIT == 9_500


def test_paragraphs_stay_whole():
    """The border of a part is a border of paragraphs."""
    assert fit("aaaa\n\nbbbb\n\ncccc", limit=10) == ["aaaa\n\nbbbb", "cccc"]


def test_a_table_that_fits_is_not_cut():
    """It moves to the next part as a whole."""
    rows = "| a |\n|:--|\n| 1 |\n| 2 |"
    assert fit(f"xxxxxxxxxx\n\n{rows}", limit=24) == ["xxxxxxxxxx", rows]


def test_a_long_table_repeats_its_head():
    """Every piece can be read alone."""
    head = "| a |\n|:--|"
    rows = [f"| {n} |" for n in range(6)]
    parts = fit("\n".join([head, *rows]), limit=len(head) + 1 + 11)
    assert parts == [f"{head}\n| 0 |\n| 1 |", f"{head}\n| 2 |\n| 3 |", f"{head}\n| 4 |\n| 5 |"]


def test_never_more_than_three_parts_and_it_says_so():
    """A flood of comments gets a bot banned (reddit.md 3.1)."""
    parts = fit("\n\n".join(["word " * 100] * 100), limit=1000)
    assert len(parts) == MAX_PARTS
    assert "left out" in parts[-1]


@given(st.text(alphabet="ab |\n", max_size=2000), st.integers(120, 400))
@settings(max_examples=200, deadline=None)
def test_no_part_is_ever_too_long(text, limit):
    """Whatever the text looks like."""
    parts = fit(text, limit=limit)
    assert all(len(p) <= limit for p in parts)
    assert len(parts) <= MAX_PARTS
