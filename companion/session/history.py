"""Writes the history of a match in words, one line a play: who entered it, and what one gesture made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeVar

from companion.event import Event, Noted, Undone, Voided
from companion.ids import ObservationId
from companion.match import Entry, Match
from companion.notation import line_said, names_in
from companion.observation import Notice, Observation, ReadingStatus, Roll, Sighting, Tap, What
from companion.opponent.seat import BY, is_entered_by_companion
from companion.play import (
    MATCH_PLAYS,
    Correct,
    Insert,
    Note,
    Override,
    Play,
    SaidPlay,
    Undo,
    UnreadablePlay,
    kind_said,
    seat_said,
    seats_said,
)
from companion.reading.identity import Identities, MatchCard, Stranger
from companion.session.snapshot import Consequence, Fate, HiddenPlay, HistoryLine, Mark, ScoreStep
from companion.showing.by_itself import ITSELF, is_by_itself
from companion.showing.scene import Words
from companion.showing.scene_builder import SceneBuilder, opens, says_hidden
from companion.words import Text, Wording, clauses, joined

# --- sources
# Describes who entered a play (camera, tower, tray, player or referee), and what was read, for the history.

AMENDMENT = "amendment"
"""The source of a play that amends an earlier one at the table."""
ALLOWED = "allowed"
"""The source of a play that is locked for players and that a referee at the table allowed."""
_SAID_BY: Mapping[str, Text] = {
    "camera": Text("seen by the camera"),
    "tower": Text("read by the tower"),
    "tray": Text("read in the dice tray"),
    "tap": Text("entered by touch"),
    "typed": Text("typed at the keyboard"),
    "answer": Text("answered at the table"),
    AMENDMENT: Text("amended by the referee"),
    ALLOWED: Text("allowed by the referee"),
    # In older logs: plays after a missed one were entered anew; `insert` judges them again.
    "again": Text("entered again after a play that was missing before it"),
    "referee": Text("entered by the referee"),
    "clock": Text("reported by the clock"),
    BY: Text("played by Companion"),
    ITSELF: Text("by itself: nothing else was possible"),
}


def said_by(source: str) -> Text:
    """Return who entered a play: `camera`, `tower`, `tray`, `tap`, `typed`, `answer`, `amendment`, `allowed`,
    `again`, `referee`, `clock`, `companion` or `itself`.
    """
    return _SAID_BY.get(source) or Text("reported by {source}", source=source)


def observation_told(seen: Observation, things: Identities) -> Text:
    """Return a sentence that says what was read, by which sensor, and how surely; cards, tokens and places have their names."""
    match seen:
        case Sighting(what=What.DIE):
            return Text(
                "the camera read {text} in the dice tray; it is {percent}% sure",
                text=seen.reads.replace(":", " ") or "?",
                percent=seen.confidence_percent,
            )
        case Sighting(what=What.FACE, reads=""):
            return Text(
                "the camera saw a card on {zone}; it is not sure which: {cards}",
                zone=zone_told(seen, things),
                cards=_candidates(seen, things),
            )
        case Sighting(what=What.FACE, reading=ReadingStatus.AMBIGUOUS):
            return Text(
                "the camera saw {text} on {zone}, or a card that looks the same",
                text=_thing_told(seen, things),
                zone=zone_told(seen, things),
            )
        case Sighting(what=What.FACE):
            return Text(
                "the camera recognised {text} on {zone} by its face, {percent} points of 100 ahead of "
                "the next likely card",
                text=_thing_told(seen, things),
                zone=zone_told(seen, things),
                percent=seen.confidence_percent,
            )
        case Sighting():
            return Text(
                "the camera read {text} on {zone}; it is {percent}% sure",
                text=_thing_told(seen, things),
                zone=zone_told(seen, things),
                percent=seen.confidence_percent,
            )
        case Roll(line=None):
            return Text("dice in the tray: {dice}", dice=dice_told(seen))
        case Roll():
            return Text(
                "the tower read {dice} (its line: {line})", dice=dice_told(seen), line=seen.line or ""
            )
        case Tap():
            return said_by(seen.source or "tap")
        case Notice():
            return Text("{device} says: {words}", device=seen.device, words=seen.says)


def brief_reading(seen: Observation, things: Identities) -> Text | None:
    """Return what the camera read and how sure it is, as `Lucien Orbec (97% sure)`; None for an observation that is not the
    camera's.
    """
    match seen:
        case Sighting(reads=""):
            return Text("{cards}?", cards=_candidates(seen, things))
        case Sighting(what=What.FACE, reading=ReadingStatus.AMBIGUOUS):
            return Text("{text}, or one that looks the same", text=_name_told(seen, things))
        case Sighting(what=What.FACE):
            ahead = seen.confidence_percent
            return Text(
                "{text} by its face, {percent} points ahead", text=_name_told(seen, things), percent=ahead
            )
        case Sighting(what=What.DIE):
            return _surely(seen.reads.replace(":", " "), seen)
        case Sighting():
            return _surely(_name_told(seen, things), seen)
        case _:
            return None


def _surely(words: str | Text | Wording, seen: Sighting) -> Text:
    return Text("{text} ({percent}% sure)", text=words, percent=seen.confidence_percent)


def _thing_told(seen: Sighting, things: Identities) -> Text | Wording:
    """Return what was read as people call it; what is printed on a token or a command card stands in quotes."""
    identity = things.of(seen)
    told = things.told(identity)
    match identity:
        case MatchCard():
            return told
        case Stranger():
            return Text("{text}, which is not in this match", text=told)
        case _:
            return Text("“{thing}”", thing=told)


def _name_told(seen: Sighting, things: Identities) -> Text | Wording:
    """Return what was read as shortly as people call it: a card by its name alone."""
    identity = things.of(seen)
    name = things.names[identity.ref] if isinstance(identity, MatchCard) else ""
    return Text("{name}", name=name) if name else _thing_told(seen, things)


def _candidates(seen: Sighting, things: Identities) -> Text:
    """Return what a card may be, the likeliest first."""
    return joined([Text("{card}", card=things.called(ref)) for ref in seen.candidates or ("?",)], " / ")


def zone_told(seen: Sighting, things: Identities) -> Wording | Text:
    """Return what the zone of a sighting is called on the mat, in quotes; a cell by its name."""
    zones = things.mat.zones
    title = next((zone.title for zone in zones if zone.name == seen.zone and zone.title.en), None)
    return Text("{zone}", zone=seen.zone or "?") if title is None else Text("“{place}”", place=title)


def dice_told(roll: Roll) -> str:
    """Return the dice of a roll with their faces, as sentences have them."""
    return ", ".join(f"{die} {face}" for die, face in zip(roll.dice, roll.faces, strict=False))


# --- undone row
# Finds the plays that one gesture made, because taking back undoes all of them and not only the last.

P = TypeVar("P", bound=SaidPlay)


def taken_back(play: P, entries: Sequence[Entry]) -> P | Undo:
    """Return an undo without a number as one that takes back the whole last gesture; any other play unchanged.

    Plays that were read as one have the very same evidence; so has a row of an answered question. What followed by
    itself goes with them, and what the program played in answer: it would play that again at once. Whoever names the play to
    go back to is taken at his word, and a script takes back its last play: it does not come by here.
    """
    if play != Undo() or not entries:
        return play
    first = _first_of_row(entries[: len(entries) - _followed_without_people(entries)] or entries)
    return play if first is entries[-1] else Undo(first.seq)


def _followed_without_people(entries: Sequence[Entry]) -> int:
    """Return how many of the last plays the table or the program made, after the last play of a person."""
    return sum(
        1
        for _ in takewhile(
            lambda entry: is_by_itself(entry) or is_entered_by_companion(entry), reversed(entries)
        )
    )


def _first_of_row(entries: Sequence[Entry]) -> Entry:
    first = entries[-1]
    for entry in reversed(entries):
        if not first.evidence or entry.evidence != first.evidence:
            break
        first = entry
    return first


# --- history

LONGEST = 80
MOST_LATER = 2
"""How many later plays tell what an amendment would make of them: those right before the first impossible one."""
SEEN_LATE = "seen_late"
"""The kind of the consequence that says of a move that it was seen together with those before it."""


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A judged play: who said it, its evidence, its time, and what followed."""

    seq: int
    at_ms: int
    by: str
    play: SaidPlay
    evidence: tuple[ObservationId, ...]
    events: tuple[Event, ...]
    refusal: Words | None = None
    cite: str | None = None


