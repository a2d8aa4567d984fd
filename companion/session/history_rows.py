"""Describes the history of a match for the referee: a row for each play, its result, its arithmetic, and its protests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum

from companion.locks import ACT_TITLES
from companion.opponent.sealed_card import seal_told
from companion.play import MATCH_PLAYS, Correct, Insert, Note, Override, Undo, kind_said
from companion.session.history import said_by
from companion.session.remarks import (
    Case,
    ClockCorrected,
    LeaveNoted,
    Protest,
    ReviewBegins,
    ReviewEnds,
    Settled,
    cases_of,
    remark_of,
)
from companion.session.snapshot import Fate, HistoryLine, Mark, Snapshot
from companion.showing.citations import tell_citation
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Scene, SumLine, Words
from companion.showing.scene_builder import unbroken_score
from companion.timers import SECOND_MS, time_of
from companion.words import Text
from companion.words import word as named

RULINGS = frozenset((Undo.kind, Correct.kind, Override.kind))


class Badge(StrEnum):
    """What a play is found by in the history."""

    GOAL = "goal"
    FOUL = "foul"
    CORRECTED = "corrected"
    ASKED = "asked"


def badges_for(game: str) -> Mapping[Badge, Text]:
    """Return the badges that plays of a game can have, in its own words: nobody scores goals in a bakery."""
    shower = SCENE_BUILDERS[game]
    said = {Badge.CORRECTED: Text("Corrected"), Badge.ASKED: Text("Asked")}
    if shower.fouls:
        said = {Badge.FOUL: Text("Foul"), **said}
    if shower.goals:
        said = {Badge.GOAL: shower.goal_says, **said}
    return said


BY_QUESTION = "answer"
NOTHING = Text("{nothing}", nothing="")
"""No words: whatever was said before no longer holds."""


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A play in the list. `under`: what became of it, if not obvious; `is_quiet`: the play does not count."""

    seq: int
    time: str
    role: str
    says: Words
    under: Words
    is_quiet: bool
    is_protested: bool
    is_chosen: bool
    badges: frozenset[Badge] = frozenset()


@dataclass(frozen=True, slots=True)
class Detail:
    """A line that folds out below a play: an event, or a line of a sum."""

    seq: int
    says: Words
    value: str
    cite: Text | str
    is_term: bool
    has_sum: bool = False
    """It is an event whose sum it tells too."""


@dataclass(frozen=True, slots=True)
class May:
    """What the referee can do with a play."""

    change: bool
    protest: bool
    settle: bool
    go_back: Text | None = None
    """What a button says that takes this correction back, or puts back what this undo took back; None: not possible."""


def rows(
    snapshot: Snapshot, chosen: int | None, zone: tzinfo | None = None, only: Badge | None = None
) -> tuple[PlayRow | Detail, ...]:
    """Return all plays, the first one first, with the events of the chosen one below it.

    `only`: those with this badge; a line says so if there are none. `zone` is the time zone for the times; None: this
    machine's.
    """
    roles = {side.seat: side.role for side in snapshot.scene.sides}
    protested = {case.against for case in cases_of(snapshot.history) if case.is_open}
    found: list[PlayRow | Detail] = []
    for line in snapshot.history:
        if only is not None and only not in badges_of(line):
            continue
        found.append(_row(line, roles, zone, line.seq in protested, line.seq == chosen))
        if line.seq == chosen:
            found += details(line)
    if only is not None and not found:
        found.append(Detail(0, Text("no play of this kind"), "", "", is_term=False))
    return tuple(found)


def _row(
    line: HistoryLine, roles: Mapping[str, str], zone: tzinfo | None, is_protested: bool, is_chosen: bool
) -> PlayRow:
    return PlayRow(
        line.seq,
        time_of_day(line.at_ms, zone),
        roles.get(line.seat or "", ""),
        *_in_brief(line),
        line.fate in (Fate.TAKEN_BACK, Fate.VOIDED)
        or (line.fate is Fate.REFUSED and line.changed_by is None),
        is_protested,
        is_chosen,
        badges_of(line),
    )


