"""The public's page: score, clock, the totals of a duel, and nothing else; while a play is reviewed, what was sure before."""

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Snapshot
from companion.showing.scene import Scale, Scene, Side
from companion.words import Text
from ui.screens.page import Page
from ui.widgets.contest import in_order, total_says
from ui.widgets.pool import fill
from ui.widgets.score import clock_says


class PublicSide(BoxLayout):
    """One side: its mark, its name, its score as large as a television allows."""

    role = StringProperty("")
    name = ObjectProperty("")
    score = StringProperty("")
    is_active = BooleanProperty(False)

    def show(self, side: Side) -> None:
        self.role, self.name, self.is_active = side.role, side.name, side.is_active
        self.score = "" if side.score is None else str(side.score)


class PublicTotal(BoxLayout):
    """One side's total in a duel."""

    role = StringProperty("")
    title = ObjectProperty("")
    total = StringProperty("")

    def show(self, scale: Scale, scene: Scene) -> None:
        self.role = "" if scale.seat is None else scene.side(scale.seat).role
        self.title, self.total = scale.role, total_says(scale)


class PublicPage(Page):
    """Read from the other end of a hall; nothing on it is touched."""

    called: ClassVar[str] = "public"
    clock = StringProperty("")
    headline = ObjectProperty(Text("no match is played yet"))
    outcome = ObjectProperty("")
    is_frozen = BooleanProperty(False)
    has_totals = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)

    def show(self, snapshot: Snapshot) -> None:
        scene = snapshot.scene
        self.is_frozen = bool(getattr(self.app.match, "is_frozen", False))
        sides = fill(self.ids.sides, PublicSide, len(scene.sides))
        for box, side in zip(sides, scene.sides, strict=True):
            box.show(side)
        self.clock = clock_says(snapshot.clocks)
        self.headline = scene.result or scene.headline if scene.is_over else scene.headline
        contest = scene.contest
        scales = [] if contest is None else in_order(contest, scene)[:2]
        self.has_totals = bool(scales)
        self.outcome = contest.outcome or "" if contest is not None and scales else ""
        for total, scale in zip(fill(self.ids.totals, PublicTotal, len(scales)), scales, strict=True):
            total.show(scale, scene)

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        """Whoever opened it over a match of his own goes back."""
        del modifiers
        keys: dict[str, Callable[[], None]] = {"escape": lambda: self.app.go("players")}
        if name in keys and self.app.root.has_screen("players"):
            keys[name]()
            return True
        return False
