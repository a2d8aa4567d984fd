"""The page of the public: the score, the stage, and the commentary beside the virtual table."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Snapshot
from companion.showing.scene import Scale, Scene, Side, Track, Words, in_order
from companion.words import Text, and_last, joined
from ui.look import rgba
from ui.page import Page
from ui.presenters.hotkeys import Act, act_of
from ui.presenters.palette import LIVERIES, Rim, way_rim
from ui.presenters.sentences import PublicEvent, Ranked, next_in_public, public_events, ranking
from ui.widgets.contest import ContestPanel, total_says
from ui.widgets.news import TrackBox, happened
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.score import clock_says
from ui.widgets.stage import Highlights
from ui.widgets.step_frame import only

# --- commentary panel
# The commentary beside the virtual table: what happened and why, the sums as they grow, and what comes next.

MOST_TERMS = 5
"""The most lines of one sum; a sum with more shows its total alone."""
SUMS_PART = 0.46
"""Of a commentary's height the part of its two sums, as the layout has them."""
SUM_HEAD_PX, TERM_PX = 84, 34
"""What a sum needs above and around its lines, and a line to be read, on a screen of 1280 x 800."""
MOST_TOLD, MOST_TOLD_BESIDE_SUMS = 3, 2
"""The most sentences about what has happened."""
TOLD_PART, TOLD_PART_BESIDE_SUMS = 0.6, 0.27
"""The share of the height that the sentences take, as in the layout."""
TOLD_MM = 15.0
"""What a sentence of two lines needs to be read, with the section of the rulebook under it and its part of the margins."""


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

    def show(self, scale: Scale, scene: Scene, most_terms: int, *, is_named: bool) -> None:
        self.role = "" if scale.seat is None else scene.side(scale.seat).role
        self.stripe = rgba(LIVERIES[self.role].fill) if self.role else [0, 0, 0, 0]
        self.title, self.total = scale.role, total_says(scale)
        if is_named and scale.seat is not None:
            self.title = Text("{who}: {what}", who=scene.side(scale.seat).name, what=scale.role)
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
        over = scene.result or Text("the match is over")
        self.waited = over if scene.is_over else joined(self._awaited(scene)[:2], " / ")
        self._show_lines(snapshot)

    def _awaited(self, scene: Scene) -> list[Text]:
        """Return what is waited for; a newcomer only looks on, and is told whose move it is."""
        whose: dict[Words, list[Text]] = {}
        for one in scene.waited:
            names = whose.setdefault(one.says, [])
            if one.seat is not None:
                names.append(Text("{words}", words=scene.side(one.seat).name))
        return [
            Text("{who} goes on", who=and_last(names))
            if names and self.is_full
            else Text("{words}", words=says)
            for says, names in whose.items()
        ]

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
        scales = [] if contest is None else in_order(contest, scene)[:2]
        self.has_sums = bool(scales)
        self.title = contest.outcome or contest.title if contest is not None and scales else ""
        for box, scale in zip(fill(self.ids.sums, SumBox, len(scales)), scales, strict=True):
            box.show(scale, scene, self._room_for_terms() if self.is_full else 0, is_named=self.is_full)

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


# --- page

GO_BACK_TO = ("players", "referee")
PAIR = 2
MOST_EVENTS, MOST_EVENTS_TALL = 5, 3
MOST_STEPS = 12
"""Longer tracks tell where everybody stands; shorter ones, such as the cards under a boss, are left to the table."""
SHOWN_S = 6
"""So long the way back is shown after a touch."""


