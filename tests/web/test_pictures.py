"""Pictures: names of any width stay in their column."""

import pytest

from forumgm.web.pictures import short


@pytest.mark.parametrize("name", ["x_y", "Bexhill42", "OldPaperKite", "sorrel-vane", "iiiiiiiiiiiiiiiiiiii"])
def test_a_name_that_fits_stays_whole(name: str) -> None:
    assert short(name) == name


@pytest.mark.parametrize("name", ["WWWWWWWWWWWWWWWWWWWW", "A_name_of_twenty_chr", "0123456789012345678"])
def test_a_name_that_is_too_wide_is_cut(name: str) -> None:
    """At 14 px a W takes about as many pixels, a digit about 9; the column has 122."""
    cut = short(name)
    assert cut.endswith("…")
    assert name.startswith(cut[:-1])
    assert 7 <= len(cut) <= 13
