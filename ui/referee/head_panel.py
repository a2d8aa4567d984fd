"""The head of the referee's page: the sides with their scores, the clock, what the match waits for, and what is open."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Snapshot
from companion.showing.scene import Scene, Side
from ui.presenters.sentences import waiting
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.score import clock_says

MOST_BESIDE = 2
"""Up to this many sides have their names beside their scores; with more sides the names stand above."""
MOST_NAMED = 4
"""The most sides whose names are shown; with more sides there is room for marks and scores alone."""


class HeadSide(ButtonBehavior, BoxLayout):
    """One side: its mark, its name, its score."""

    seat = StringProperty("")
    role = StringProperty("")
    name = ObjectProperty("")
    score = StringProperty("")
    is_active = BooleanProperty(False)
    is_dark = BooleanProperty(False)
    """On a review's bright bar."""
    is_narrow = BooleanProperty(False)
    """Its name stands above its score."""

    def show(self, side: Side, count: int, *, is_dark: bool) -> None:
        """Show one of `count` sides."""
        self.seat = side.seat
        self.role, self.name = side.role, side.called if count <= MOST_NAMED else ""
        self.is_narrow = count > MOST_BESIDE
        self.score = "" if side.score is None else str(side.score)
        self.is_active, self.is_dark = side.is_active, is_dark


class HeadClock(ButtonBehavior, Says):
    """The clock of the match, which is touched to be set."""


class RefereeHead(BoxLayout):
    """The head. `on_open`: show what is open. `on_score` carries the seat whose score was touched; `on_set_clock`: the clock
    was.
    `remark` stands beside what the match waits for.
    """

    clock = StringProperty("")
    says = ObjectProperty("")
    role = StringProperty("")
    remark = ObjectProperty("")
    open_says = ObjectProperty("")
    is_review = BooleanProperty(False)
    is_paused = BooleanProperty(False)

    __events__ = ("on_open", "on_score", "on_set_clock")

    def __init__(self, **values: Any) -> None:
        self._scene: Scene | None = None
        super().__init__(**values)

    def show(self, snapshot: Snapshot) -> None:
        self.clock = clock_says(snapshot.clocks)
        waits = waiting(snapshot)
        self.says, self.role = waits.says, waits.role
        if snapshot.scene is not self._scene:
            self._scene = snapshot.scene
            self._show_sides()

    def on_is_review(self, *_: object) -> None:
        self._show_sides()

    def _show_sides(self) -> None:
        sides = () if self._scene is None else self._scene.sides
        for box, side in zip(fill(self.ids.sides, self._new_side, len(sides)), sides, strict=True):
            box.show(side, len(sides), is_dark=self.is_review)

    def _new_side(self) -> HeadSide:
        box = HeadSide()
        box.bind(on_release=lambda box: self.dispatch("on_score", box.seat))
        return box

    def on_open(self) -> None: ...

    def on_score(self, seat: str) -> None: ...

    def on_set_clock(self) -> None: ...