def _in_brief(line: HistoryLine) -> tuple[Words, Words]:
    """Return a play and what became of it, for its row; a correction's whole sentence stands beside the list."""
    if isinstance(line.play, Correct) and line.replaced is not None:
        return Text("play {seq} corrected", seq=line.play.seq), Text("{words}", words=reason_of(line))
    return sentence(line), _fate_in_brief(line) or NOTHING


def badges_of(line: HistoryLine) -> frozenset[Badge]:
    """Return what a play is found by: rulings are the plays that a referee changed, or with which he changed others."""
    badges = set()
    if line.mark is not Mark.NONE and line.fate is Fate.IN_FORCE:
        badges.add(Badge(line.mark.value))
    is_clock = isinstance(remark_of(line.play), ClockCorrected)
    if line.was is not None or is_clock or is_ruling(line):
        badges.add(Badge.CORRECTED)
    if line.by == BY_QUESTION:
        badges.add(Badge.ASKED)
    return frozenset(badges)


def is_ruling(line: HistoryLine) -> bool:
    """Tell whether a referee changed the match with this play: he undid, corrected or inserted a play, or overrode."""
    return line.inserted is not None or kind_said(line.play) in RULINGS


MOST_SCORES = 2
"""Of more sides the score is told only where a play has changed it."""


def score_steps(line: HistoryLine, scene: Scene) -> Text | None:
    """Return the score before and after a play; that of two sides alone if it stayed; None for a play that does not count."""
    if not line.scores or line.fate is not Fate.IN_FORCE:
        return None
    seats = [side.seat for side in scene.sides if side.score is not None]
    steps = sorted((one for one in line.scores if one.seat in seats), key=lambda one: seats.index(one.seat))
    before = unbroken_score(one.before for one in steps)
    after = unbroken_score(one.after for one in steps)
    if before == after:
        # Of many sides it would be a row of numbers without names.
        return Text("score {score}", score=after) if len(steps) <= MOST_SCORES else None
    return Text("score {before} › {after}", before=before, after=after)


def details(line: HistoryLine) -> tuple[Detail, ...]:
    """Return the events of a play, each with its sum and the section of the rulebook."""
    found: list[Detail] = []
    for one in line.consequences:
        found.append(Detail(line.seq, one.says, "", _told(one.cite), False, bool(one.sums)))
        found += [_term(line.seq, term, one.cite) for term in one.sums]
    return tuple(found)


def _term(seq: int, term: SumLine, said: str | None) -> Detail:
    """Return a line of a sum; it names its section only if that differs from the section of the whole sum."""
    return Detail(seq, term.says, term.amount, _told(term.cite if term.cite != said else None), is_term=True)


def _told(cite: str | None) -> Text | str:
    return tell_citation(cite) if cite else ""


def time_of_day(at_ms: int, zone: tzinfo | None = None) -> str:
    """Return a time of day: `20:14:07`."""
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(zone):%H:%M:%S}"


# --- sentences


def sentence(line: HistoryLine) -> Words:
    """Return a play as one sentence; remarks have sentences of their own."""
    match remark_of(line.play):
        case ReviewBegins(why):
            return _with(Text("review: the public score is frozen"), why)
        case ReviewEnds(word):
            return _with(Text("the review is over"), word)
        case Protest(seq, why, None):
            return _with(Text("protest against play {seq}", seq=seq), why)
        case Protest(seq, why, str(seat)):
            return _with(Text("{seat} protests against play {seq}", seat=named(seat), seq=seq), why)
        case LeaveNoted(act):
            return Text("the referee allowed this: {what}", what=ACT_TITLES[act])
        case Settled(seq, word):
            return _with(Text("protest against play {seq} settled", seq=seq), word)
        case ClockCorrected(clock, was_s, now_s):
            was, now = (time_of(seconds * SECOND_MS) for seconds in (was_s, now_s))
            return Text(
                "clock corrected ({clock}): {now} instead of {was}", clock=named(clock), now=now, was=was
            )
        case _ if isinstance(line.play, Correct) or line.inserted is not None:
            what = _inserted(line, line.inserted) if line.inserted is not None else _corrected(line)
            why = reason_of(line)
            return Text("{what} ({why})", what=what, why=why) if why else what
        case _:
            return seal_told(line.play, named) or _with(line.says, reason_of(line))