class MatchHistory:
    """The history of one match: its lines, by the numbers of the plays."""

    def __init__(self, match: Match, shower: SceneBuilder) -> None:
        self._match = match
        self._shower = shower
        self._lines: dict[int, HistoryLine] = {}
        self._order: list[int] = []
        """The numbers of all plays in the order of the match, in which an inserted play stands before another."""
        self._scored: tuple[Any, Mapping[str, int]] | None = None
        self._told: dict[int, tuple[Event, ...]] = {}
        self.lines: tuple[HistoryLine, ...] = ()

    def note(self, judged: JudgedPlay) -> None:
        """Add a judged play to the history after the match has taken it."""
        inserted = judged.play if isinstance(judged.play, Insert) else None
        play = judged.play if inserted is None else inserted.missed
        self._order.insert(self._place(judged), judged.seq)
        is_above = isinstance(play, Undo | Correct | Note)
        fate = Fate.REFUSED if judged.refusal else Fate.ABOVE if is_above else Fate.IN_FORCE
        self._lines[judged.seq] = HistoryLine(
            judged.seq,
            judged.at_ms,
            judged.by,
            self.public(play),
            self._says(play, judged.events),
            self._seat(judged.seq, play),
            self._consequences(judged.events),
            judged.evidence,
            fate,
            judged.refusal,
            judged.cite,
            is_hidden=says_hidden(self._shower, play),
            opened_by=self._shower.opens.get(kind_said(play)),
            replaced=self._replaced(judged),
            scores=self._scores(judged.seq),
            mark=self._mark(judged.events),
            inserted=None if inserted is None else replace(inserted, missed=self.public(play)),
        )
        self._note_late(judged)
        self._told[judged.seq] = judged.events
        for event in judged.events:
            self._change(judged.seq, event)
        if isinstance(play, Correct) and judged.refusal is None:
            self._correct(judged.seq, play.seq)
        elif inserted is not None and judged.refusal is None:
            self._rewrite_from(judged.seq)
        self._let_stand()
        self._open()
        self._say_corrections()
        self.lines = tuple(self._lines[seq] for seq in self._order)

    def _place(self, judged: JudgedPlay) -> int:
        """Return the place of a new line: the end, or before the play that it was put before."""
        if isinstance(judged.play, Insert) and judged.refusal is None:
            return self._index(judged.play.before)
        return len(self._order)

    def _index(self, seq: int) -> int:
        """Return the place of a play's line; the first place for a play that is older than this history."""
        return self._order.index(seq) if seq in self._lines else 0

    def _note_late(self, judged: JudgedPlay) -> None:
        """Say of a move that it was read by the same sightings as the moves before it."""
        moves = 0
        for line in reversed(self._lines.values()):
            is_same = line.by == "camera" and line.evidence and line.evidence == judged.evidence
            if not is_same or kind_said(line.play) not in self._shower.one_by_one:
                break
            moves += 1
        if moves > 1 and judged.refusal is None:
            line = self._lines[judged.seq]
            late = Consequence(SEEN_LATE, _late_told(moves), None)
            self._lines[judged.seq] = replace(line, consequences=(*line.consequences, late))

    # --- what becomes of earlier lines

    def _change(self, seq: int, event: Event) -> None:
        if isinstance(event, Undone):
            for number in self._order[self._index(event.to) :]:
                line = self._lines[number]
                if line.fate is Fate.IN_FORCE:
                    self._lines[number] = replace(line, fate=Fate.TAKEN_BACK, changed_by=seq)
        elif isinstance(event, Voided):
            for voided in event.plays:
                self._lines[voided.seq] = replace(
                    self._lines[voided.seq], fate=Fate.VOIDED, changed_by=seq, refusal=voided.reason
                )

    def _replaced(self, judged: JudgedPlay) -> Text | None:
        """Return what the play said that a correction changes."""
        if not isinstance(judged.play, Correct) or judged.refusal is not None:
            return None
        line = self._lines.get(judged.play.seq)
        return None if line is None else line.says

    def _open(self) -> None:
        """Say the cards of plays that laid them face down, as soon as they lie open; no longer if that was undone."""
        later: set[str] = set()
        for entry in reversed(self._match.entries):
            later |= {event.kind for event in entry.events}
            line = self._lines.get(entry.seq)
            if line is None or not line.is_hidden:
                continue
            is_open = opens(self._shower, entry.play, later)
            says = self._shower.told_open(self._match.state, entry.play) if is_open else None
            says = says or self._says(entry.play, entry.events)
            if says != line.says:
                self._lines[entry.seq] = replace(line, says=says)

    def _say_corrections(self) -> None:
        """Have each correction that holds say the play that it put in, in the words of that play's own line: once a card
        lies open, both name it.
        """
        for entry in self._match.entries:
            line = self._lines.get(entry.seq)
            correction = None if line is None or line.was is None else self._lines.get(line.changed_by or 0)
            if line is not None and correction is not None and correction.says != line.says:
                self._lines[correction.seq] = replace(correction, says=line.says)

    def _correct(self, seq: int, corrected: int) -> None:
        """Rewrite the line of the corrected play, and those of the later plays that were judged again."""
        if corrected in self._lines and all(entry.seq != corrected for entry in self._match.entries):
            never = replace(self._lines[corrected], fate=Fate.TAKEN_BACK, changed_by=seq, scores=())
            self._lines[corrected] = never
        for entry in self._match.entries:
            if entry.seq == corrected and entry.seq in self._lines:
                line = self._lines[entry.seq]
                self._lines[entry.seq] = replace(
                    line,
                    was=line.was or line.says,
                    changed_by=seq,
                    play=self.public(entry.play),
                    says=self._says(entry.play, entry.events),
                )
        self._rewrite_from(corrected)

    def _rewrite_from(self, amended: int) -> None:
        """Rewrite what followed from an amended play, and from the later plays, which were judged again."""
        rewritten = set(self._order[self._index(amended) :])
        for entry in self._match.entries:
            if entry.seq not in rewritten:
                continue
            line = self._lines[entry.seq]
            if self._told[entry.seq] != entry.events:
                line = replace(
                    line, consequences=self._consequences(entry.events), mark=self._mark(entry.events)
                )
                self._told[entry.seq] = entry.events
            self._lines[entry.seq] = replace(line, scores=self._scores(entry.seq))

    def _let_stand(self) -> None:
        """Write into the lines of refused plays which override lets them stand."""
        overrides = {
            entry.play.refused: entry.seq for entry in self._match.entries if isinstance(entry.play, Override)
        }
        for seq, line in self._lines.items():
            if line.fate is Fate.REFUSED and line.changed_by != overrides.get(seq):
                self._lines[seq] = replace(line, changed_by=overrides.get(seq))

    # --- words

    def would_make(self, amending: Correct | Insert) -> tuple[Text, ...]:
        """Return what an amendment would change: what the amended play would be, and what people remember of what would
        follow from later plays for the first time, such as a foul. Plays after the first one that becomes impossible are
        left out.
        """
        would: dict[int, list[Event]] = {}
        for seq, event in self._match.would_log(amending):
            if isinstance(event, Voided):
                gone = self._order[self._index(event.plays[0].seq) :]
                would = {one: told for one, told in would.items() if one not in gone}
            elif not isinstance(event, Noted):
                would.setdefault(seq, []).append(event)
        says = [self._would_be(amending, seq, events) for seq, events in would.items()]
        told = [one for one in says if one is not None]
        return (*told[:1], *told[1:][-MOST_LATER:])

    def _would_be(self, amending: Correct | Insert, seq: int, events: Sequence[Event]) -> Text | None:
        """Return what a play would be, or what would follow from it for the first time; None if nothing would."""
        line = self._lines.get(seq)
        before = () if line is None else [one.says for one in line.consequences]
        new = [one for one in self._consequences(events) if one.says not in before]
        remembered = self._shower.goals | self._shower.fouls
        telling = [one.says for one in new if one.is_notable or one.kind in remembered]
        if line is not None and not (isinstance(amending, Correct) and amending.seq == seq):
            later = Text("after play {seq} would come: {says}", seq=seq, says=clauses(telling))
            return later if telling else None
        says = clauses([self._match.label(events[0]), *(telling or [one.says for one in new[-1:]])])
        if line is None:
            return Text("the missed play would be: {says}", says=says)
        return Text("play {seq} would then be: {says}", seq=seq, says=says)

    def _says(self, play: SaidPlay, events: Sequence[Event]) -> Text:
        if events:
            return self._match.label(events[0])
        if not isinstance(play, UnreadablePlay):
            try:
                return self._match.label(play)
            except (LookupError, AttributeError, TypeError, ValueError):
                pass  # What is refused may name cards and places that are nowhere.
        return self._as_typed(self.public(play))

    def _as_typed(self, play: SaidPlay) -> Text:
        """Return a play in its notation, or as it came if it has none."""
        if isinstance(play, HiddenPlay):
            return Text("{play}", play=" ".join(filter(None, (play.kind, play.seat))))
        kinds = self._match.play_kinds
        line = line_said(kinds, play)
        if line is None:
            data = play.data if isinstance(play, UnreadablePlay) else play
            return Text("{play}", play=str({} if isinstance(data, list | str) else data)[:LONGEST])
        french = line_said(kinds, play, names_in("fr", self._match.rules.spoken))
        return Text("{play}", play=Wording(line, french or line))

    def _consequences(self, events: Sequence[Event]) -> tuple[Consequence, ...]:
        return tuple(
            Consequence(
                event.kind,
                self._match.label(event),
                event.cite,
                self._shower.arithmetic(self._match.state, event),
                is_notable=event.kind in self._shower.notable,
                brief=self._shower.in_brief(self._match.state, event),
            )
            for event in events[1:]
        )

    def _mark(self, events: Sequence[Event]) -> Mark:
        """Return what a play is remembered for: a goal rather than a foul."""
        kinds = {event.kind for event in events}
        if kinds & self._shower.goals:
            return Mark.GOAL
        return Mark.FOUL if kinds & self._shower.fouls else Mark.NONE

    def _scores(self, seq: int) -> tuple[ScoreStep, ...]:
        """Return what a play did to the score, as the match stands now; nothing if the play does not count."""
        entries = self._match.entries
        position = next((n for n in reversed(range(len(entries))) if entries[n].seq == seq), None)
        if position is None:
            return ()
        before = self._score(entries[position - 1].after if position else self._match.opening.state)
        after = self._score(entries[position].after)
        return tuple(ScoreStep(seat, before.get(seat, 0), now) for seat, now in after.items())

    def _score(self, state: Any) -> Mapping[str, int]:
        """Return the score of a state. The last one is kept: plays are told in their order, and share states."""
        if self._scored is None or self._scored[0] is not state:
            self._scored = state, self._match.rules.view(state)["score"]
        return self._scored[1]

    def _seat(self, seq: int, play: SaidPlay) -> str | None:
        """Return the seat of a play: the seat that it names, or the seat whose turn it was; None for a referee's ruling."""
        own = seat_said(play)
        if own is not None or kind_said(play) in MATCH_PLAYS:
            return own
        earlier = set(self._order[: self._order.index(seq)])
        states = (
            entry.after
            for entry in reversed(self._match.entries)
            if (entry.seq in earlier if entry.seq in self._lines else entry.seq < seq)
        )
        state = next(states, self._match.opening.state)
        seats = {waited.seat for waited in self._match.rules.expects(state)}
        named = seats.intersection(seats_said(play))
        return (named or seats).pop() if 1 in (len(named), len(seats)) else None

    def public(self, play: SaidPlay) -> SaidPlay:
        """Return a play as anybody may see it; an amendment shows the play in it in the same way."""
        if isinstance(play, Correct):
            return replace(play, instead=self.public(play.instead))
        if isinstance(play, Insert):
            return replace(play, missed=self.public(play.missed))
        if not says_hidden(self._shower, play):
            return play
        concealed = self._shower.conceals.get(kind_said(play))
        if concealed is None or isinstance(play, UnreadablePlay):
            return HiddenPlay(kind_said(play), seat_said(play))
        return _without(play, concealed)


def _late_told(moves: int) -> Text:
    if moves == 2:
        return Text("seen late: two moves as one")
    return Text("seen late: {moves} moves as one", moves=str(moves))


def _without(play: Any, field: str) -> Play:
    """Return a play without one of its fields."""
    less: Play = replace(play, **{field: None})
    return less
