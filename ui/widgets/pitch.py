"""The pitch of an attack with the goal on top: its zones, the ways between them, and the ball in its zone."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle, SmoothLine, SmoothRoundedRectangle
from kivy.uix.floatlayout import FloatLayout

from companion.showing.scene import Pitch, PitchZone
from ui.look import mixed, rgba
from ui.presenters.palette import LIVERIES, ON_LIVERIES, Place, Rim, box_rim, palette_of, round_rim, way_rim
from ui.presenters.plan import Rectangle, shortened
from ui.widgets.board_pieces import WHITE, draw_ball, draw_disc
from ui.widgets.pool import fill
from ui.widgets.says import Says, Sign

STRIPES = 6
TITLE = 34
"""The height of the occasion's name below the pitch, on a screen whose shorter side is 800."""
TITLE_MOST = 2 * TITLE
"""The same of a name that needs two lines."""
LOW = 200
"""A lower one has none."""
ZONE, ZONE_HIGH = 0.3, 0.18
"""The box of a zone, as shares of the pitch's width, and of its height at most."""
BALL_SHARE = 1.1
"""The size of the ball, as a share of the height of its zone."""
SPOT = 0.14
"""The size of the ball before an attack, and how high it lies, as shares of the pitch's width."""
MARK_SHARE = 0.8
"""The same of a mark."""
MARK_LETTERS = 2
"""A mark with more has smaller ones, so that they fit its disc."""
LINES_ALPHA = 0.5
GOAL_WIDE, GOAL_HIGH = 0.72, 0.34
"""The goal with its areas while a shot may aim at them, as shares of the pitch."""
GOAL_COLUMNS, GOAL_ROWS = 3, 2
BELOW_GOAL = 0.5
"""The zone of a shot stands so high at most, below the goal."""
GRASS = palette_of("dark").pitch
WHITENESS = {"way": 0.55, "far": 0.8, "near": 1.0}
"""How white each kind of zone is, over the green of the grass: the better the shot, the whiter. No side has these colours, and
dark letters are read on them in both themes.
"""


class ZoneSign(Sign):
    """The letter of a zone."""


