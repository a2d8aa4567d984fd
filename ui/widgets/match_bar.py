"""The bar along which one steps through a match, with marks at goals, fouls and rulings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.app import App
from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.history_rows import Badge, PlayRow
from companion.words import Text
from ui.presenters.palette import Rim, round_rim
from ui.widgets.pool import fill

LINE, CHOSEN, RING = 6, 30, 4
"""Thickness of the line, diameter of the chosen play, and thickness of a ring, in pixels of a screen of 1280 x 800."""


@dataclass(frozen=True, slots=True)
class BadgeForm:
    """How a play with a badge is marked: the colour of the look, the diameter, and whether it is a ring."""

    colour: str
    size: int
    is_ring: bool = False

    def drawn(self, at: tuple[float, float], marks: InstructionGroup) -> None:
        """Draw the mark at a place."""
        look = App.get_running_app().look
        marks.add(Color(*getattr(look, self.colour)))
        side = self.size * look.unit
        if self.is_ring:
            thick = RING * look.unit
            marks.add(SmoothLine(circle=(*at, (side - thick) / 2), width=thick / 2))
        else:
            marks.add(SmoothEllipse(pos=(at[0] - side / 2, at[1] - side / 2), size=(side, side)))


_FORMS: Mapping[Badge, BadgeForm] = {
    Badge.GOAL: BadgeForm("accent", 22),
    Badge.FOUL: BadgeForm("alarm", 16),
    Badge.CORRECTED: BadgeForm("ink", 18, is_ring=True),
    Badge.ASKED: BadgeForm("question", 12),
}
"""Told apart by size and form, for those who do not see the colours."""


def form_of(row: PlayRow) -> BadgeForm | None:
    """Return the mark of a play; of several the first."""
    return next((form for badge, form in _FORMS.items() if badge in row.badges), None)


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
            if (form := form_of(row)) is not None:
                yield round_rim(f"mark of play {row.seq}", at, form.size * unit / 2)
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
            if (form := form_of(row)) is not None:
                form.drawn((self._place(n), y), self._marks)
        at = next((n for n, row in enumerate(self._rows) if row.seq == self._chosen), None)
        if at is not None:
            self._marks.add(Color(*look.ink))
            self._marks.add(
                SmoothLine(circle=(self._place(at), y, CHOSEN / 2 * look.unit), width=max(1.5, 2 * look.unit))
            )

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


# --- legend
# What the marks of the bar mean.


class BadgeSign(Widget):
    """The mark of a badge."""

    badge = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._marks = InstructionGroup()
        self.canvas.add(self._marks)
        self.bind(pos=self._draw, size=self._draw, badge=self._draw)
        App.get_running_app().look.bind(theme=self._draw, game=self._draw)

    def _draw(self, *_: object) -> None:
        self._marks.clear()
        if self.badge:
            # Not `center`: it is worked out after those who heard of the new place.
            middle = (self.x + self.width / 2, self.y + self.height / 2)
            _FORMS[Badge(self.badge)].drawn(middle, self._marks)


class LegendItem(BoxLayout):
    """A mark, and what it means."""

    badge = StringProperty("")
    says = ObjectProperty("")


class BarLegend(BoxLayout):
    """The marks that a bar shows, each with its words."""

    def show(self, rows: Sequence[PlayRow], words: Mapping[Badge, Text]) -> None:
        """Show what the marks of these plays mean."""
        there = [badge for badge in _FORMS if any(badge in row.badges for row in rows)]
        for item, badge in zip(fill(self, LegendItem, len(there)), there, strict=True):
            item.badge, item.says = badge.value, words.get(badge, "")