def heading(line: HistoryLine) -> Words:
    """Return the title of a play's own page: of a correction, what the play is now; its story tells what it was, and why."""
    play = line.play
    if isinstance(play, Correct) and line.replaced is not None and not isinstance(play.instead, Note):
        return Text("play {seq}: {now}", seq=play.seq, now=line.says)
    return sentence(line)


def _inserted(line: HistoryLine, how: Insert) -> Text:
    return Text("missed before play {seq}: {says}", seq=how.before, says=line.says)


def _corrected(line: HistoryLine) -> Text:
    """Return what a correction changed: what the play was, and what it is now."""
    play = line.play
    assert isinstance(play, Correct)
    if line.replaced is None:
        return Text("referee corrected play {seq}", seq=play.seq)
    if isinstance(play.instead, Note):
        return Text("play {seq} did not happen: “{was}”", seq=play.seq, was=line.replaced)
    return Text("play {seq}: “{now}” instead of “{was}”", seq=play.seq, now=line.says, was=line.replaced)


def reason_of(line: HistoryLine) -> str:
    """Return the reason with which this play changed the past; empty for all other plays."""
    play = line.play if line.inserted is None else line.inserted
    return (play.reason or "").strip() if isinstance(play, Undo | Correct | Insert) else ""


def _with(what: Text, words: str) -> Text:
    return Text("{what}: {words}", what=what, words=words) if words else what


def _fate_in_brief(line: HistoryLine) -> Words | None:
    """Return what became of a play, for its row; `_became` tells it whole."""
    seq = line.changed_by or 0
    match line.fate:
        case Fate.REFUSED if line.changed_by is not None:
            return Text("the referee let it stand, play {seq}", seq=seq)
        case Fate.REFUSED if line.refusal is not None:
            return Text("refused: {message}", message=line.refusal)
        case Fate.VOIDED:
            return Text("no longer possible since play {seq}", seq=seq)
        case Fate.IN_FORCE if line.was is not None:
            return Text("corrected by play {seq}", seq=seq)
        case _:
            return _became(line)


def _became(line: HistoryLine) -> Words | None:
    """Return what became of a play, with the reason."""
    match line.fate:
        case Fate.REFUSED if line.changed_by is not None:
            stands = Text(
                "this play was refused, and then the referee let it stand with play {seq}",
                seq=line.changed_by,
            )
            return _with_reason(stands, line.refusal)
        case Fate.REFUSED:
            return _with_reason(Text("this play was refused"), line.refusal)
        case Fate.TAKEN_BACK:
            return Text("undone by play {seq}", seq=line.changed_by or 0)
        case Fate.VOIDED:
            what = Text("this play has been impossible since play {seq}", seq=line.changed_by or 0)
            return _with_reason(what, line.refusal)
        case _ if line.was is not None:
            return Text(
                "this play was corrected by play {seq}; before that it was: {was}",
                seq=line.changed_by or 0,
                was=line.was,
            )
        case _:
            return None


def _with_reason(what: Text, why: Words | None) -> Text:
    return what if why is None else Text("{what}: {why}", what=what, why=why)


def story(snapshot: Snapshot, line: HistoryLine, zone: tzinfo | None = None) -> tuple[Words, ...]:
    """Return the story of a play: who entered it and when, what became of it, by whom and why, and its protests."""
    told: list[Words] = [
        Text(
            "play {seq}, {time}: {by}", seq=line.seq, time=time_of_day(line.at_ms, zone), by=said_by(line.by)
        )
    ]
    score = score_steps(line, snapshot.scene)
    if score is not None:
        told.append(score)
    became = _became(line)
    if became is not None:
        told.append(became)
    changer = line_of(snapshot.history, line.changed_by)
    if changer is not None:
        changed = Text(
            "changed by play {seq}, {time}: {by}",
            seq=changer.seq,
            time=time_of_day(changer.at_ms, zone),
            by=said_by(changer.by),
        )
        told.append(_with(changed, reason_of(changer)))
    about = _about(line)
    if about is not None:
        told.append(about)
    told += [_case_says(case, zone) for case in cases_of(snapshot.history) if case.against == line.seq]
    return tuple(told)


def _about(line: HistoryLine) -> Words | None:
    if line.fate is not Fate.ABOVE:
        return None
    match line.play:
        case Undo():
            return Text("this correction changed earlier plays; their old versions are kept")
        case Correct() if line.replaced is not None:
            return _with(Text("before: “{was}”", was=line.replaced), reason_of(line))
        case _:
            return None


