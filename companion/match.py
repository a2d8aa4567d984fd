"""One match, from its set-up to its last play. A play is judged, then logged, and only then part of the match.

A match is the plays in force, in order, and the state after each. `undo` takes plays out of force, `correct`
replaces one and `insert` puts one before another, both judge again all that follow, and nothing is ever erased from the
log. A play that is corrected to a note did not happen: it is out of force. Each of these is one record of the log: a power
cut leaves the match as before it or as after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.errors import LogDamaged, Malformed
from companion.event import (
    MATCH_EVENTS,
    Event,
    Noted,
    Overridden,
    Undone,
    Voided,
    VoidedPlay,
    match_label,
    read_event,
    write_event,
)
from companion.ids import ObservationId
from companion.observation import Observation
from companion.play import (
    MATCH_PLAYS,
    Concede,
    Correct,
    Insert,
    Note,
    Override,
    Play,
    SaidPlay,
    TimeUp,
    Undo,
    UnreadablePlay,
    kind_said,
    parse_play,
    read_play,
    write_play,
)
from companion.rules.engine import ErrorCode, Expectation, Json, Refusal, Rules, Ruling, SetUp
from companion.rules.readings import cited
from companion.storage.record import LoggedEvent, MemoryLog, Record
from companion.words import N_, Text, Wording, word

MOST_NAMED = 6
"""So many plays that are in force are named where another number was said."""
OVER_CITE = cited(
    N_("Every match: after its end only an undo, a correction, the referee's word and a note are taken"),
    "over_takes",
)
IN_FORCE_CITE = cited(
    N_("Every match: an undo and a correction are for a play that is in force"), "undo_in_force"
)
UNDO_CITE = N_("Every match: an undo takes back the last play that counts")
STANDS_CITE = cited(N_("Every match: a refused play of the game may be let stand"), "override_any_refusal")
OVERRIDE_CITE = N_("Every match: each decision of the referee needs a reason")
SEATS_CITE = N_("Every match: who concedes has a seat in it")
CORRECTION_CITE = N_("Every match: a correction puts one play of the game in place of another")
INSERTION_CITE = N_("Every match: a missed play of the game is put before a play that counts")
"""Rules of the contract that belong to every match, in words: no rulebook has a section for them."""


class Log(Protocol):
    """The storage of a match. When `append` returns, the record is on disk."""

    def append(self, record: Record) -> None:
        """Keep one play and its events. Raises `StorageError`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A play that counts: the play, its observations, its events, and the state after it.

    A play that was inserted is here itself, with the number of its `insert`.
    """

    seq: int
    play: Play
    evidence: tuple[ObservationId, ...]
    events: tuple[Event, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a play: its number, and its events or its refusal."""

    seq: int
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None

    @property
    def ok(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True, slots=True)
class _Replaced:
    """What a correction changed: the play that stood at a number before, and the number of the play that followed it."""

    seq: int
    play: Play
    following: int | None


@dataclass(frozen=True, slots=True)
class _Decision:
    """What a play will change, before it is logged. `logged` pairs each event with the number of its play."""

    events: tuple[Event, ...]
    logged: tuple[tuple[int, Event], ...]
    entries: tuple[Entry, ...]
    keep: int


class SetupRefused(Malformed):
    """The rules refuse the set-up, so no match can begin with it."""


