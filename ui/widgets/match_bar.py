"""The bar along which one steps through a match, with marks at goals, fouls and rulings."""

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.app import App
from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from companion.session.history_rows import Badge, PlayRow
from ui.presenters.palette import Rim, round_rim

LINE, GOAL, RULING, CHOSEN = 6, 22, 16, 30
"""Thickness of the line, and diameters of a goal, of a ruling and of the chosen play, in pixels of a screen of 1280 x 800."""


class MatchBar(Widget):
    """The bar. `on_pick` carries the number of the touched play; a finger that slides along it picks one after the other."""

    __events__ = ("on_pick",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._rows: tuple[PlayRow, ...] = ()
        self._chosen: int | None = None
        self._marks = InstructionGroup()
        self.canvas.add(self._marks)
        self.bind(pos=self._draw, size=self._draw)
        App.get_running_app().look.bind(theme=self._draw, game=self._draw)

    def on_pick(self, seq: int) -> None: ...

    def show(self, rows: Sequence[PlayRow], chosen: int | None) -> None:
        """Show all plays of a match and which one is chosen."""
        self._rows, self._chosen = tuple(rows), chosen
        self._draw()

    def place_px(self, seq: int) -> float:
        """Return where a play stands, in pixels from the left edge of the window. Raises `StopIteration`."""
        return self._place(next(n for n, row in enumerate(self._rows) if row.seq == seq))

    def rims(self) -> Iterator[Rim]:
        """Return the outlines of the marks."""
        unit = App.get_running_app().look.unit
        for n, row in enumerate(self._rows):
            at = (self._place(n), self.center_y)
            if row.badges:
                side = GOAL if Badge.GOAL in row.badges else RULING
                yield round_rim(f"mark of play {row.seq}", at, side * unit / 2)
            if row.seq == self._chosen:
                yield round_rim(f"ring of play {row.seq}", at, CHOSEN * unit / 2)

    def _place(self, n: int) -> float:
        inset = CHOSEN / 2 * App.get_running_app().look.unit
        share = n / (len(self._rows) - 1) if len(self._rows) > 1 else 0.5
        return float(self.x + inset + share * (self.width - 2 * inset))

    def _draw(self, *_: object) -> None:
        self._marks.clear()
        if not self._rows:
            return
        look = App.get_running_app().look
        y, thick = self.center_y, LINE * look.unit
        self._marks.add(Color(*look.line))
        self._marks.add(
            SmoothRoundedRectangle(pos=(self.x, y - thick / 2), size=(self.width, thick), radius=[thick / 2])
        )
        for n, row in enumerate(self._rows):
            if Badge.GOAL in row.badges:
                self._disc(self._place(n), GOAL * look.unit, look.accent)
            elif row.badges:
                self._disc(self._place(n), RULING * look.unit, look.alarm)
        at = next((n for n, row in enumerate(self._rows) if row.seq == self._chosen), None)
        if at is not None:
            self._marks.add(Color(*look.ink))
            self._marks.add(
                SmoothLine(circle=(self._place(at), y, CHOSEN / 2 * look.unit), width=max(1.5, 2 * look.unit))
            )

    def _disc(self, x: float, side: float, colour: Sequence[float]) -> None:
        self._marks.add(Color(*colour))
        self._marks.add(SmoothEllipse(pos=(x - side / 2, self.center_y - side / 2), size=(side, side)))

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and self._rows:
            touch.grab(self)
            self._pick(touch.x)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._pick(touch.x)
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))

    def _pick(self, x: float) -> None:
        n = min(range(len(self._rows)), key=lambda n: abs(self._place(n) - x))
        if self._rows[n].seq != self._chosen:
            self.dispatch("on_pick", self._rows[n].seq)
