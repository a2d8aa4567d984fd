"""Whatever is read can be read, and whatever means something is seen: each colour on each that it stands on, in either theme
and in every face.
"""

import pytest

from companion.house_style import ThemeName
from companion.storage.shipped_data import shipped_style
from ui.presenters.palette import (
    LEAST_CONTRAST,
    LEAST_CONTRAST_OF_SIGNS,
    LIVERIES,
    ON_LIVERIES,
    RIM,
    contrast,
    palette_of,
)

FACES = ("", *shipped_style().games)
THEMES: tuple[ThemeName, ...] = ("dark", "light")
GROUNDS = ("ground", "panel", "raised")
WRITTEN = {
    "ink": GROUNDS,
    "quiet": GROUNDS,
    "alarm": GROUNDS,
    "paper_ink": ("paper", "question"),
    "accent_ink": ("accent",),
    "ground": ("alarm", "ink"),
}
"""What is written in which colour on which: the last are a review's bar, and a button under a finger."""
SEEN = {"line": GROUNDS, "accent": GROUNDS}
"""What is drawn in which colour on which, and means something: the edges of buttons, and what leads on."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("face", FACES)
def test_what_is_written_is_read_on_all_that_it_stands_on(theme: ThemeName, face: str) -> None:
    palette = palette_of(theme, face)
    for written, grounds in WRITTEN.items():
        for ground in grounds:
            found = contrast(getattr(palette, written), getattr(palette, ground))
            assert found >= LEAST_CONTRAST, f"{written} on {ground}: {found:.1f}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("face", FACES)
def test_what_means_something_is_seen_on_all_that_it_stands_on(theme: ThemeName, face: str) -> None:
    palette = palette_of(theme, face)
    for drawn, grounds in SEEN.items():
        for ground in grounds:
            found = contrast(getattr(palette, drawn), getattr(palette, ground))
            assert found >= LEAST_CONTRAST_OF_SIGNS, f"{drawn} on {ground}: {found:.1f}"


@pytest.mark.parametrize("role", LIVERIES)
def test_a_letter_is_read_on_its_sides_colour(role: str) -> None:
    assert contrast(ON_LIVERIES, LIVERIES[role].fill) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("face", FACES)
def test_a_sides_mark_stands_out_by_its_colour_or_by_its_rim(theme: ThemeName, face: str) -> None:
    palette = palette_of(theme, face)
    for ground in (*GROUNDS, "question", "paper"):
        on = getattr(palette, ground)
        for livery in LIVERIES.values():
            assert max(contrast(livery.fill, on), contrast(RIM, on)) >= LEAST_CONTRAST_OF_SIGNS, ground


def test_contrast_is_that_of_the_web() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