class Match:
    """A match in progress. Only one thread may use it."""

    def __init__(self, rules: Rules, setup: Json, cards: Sequence[Json], log: Log | None = None) -> None:
        """Begin a match. Raises `SetupRefused` when the rules refuse the set-up."""
        begun = rules.set_up(setup, cards)
        if isinstance(begun, Refusal):
            raise SetupRefused("", begun.message)
        self.rules = rules
        self.play_kinds: Mapping[str, type[Any]] = {**rules.play_kinds, **MATCH_PLAYS}
        self.setup = setup
        self.cards = cards
        self.opening: SetUp = begun
        self.seq = 0
        self._entries: list[Entry] = []
        self._refused: dict[int, SaidPlay] = {}
        self._replaced: dict[int, _Replaced] = {}
        """What each correction changed, by the correction's own number."""
        self._undone: tuple[int, tuple[Play, ...]] = (0, ())
        """The number of the last undo, and the plays that it took back."""
        self._removed: tuple[int, tuple[tuple[Play, int | None], ...]] = (0, ())
        """The number of the last correction, and the plays it made impossible, each with the number of the next that counts."""
        self._log = log

    @property
    def state(self) -> Any:
        """The state now."""
        return self._entries[-1].after if self._entries else self.opening.state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The plays that count, in the order of the match: a play that was inserted stands before others with lower numbers."""
        return tuple(self._entries)

    @property
    def is_over(self) -> bool:
        return self.rules.is_over(self.state)

    def expects(self) -> tuple[Expectation, ...]:
        """Return what the match waits for now, and from whom."""
        return self.rules.expects(self.state)

    def view(self) -> Json:
        """Return what anybody may see of the match now."""
        return self.rules.view(self.state)

    def label(self, event: Any) -> Text:
        """Return one sentence that describes an event: in the game's words, except for events that take plays back."""
        if isinstance(event, Undone | Voided):
            return match_label(event)
        return self.rules.label(self.state, event)

    def submit(self, play: SaidPlay, observations: Sequence[Observation] = (), said: Any = None) -> Outcome:
        """Judge a play, log it, and change the match.

        `said` is the JSON that the play came as, if it came as JSON; the log keeps it unchanged. Raises `StorageError`
        if the play cannot be logged; the match has then not changed.
        """
        seq = self.seq + 1
        evidence = tuple(observation.id for observation in observations)
        decision = self._decide(seq, play, evidence)
        data = write_play(play) if said is None else said
        if isinstance(decision, Refusal):
            self._keep(_refused(seq, data, decision, observations))
            self.seq = seq
            self._refused[seq] = play
            return Outcome(seq, refusal=decision)
        self._keep(_accepted(seq, data, decision, observations))
        self._remember(seq, play, decision.events)
        self.seq = seq
        self._entries[decision.keep :] = decision.entries
        return Outcome(seq, decision.events)

    def submit_json(self, data: Any, observations: Sequence[Observation] = ()) -> Outcome:
        """Judge a play that came as JSON, from a script or from the log of another match.

        The log keeps the JSON unchanged.
        """
        return self.submit(parse_play(self.play_kinds, data), observations, data)

    def preview(self, play: SaidPlay) -> tuple[Event, ...] | Refusal:
        """Return what would follow if a play were submitted now. Nothing changes, and nothing is logged."""
        decision = self._decide(self.seq + 1, play, ())
        return decision if isinstance(decision, Refusal) else decision.events

    def impossible_after(self, amending: Correct | Insert) -> tuple[VoidedPlay, ...]:
        """Return the later plays that an amendment would make impossible; none too if it would be refused itself."""
        would = self.would_log(amending)
        return next((event.plays for _, event in would if isinstance(event, Voided)), ())

    def would_log(self, amending: Correct | Insert) -> tuple[tuple[int, Event], ...]:
        """Return the events that an amendment would log, each with the number of its play: those of all plays that would be
        judged again too. None if it would be refused. Nothing changes, and nothing is logged.
        """
        decision = self._decide(self.seq + 1, amending, ())
        return () if isinstance(decision, Refusal) else decision.logged

    def way_back(self, seq: int, reason: str | None) -> tuple[Play, ...]:
        """Return the plays that reverse the amendment with this number: the play as it was before a correction, and, as long as
        nothing came after it, what the correction made impossible, or an undo took back. None if nothing can be reversed.
        """
        if self._undone[0] == seq == self.seq:
            return self._undone[1]
        changed = self._replaced.get(seq)
        if changed is None or max(n for n, one in self._replaced.items() if one.seq == changed.seq) != seq:
            return ()
        counting = [entry.seq for entry in self._entries]
        if changed.seq in counting:
            removed = self._removed[1] if self._removed[0] == seq == self.seq else ()
            again = (play if before is None else Insert(before, play, reason) for play, before in removed)
            return (Correct(changed.seq, changed.play, reason), *again)
        if changed.following in counting:
            return (Insert(changed.following, changed.play, reason),)
        return () if changed.following is not None or self.seq != seq else (changed.play,)

    def _remember(self, seq: int, play: SaidPlay, events: Sequence[Event]) -> None:
        """Remember what an accepted undo or correction changes, before the match changes."""
        match play:
            case Undo(to):
                position = len(self._entries) - 1 if to is None else self._position(to)
                taken = () if isinstance(position, Refusal) else self._entries[position:]
                self._undone = (seq, tuple(entry.play for entry in taken))
            case Correct():
                position = self._position(play.seq)
                if isinstance(position, Refusal):
                    return
                later = self._entries[position + 1 :]
                following = later[0].seq if later else None
                self._replaced[seq] = _Replaced(play.seq, self._entries[position].play, following)
                self._removed = (seq, _removed(later, events))
            case _:
                pass

    def restore(self, record: Record) -> None:
        """Take a play from the log with the events that were logged for it. Raises `LogDamaged`."""
        try:
            self._restore(record)
        except Malformed as problem:
            raise LogDamaged(
                Text(
                    "play {seq} of the log cannot be read: {problem}", seq=record.seq, problem=problem.message
                )
            ) from problem

    def _keep(self, record: Record) -> None:
        if self._log is not None:
            self._log.append(record)

    def log_to(self, log: Log) -> None:
        """Keep the following plays in a log."""
        self._log = log

    # --- deciding

    def _decide(self, seq: int, play: SaidPlay, evidence: tuple[ObservationId, ...]) -> _Decision | Refusal:
        match play:
            case UnreadablePlay():
                return _unreadable(play)
            case Undo():
                return self._undo(seq, play)
            case Correct():
                return self._correct(seq, play, evidence)
            case Insert():
                return self._insert(seq, play, evidence)
            case Note(text):
                noted = Noted(text)
                return _Decision((noted,), ((seq, noted),), (), len(self._entries))
            case _:
                return self._play_on(seq, play, evidence)

    def _play_on(self, seq: int, play: Play, evidence: tuple[ObservationId, ...]) -> _Decision | Refusal:
        ruling = self._judge(self.state, play)
        if isinstance(ruling, Refusal):
            return ruling
        entry = Entry(seq, play, evidence, ruling.events, ruling.after)
        logged = tuple((seq, event) for event in ruling.events)
        return _Decision(ruling.events, logged, (entry,), len(self._entries))

    def _judge(self, state: Any, play: Play) -> Ruling | Refusal:
        """Judge one play on a state: a play of every match, such as an override, here, and all others by the game's rules."""
        if isinstance(play, Override):
            return self._override(state, play)
        if self.rules.is_over(state):
            return Refusal(ErrorCode.ILLEGAL_PLAY, Text("the match is over"), OVER_CITE)
        if isinstance(play, Concede):
            if play.seat not in self.rules.seats(state):
                return Refusal(
                    ErrorCode.BAD_PLAY, Text("there is no seat {seat}", seat=str(play.seat)[:40]), SEATS_CITE
                )
            return self.rules.concede(state, play.seat)
        if isinstance(play, TimeUp):
            return self.rules.time_up(state, play.clock)
        return self.rules.judge(state, play)

    def _override(self, state: Any, play: Override) -> Ruling | Refusal:
        if not play.reason.strip():
            return Refusal(ErrorCode.BAD_PLAY, Text("an override needs a reason"), OVERRIDE_CITE)
        stands = None if play.refused is None else self._refused.get(play.refused, play)
        if stands is not None and kind_said(stands) not in self.rules.play_kinds:
            return Refusal(
                ErrorCode.ILLEGAL_PLAY,
                Text(
                    "play {seq} cannot be let stand: only a refused play of the game can",
                    seq=_short(play.refused or 0),
                ),
                STANDS_CITE,
            )
        ruling = self.rules.override(state, play.changes, play.reason)
        if play.refused is None or isinstance(ruling, Refusal):
            return ruling
        return Ruling(
            tuple(
                replace(event, refused=play.refused) if isinstance(event, Overridden) else event
                for event in ruling.events
            ),
            ruling.after,
        )

    def _entry(
        self, seq: int, play: Play, evidence: tuple[ObservationId, ...], events: Sequence[Event], before: Any
    ) -> Entry:
        after = before
        for event in events:
            after = self.rules.evolve(after, event)
        return Entry(seq, play, evidence, tuple(events), after)

    def _position(self, seq: int) -> int | Refusal:
        for position, entry in enumerate(self._entries):
            if entry.seq == seq:
                return position
        return Refusal(
            ErrorCode.ILLEGAL_PLAY,
            Text(
                "play {seq} is not in force: it was refused, undone, or is itself a note, an undo or a correction; the last"
                " plays in force: {known}",
                seq=_short(seq),
                known=", ".join(str(entry.seq) for entry in self._entries[-MOST_NAMED:]) or "-",
            ),
            IN_FORCE_CITE,
        )

    def _state_before(self, position: int) -> Any:
        return self._entries[position - 1].after if position else self.opening.state

    def _undo(self, seq: int, play: Undo) -> _Decision | Refusal:
        if not self._entries:
            cite = UNDO_CITE if play.to is None else IN_FORCE_CITE
            return Refusal(ErrorCode.ILLEGAL_PLAY, Text("there is nothing to undo"), cite)
        position = len(self._entries) - 1 if play.to is None else self._position(play.to)
        if isinstance(position, Refusal):
            return position
        undone = Undone(self._entries[position].seq)
        return _Decision((undone,), ((seq, undone),), (), position)

    def _correct(self, seq: int, play: Correct, evidence: tuple[ObservationId, ...]) -> _Decision | Refusal:
        position = self._position(play.seq)
        if isinstance(position, Refusal):
            return position
        instead = play.instead
        if isinstance(instead, Undo | Correct | Insert):
            return Refusal(
                ErrorCode.BAD_PLAY,
                Text("a play cannot be corrected to {kind}", kind=word(instead.kind)),
                CORRECTION_CITE,
            )
        later = self._entries[position + 1 :]
        if isinstance(instead, Note):
            return self._amended(seq, position, None, later, (Noted(instead.text),), is_again=play.again)
        own = self._judged_at(position, play.seq, instead, evidence)
        if isinstance(own, Refusal):
            return own
        return self._amended(seq, position, own, later, is_again=play.again)

    def _insert(self, seq: int, play: Insert, evidence: tuple[ObservationId, ...]) -> _Decision | Refusal:
        position = self._position(play.before)
        if isinstance(position, Refusal):
            return position
        missed = play.missed
        if isinstance(missed, Undo | Correct | Insert | Note):
            return Refusal(
                ErrorCode.BAD_PLAY,
                Text("{kind} cannot be put before another play", kind=word(missed.kind)),
                INSERTION_CITE,
            )
        own = self._judged_at(position, seq, missed, evidence)
        if isinstance(own, Refusal):
            return own
        return self._amended(seq, position, own, self._entries[position:], is_again=play.again)

    def _judged_at(
        self, position: int, seq: int, play: SaidPlay, evidence: tuple[ObservationId, ...]
    ) -> Entry | Refusal:
        """Judge a play on the state before another one; return it as a play that counts."""
        if isinstance(play, UnreadablePlay):
            return _unreadable(play)
        ruling = self._judge(self._state_before(position), play)
        if isinstance(ruling, Refusal):
            return ruling
        return Entry(seq, play, evidence, ruling.events, ruling.after)

    def _amended(
        self,
        seq: int,
        position: int,
        own: Entry | None,
        later: Sequence[Entry],
        told: tuple[Event, ...] = (),
        *,
        is_again: bool,
    ) -> _Decision:
        """Return what play `seq` changes that puts `own` at a position, or nothing, with the later plays after it."""
        state = self._state_before(position) if own is None else own.after
        accepted, voided = self._judge_again(state, later, is_again=is_again)
        if voided:
            told = (*told, Voided(voided))
        entries = accepted if own is None else (own, *accepted)
        logged = [(entry.seq, event) for entry in entries for event in entry.events]
        logged.extend((seq, event) for event in told)
        events = () if own is None else own.events
        return _Decision((*events, *told), tuple(logged), entries, position)

    def _judge_again(
        self, state: Any, plays: Sequence[Entry], *, is_again: bool
    ) -> tuple[tuple[Entry, ...], tuple[VoidedPlay, ...]]:
        """Judge plays again, in order, from another state; return those that are accepted, and the others with why.

        `is_again`: after the first one that is refused, no other one is accepted.
        """
        accepted: list[Entry] = []
        voided: list[VoidedPlay] = []
        for play in plays:
            if is_again and voided:
                why = Text("it is to be entered again, after play {seq}", seq=voided[0].seq)
                voided.append(VoidedPlay(play.seq, Wording.of(why)))
                continue
            before = accepted[-1].after if accepted else state
            again = self._judge(before, play.play)
            if isinstance(again, Refusal):
                voided.append(VoidedPlay(play.seq, Wording.of(again.message)))
            else:
                accepted.append(Entry(play.seq, play.play, play.evidence, again.events, again.after))
        return tuple(accepted), tuple(voided)

    # --- restoring

    def _restore(self, record: Record) -> None:
        self.seq = record.seq
        if record.error is not None:
            self._refused[record.seq] = parse_play(self.play_kinds, record.play)
            return
        kinds = {**self.rules.event_kinds, **MATCH_EVENTS}
        events = [(logged.of, read_event(kinds, logged.data)) for logged in record.events]
        play: Play = read_play(self.play_kinds, record.play)
        evidence = record.evidence
        self._remember(record.seq, play, [event for _, event in events])
        match play:
            case Note():
                return
            case Undo():
                position = self._position(events[0][1].to)
                if isinstance(position, Refusal):
                    raise Malformed("undo", position.message)
                del self._entries[position:]
            case Correct():
                self._restore_correction(play, evidence, events)
            case Insert():
                self._restore_insertion(record.seq, play, evidence, events)
            case _:
                happened = [event for _, event in events]
                self._entries.append(self._entry(record.seq, play, evidence, happened, self.state))

    def _restore_correction(
        self, play: Correct, evidence: tuple[ObservationId, ...], events: Sequence[tuple[int, Any]]
    ) -> None:
        position, instead = self._named_in("correct", play.seq, play.instead)
        corrected = replace(self._entries[position], play=instead, evidence=evidence)
        self._restore_from(position, (corrected, *self._entries[position + 1 :]), events)

    def _restore_insertion(
        self, seq: int, play: Insert, evidence: tuple[ObservationId, ...], events: Sequence[tuple[int, Any]]
    ) -> None:
        position, missed = self._named_in("insert", play.before, play.missed)
        inserted = Entry(seq, missed, evidence, (), None)
        happened = [(of, event) for of, event in events if not isinstance(event, Voided)]
        self._restore_from(position, (inserted, *self._entries[position:]), happened)

    def _named_in(self, kind: str, seq: int, said: SaidPlay) -> tuple[int, Play]:
        """Return the position of the play that a logged amendment names, and the play in it. Raises `Malformed`."""
        position = self._position(seq)
        if isinstance(position, Refusal):
            raise Malformed(kind, position.message)
        if isinstance(said, UnreadablePlay):
            raise Malformed(kind, said.problem)
        return position, said

    def _restore_from(
        self, position: int, entries: Sequence[Entry], events: Sequence[tuple[int, Any]]
    ) -> None:
        """Put plays in force from a position on, each with the events that were logged for it; without events it does not
        count.
        """
        by_seq: dict[int, list[Event]] = {}
        for of, event in events:
            by_seq.setdefault(of, []).append(event)
        del self._entries[position:]
        for entry in entries:
            if entry.seq in by_seq:
                happened = by_seq[entry.seq]
                self._entries.append(self._entry(entry.seq, entry.play, entry.evidence, happened, self.state))


