"""Makes snapshots of a match for screens. Costly parts are made once for each play, not with every second of a clock."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.event import Event, Undone, Voided, VoidedPlay
from companion.mat import Mat
from companion.play import Correct, Insert, Note, Play, SaidPlay
from companion.reading.answer import SoFar, TableQuestion
from companion.session.history import JudgedPlay, MatchHistory
from companion.session.history_rows import newest
from companion.session.inbox import MissedPlay
from companion.session.match_controller import MatchController
from companion.session.offers import offers_of, why_not
from companion.session.past_state import look_back, scene_before
from companion.session.remarks import held_since
from companion.session.session_event import LookedBack, NoticeEvent, ProposalEvent, RulingEvent, SessionEvent
from companion.session.snapshot import (
    Asking,
    Call,
    Fate,
    Offer,
    Past,
    Proposal,
    Snapshot,
    Sure,
    Understood,
    WhyNot,
)
from companion.showing.boards import with_pitch, with_ways
from companion.showing.games import SCENE_BUILDERS
from companion.showing.highlight import Highlight
from companion.showing.scene import Scene
from companion.showing.settable import Settable, settable
from companion.timers import ClockReading
from companion.words import Text

SECOND_MS = 1000


class SnapshotBuilder:
    """Makes the snapshots of one match, in the thread that owns its controller."""

    def __init__(self, controller: MatchController, mat: Mat, wall_ms: Callable[[], int]) -> None:
        self._controller = controller
        self._mat = mat
        self._wall_ms = wall_ms
        self._shower = SCENE_BUILDERS[controller.match.rules.game]
        self.chronicle = MatchHistory(controller.match, self._shower)
        self._last: tuple[Event, ...] = controller.match.opening.events
        self._notices: dict[str, NoticeEvent] = {}
        self._proposal: Proposal | None = None
        self._is_taken_back = False
        self._at_seq = -1
        self._scene: Scene | None = None
        self._highlight: Highlight | None = None
        self._offers: tuple[Offer, ...] = ()
        self._why_not: WhyNot = partial(why_not, controller.match.rules, self._shower, controller.match.state)
        self._settable: tuple[Settable, ...] = ()
        self._past: Past | None = None
        self._sure: Sure | None = None
        self._shown: tuple[object, ...] = ()

    def recall(self, plays: Sequence[JudgedPlay]) -> None:
        """Start from a match in the log, with these plays."""
        for play in plays:
            self.chronicle.note(play)
        entries = self._controller.match.entries
        self._last = entries[-1].events if entries else self._last

    def hear(self, told: SessionEvent) -> None:
        """Take note of a session event."""
        match told:
            case RulingEvent():
                self._note(told)
            case NoticeEvent():
                self._notices = {**self._notices, told.notice.device: told}
            case ProposalEvent(seq, voided):
                self._proposal = self._proposed(seq, voided)
            case LookedBack(seq):
                self._past = (
                    None if seq is None else look_back(self._controller.match, self._shower, self._mat, seq)
                )
            case _:
                pass

    def look(self) -> Snapshot | None:
        """Return a snapshot of the controller's state; None if nothing visible has changed."""
        controller = self._controller
        view = controller.view()
        clocks = controller.clocks.readings(view)
        shown = (
            controller.match.seq,
            controller.question,
            controller.puzzle,
            controller.desync,
            controller.so_far,
            controller.call,
            controller.coming,
            self._proposal,
            None if self._past is None else id(self._past),
            tuple(self._notices.values()),
            controller.clocks.pauses,
            tuple((one.spent_ms // SECOND_MS, one.left_ms and one.left_ms // SECOND_MS) for one in clocks),
        )
        if shown == self._shown:
            return None
        self._shown = shown
        scene = self._see()
        self._sure = self._still_sure(clocks)
        return Snapshot(
            controller.name,
            controller.match.rules.game,
            controller.match.seq,
            controller.match.setup,
            scene,
            self._offers,
            self.chronicle.lines,
            self._asking(controller.question),
            controller.puzzle,
            controller.desync,
            self._proposal,
            self._notices,
            clocks,
            controller.clocks.pauses,
            controller.match.is_over,
            self._settable,
            self._past,
            self._sure,
            str(view.get("phase", "")),
            self._highlight,
            self._understood(controller.so_far),
            None if controller.call is None else Call(controller.call, controller.coming),
            why_not=self._why_not,
        )

    def _still_sure(self, clocks: tuple[ClockReading, ...]) -> Sure | None:
        """Return the scene from the beginning of the review, kept so that later changes do not show in public."""
        lines = self.chronicle.lines
        held = held_since(line.play for line in lines)
        if held is None:
            return None
        since = lines[held].seq
        if self._sure is not None and self._sure.seq == since:
            return self._sure
        return Sure(since, scene_before(self._controller.match, self._shower, self._mat, since), clocks)

    def _proposed(self, seq: int, voided: tuple[VoidedPlay, ...]) -> Proposal | None:
        amended = self._controller.proposal
        if amended is None or not voided:
            return None
        is_missed = isinstance(amended, MissedPlay)
        play = amended.play if isinstance(amended, MissedPlay) else amended.instead
        makes = self.chronicle.would_make(amended.correction)
        return Proposal(seq, self.chronicle.public(play), voided, is_missed, makes)

    # --- once a play

    def _note(self, ruled: RulingEvent) -> None:
        refusal = ruled.refusal
        self.chronicle.note(
            JudgedPlay(
                ruled.seq,
                self._wall_ms(),
                ruled.by,
                ruled.play,
                ruled.evidence,
                ruled.events,
                None if refusal is None else refusal.message,
                None if refusal is None else refusal.cite,
            )
        )
        if ruled.refusal is None:
            self._past = None
            self._last = self._events_of(ruled.play, ruled.events)

    def _events_of(self, play: SaidPlay, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the events of the play that the match now stands after: what was taken back shows what was before it."""
        is_earlier = isinstance(play, Insert) or (
            isinstance(play, Correct) and isinstance(play.instead, Note)
        )
        self._is_taken_back = is_earlier or any(isinstance(event, Undone | Voided) for event in events)
        if not self._is_taken_back:
            return events
        match = self._controller.match
        return match.entries[-1].events if match.entries else match.opening.events

    def _see(self) -> Scene:
        match = self._controller.match
        if self._scene is None or match.seq != self._at_seq:
            before, self._at_seq = self._scene, match.seq
            scene = self._shower.scene(match.rules, match.state, self._last, self._mat)
            shown = scene if self._is_taken_back else with_ways(before, scene, self._last)
            self._scene = with_pitch(before, shown)
            self._highlight = self._highlight_now()
            self._offers = offers_of(match.rules, self._shower, match.state)
            self._why_not = partial(why_not, match.rules, self._shower, match.state)
            self._settable = tuple(settable(match.rules.override_paths, self._controller.view(), self._scene))
        return self._scene

    def _highlight_now(self) -> Highlight | None:
        """Return the highlight of the last play; a refusal, an undo and an amendment have none."""
        match, line = self._controller.match, newest(self.chronicle.lines)
        if line is None or line.fate is not Fate.IN_FORCE or line.inserted is not None:
            return None
        return self._shower.highlight(match.state, self._last)

    def _label(self, play: Play) -> Text:
        return self._controller.match.rules.label(self._controller.match.state, play)

    def _understood(self, so_far: SoFar | None) -> Understood | None:
        if so_far is None:
            return None
        says = (
            Text("so far: {play}", play=self._label(so_far.row[-1]))
            if so_far.row
            else Text("seen: {things} ({zones})", things=so_far.things, zones=so_far.places)
        )
        zones = tuple(lying.zone.name for lying in so_far.says if lying.zone is not None)
        return Understood(so_far.key, says, zones, is_play=bool(so_far.row))

    def _asking(self, question: TableQuestion | None) -> Asking | None:
        if question is None:
            return None
        return Asking(question, tuple(map(self._label, question.options)))
