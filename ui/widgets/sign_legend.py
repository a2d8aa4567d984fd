"""The legend of the signs on cards: each sign as it is printed, and beside it what it means."""

import math
from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Line, Mesh, SmoothEllipse
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.printing.icons import GRID, ICONS, STROKE, Arc, Disc, FilledOutline, Polyline
from companion.showing.card_sign import CardSign
from ui.widgets.pool import fill

FULL_DEG, STEP_DEG = 360, 15


class PrintedIcon(Widget):
    """An icon of the cards by its `name`, drawn from the same lines as in print."""

    name = StringProperty("")
    color = ListProperty([1, 1, 1, 1])

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for changed in ("pos", "size", "name", "color"):
            self.fbind(changed, self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        if not self.name or side <= 1:
            return
        unit = side / GRID
        # Not `center`: it is worked out after those who heard of the new place.
        left, top = self.x + (self.width - side) / 2, self.y + (self.height + side) / 2

        def at(places: Sequence[tuple[float, float]]) -> list[float]:
            return [number for x, y in places for number in (left + x * unit, top - y * unit)]

        with self.canvas:
            Color(*self.color)
            for part in ICONS[self.name]:
                match part:
                    case Polyline(places=places, is_closed=is_closed):
                        _line(at([*places, *places[:1]] if is_closed else places), unit)
                    case FilledOutline(places=places):
                        _filled(at(places), at([_middle(places)]))
                    case Disc(x=x, y=y, radius=radius, is_filled=True):
                        corner = at([(x - radius, y + radius)])
                        SmoothEllipse(pos=corner, size=(2 * radius * unit, 2 * radius * unit))
                    case Disc(x=x, y=y, radius=radius):
                        _line(at(_round(x, y, radius, 0, FULL_DEG)), unit)
                    case Arc(x=x, y=y, radius=radius, start_deg=start, sweep_deg=sweep):
                        _line(at(_round(x, y, radius, start, sweep)), unit)


def _line(points: Sequence[float], unit: float) -> None:
    Line(points=points, width=max(1.0, STROKE * unit / 2), cap="round", joint="round")


def _filled(points: Sequence[float], middle: Sequence[float]) -> None:
    """Fill an outline that its middle sees as a whole."""
    around = [*points, *points[:2]]
    vertices = [
        number for x, y in zip(*[iter([*middle, *around])] * 2, strict=True) for number in (x, y, 0, 0)
    ]
    Mesh(vertices=vertices, indices=range(len(vertices) // 4), mode="triangle_fan")


def _middle(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _round(x: float, y: float, radius: float, start_deg: int, sweep_deg: int) -> list[tuple[float, float]]:
    """Return the places of an arc, clockwise on a grid whose second axis points downwards."""
    steps = max(1, sweep_deg // STEP_DEG)
    angles = (math.radians(start_deg + sweep_deg * n / steps) for n in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


class SignItem(BoxLayout):
    """One row of the legend: a sign and its meaning."""

    icon = StringProperty("")
    says = ObjectProperty("")


class SignLegend(GridLayout):
    """The signs in rows."""

    count = NumericProperty(0)

    def show(self, signs: Sequence[CardSign]) -> None:
        """Show what these signs mean; nothing is shown for none."""
        self.count = len(signs)
        for item, sign in zip(fill(self, SignItem, len(signs)), signs, strict=True):
            item.icon, item.says = sign.icon, sign.says
