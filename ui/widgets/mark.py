"""The mark of a side: its shape, its colour, its letter. It is drawn, so it needs no typeface."""

import math

from kivy.app import App
from kivy.graphics import Color, Ellipse, Mesh
from kivy.properties import StringProperty

from ui.look import rgba
from ui.presenters.palette import LIVERIES, ON_LIVERIES, Shape
from ui.widgets.says import Says

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


class SideMark(Says):
    """The mark. `role` is the side's role in the scene; nothing is drawn for an empty one."""

    role = StringProperty("")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.bind(pos=self._redraw, size=self._redraw, role=self._redraw, language=self._redraw)
        self.font_name, self.printed = "title", rgba(ON_LIVERIES)
        self._redraw()

    def _redraw(self, *_: object) -> None:
        self.canvas.before.clear()
        if not self.role:
            self.says = ""
            return
        livery = LIVERIES[self.role]
        look = App.get_running_app().look
        self.says = livery.letter(look.language)
        side = min(self.size)
        self.most = side * (0.5 if livery.shape is Shape.TRIANGLE else 0.62)
        # Not `center`: it is worked out after those who heard of the new place.
        left = self.x + (self.width - side) / 2
        bottom = self.y + (self.height - side) / 2
        with self.canvas.before:
            Color(*rgba(livery.fill))
            if livery.shape is Shape.DISC:
                Ellipse(pos=(left, bottom), size=(side, side))
            else:
                corners = _CORNERS[livery.shape]
                vertices = [
                    number for x, y in corners for number in (left + side * x, bottom + side * y, 0.0, 0.0)
                ]
                Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan")
        self.padding = (0, side * 0.18, 0, 0) if livery.shape is Shape.TRIANGLE else (0, 0, 0, 0)
