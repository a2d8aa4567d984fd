"""Shows the face of a die: pips on a cube, a number on a die with more faces, and the words of any other."""

from collections.abc import Iterator
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.properties import NumericProperty, StringProperty

from ui.look import rgba
from ui.presenters.palette import ON_LIVERIES
from ui.presenters.plan import Rectangle
from ui.presenters.rim import Rim, box_rim, round_rim
from ui.widgets.board_pieces import draw_polygon
from ui.widgets.says import Sign
from ui.widgets.touch import Touch

IVORY, PIP = "#F4EFE2", ON_LIVERIES
CUBE, TWELVE = "d6", "d12"
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.73), (0.73, 0.27)),
    3: ((0.25, 0.75), (0.5, 0.5), (0.75, 0.25)),
    4: ((0.27, 0.27), (0.27, 0.73), (0.73, 0.27), (0.73, 0.73)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.5, 0.5), (0.75, 0.25), (0.75, 0.75)),
    6: ((0.27, 0.22), (0.27, 0.5), (0.27, 0.78), (0.73, 0.22), (0.73, 0.5), (0.73, 0.78)),
}
"""Middles of the pips in a square of side 1."""
PIP_SHARE = 0.17
RIM_SHARE = 0.025
SQUARE_PX, WIDE = 64, 3.2
"""A face with words is a square from this side on; a smaller one is so many times as wide as high, for its words."""
CORNERS_OF_TWELVE = 10
"""Corners of the outline of a die of twelve faces, seen from above."""


class DrawnDie(Sign):
    """The face of a die. `says` is its value in words; `die` is its kind, `face` its value."""

    die = StringProperty("")
    face = StringProperty("")
    side = NumericProperty(0)
    across = NumericProperty(0)
    """Its width, in pixels."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._body = InstructionGroup()
        self.canvas.before.add(self._body)
        self.printed = rgba(PIP)
        for name in ("pos", "size", "die", "face"):
            self.fbind(name, self._redraw)
        self._redraw()

    @property
    def _pips(self) -> tuple[tuple[float, float], ...]:
        return PIPS.get(int(self.face), ()) if self.die == CUBE and self.face.isdigit() else ()

    def rims(self) -> Iterator[Rim]:
        """Return the outlines of the die and its pips."""
        left, bottom = self.center_x - self.across / 2, self.center_y - self.side / 2
        if self.die == TWELVE:
            yield round_rim(f"die {self.face}", self.center, self.side / 2)
        else:
            yield box_rim(f"die {self.face}", Rectangle(left, bottom, self.across, self.side))
        for x, y in self._pips:
            at = (left + self.side * x, bottom + self.side * y)
            yield round_rim(f"pip of {self.face}", at, self.side * PIP_SHARE / 2)

    def draw(self) -> None:
        """Draw the words only where the die has no pips."""
        if self._pips:
            self._texture, self.is_cut = None, False
            self._place()
        else:
            super().draw()

    def _redraw(self, *_: object) -> None:
        self._body.clear()
        self.side = side = min(self.size)
        is_wide = self.die not in (CUBE, TWELVE) and side < SQUARE_PX
        self.across = width = min(self.width, side * WIDE) if is_wide else side
        left, bottom = self.x + (self.width - width) / 2, self.y + (self.height - side) / 2
        self.sign_px = side * (0.5 if self.die == TWELVE else 0.34)
        self.pad = max(0, (self.width - width) / 2 + side * 0.08)
        rim = side * RIM_SHARE
        for colour, inset in ((PIP, 0.0), (IVORY, rim)):
            if self.die == TWELVE:
                middle = (left + side / 2, bottom + side / 2)
                draw_polygon(self._body, middle, side / 2 - inset, CORNERS_OF_TWELVE, colour)
                continue
            self._body.add(Color(*rgba(colour)))
            at, size = (left + inset, bottom + inset), (width - 2 * inset, side - 2 * inset)
            self._body.add(SmoothRoundedRectangle(pos=at, size=size, radius=[size[1] * 0.18]))
        self._body.add(Color(*rgba(PIP)))
        across = side * PIP_SHARE
        for x, y in self._pips:
            at = (left + side * x - across / 2, bottom + side * y - across / 2)
            self._body.add(SmoothEllipse(pos=at, size=(across, across)))


class DieTouch(Touch):
    """A button that shows the face of a die."""

    die = StringProperty("")
    face = StringProperty("")
