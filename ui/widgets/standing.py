"""A sign of how good something is: a tick, a warning or an alarm. It is drawn, so it needs no typeface."""

from typing import Any

from kivy.app import App
from kivy.graphics import Color, Ellipse, Line
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from ui.presenters.lines import LineStanding

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