class PitchPanel(FloatLayout):
    """The panel of a pitch."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._pitch: Pitch | None = None
        self._rims: list[Rim] = []
        self._drawn = InstructionGroup()
        self.canvas.before.add(self._drawn)
        self._marks: Mapping[str, str] = {}
        self._signs, self._numbers, self._aims = FloatLayout(), FloatLayout(), FloatLayout()
        self._title = Says(type_role="note", wraps=True, is_across=True, size_hint=(None, None))
        self.add_widget(self._signs)
        self.add_widget(self._numbers)
        self.add_widget(self._aims)
        self.add_widget(self._title)
        App.get_running_app().look.bind(theme=self._redraw, game=self._redraw)
        self.bind(pos=self._redraw, size=self._redraw)
        self._title.bind(needed_px=self._redraw)

    def show(self, pitch: Pitch | None, marks: Mapping[str, str] | None = None) -> None:
        """Show a pitch, or nothing. `marks`: digits that are written above some of its zones, each on a disc; where they mark
        areas of the goal, only the goal and the zone of the shot are shown.
        """
        if pitch is not None and any(name in pitch.areas for name in marks or ()):
            shot = (replace(zone, ways=(), up=min(zone.up, BELOW_GOAL)) for zone in pitch.zones)
            pitch = replace(pitch, zones=tuple(zone for zone in shot if zone.name == pitch.ball))
        if (pitch, marks or {}) != (self._pitch, self._marks):
            self._pitch, self._marks = pitch, marks or {}
            self._redraw()

    def _redraw(self, *_: object) -> None:
        self._drawn.clear()
        self._rims.clear()
        pitch = self._pitch
        if pitch is None or min(self.size) <= 1:
            self._title.says = ""
            fill(self._signs, _new_sign, 0)
            fill(self._numbers, _new_sign, 0)
            fill(self._aims, _new_sign, 0)
            return
        look = App.get_running_app().look
        title_px = min(max(TITLE * look.unit, self._title.needed_px), TITLE_MOST * look.unit)
        if self.height < LOW * look.unit or not pitch.zones:
            title_px = 0
        left, bottom, width, height = self.x, self.y + title_px, self.width, self.height - title_px
        self._title.says, self._title.pos, self._title.size = (
            pitch.title,
            self.pos,
            (width, max(0.001, title_px)),
        )
        self._draw_ground(left, bottom, width, height)
        middles = {
            zone.name: (left + zone.across * width, bottom + zone.up * height * 0.86) for zone in pitch.zones
        }
        ways = [
            (middles[zone.name], middles[other])
            for zone in pitch.zones
            for other in zone.ways
            if other in middles
        ]
        self._draw_ways(ways)
        high = min(ZONE_HIGH * height, ZONE * width * 0.8)
        signs = fill(self._signs, _new_sign, len(pitch.zones))
        for sign, zone in zip(signs, pitch.zones, strict=True):
            self._draw_zone(sign, zone, middles[zone.name], (ZONE * width, high))
        self._draw_goal(pitch, Rectangle(left, bottom, width, height))
        marks = {name: middles[name] for name in self._marks if name in middles}
        if pitch.ball in middles:
            middle, size = middles[pitch.ball], (ZONE * width, high)
            mark = self._mark_place(middle, size) if pitch.ball in marks else None
            self._draw_ball(pitch, self._ball_place(middle, size, ways, mark), high * BALL_SHARE)
        elif not pitch.zones:
            self._draw_ball(pitch, (left + width / 2, bottom + width * SPOT), width * SPOT)
        self._draw_marks(marks, ZONE * width, high)

    def _draw_ways(self, ways: Sequence[tuple[Place, Place]]) -> None:
        """Draw the lines from zone to zone, white with a dark rim."""
        line = max(1.2, 2 * App.get_running_app().look.unit)
        for colour, wider in ((ON_LIVERIES, 1.2), (WHITE, 0.0)):
            self._drawn.add(Color(*rgba(colour)))
            for way in ways:
                self._drawn.add(SmoothLine(points=(*way[0], *way[1]), width=line + wider))
        # Its ends lie below the zones.
        self._rims += [
            way_rim("way", shortened(way, *2 * (math.dist(*way) * 0.4,)), 2 * line) for way in ways
        ]

    def _draw_ground(self, left: float, bottom: float, width: float, height: float) -> None:
        """Draw the stripes, the area, the goal's area and the half of the circle."""
        look = App.get_running_app().look
        for n in range(STRIPES):
            self._drawn.add(Color(*rgba(look.palette.pitch_other if n % 2 else look.palette.pitch)))
            at = bottom + height * n / STRIPES
            upper, lower = (look.radius if n == row else 0 for row in (STRIPES - 1, 0))
            band = RoundedRectangle(pos=(left, at), size=(width, height / STRIPES + (1 if upper == 0 else 0)))
            band.radius = [upper, upper, lower, lower]
            self._drawn.add(band)
        self._drawn.add(Color(*rgba(WHITE, LINES_ALPHA)))
        line = max(1.0, 1.6 * look.unit)
        top, middle = bottom + height, left + width / 2
        for across, deep in ((0.62, 0.24), (0.3, 0.11)):
            half, low = width * across / 2, top - height * deep
            points = [middle - half, top, middle - half, low, middle + half, low, middle + half, top]
            self._drawn.add(Line(points=points, width=line, cap="none"))
        self._drawn.add(Line(circle=(middle, bottom, width * 0.2, -90, 90), width=line, cap="none"))

    def _draw_goal(self, pitch: Pitch, room: Rectangle) -> None:
        """Draw the goal with its areas, and in them the digits of the shots that aim there."""
        aims = [(name, digits) for name, digits in self._marks.items() if name in pitch.areas]
        wide, high = room.width * GOAL_WIDE / GOAL_COLUMNS, room.height * GOAL_HIGH / GOAL_ROWS
        left, top = room.x + room.width * (1 - GOAL_WIDE) / 2, room.y + room.height * 0.97
        side = min(high * 0.9, wide)
        if aims:
            self._drawn.add(Color(*rgba(ON_LIVERIES)))
            size = wide * GOAL_COLUMNS, high * GOAL_ROWS
            self._drawn.add(SmoothRoundedRectangle(pos=(left, top - size[1]), size=size, radius=[2]))
            self._drawn.add(Color(*rgba(WHITE)))
            line = max(1.2, 2 * App.get_running_app().look.unit)
            for n in range(len(pitch.areas)):
                row, column = divmod(n, GOAL_COLUMNS)
                box = (left + column * wide, top - (row + 1) * high, wide, high)
                self._drawn.add(SmoothLine(rectangle=box, width=line / 2))
        for sign, (name, digits) in zip(fill(self._aims, _new_sign, len(aims)), aims, strict=True):
            row, column = divmod(pitch.areas.index(name), GOAL_COLUMNS)
            self._draw_mark(sign, digits, (left + (column + 0.5) * wide, top - (row + 0.5) * high), side)

    def _draw_mark(self, sign: Sign, digits: str, at: Place, side: float) -> None:
        """Draw a mark on one disc, also where several choices share it."""
        draw_disc(self._drawn, at, side)
        self._rims.append(round_rim(f"mark {digits}", at, side / 2))
        sign.says, sign.size = digits, (side, side)
        sign.sign_px = side * 0.7 * min(1.0, MARK_LETTERS / len(digits))
        sign.center = at

    def _draw_zone(
        self, sign: Sign, zone: PitchZone, middle: tuple[float, float], size: tuple[float, float]
    ) -> None:
        pos = middle[0] - size[0] / 2, middle[1] - size[1] / 2
        self._rims.append(box_rim(f"zone {zone.name}", Rectangle(*pos, *size)))
        edge = max(1.5, size[1] * 0.06)
        fill_of_zone = mixed(rgba(GRASS), rgba(WHITE), WHITENESS[zone.tone])
        for colour, inset in ((rgba(ON_LIVERIES), 0.0), (fill_of_zone, edge)):
            self._drawn.add(Color(*colour))
            box = (size[0] - 2 * inset, size[1] - 2 * inset)
            at = (pos[0] + inset, pos[1] + inset)
            self._drawn.add(SmoothRoundedRectangle(pos=at, size=box, radius=[size[1] * 0.2]))
        sign.says, sign.sign_px = zone.says, size[1] * 0.62
        sign.pos, sign.size = pos, size

    def _draw_ball(self, pitch: Pitch, at: tuple[float, float], side: float) -> None:
        """Draw the ball in the colour of its owner."""
        draw_ball(self._drawn, at, side, fill=LIVERIES[pitch.role].fill if pitch.role else WHITE)
        self._rims.append(round_rim("ball", at, side / 2))

    def _ball_place(
        self,
        middle: Place,
        size: tuple[float, float],
        ways: Sequence[tuple[Place, Place]],
        taken: Place | None,
    ) -> Place:
        """Return where the ball is seen at its zone, so that its words and the ways can be read: above a corner, or beside
        it.
        """
        (x, y), (wide, high) = middle, size
        side = high * BALL_SHARE
        above, beside = (wide * 0.48, high * 0.66), (wide * 0.5 + side * 0.35, 0.0)
        places = [(x + sign * across, y + up) for across, up in (above, beside) for sign in (1, -1)]
        for place in places:
            is_inside = self.x <= place[0] - side / 2 and place[0] + side / 2 <= self.right
            is_free = taken is None or math.dist(place, taken) > side
            if is_inside and is_free and all(_distance(place, way) > side / 2 for way in ways):
                return place
        return places[0]

    def _draw_marks(self, middles: Mapping[str, tuple[float, float]], wide: float, high: float) -> None:
        """Draw what marks zones: above the corner of its zone that is away from the middle, where no way begins."""
        side = high * MARK_SHARE
        signs = fill(self._numbers, _new_sign, len(middles))
        for sign, (name, middle) in zip(signs, middles.items(), strict=True):
            self._draw_mark(sign, self._marks[name], self._mark_place(middle, (wide, high)), side)

    def _mark_place(self, middle: Place, size: tuple[float, float]) -> Place:
        """Return the place of a zone's mark that is nearest to the edge of the pitch."""
        (x, y), (wide, high) = middle, size
        return x + wide * (-0.48 if x <= self.center_x + 1 else 0.48), y + high * 0.6

    def rims(self) -> list[Rim]:
        """Return the outlines of the zones, the ways and the ball."""
        return self._rims


def _distance(place: Place, way: tuple[Place, Place]) -> float:
    """Return how far a place is from a straight way."""
    (x, y), (to_x, to_y) = way
    length = math.dist(*way) or 1.0
    along = ((place[0] - x) * (to_x - x) + (place[1] - y) * (to_y - y)) / length**2
    share = min(max(along, 0.0), 1.0)
    return math.dist(place, (x + share * (to_x - x), y + share * (to_y - y)))


def _new_sign() -> ZoneSign:
    return ZoneSign(size_hint=(None, None), font_name="title", printed=rgba(ON_LIVERIES))
