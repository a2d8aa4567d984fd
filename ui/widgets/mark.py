"""The mark of a side: its shape, its colour, its letter. It is drawn, so it needs no typeface."""

import math
from collections.abc import Iterator

from kivy.app import App
from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothLine
from kivy.properties import StringProperty

from companion.house_style import Shape
from ui.look import rgba
from ui.presenters.palette import LIVERIES, ON_LIVERIES, RIM
from ui.presenters.rim import Rim, polygon_rim, round_rim
from ui.widgets.says import Sign

_CORNERS = {
    Shape.TRIANGLE: ((0.5, 1.0), (0.0, 0.06), (1.0, 0.06)),
    Shape.SQUARE: ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),
    Shape.DIAMOND: ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    Shape.PENTAGON: tuple(
        (0.5 + 0.5 * math.sin(math.tau * n / 5), 0.5 + 0.5 * math.cos(math.tau * n / 5)) for n in range(5)
    ),
    Shape.CROSS: tuple(
        (
            0.5 + 0.5 * math.sin(math.tau * n / 8 + math.pi / 8),
            0.5 + 0.5 * math.cos(math.tau * n / 8 + math.pi / 8),
        )
        for n in range(8)
    ),
}


FILLED = 0.86
"""The part of a mark inside its dark rim."""


def _draw_shape(shape: Shape, left: float, bottom: float, side: float, share: float) -> None:
    """Draw a shape that takes a share of a square, around the shape's own middle."""
    if shape is Shape.DISC:
        edge = side * (1 - share) / 2
        SmoothEllipse(pos=(left + edge, bottom + edge), size=(side * share, side * share))
        return
    corners = _CORNERS[shape]
    across, up = (sum(corner[n] for corner in corners) / len(corners) for n in (0, 1))
    points = [(across + (x - across) * share, up + (y - up) * share) for x, y in corners]
    vertices = [number for x, y in points for number in (left + side * x, bottom + side * y, 0.0, 0.0)]
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")
    SmoothLine(
        points=[number for x, y in points for number in (left + side * x, bottom + side * y)],
        close=True,
        width=1.0,
    )


class SideMark(Sign):
    """The mark. `role` is the side's role in the scene; nothing is drawn for an empty one."""

    role = StringProperty("")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.bind(pos=self._redraw, size=self._redraw, role=self._redraw, language=self._redraw)
        self.font_name, self.printed = "title", rgba(ON_LIVERIES)
        self._redraw()

    def rims(self) -> Iterator[Rim]:
        """Return the outline of the mark."""
        if not self.role:
            return
        shape, side = LIVERIES[self.role].shape, min(self.size)
        says = f"mark {self.role}"
        if shape is Shape.DISC:
            yield round_rim(says, self.center, side / 2)
            return
        left, bottom = self.center_x - side / 2, self.center_y - side / 2
        yield polygon_rim(says, [(left + side * x, bottom + side * y) for x, y in _CORNERS[shape]])

    def _redraw(self, *_: object) -> None:
        self.canvas.before.clear()
        if not self.role:
            self.says = ""
            return
        livery = LIVERIES[self.role]
        look = App.get_running_app().look
        self.says = livery.letter(look.language)
        side = min(self.size)
        self.sign_px = side * (0.5 if livery.shape is Shape.TRIANGLE else 0.62)
        # Not `center`: it is worked out after those who heard of the new place.
        left = self.x + (self.width - side) / 2
        bottom = self.y + (self.height - side) / 2
        with self.canvas.before:
            for colour, share in ((RIM, 1.0), (livery.fill, FILLED)):
                Color(*rgba(colour))
                _draw_shape(livery.shape, left, bottom, side, share)
        self.padding = (0, side * 0.18, 0, 0) if livery.shape is Shape.TRIANGLE else (0, 0, 0, 0)