def _removed(plays: Sequence[Entry], events: Sequence[Event]) -> tuple[tuple[Play, int | None], ...]:
    """Return the plays that events void, each with the number of the next one that they do not."""
    voided = {play.seq for event in events if isinstance(event, Voided) for play in event.plays}
    before: int | None = None
    found: list[tuple[Play, int | None]] = []
    for entry in reversed(plays):
        if entry.seq in voided:
            found.append((entry.play, before))
        else:
            before = entry.seq
    return tuple(reversed(found))


def _unreadable(said: UnreadablePlay) -> Refusal:
    return Refusal(ErrorCode.BAD_PLAY, said.problem)


def _short(seq: int) -> str:
    return str(seq) if seq < 10**9 else "…"


def _refused(seq: int, data: Any, refusal: Refusal, observations: Sequence[Observation]) -> Record:
    message = Wording.of(refusal.message)
    error: Json = {"code": refusal.code.value, "message": {"en": message.en, "fr": message.fr}}
    if refusal.cite is not None:
        error["cite"] = refusal.cite
    return Record(seq, data, tuple(observations), (), error)


def _accepted(seq: int, data: Any, decision: _Decision, observations: Sequence[Observation]) -> Record:
    events = tuple(LoggedEvent(of, write_event(event)) for of, event in decision.logged)
    return Record(seq, data, tuple(observations), events, None)


def differences(rules: Rules, setup: Json, cards: Sequence[Json], records: Sequence[Record]) -> list[int]:
    """Judge a logged match again and return the numbers of the plays whose events are now different."""
    log = MemoryLog()
    match = Match(rules, setup, cards, log)
    for record in records:
        match.submit_json(record.play)
    pairs = zip(records, log.records(), strict=True)
    return [then.seq for then, now in pairs if _judgement(then) != _judgement(now)]


def _judgement(record: Record) -> Any:
    """Return the judgement without its words, so that a better translation or citation does not count as a change."""
    error = record.error and record.error["code"]
    return error, [(logged.of, _without_words(logged.data)) for logged in record.events]


def _without_words(told: Json) -> Json:
    event = {name: item for name, item in told.items() if name not in ("cite", "section")}
    if event["kind"] != Voided.kind:
        return event
    return {**event, "plays": [play["seq"] for play in event["plays"]]}


__all__ = [
    "Entry",
    "Log",
    "Match",
    "Outcome",
    "SetupRefused",
    "differences",
]