class PublicSide(BoxLayout):
    """One side of two: its mark, its name and its score, to be read from the other end of a hall."""

    role = StringProperty("")
    team = ObjectProperty(None, allownone=True)
    sign = StringProperty("")
    """The mark of its person."""
    name = ObjectProperty("")
    club = ObjectProperty("")
    """The side that its person plays."""
    score = StringProperty("")
    fill = ListProperty([0, 0, 0, 0])
    is_active = BooleanProperty(False)
    is_small = BooleanProperty(False)
    """A contest needs the room."""

    def rims(self) -> Iterator[Rim]:
        """Return the outline of the bar that marks the side whose move it is."""
        look = App.get_running_app().look
        if self.is_active:
            x, wide = self.x + look.gutter / 4, look.gutter / 2
            yield way_rim(
                f"bar of {self.role}", [(x, self.y + look.radius), (x, self.top - look.radius)], wide
            )

    def show(self, side: Side, *, is_active: bool) -> None:
        self.role, self.name, self.is_active = side.role, side.called, is_active
        self.sign, self.club = side.sign, side.club or ""
        self.team = side.team
        self.score = "" if side.score is None else str(side.score)
        self.fill = rgba(LIVERIES[side.role].fill)


class RankedSide(BoxLayout):
    """One side of many, with its place."""

    place = StringProperty("")
    role = StringProperty("")
    sign = StringProperty("")
    """The mark of its person."""
    name = ObjectProperty("")
    score = StringProperty("")

    def show(self, ranked: Ranked, *, has_place: bool) -> None:
        side = ranked.side
        self.place = str(ranked.place) if has_place else ""
        self.role, self.name, self.sign = side.role, side.called, side.sign
        self.score = "" if side.score is None else str(side.score)


class EventRow(BoxLayout):
    """One event with its minute."""

    minute = ObjectProperty("")
    says = ObjectProperty("")

    def show(self, event: PublicEvent) -> None:
        self.minute, self.says = event.minute, event.says


class PublicPair(BoxLayout):
    """The scores of two sides, and beside them the clock and what has happened."""

    clock = StringProperty("")
    headline = ObjectProperty("")
    is_small = BooleanProperty(False)
    """A contest needs the room: what happened before is not told now."""

    def show(self, scene: Scene, events: Sequence[PublicEvent]) -> None:
        # While a contest stands that was settled, the turn after it is not told.
        contest = scene.contest
        settled = contest if contest is not None and contest.scales and contest.outcome else None
        for box, side in zip(fill(self.ids.sides, PublicSide, len(scene.sides)), scene.sides, strict=True):
            box.show(side, is_active=side.is_active and settled is None)
            box.is_small = self.is_small
        for row, event in zip(fill(self.ids.events, EventRow, len(events)), events, strict=True):
            row.show(event)
        self.headline = scene.headline if settled is None else settled.title


class PublicMany(BoxLayout):
    """The ranking of many sides, and beside it what is asked of all of them."""

    clock = StringProperty("")
    headline = ObjectProperty("")
    order = ObjectProperty("")
    has_faces = BooleanProperty(False)

    def show(self, scene: Scene) -> None:
        ranked = ranking(scene.sides)
        is_level = len({one.place for one in ranked}) == 1
        for box, one in zip(fill(self.ids.sides, RankedSide, len(ranked)), ranked, strict=True):
            box.show(one, has_place=not is_level)
        self.headline, self.order = scene.headline, scene.order or ""
        self.has_faces = bool(scene.visible)
        self.ids.faces.show(scene.game, [(face, Text("{ref}", ref=face.ref)) for face in scene.visible])


class PublicLower(BoxLayout):
    """What is to be said, and above it the long tracks, on which everybody stands."""

    def show(self, tracks: Sequence[Track], sentence: Says) -> None:
        for box, track in zip(fill(self.ids.tracks, TrackBox, len(tracks)), tracks, strict=True):
            box.show(track)
        only(self.ids.says, sentence)


