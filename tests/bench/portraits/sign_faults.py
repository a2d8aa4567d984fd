"""Finds signs without letters that hardly stand out from what is around them: marks, borders, pieces, icons."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol, runtime_checkable

from kivy.uix.widget import Widget

from tests.bench.portraits.pixels import Pixels
from ui.presenters.palette import LEAST_CONTRAST_OF_SIGNS, Cut, Rim, contrast_of
from ui.widgets.mark import Icon, StandingMark

MOST_HIDDEN = 0.4
"""The part of an outline that may have less contrast, because something else lies there."""
STEP_PX = 0.5
SAMPLES = 24
"""Places of an icon across and down."""
ROUNDING = 0.1
"""Contrasts of colours that were rounded to whole numbers."""


@runtime_checkable
class Rimmed(Protocol):
    """A widget that draws signs without letters."""

    def rims(self) -> Iterable[Rim]:
        """Return the outlines of what it shows now, in its own coordinates."""
        ...


def sign_faults(widgets: Sequence[Widget], pixels: Pixels) -> Iterator[str]:
    """Return which of these widgets, drawn with these pixels, show something that hardly stands out."""
    for one in widgets:
        found: list[tuple[str, float]] = []
        if isinstance(one, Rimmed):
            found = [(rim.says, contrast_of_rim(rim, pixels, _offset(one))) for rim in one.rims()]
        elif says := _inked(one):
            found = [(says, _contrast_inside(one, pixels))]
        for says, contrast in found:
            if contrast < LEAST_CONTRAST_OF_SIGNS - ROUNDING:
                yield f"hardly stands out ({contrast:.1f}): {says}"


def _inked(widget: Widget) -> str:
    """Return the name of a sign that is drawn with lines on one ground; empty for anything else."""
    match widget:
        case Icon():
            return f"icon {widget.name}" if widget.name else ""
        case StandingMark():
            return f"standing {widget.standing}" if widget.standing else ""
        case _:
            return ""


def contrast_of_rim(rim: Rim, pixels: Pixels, offset: tuple[float, float] = (0, 0)) -> float:
    """Return the contrast that an outline has along most of its length; `offset` is where its coordinates begin."""
    found = sorted(
        contrast for cut in rim.cuts if (contrast := _contrast_across(cut, pixels, offset)) is not None
    )
    return found[int(len(found) * MOST_HIDDEN)] if found else math.inf


def _contrast_across(cut: Cut, pixels: Pixels, offset: tuple[float, float]) -> float | None:
    """Return the best contrast along a cut with its outer end; None if a part of it is outside the picture."""
    (x, y), (to_x, to_y) = cut.outer, cut.inner
    steps = max(1, math.ceil(math.dist(cut.outer, cut.inner) / STEP_PX))
    colours = []
    for n in range(steps + 1):
        at = (
            int(offset[0] + x + (to_x - x) * n / steps),
            int(offset[1] + y + (to_y - y) * n / steps),
        )
        if not (0 <= at[0] < pixels.width and 0 <= at[1] < pixels.height):
            return None
        colours.append(pixels.at(*at))
    return max(_contrast(colour, colours[0]) for colour in set(colours))


def _contrast_inside(widget: Widget, pixels: Pixels) -> float:
    """Return the best contrast in a widget with its most frequent colour."""
    left, bottom = widget.to_window(widget.x, widget.y)
    left += getattr(widget, "shift_px", 0)
    seen = pixels.colours((left, bottom, widget.width, widget.height), SAMPLES)
    if not seen:
        return math.inf
    ground = seen.most_common(1)[0][0]
    return max(_contrast(colour, ground) for colour in seen)


def _offset(widget: Widget) -> tuple[float, float]:
    x, y = widget.to_window(widget.x, widget.y)
    return x - widget.x, y - widget.y


@lru_cache(maxsize=100_000)
def _contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Return the contrast of two colours; a page has few, and shows each in thousands of places."""
    return contrast_of(_shares(one), _shares(other))


def _shares(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255
