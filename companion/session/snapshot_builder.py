"""Makes snapshots of a match for screens, past states included. Costly parts are made once for each play."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.event import Event, Undone, Voided, VoidedPlay
from companion.mat import Mat
from companion.match import Entry, Match
from companion.opponent.seat import ProgramSeats, program_seats
from companion.play import Correct, Insert, Note, Play, Undo, kind_said, leaves_of, seat_said, seats_said
from companion.reading.answer import SoFar, TableQuestion
from companion.rules.dice import is_roll_play
from companion.rules.engine import Rules
from companion.rules.play_rules import refusal_in
from companion.session.history import JudgedPlay, MatchHistory
from companion.session.history_rows import newest
from companion.session.inbox import MissedPlay
from companion.session.match_controller import MatchController
from companion.session.remarks import held_since
from companion.session.session_event import LookedBack, NoticeEvent, ProposalEvent, RulingEvent, SessionEvent
from companion.session.snapshot import (
    Asking,
    Call,
    Fate,
    Mark,
    Offer,
    Past,
    Proposal,
    Snapshot,
    Sure,
    Understood,
    WhyNot,
)
from companion.showing.by_itself import ITSELF, followed_by_itself
from companion.showing.duties import TABLE_FOLLOWS, duties_of, program_goes_on
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Duty, Highlight, Scene, as_settled, with_names, with_ways, without_odds
from companion.showing.scene_builder import SceneBuilder, opens, says_hidden
from companion.showing.settable import Settable, settable
from companion.showing.ways import Choosable
from companion.timers import SECOND_MS, ClockReading
from companion.words import Text

# --- offers
# Lists the plays that are possible in a state, as screens offer them: by seat and kind, each with its sentence.


def offers_of(rules: Rules, shower: SceneBuilder, state: Any) -> tuple[Offer, ...]:
    """Return what the match waits for first, and then what it would accept without waiting for it."""
    aside = shower.aside(rules, state)
    ready = tuple(
        Offer(seat, play.kind, (Choosable(play, rules.label(state, play)),), is_ready=True)
        for seat, play in shower.ready(rules, state)
    )
    return ready + tuple(
        _offer(rules, shower, state, waited.seat, kind, is_aside=waited in aside)
        for waited in (*rules.expects(state), *aside)
        for kind in waited.plays
    )


def told_for(program: ProgramSeats, match: Match, scene: Scene) -> Scene:
    """Return a scene that says what the program thinks about itself, and what people do for it; who waits for a person and
    for the program is told of the person.
    """
    if not program.seats:
        return scene
    told = [
        (waited, program.is_asked(waited.seat, expected.plays))
        for waited, expected in zip(scene.waited, match.expects(), strict=True)
    ]
    of_people = tuple(
        replace(waited, says=Text("for Companion: {what}", what=waited.says))
        if waited.seat in program.seats
        else waited
        for waited, is_own in told
        if not is_own
    )
    thinking = tuple(replace(waited, says=Text("Companion is thinking")) for waited, _ in told)
    return replace(scene, waited=of_people or thinking)


def with_acting(scene: Scene) -> Scene:
    """Return a scene that marks exactly the sides that are asked to do something, and not whose turn it is. The mark stays
    where nobody is asked by name, and where cards are laid face down: who has laid one is asked to wait.
    """
    asked = {waited.seat for waited in scene.waited} - {None}
    if not asked or scene.placed:
        return scene
    return replace(scene, sides=tuple(replace(one, is_active=one.seat in asked) for one in scene.sides))


def why_not(rules: Rules, shower: SceneBuilder, state: Any, piece: str | None, place: str) -> Text | None:
    """Return why a play is refused that a person means by a touch on a piece and one on a place of the board. Without a
    piece, the place alone was touched. None: the play is accepted, or these touches mean no play.
    """
    play = shower.attempt(state, piece, place)
    refusal = None if play is None else refusal_in(rules, state, (play,))
    return None if refusal is None else refusal.message


def choosables(
    rules: Rules, shower: SceneBuilder, state: Any, seat: str | None, kind: str
) -> tuple[Choosable, ...]:
    """Return the plays of one kind that the rules name, in the order of the rules."""
    plays = rules.options(state, seat, kind)
    weights = shower.weights(state, plays)
    return tuple(
        Choosable(play, rules.label(state, play), weight=weight)
        for play, weight in zip(plays, weights, strict=True)
    )


def _offer(
    rules: Rules, shower: SceneBuilder, state: Any, seat: str | None, kind: str, *, is_aside: bool
) -> Offer:
    ways = shower.ways(rules, state, seat, kind)
    return Offer(
        seat, kind, choosables(rules, shower, state, seat, kind), ways, kind in shower.hides, is_aside
    )


# --- past state
# Shows the match as it was before a play, and which other plays that play may have been, the likeliest first.

LIKELY = 24
"""How many plays are offered on buttons; all others are chosen step by step."""
MOST_RUN_UP = 3
"""The largest number of plays before a goal that are shown together with the goal."""
_SAME, _ALIKE, _OTHER = 0, 1, 3
"""How far two values are from each other: the same, of the same kind (faces of a die, cards of one sort), any."""


def look_back(match: Match, shower: SceneBuilder, mat: Mat, seq: int) -> Past | None:
    """Return the match as it was before play `seq`; None if that play does not count."""
    entries = match.entries
    position = next((n for n, entry in enumerate(entries) if entry.seq == seq), None)
    if position is None:
        return None
    state, scene = _before(match, shower, mat, entries[:position])
    offers = offers_of(match.rules, shower, state)
    entry = entries[position]
    later = {event.kind for one in entries[position:] for event in one.events}
    is_secret = says_hidden(shower, entry.play) and not opens(shower, entry.play, later)
    likely = () if is_secret else _without_doubles(_likely(match, shower, state, entry.play))
    after = with_ways(scene, shower.scene(match.rules, entry.after, entry.events, mat), entry.events)
    return Past(seq, scene, offers, likely[:LIKELY], after, is_secret)


def scene_before(match: Match, shower: SceneBuilder, mat: Mat, seq: int) -> Scene:
    """Return the scene before play `seq`; for a play that does not count, before the place where it would stand."""
    return _before(match, shower, mat, tuple(one for one in match.entries if one.seq < seq))[1]


def _before(match: Match, shower: SceneBuilder, mat: Mat, earlier: Sequence[Entry]) -> tuple[Any, Scene]:
    """Return the state after some plays, and its scene."""
    state = earlier[-1].after if earlier else match.opening.state
    last = earlier[-1].events if earlier else match.opening.events
    return state, shower.scene(match.rules, state, last, mat)


def _likely(match: Match, shower: SceneBuilder, state: Any, play: Play) -> tuple[Choosable, ...]:
    """Return the plays of the same kind and seat that the rules would have accepted, the most similar first."""
    kind, own = play.kind, seat_said(play)
    if kind not in match.rules.play_kinds:
        return ()
    seats = {waited.seat for waited in match.rules.expects(state) if kind in waited.plays}
    seats |= set() if own is None else {own}
    found = [
        replace(one, says=shower.told_open(state, one.play) or one.says)
        for seat in sorted(seats, key=str)
        for one in choosables(match.rules, shower, state, seat, kind)
        if _distance(one.play, play) and seats_said(one.play) == seats_said(play)
    ]
    return tuple(sorted(found, key=lambda one: _distance(one.play, play)))


def _without_doubles(plays: Sequence[Choosable]) -> tuple[Choosable, ...]:
    """Leave out plays with the sentence of one before them: nobody could tell which of two buttons is meant."""
    found: dict[Text, Choosable] = {}
    for one in plays:
        found.setdefault(one.says, one)
    return tuple(found.values())


def _distance(one: Play, other: Play) -> int:
    """Return how different two plays are; 0 if they are equal."""
    these, those = dict(leaves_of(one)), dict(leaves_of(other))
    return sum(_apart(these.get(path), those.get(path)) for path in {*these, *those})


def _apart(one: str | int | None, other: str | int | None) -> int:
    if one == other:
        return _SAME
    if isinstance(one, int) and isinstance(other, int):
        return _ALIKE
    if isinstance(one, str) and isinstance(other, str) and one[:2] == other[:2]:
        return _ALIKE
    return _OTHER


# --- snapshot builder


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
        self._at: tuple[int, bool, ProgramSeats] | None = None
        """The last play that the scene shows, whether it shows odds, and what the program plays."""
        self._scene: Scene | None = None
        self._highlight: Highlight | None = None
        self._duties: tuple[Duty, ...] = ()
        """What hands have to do after the last plays; the scene says of each whether it is done."""
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
        self._last = self._last_events()

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
                self._past = None if seq is None else self._look_back(seq)
            case _:
                pass

    def look(self) -> Snapshot | None:
        """Return a snapshot of the controller's state; None if nothing visible has changed."""
        controller = self._controller
        view = controller.view()
        clocks = controller.clocks.readings(view)
        scene = self._see()
        duties = self._listed_duties()
        shown = (*self._visible(clocks), duties)
        if shown == self._shown:
            return None
        self._shown = shown
        if duties != scene.duties:
            self._scene = scene = replace(scene, duties=duties)
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
            locks=controller.gate.locks,
            shows_odds=controller.gate.shows_odds,
            why_not=self._why_not,
        )

    def _visible(self, clocks: tuple[ClockReading, ...]) -> tuple[object, ...]:
        """Return what makes a snapshot differ from the one before, but for the duties."""
        controller = self._controller
        return (
            controller.match.seq,
            controller.question,
            controller.puzzle,
            controller.desync,
            controller.so_far,
            controller.call,
            controller.coming,
            controller.gate.locks,
            controller.gate.shows_odds,
            controller.program,
            self._proposal,
            None if self._past is None else id(self._past),
            tuple(self._notices.values()),
            controller.clocks.pauses,
            tuple((one.spent_ms // SECOND_MS, one.left_ms and one.left_ms // SECOND_MS) for one in clocks),
        )

    def _listed_duties(self) -> tuple[Duty, ...]:
        """Return the cards that must still be laid, and the duties after the last play, with those that are done."""
        to_lay = (
            Duty(
                None, Text("lay {card} on {zone}", card=one.card, zone=one.where), laid=frozenset((one.key,))
            )
            for one in self._controller.to_lay
        )
        return tuple(replace(one, is_done=self._controller.is_done(one)) for one in (*to_lay, *self._duties))

    def _still_sure(self, clocks: tuple[ClockReading, ...]) -> Sure | None:
        """Return the scene from the beginning of the review, kept so that later changes do not show in public."""
        lines = self.chronicle.lines
        held = held_since(line.play for line in lines)
        if held is None:
            return None
        since = lines[held].seq
        if self._sure is not None and self._sure.seq == since:
            return self._sure
        scene = scene_before(self._controller.match, self._shower, self._mat, since)
        return Sure(since, self._for_people(scene), clocks)

    def _look_back(self, seq: int) -> Past | None:
        past = look_back(self._controller.match, self._shower, self._mat, seq)
        if past is None:
            return None
        after = None if past.after is None else self._for_people(past.after)
        return replace(past, scene=self._for_people(past.scene), after=after)

    def _for_people(self, scene: Scene) -> Scene:
        """Return a scene with the names of who plays, and without odds that are locked."""
        named = with_names(
            scene, self._controller.named, program_seats(line.play for line in self.chronicle.lines)
        )
        return named if self._controller.gate.shows_odds else without_odds(named)

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
            self._last = self._events_of(ruled)

    def _events_of(self, ruled: RulingEvent) -> tuple[Event, ...]:
        """Return the events of the play that the match now stands after, and of what follows it by itself: what was taken
        back shows what was before it.
        """
        play, events = ruled.play, ruled.events
        if ruled.by == ITSELF and not isinstance(play, Undo):
            return (*self._last, *events)
        is_earlier = isinstance(play, Insert) or (
            isinstance(play, Correct) and isinstance(play.instead, Note)
        )
        self._is_taken_back = is_earlier or any(isinstance(event, Undone | Voided) for event in events)
        return self._last_events() if self._is_taken_back else events

    def _last_events(self) -> tuple[Event, ...]:
        """Return the events of the last play, and of what followed it by itself."""
        match = self._controller.match
        last = match.entries[-1 - followed_by_itself(match.entries) :]
        return tuple(event for entry in last for event in entry.events) or match.opening.events

    def _see(self) -> Scene:
        match = self._controller.match
        program = self._controller.program
        at = (match.seq, self._controller.gate.shows_odds, program)
        if self._scene is None or at != self._at:
            before, self._at = self._scene, at
            scene = self._shower.scene(match.rules, match.state, self._last, self._mat)
            scene = with_acting(told_for(program, match, scene))
            goes_on = program_goes_on(match)
            shown = scene if self._is_taken_back else with_ways(before, scene, self._last, goes_on=goes_on)
            self._scene = self._for_people(as_settled(before, shown))
            self._highlight = self._highlight_now()
            self._duties = self._duties_now()
            self._offers = tuple(
                offer
                for offer in offers_of(match.rules, self._shower, match.state)
                if not program.is_asked(offer.seat, (offer.kind,))
            )
            self._why_not = partial(why_not, match.rules, self._shower, match.state)
            self._settable = tuple(settable(match.rules.override_paths, self._controller.view(), self._scene))
        return self._scene

    def _highlight_now(self) -> Highlight | None:
        """Return the highlight of the last play; a refusal, an undo and an amendment have none."""
        match, line = self._controller.match, newest(self.chronicle.lines)
        if line is None or line.fate is not Fate.IN_FORCE or line.inserted is not None:
            return None
        highlight = self._shower.highlight(match.state, self._last)
        if highlight is None or not highlight.scores:
            return highlight
        return replace(highlight, run_up=highlight.run_up or self._run_up())

    def _run_up(self) -> tuple[Text, ...]:
        """Return the last plays that led to the goal that was just scored, since the goal before it."""
        told: list[Text] = []
        for line in self.chronicle.lines[-2::-1]:
            if line.mark is Mark.GOAL or len(told) == MOST_RUN_UP:
                break
            if line.fate is Fate.IN_FORCE and kind_said(line.play) in self._shower.run_up:
                told.insert(0, line.says)
        return tuple(told)

    def _duties_now(self) -> tuple[Duty, ...]:
        """Return what hands have to do now. After a change of earlier plays the table follows as a whole."""
        match = self._controller.match
        if self._is_taken_back:
            return (TABLE_FOLLOWS,)
        return duties_of(self._shower, match)

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
        plays, rules = question.options, self._controller.match.rules
        is_whether = len(plays) == 1 and is_roll_play(rules, plays[0].kind)
        return Asking(question, tuple(map(self._label, plays)), is_whether)
