"""The referee's panel of the match's plays: rows, their details, and filters."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleboxlayout import RecycleBoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.session.history_rows import Badge, Detail, PlayRow
from companion.words import Text
from ui.presenters.palette import Rim, box_rim
from ui.presenters.plan import Rectangle
from ui.widgets.pool import discard_children
from ui.widgets.touch import LONG_PRESS_S, Touch

# --- history panel

ROW_MM, DETAIL_MM, TERM_MM = 14, 9.5, 7
"""Heights. A row is touched; what folds out below it is only read."""
LETTERS, CITE_LETTERS = 49, 40
"""Letters of a text, and of a citation beside it, that have room in a row of this height."""
SLIP_PX = 1
SHORT_CITE, LETTERS_BESIDE_IT = 16, 72
"""Letters of a citation that takes less of the row, and of a text beside it."""


class HistoryRow(RecycleDataViewBehavior, ButtonBehavior, BoxLayout):
    """A play."""

    seq = 0
    _is_held = False
    _resting: Any = None
    number = StringProperty("")
    time = StringProperty("")
    role = StringProperty("")
    says = ObjectProperty("")
    under = ObjectProperty("")
    ink = ListProperty([1, 1, 1, 1])
    badge = ObjectProperty("")
    badge_fill = ListProperty([0, 0, 0, 0])
    is_protested = BooleanProperty(False)
    is_chosen = BooleanProperty(False)
    is_quiet = BooleanProperty(False)

    def refresh_view_attrs(self, rv: "HistoryList", index: int, data: dict[str, Any]) -> None:
        del index
        row: PlayRow = data["row"]
        look = App.get_running_app().look
        self.seq, self.list = row.seq, rv
        self.number, self.time, self.role = str(row.seq), row.time, row.role
        self.says, self.under = row.says, row.under
        self.is_protested, self.is_chosen = row.is_protested, row.is_chosen
        badge = next((one for one in Badge if one in row.badges), None)
        self.badge = "" if badge is None else rv.badges.get(badge, "")
        self.badge_fill = look.accent if badge is Badge.GOAL else look.panel
        self.is_quiet = row.is_quiet

    def rims(self) -> Iterator[Rim]:
        """Return the edge of the chosen row."""
        gap = App.get_running_app().look.mm * 0.3
        if self.is_chosen:
            yield box_rim(
                f"row of play {self.seq}", Rectangle(self.x, self.y + gap, self.width, self.height - 2 * gap)
            )

    def on_press(self) -> None:
        self._is_held = False
        self._resting = Clock.schedule_once(self._hold, LONG_PRESS_S)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and not self.collide_point(*touch.pos):
            self._let_go()
        return bool(super().on_touch_move(touch))

    def on_release(self) -> None:
        self._let_go()
        if not self._is_held:
            self.list.dispatch("on_pick", self.seq)

    def _hold(self, _: float) -> None:
        self._is_held = True
        self.list.dispatch("on_hold", self.seq)

    def _let_go(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None


class DetailRow(RecycleDataViewBehavior, BoxLayout):
    """An event of a play, or a line of its sum."""

    says = ObjectProperty("")
    value = StringProperty("")
    cite = ObjectProperty("")
    is_term = BooleanProperty(False)

    def refresh_view_attrs(self, rv: "HistoryList", index: int, data: dict[str, Any]) -> None:
        del rv, index
        row: Detail = data["row"]
        self.says, self.value, self.cite, self.is_term = row.says, row.value, row.cite, row.is_term


class HistoryList(RecycleView):
    """The list. `on_pick` carries the number of the touched play, `on_hold` that of a play on which a finger rested."""

    __events__ = ("on_pick", "on_hold")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._rows: tuple[PlayRow | Detail, ...] = ()
        self._wanted: int | None = None
        self.badges: Mapping[Badge, Text] = {}
        """What the badges say in this game."""
        self.bind(height=self._fit)
        look = App.get_running_app().look
        look.bind(mm=lambda *_: self._fill(), theme=lambda *_: self._fill(), game=lambda *_: self._fill())

    def on_pick(self, seq: int) -> None: ...

    def on_hold(self, seq: int) -> None: ...

    def show(self, rows: Sequence[PlayRow | Detail], seq: int | None) -> None:
        """Show these rows, with play `seq` visible."""
        if tuple(rows) != self._rows:
            self._rows = tuple(rows)
            self._fill()
        self._wanted = seq
        self._bring()

    def _fit(self, *_: object) -> None:
        self._fill()
        self._bring()

    def _fill(self) -> None:
        self.data = [
            {"viewclass": _view(row), "row": row, "size": (None, height)}
            for row, height in zip(self._rows, self._heights(), strict=True)
        ]

    def _heights(self) -> list[float]:
        look = App.get_running_app().look
        heights = [
            look.mm
            * _height_mm(row)
            * _lines(look.say(row.says), look.say(row.cite) if isinstance(row, Detail) else "")
            for row in self._rows
        ]
        return whole_at_the_end(heights, self.height)

    def _bring(self) -> None:
        """Scroll just so far that a play is visible."""
        heights = self._heights()
        whole, seen = sum(heights), self.height
        if whole <= seen:
            self.scroll_y = 1.0
            return
        mine = [n for n, row in enumerate(self._rows) if row.seq == self._wanted]
        if not mine:
            return
        top = sum(heights[: mine[0]])
        bottom = min(sum(heights[: mine[-1] + 1]), top + seen)
        above = (1 - self.scroll_y) * (whole - seen)
        above = max(above, bottom - seen)
        edges = accumulate(heights, initial=0.0)
        above = min(top, next(edge for edge in edges if edge >= above - SLIP_PX))
        self.scroll_y = min(1.0, max(0.0, 1 - above / (whole - seen)))


class HistoryPanel(BoxLayout):
    """The list of plays below a row of filters. `on_filter` carries a badge, or None: all plays."""

    __events__ = ("on_filter",)

    def __init__(self, plays: HistoryList, **values: Any) -> None:
        super().__init__(**values)
        self._touches: dict[Badge | None, Touch] = {}
        self._plays = plays
        self.add_widget(plays)

    def show_badges(self, badges: Mapping[Badge, Text]) -> None:
        """Offer a filter for each badge that plays of this game can have."""
        if badges == self._plays.badges:
            return
        self._plays.badges = badges
        self._touches.clear()
        discard_children(self.ids.filters)
        for badge, says in ((None, Text("All")), *badges.items()):
            touch = Touch(says=says, type_role="note", is_across=True, kind="plain" if badge else "chosen")
            touch.bind(on_choose=lambda _, badge=badge: self._filter(badge))
            self._touches[badge] = touch
            self.ids.filters.add_widget(touch)
        self.dispatch("on_filter", None)

    def on_filter(self, badge: Badge | None) -> None: ...

    def _filter(self, badge: Badge | None) -> None:
        for one, touch in self._touches.items():
            touch.kind = "chosen" if one is badge else "plain"
        self.dispatch("on_filter", badge)


def whole_at_the_end(heights: Sequence[float], seen: float) -> list[float]:
    """Return these heights with the last rows so much higher that, at the end of the list, no row is cut at the top."""
    spare, count = seen, 0
    for height in reversed(heights):
        if height > spare:
            break
        spare, count = spare - height, count + 1
    if count in (0, len(heights)):
        return list(heights)
    return [*heights[:-count], *(height + spare / count for height in heights[-count:])]


def _view(row: PlayRow | Detail) -> str:
    """Register a widget under its name, by which the list finds it."""
    return HistoryRow.__name__ if isinstance(row, PlayRow) else DetailRow.__name__


def _lines(says: str, cite: str) -> float:
    """Return how much higher than usual a row must be for a long text, or a long citation beside it."""
    letters = LETTERS_BESIDE_IT if 0 < len(cite) <= SHORT_CITE else LETTERS
    return max(1.0, len(says) / letters, len(cite) / CITE_LETTERS)


def _height_mm(row: PlayRow | Detail) -> float:
    if isinstance(row, PlayRow):
        return ROW_MM
    return TERM_MM if row.is_term else DETAIL_MM


__all__ = ["DetailRow", "HistoryList", "HistoryRow", "RecycleBoxLayout"]
