"""Signs that are drawn, and need no typeface: the mark of a side, icons of buttons, a tick or an alarm, the face of a die."""

import math
from collections.abc import Callable, Iterator
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Ellipse, Line, Mesh, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.graphics import Rectangle as Plain
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.house_style import Shape
from companion.people import OUTLINES, SHIELD, SHIELD_INNER
from ui.look import rgba
from ui.presenters.lines import LineStanding
from ui.presenters.palette import LIVERIES, ON_LIVERIES, RIM, Rim, box_rim, polygon_rim, round_rim
from ui.presenters.plan import Rectangle
from ui.widgets.board_pieces import draw_outline, draw_polygon, star
from ui.widgets.icons import AIMS, ICONS, NET_LINES, Strokes
from ui.widgets.kept_picture import kept_texture
from ui.widgets.says import Sign
from ui.widgets.touch import Touch

_CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
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
    **{str(mark): outline for mark, outline in OUTLINES.items()},
    "shield": SHIELD,
}


LETTER, LEAST_LETTER = 0.62, 11
"""The height of a mark's letter as a share of the mark; and the least height, in pixels of a screen of 1280 x 800: a mark
whose letter would be smaller has none.
"""
FILLED = 0.86
"""The part of a mark inside its dark rim."""


def _draw_shape(shape: str, left: float, bottom: float, side: float, share: float) -> None:
    """Draw a shape that takes a share of a square, around the shape's own middle."""
    if shape is Shape.DISC:
        edge = side * (1 - share) / 2
        SmoothEllipse(pos=(left + edge, bottom + edge), size=(side * share, side * share))
        return
    corners = _CORNERS[shape]
    across, up = (sum(corner[n] for corner in corners) / len(corners) for n in (0, 1))
    points = [(across + (x - across) * share, up + (y - up) * share) for x, y in corners]
    # All of a shape is seen from its middle, but not from each of its corners.
    fan = ((across, up), *points, points[0])
    vertices = [number for x, y in fan for number in (left + side * x, bottom + side * y, 0.0, 0.0)]
    Mesh(vertices=vertices, indices=list(range(len(fan))), mode="triangle_fan")
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
        self.bind(shift_px=self._redraw)
        self.font_name, self.printed = "title", rgba(ON_LIVERIES)
        self._redraw()

    def rims(self) -> Iterator[Rim]:
        """Return the outline of the mark."""
        if not self.role:
            return
        shape, side = LIVERIES[self.role].shape, min(self.size)
        says = f"mark {self.role}"
        if shape is Shape.DISC:
            yield round_rim(says, (self.center_x + self.shift_px, self.center_y), side / 2)
            return
        left, bottom = self.center_x - side / 2 + self.shift_px, self.center_y - side / 2
        yield polygon_rim(says, [(left + side * x, bottom + side * y) for x, y in _CORNERS[shape]])

    def _redraw(self, *_: object) -> None:
        self.canvas.before.clear()
        if not self.role:
            self.says = ""
            return
        livery = LIVERIES[self.role]
        look = App.get_running_app().look
        side, least = min(self.size), LEAST_LETTER * look.unit
        self.says = livery.letter(look.language) if side * LETTER >= least else ""
        # A triangle has less room around its middle; its letter is read all the same.
        self.sign_px = max(least, side * (0.5 if livery.shape is Shape.TRIANGLE else LETTER))
        # Not `center`: it is worked out after those who heard of the new place.
        left = self.x + (self.width - side) / 2 + self.shift_px
        bottom = self.y + (self.height - side) / 2
        with self.canvas.before:
            for colour, share in ((RIM, 1.0), (livery.fill, FILLED), (livery.inner, SHIELD_INNER)):
                if not colour:
                    continue
                Color(*rgba(colour))
                _draw_shape(livery.shape, left, bottom, side, share)
        self.padding = (0, side * 0.18, 0, 0) if livery.shape is Shape.TRIANGLE else (0, 0, 0, 0)


# --- crest