def _case_says(case: Case, zone: tzinfo | None) -> Words:
    at = time_of_day(case.at_ms, zone)
    what = (
        Text("protest at {time}", time=at)
        if case.seat is None
        else Text("protest of {seat} at {time}", seat=named(case.seat), time=at)
    )
    protest = _with(what, case.why)
    if case.is_open:
        return Text("{protest}; not settled yet", protest=protest)
    settled = _with(Text("settled at {time}", time=time_of_day(case.settled_ms or 0, zone)), case.word or "")
    return Text("{one}; {other}", one=protest, other=settled)


# --- what may be done


def refused_play(history: Sequence[HistoryLine], seq: int | None) -> int | None:
    """Return the number of a play if it was refused and the referee may still let it count; else None."""
    line = line_of(history, seq)
    if line is None or line.fate is not Fate.REFUSED or line.changed_by is not None:
        return None
    return None if line.inserted is not None or kind_said(line.play) in MATCH_PLAYS else seq


def line_of(history: Sequence[HistoryLine], seq: int | None) -> HistoryLine | None:
    """Return the line of a play."""
    return next((line for line in history if line.seq == seq), None)


def newest(history: Sequence[HistoryLine]) -> HistoryLine | None:
    """Return the line of the play that was entered last; an inserted play is not the last line."""
    return max(history, key=lambda line: line.seq, default=None)


def lines_from(history: Sequence[HistoryLine], line: HistoryLine) -> Sequence[HistoryLine]:
    """Return a line of the history and all that follow it in the match."""
    return history[next(n for n, one in enumerate(history) if one.seq == line.seq) :]


def may(snapshot: Snapshot, line: HistoryLine | None) -> May:
    """Return what the referee can do with a play; nothing without a play."""
    if line is None:
        return May(change=False, protest=False, settle=False)
    is_protested = any(case.is_open and case.against == line.seq for case in cases_of(snapshot.history))
    return May(
        line.fate is Fate.IN_FORCE,
        line.fate is not Fate.ABOVE and not is_protested,
        is_protested,
        _way_back(snapshot, line),
    )


def _way_back(snapshot: Snapshot, line: HistoryLine) -> Text | None:
    if line.fate is not Fate.ABOVE:
        return None
    if isinstance(line.play, Undo):
        return Text("put the plays back") if line.seq == snapshot.seq else None
    changed = line_of(snapshot.history, line.play.seq) if isinstance(line.play, Correct) else None
    if changed is None or changed.changed_by != line.seq or changed.fate is Fate.VOIDED:
        return None
    return Text("take the correction back")


SECRET = Text("the source is not shown while a card lies face down")
"""What is said instead of the source of a play that `is_secret`."""


def is_secret(history: Sequence[HistoryLine], line: HistoryLine) -> bool:
    """Tell whether the picture of a play would show a card that still lies face down."""
    if not line.is_hidden:
        return False
    later = [one for one in lines_from(history, line) if one.fate is Fate.IN_FORCE]
    kinds = {kind_said(one.play) for one in later} | {
        event.kind for one in later for event in one.consequences
    }
    return line.opened_by not in kinds


def step(snapshot: Snapshot, chosen: int | None, by: int) -> int | None:
    """Return the play that is some rows below the chosen one; the last play if none is chosen."""
    numbers = [line.seq for line in snapshot.history]
    if not numbers:
        return None
    if chosen not in numbers:
        return numbers[-1]
    return numbers[min(max(numbers.index(chosen) + by, 0), len(numbers) - 1)]


def lost(snapshot: Snapshot) -> tuple[Words, ...]:
    """Return the plays that an amendment would make impossible: each with its sentence and the reason."""
    proposal = snapshot.proposal
    if proposal is None:
        return ()
    by_seq = {line.seq: line for line in snapshot.history}
    return tuple(
        Text("{seq}. {says}: {why}", seq=one.seq, says=sentence(by_seq[one.seq]), why=one.reason)
        for one in proposal.voided
    )


def score_says(scene: Scene) -> str:
    """Return the score: `2 – 1`."""
    return unbroken_score(side.score for side in scene.sides if side.score is not None)
