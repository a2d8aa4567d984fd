"""The public's page: score, clock and totals of a duel; during a review, the last certain score."""

from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Snapshot
from companion.showing.scene import Scale, Scene, Side
from companion.words import Text
from ui.look import rgba
from ui.page import Page
from ui.presenters.hotkeys import Act, act_of
from ui.presenters.palette import LIVERIES
from ui.widgets.contest import in_order, total_says
from ui.widgets.pool import fill
from ui.widgets.score import clock_says

GO_BACK_TO = ("players", "referee")
PAIR = 2
SHOWN_S = 6
"""So long the way back is shown after a touch."""


class PublicSide(BoxLayout):
    """One side: its mark, its name, and its score as large as a television allows."""

    role = StringProperty("")
    name = ObjectProperty("")
    score = StringProperty("")
    fill = ListProperty([0, 0, 0, 0])
    is_active = BooleanProperty(False)
    is_small = BooleanProperty(False)
    """There are more than two sides."""

    def show(self, side: Side) -> None:
        self.role, self.name, self.is_active = side.role, side.name, side.is_active
        self.score = "" if side.score is None else str(side.score)
        self.fill = rgba(LIVERIES[side.role].fill)


class PublicTotal(BoxLayout):
    """One side's total in a duel."""

    role = StringProperty("")
    title = ObjectProperty("")
    total = StringProperty("")

    def show(self, scale: Scale, scene: Scene) -> None:
        self.role = "" if scale.seat is None else scene.side(scale.seat).role
        self.title, self.total = scale.role, total_says(scale)


class PublicPage(Page):
    """A page to be read from the other end of a hall. The only button leads back, if the page was opened over a match."""

    called: ClassVar[str] = "public"
    is_of_match: ClassVar[bool] = True
    clock = StringProperty("")
    headline = ObjectProperty(Text("no match is played yet"))
    outcome = ObjectProperty("")
    is_frozen = BooleanProperty(False)
    has_totals = BooleanProperty(False)
    is_many = BooleanProperty(False)
    """There are more than two sides."""

    can_leave = BooleanProperty(False)
    """A finger has come, and is shown the way back; never where this is the only page."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._back_to = ""
        self._hidden = Clock.create_trigger(lambda _: self._leave_alone(), SHOWN_S)

    def enter(self) -> None:
        if self.app.before in GO_BACK_TO and self.app.root.has_screen(self.app.before):
            self._back_to = self.app.before
        self._leave_alone()

    def leave(self) -> None:
        self._leave_alone()

    # --- what is shown

    def show(self, snapshot: Snapshot) -> None:
        """Show the match; during a review, show the last certain state and say so."""
        sure = snapshot.sure
        self.is_frozen = sure is not None or bool(getattr(self.app.match, "is_frozen", False))
        self.clock = clock_says(snapshot.clocks if sure is None else sure.clocks)
        self._show_scene(snapshot.scene if sure is None else sure.scene)
        if snapshot.unjudged is not None:
            # Nobody is to take its score for one of this house's.
            self.headline = self.outcome = snapshot.unjudged

    def _show_scene(self, scene: Scene) -> None:
        sides = fill(self.ids.sides, PublicSide, len(scene.sides))
        for box, side in zip(sides, scene.sides, strict=True):
            box.show(side)
            box.is_small = len(scene.sides) > PAIR
        self.is_many = len(scene.sides) > PAIR
        self.headline = scene.result or scene.headline if scene.is_over else scene.headline
        contest = scene.contest
        scales = [] if contest is None else in_order(contest, scene)[:2]
        self.has_totals = bool(scales)
        self.outcome = contest.outcome or "" if contest is not None and scales else ""
        for total, scale in zip(fill(self.ids.totals, PublicTotal, len(scales)), scales, strict=True):
            total.show(scale, scene)

    # --- the way back

    def go_back(self) -> None:
        """Go back to the page that this one was opened from."""
        if self._back_to:
            self.app.go(self._back_to)

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        match act_of(name, modifiers):
            case Act.BACK | Act.PUBLIC if self._back_to:
                self.go_back()
            case Act.SOUND if self._back_to:
                self.app.mute()
            case _:
                return False
        return True

    def on_touch_down(self, touch: Any) -> bool:
        if self._back_to:
            self._hidden.cancel()
            self._hidden()
            self.can_leave = True
        return bool(super().on_touch_down(touch))

    def _leave_alone(self) -> None:
        self._hidden.cancel()
        self.can_leave = False
