"""The commentary beside the virtual table: what happened and why, the sums as they grow, and what comes next."""

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Snapshot
from companion.showing.scene import Scale, Scene
from companion.words import Text, joined
from ui.look import rgba
from ui.presenters.palette import LIVERIES
from ui.widgets.contest import total_says
from ui.widgets.news import happened
from ui.widgets.pool import fill

MOST_TERMS = 5
"""The most lines of one sum; a sum with more shows its total alone."""
SUMS_PART = 0.46
"""Of a commentary's height the part of its two sums, as the layout has them."""
SUM_HEAD_PX, TERM_PX = 84, 26
"""What a sum needs above and around its lines, and a line to be read, on a screen of 1280 x 800."""
MOST_TOLD, MOST_TOLD_BESIDE_SUMS = 3, 2
"""The most sentences about what has happened."""
TOLD_PART, TOLD_PART_BESIDE_SUMS = 0.6, 0.27
"""The share of the height that the sentences take, as in the layout."""
TOLD_MM = 10.0
"""What a sentence needs to be read, with the section of the rulebook under it and its part of the margins."""


class ToldLine(BoxLayout):
    """A sentence, and below it in small letters the section of the rulebook."""

    says = ObjectProperty("")
    cite = ObjectProperty("")
    is_first = BooleanProperty(False)


class TermRow(BoxLayout):
    """One line of a sum."""

    says = ObjectProperty("")
    value = StringProperty("")


class SumBox(BoxLayout):
    """One side's sum: its total in large figures, and its lines if there is room for them."""

    role = StringProperty("")
    title = ObjectProperty("")
    total = StringProperty("")
    stripe = ListProperty([0, 0, 0, 0])
    has_terms = BooleanProperty(False)

    def show(self, scale: Scale, scene: Scene, most_terms: int) -> None:
        self.role = "" if scale.seat is None else scene.side(scale.seat).role
        self.stripe = rgba(LIVERIES[self.role].fill) if self.role else [0, 0, 0, 0]
        self.title, self.total = scale.role, total_says(scale)
        lines = [line for line in scale.lines if not line.is_reason]
        # Some of the lines would not add up to the total.
        terms = lines if len(lines) <= most_terms else []
        self.has_terms = bool(terms)
        for row, term in zip(fill(self.ids.terms, TermRow, len(terms)), terms, strict=True):
            row.says, row.value = term.says, term.amount


class Commentary(BoxLayout):
    """The commentary. `is_full`: with the lines of the sums and the sections of the rulebook, for newcomers to the game."""

    waited = ObjectProperty("")
    title = ObjectProperty("")
    is_full = BooleanProperty(False)
    has_sums = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._snapshot: Snapshot | None = None
        self.bind(height=Clock.create_trigger(self._make_room))

    def _make_room(self, _: float) -> None:
        """Show more lines, or fewer, after the height has changed."""
        if self._snapshot is not None:
            self._show_lines(self._snapshot)

    def show(self, snapshot: Snapshot) -> None:
        scene, self._snapshot = snapshot.scene, snapshot
        self.waited = (
            scene.result or Text("the match is over") if scene.is_over
            else joined(
                list(dict.fromkeys(Text("{words}", words=one.says) for one in scene.waited))[:2], " / "
            )
        )  # fmt: skip
        self._show_lines(snapshot)

    def _show_lines(self, snapshot: Snapshot) -> None:
        self._show_sums(snapshot.scene)
        told = happened(snapshot)[: self._room_for_told() if self.is_full else MOST_TOLD_BESIDE_SUMS]
        for n, (line, (says, cite)) in enumerate(
            zip(fill(self.ids.lines, ToldLine, len(told)), told, strict=True)
        ):
            line.says, line.cite, line.is_first = says, cite if self.is_full else "", n == 0

    def clear(self) -> None:
        """Empty the commentary."""
        self._snapshot = None
        self.waited = self.title = ""
        self.has_sums = False
        fill(self.ids.sums, SumBox, 0)
        fill(self.ids.lines, ToldLine, 0)

    def _show_sums(self, scene: Scene) -> None:
        contest = scene.contest
        scales = () if contest is None else contest.scales[:2]
        self.has_sums = bool(scales)
        self.title = contest.outcome or contest.title if contest is not None and scales else ""
        for box, scale in zip(fill(self.ids.sums, SumBox, len(scales)), scales, strict=True):
            box.show(scale, scene, self._room_for_terms() if self.is_full else 0)

    def _room_for_terms(self) -> int:
        """Return how many lines of each sum can be read here."""
        unit = App.get_running_app().look.unit
        room = self.height * SUMS_PART / 2 - unit * SUM_HEAD_PX
        return max(0, min(MOST_TERMS, int(room / (unit * TERM_PX))))

    def _room_for_told(self) -> int:
        """Return how many sentences can be read here, each with its section; at least one."""
        most, part = (
            (MOST_TOLD_BESIDE_SUMS, TOLD_PART_BESIDE_SUMS) if self.has_sums else (MOST_TOLD, TOLD_PART)
        )
        return max(1, min(most, int(self.height * part / (App.get_running_app().look.mm * TOLD_MM))))
