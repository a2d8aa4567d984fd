"""Whatever is read can be read: each colour on each that it stands on, in either theme."""

import pytest

from ui.presenters.palette import LEAST_CONTRAST, LIVERIES, ON_LIVERIES, THEMES, contrast

ON = {
    "ink": ("ground", "panel", "raised"),
    "quiet": ("ground", "panel", "raised"),
    "alarm": ("ground", "panel", "raised"),
    "paper_ink": ("paper", "accent"),
    "ground": ("alarm",),
}
"""What is written in which colour on which: the last is a review's bar."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("written", "grounds"), ON.items())
def test_what_is_written_is_read_on_all_that_it_stands_on(
    theme: str, written: str, grounds: tuple[str, ...]
) -> None:
    palette = THEMES["dark" if theme == "dark" else "light"]
    for ground in grounds:
        found = contrast(getattr(palette, written), getattr(palette, ground))
        assert found >= LEAST_CONTRAST, f"{written} on {ground}: {found:.1f}"


@pytest.mark.parametrize("role", LIVERIES)
def test_a_letter_is_read_on_its_sides_colour(role: str) -> None:
    assert contrast(ON_LIVERIES, LIVERIES[role].fill) >= LEAST_CONTRAST


def test_contrast_is_that_of_the_web() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