class TeamCrest(SideMark):
    """The crest of one of the owners' teams: their picture, or without one what `role` says, such as a shield in its
    colours.
    """

    team = ObjectProperty(None, allownone=True)

    _picture: Texture | None = None

    def on_team(self, *_: object) -> None:
        self._picture = None if self.team is None else kept_texture(self.team.picture, "png")
        self._redraw()

    def rims(self) -> Iterator[Rim]:
        """Return the outline of the shield; a picture may have any."""
        return super().rims() if self._picture is None else iter(())

    def _redraw(self, *_: object) -> None:
        texture = self._picture
        if texture is None:
            super()._redraw()
            return
        self.canvas.before.clear()
        share = min(self.width / texture.width, self.height / texture.height)
        size = texture.width * share, texture.height * share
        corner = self.x + (self.width - size[0]) / 2, self.y + (self.height - size[1]) / 2
        with self.canvas.before:
            Color(1, 1, 1, 1)
            Plain(texture=texture, pos=corner, size=size)


# --- icon
# Icons of the buttons that every match has. They are drawn with lines, so that they need no typeface and no file.

STROKE, THIN = 0.1, 0.05
"""The thickness of a line, as a share of the icon's side: large icons have thinner lines than small ones."""
NET, NET_STROKE, BALL = 0.45, 0.018, 0.13
"""How much of the net is seen, how thick its threads are, and the radius of the ball, as shares of the icon's side."""


