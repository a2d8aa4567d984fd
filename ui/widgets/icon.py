"""Icons of the buttons that every match has. They are drawn with lines, so that they need no typeface and no file."""

import math
from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.properties import ListProperty, StringProperty
from kivy.uix.widget import Widget

Point = tuple[float, float]
"""A place in a square of one by one, whose y goes up."""
Strokes = tuple[tuple[Point, ...], ...]

STROKE = 0.1
"""The thickness of a line, as a share of the icon's side."""


def _arc(
    middle: Point, radius: float, begin_deg: float, end_deg: float, steps: int = 16
) -> tuple[Point, ...]:
    """Return an arc; angles count from the right, against the clock."""
    angles = [math.radians(begin_deg + (end_deg - begin_deg) * n / steps) for n in range(steps + 1)]
    return tuple((middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles)


def _box(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom))


_SPEAKER = ((0.08, 0.38), (0.28, 0.38), (0.5, 0.16), (0.5, 0.84), (0.28, 0.62), (0.08, 0.62), (0.08, 0.38))

ICONS: dict[str, Strokes] = {
    "undo": (
        (*reversed(_arc((0.52, 0.42), 0.32, -110, 140)),),
        ((0.5, 0.78), (0.27, 0.63), (0.32, 0.9)),
    ),
    "pause": (((0.34, 0.2), (0.34, 0.8)), ((0.66, 0.2), (0.66, 0.8))),
    "go": (((0.3, 0.16), (0.8, 0.5), (0.3, 0.84), (0.3, 0.16)),),
    "whistle": (
        _arc((0.36, 0.38), 0.26, 60, 380, 22),
        ((0.49, 0.6), (0.94, 0.6), (0.94, 0.4), (0.61, 0.42)),
        ((0.36, 0.76), (0.3, 0.94)),
        ((0.5, 0.76), (0.54, 0.94)),
    ),
    "home": (
        ((0.06, 0.48), (0.5, 0.88), (0.94, 0.48)),
        ((0.2, 0.4), (0.2, 0.1), (0.8, 0.1), (0.8, 0.4)),
    ),
    "hand": (
        ((0.36, 0.4), (0.36, 0.84), (0.5, 0.84), (0.5, 0.5)),
        (
            (0.5, 0.58),
            (0.64, 0.58),
            (0.64, 0.5),
            (0.8, 0.5),
            (0.8, 0.28),
            (0.7, 0.08),
            (0.4, 0.08),
            (0.16, 0.4),
            (0.36, 0.34),
        ),
    ),
    "rules": (
        _box(0.18, 0.08, 0.82, 0.92),
        ((0.32, 0.7), (0.68, 0.7)),
        ((0.32, 0.5), (0.68, 0.5)),
        ((0.32, 0.3), (0.54, 0.3)),
    ),
    "screen": (_box(0.06, 0.28, 0.94, 0.88), ((0.32, 0.1), (0.68, 0.1)), ((0.5, 0.28), (0.5, 0.1))),
    "sound": (_SPEAKER, _arc((0.5, 0.5), 0.2, -40, 40, 8), _arc((0.5, 0.5), 0.38, -40, 40, 8)),
    "mute": (_SPEAKER, ((0.64, 0.38), (0.9, 0.62)), ((0.64, 0.62), (0.9, 0.38))),
    "gear": (
        _arc((0.5, 0.5), 0.15, 0, 360),
        _arc((0.5, 0.5), 0.3, 0, 360),
        *(
            (
                (0.5 + 0.3 * math.cos(math.tau * n / 8), 0.5 + 0.3 * math.sin(math.tau * n / 8)),
                (0.5 + 0.44 * math.cos(math.tau * n / 8), 0.5 + 0.44 * math.sin(math.tau * n / 8)),
            )
            for n in range(8)
        ),
    ),
}
"""The lines of each icon, by name."""


class Icon(Widget):
    """An icon by its `name`, in one colour; nothing is drawn for an empty name."""

    name = StringProperty("")
    color = ListProperty([1, 1, 1, 1])

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        draw: Callable[..., None] = self._draw
        self.bind(pos=draw, size=draw, name=draw, color=draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        if not self.name or side <= 1:
            return
        left, bottom = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        with self.canvas:
            Color(*self.color)
            for stroke in ICONS[self.name]:
                points = [number for x, y in stroke for number in (left + side * x, bottom + side * y)]
                SmoothLine(points=points, width=max(1.0, side * STROKE / 2), cap="round", joint="round")