class PublicPage(Page):
    """A page to be read from the other end of a hall. The only button leads back, if the page was opened over a match."""

    called: ClassVar[str] = "public"
    is_of_match: ClassVar[bool] = True
    is_frozen = BooleanProperty(False)
    is_many = BooleanProperty(False)
    """There are more than two sides."""

    is_contest = BooleanProperty(False)
    """Two sides contest: that is what is watched, and takes the larger part of a screen that lies."""

    is_counted = BooleanProperty(False)
    """What many sides reach together is counted."""

    can_leave = BooleanProperty(False)
    """A finger has come, and is shown the way back; never where this is the only page."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._back_to = ""
        self._hidden = Clock.create_trigger(lambda _: self._leave_alone(), SHOWN_S)
        self._pair, self._many, self._lower = PublicPair(), PublicMany(), PublicLower()
        self._contest = ContestPanel(is_loud=True)
        self._scene: Scene | None = None
        self._shown: Snapshot | None = None
        self._clock = ""
        self._sentence = Says(
            font_name="title", type_role="prompt", is_across=True, is_sentence=True, wraps=True
        )
        self._sentence.says = Text("no match is played yet")
        self._highlights = Highlights(self.ids.whole, self._contest, self._tell, is_below_score=False)
        self._lower.show((), self._sentence)
        only(self.ids.third, self._lower)

    def enter(self) -> None:
        if self.app.before in GO_BACK_TO and self.app.root.has_screen(self.app.before):
            self._back_to = self.app.before
        self._leave_alone()
        self._highlights.begin()

    def leave(self) -> None:
        self._leave_alone()
        self._highlights.begin()

    # --- what is shown

    @property
    def scores(self) -> tuple[str, ...]:
        """The scores as they are shown, from the first side or the first place."""
        shown = self._many if self.is_many else self._pair
        return tuple(box.score for box in reversed(shown.ids.sides.children))

    def show(self, snapshot: Snapshot) -> None:
        """Show the match; during a review, show the last certain state and say so."""
        sure = snapshot.sure
        self.is_frozen = sure is not None or bool(getattr(self.app.match, "is_frozen", False))
        scene = snapshot.scene if sure is None else sure.scene
        self._show_third(snapshot, scene)
        self._highlights.show(
            snapshot, may_play=self.app.plays_highlights and not self.is_frozen and snapshot.unjudged is None
        )
        self._clock = clock_says(snapshot.clocks if sure is None else sure.clocks)
        self._shown = snapshot
        self._tell()

    def _tell(self) -> None:
        """Show the score; during a reveal, the one before."""
        snapshot = self._shown
        if snapshot is None:
            return
        scene = snapshot.scene if snapshot.sure is None else snapshot.sure.scene
        self.is_many = len(scene.sides) > PAIR
        shown = self._many if self.is_many else self._pair
        if not self._highlights.is_revealing:
            if self.is_many:
                self._many.show(scene)
            else:
                most = 0 if self.is_contest else MOST_EVENTS_TALL if self.app.look.is_tall else MOST_EVENTS
                self._pair.is_small = self.is_contest
                self._pair.show(scene, public_events(snapshot, most))
        shown.clock = self._clock
        only(self.ids.score, shown)

    def _show_third(self, snapshot: Snapshot, scene: Scene) -> None:
        """Show the contest as the lower third, or what is to be said instead."""
        contest = scene.contest
        is_shown = contest is not None and bool(contest.scales) and snapshot.unjudged is None
        is_of_two = len(scene.sides) == PAIR and not self.app.look.is_tall
        self.is_contest = is_shown and is_of_two and not self.is_frozen
        self.is_counted = is_shown and len(scene.sides) > PAIR and not self.is_frozen
        if snapshot.unjudged is not None:
            # Nobody is to take its score for one of this house's.
            self._sentence.says = snapshot.unjudged
        elif self.is_frozen:
            self._sentence.says = Text("the referee is reviewing a play")
        elif contest is not None and contest.scales:
            if scene is not self._scene:
                # Not with every second of a clock, which would end a reveal.
                self._contest.show(contest, scene)
            self._scene = scene
            only(self.ids.third, self._contest)
            return
        else:
            outcome = None if contest is None else contest.outcome
            self._sentence.says = (
                (scene.result if scene.is_over else None) or outcome or next_in_public(scene)
            )
        self._lower.show([track for track in scene.tracks if len(track.steps) > MOST_STEPS], self._sentence)
        only(self.ids.third, self._lower)

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