class Icon(Widget):
    """An icon by its `name`, in one colour; nothing is drawn for an empty name."""

    name = StringProperty("")
    color = ListProperty([1, 1, 1, 1])
    stroke = NumericProperty(STROKE)
    """The thickness of its lines, as a share of its side."""
    shift_px = NumericProperty(0)
    """How far it is drawn to the right of its place."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        draw: Callable[..., None] = self._draw
        self.bind(pos=draw, size=draw, name=draw, color=draw, stroke=draw, shift_px=draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        if not self.name or side <= 1:
            return
        left = self.x + (self.width - side) / 2 + self.shift_px
        bottom = self.y + (self.height - side) / 2

        def strike(strokes: Strokes, stroke: float) -> None:
            for one in strokes:
                points = [number for x, y in one for number in (left + side * x, bottom + side * y)]
                SmoothLine(points=points, width=max(1.0, side * stroke / 2), cap="round", joint="round")

        with self.canvas:
            aim = AIMS.get(self.name)
            if aim is not None:
                Color(*self.color[:3], NET)
                strike(NET_LINES, NET_STROKE)
            Color(*self.color)
            strike(ICONS[self.name], self.stroke)
            if aim is not None:
                at = left + side * (aim[0] - BALL), bottom + side * (aim[1] - BALL)
                SmoothEllipse(pos=at, size=(2 * BALL * side, 2 * BALL * side))


# --- standing
# A sign of how good something is: a tick, a warning or an alarm. It is drawn, so it needs no typeface.

STROKE_MM = 0.7
MOST_MM = 6.0


class StandingMark(Widget):
    """The sign. `standing` is the value of a `LineStanding`; nothing is drawn for an empty one."""

    standing = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        look = App.get_running_app().look
        look.bind(theme=self._draw, game=self._draw, mm=self._draw)
        self.bind(pos=self._draw, size=self._draw, standing=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        look = App.get_running_app().look
        side = min(self.width, self.height, look.mm * MOST_MM)
        left, bottom = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2

        def at(*places: tuple[float, float]) -> list[float]:
            return [number for x, y in places for number in (left + side * x, bottom + side * y)]

        with self.canvas:
            match LineStanding(self.standing):
                case LineStanding.GOOD:
                    Color(*look.ink)
                    Line(points=at((0.08, 0.5), (0.4, 0.14), (0.95, 0.86)), width=look.mm * STROKE_MM / 2)
                case LineStanding.FAIR:
                    Color(*look.ink)
                    Line(points=at((0.5, 0.97), (0.0, 0.06), (1.0, 0.06)), close=True, width=look.mm * 0.25)
                    self._exclaim(at((0.5, 0.66), (0.5, 0.38)), at((0.5, 0.22)), side)
                case LineStanding.NONE:
                    pass
                case LineStanding.POOR:
                    Color(*look.alarm)
                    Ellipse(pos=(left, bottom), size=(side, side))
                    Color(*look.ground)
                    self._exclaim(at((0.5, 0.82), (0.5, 0.45)), at((0.5, 0.24)), side)

    @staticmethod
    def _exclaim(stroke: list[float], dot: list[float], side: float) -> None:
        Line(points=stroke, width=side * 0.055, cap="none")
        Ellipse(pos=(dot[0] - side * 0.065, dot[1] - side * 0.065), size=(side * 0.13, side * 0.13))


# --- die
# Shows the face of a die: pips on a cube, a number on a die with more faces, and the words of any other.

IVORY, PIP = "#F4EFE2", ON_LIVERIES
CUBE, TWELVE, STARS = "d6", "d12", "stars"
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
STAR_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.48),),
    2: ((0.28, 0.48), (0.72, 0.48)),
    3: ((0.5, 0.7), (0.28, 0.3), (0.72, 0.3)),
}
"""The same of the stars on an action die."""
ONE_STAR, OF_STARS = 0.66, 0.4
"""The diameter of a star that is alone, and of one among others, as shares of the die."""
SIGN_SHARE = 0.6
"""The height of a single sign on a die."""
RIM_SHARE, LEAST_RIM_PX = 0.025, 1.5
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
        places = {CUBE: PIPS, STARS: STAR_PLACES}.get(self.die, {})
        return places.get(int(self.face), ()) if self.face.isdigit() else ()

    @property
    def _is_blank(self) -> bool:
        """Whether it is an action die without a star: it shows a dash."""
        return self.die == STARS and self.face == "0"

    @property
    def _star_px(self) -> float:
        """The radius of a star."""
        return self.side * (ONE_STAR if len(self._pips) == 1 else OF_STARS) / 2

    @property
    def _is_square(self) -> bool:
        """Whether its face has no words, or one sign."""
        return self.die in (CUBE, TWELVE, STARS) or not self.face

    def rims(self) -> Iterator[Rim]:
        """Return the outlines of the die and its pips."""
        left, bottom = self.center_x - self.across / 2, self.center_y - self.side / 2
        if self.die == TWELVE:
            yield round_rim(f"die {self.face}", self.center, self.side / 2)
        else:
            yield box_rim(f"die {self.face}", Rectangle(left, bottom, self.across, self.side))
        for x, y in self._pips:
            at = (left + self.side * x, bottom + self.side * y)
            if self.die == STARS:
                yield polygon_rim(f"star of {self.face}", star(at, self._star_px))
            else:
                yield round_rim(f"pip of {self.face}", at, self.side * PIP_SHARE / 2)

    def draw(self) -> None:
        """Draw the words only where the die has no pips."""
        if self._pips or self._is_blank:
            self._texture, self.is_cut = None, False
            self._place()
        else:
            super().draw()

    def _redraw(self, *_: object) -> None:
        self._body.clear()
        self.side = side = min(self.size)
        is_wide = not self._is_square and side < SQUARE_PX
        self.across = width = min(self.width, side * WIDE) if is_wide else side
        left, bottom = self.x + (self.width - width) / 2, self.y + (self.height - side) / 2
        self.sign_px = side * (0.5 if self.die == TWELVE else SIGN_SHARE if self._is_square else 0.34)
        self.pad = max(0, (self.width - width) / 2 + side * 0.08)
        rim = max(LEAST_RIM_PX, side * RIM_SHARE)
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
        if self._is_blank:
            dash = (left + side * 0.3, bottom + side * 0.45)
            self._body.add(SmoothRoundedRectangle(pos=dash, size=(side * 0.4, side * 0.1), radius=[1]))
        for x, y in self._pips:
            if self.die == STARS:
                corners = star((left + side * x, bottom + side * y), self._star_px)
                draw_outline(self._body, corners)
                edge = [number for place in corners for number in place]
                self._body.add(SmoothLine(points=edge, close=True, width=1.0))
                continue
            at = (left + side * x - across / 2, bottom + side * y - across / 2)
            self._body.add(SmoothEllipse(pos=at, size=(across, across)))


class DieTouch(Touch):
    """A button that shows the face of a die."""

    die = StringProperty("")
    face = StringProperty("")
