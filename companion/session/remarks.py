"""A referee's remarks in the log, as notes that screens read: reviews, protests, corrected clocks, what was allowed.

[review] the line was unclear        [review over] goal
[protest 12 red] the die was cocked      [settled 12] it counts
[clock half] 8:55 > 9:55                 [allowed] hint
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.locks import PlayerAct
from companion.play import Note, SaidPlay
from companion.session.snapshot import HistoryLine
from companion.timers import SECOND_MS, time_of

REVIEW = "review"
"""Why the clocks stand still while a play is looked at again."""
_NOTE = re.compile(
    r"\[(review over|review|protest|settled|allowed)(?: ([1-9][0-9]{0,8}))?(?: ([a-z]{1,20}))?\] ?(.*)",
    re.DOTALL,
)
_CLOCK = re.compile(r"\[clock ([a-z_]{1,40})\] ([0-9]{1,6}):([0-5][0-9]) > ([0-9]{1,6}):([0-5][0-9])")


@dataclass(frozen=True, slots=True)
class ReviewBegins:
    """A review begins: the public sees the last score that was certain until the review is over."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class ReviewEnds:
    """The public sees the match again."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Protest:
    """A player protests against play `seq`. The match goes on, and the protest is settled later."""

    seq: int
    why: str = ""
    seat: str | None = None
    """Who protests; None: that was not said."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The protests against play `seq` are settled."""

    seq: int
    word: str = ""


@dataclass(frozen=True, slots=True)
class ClockCorrected:
    """The referee corrected a clock. The times are as the clock showed them: left, or used if it counts up."""

    clock: str
    was_s: int
    now_s: int


@dataclass(frozen=True, slots=True)
class LeaveNoted:
    """A referee at the table allowed what is locked and stands in no play of its own: a hint, the odds, a pause."""

    act: PlayerAct


Remark = ReviewBegins | ReviewEnds | Protest | Settled | ClockCorrected | LeaveNoted


def note_of(remark: Remark) -> Note:
    """Return the play that keeps a remark in the log."""
    return Note(_text(remark).strip())


def _text(remark: Remark) -> str:
    match remark:
        case ReviewBegins(why):
            return f"[review] {why}"
        case ReviewEnds(word):
            return f"[review over] {word}"
        case Protest(seq, why, None):
            return f"[protest {seq}] {why}"
        case Protest(seq, why, seat):
            return f"[protest {seq} {seat}] {why}"
        case Settled(seq, word):
            return f"[settled {seq}] {word}"
        case LeaveNoted(act):
            return f"[allowed] {act}"
        case ClockCorrected(clock, was_s, now_s):
            return f"[clock {clock}] {_minutes(was_s)} > {_minutes(now_s)}"


def _minutes(seconds: int) -> str:
    return time_of(seconds * SECOND_MS)


def remark_of(play: SaidPlay) -> Remark | None:
    """Return the remark that a play keeps; None for other plays and for ordinary notes."""
    if not isinstance(play, Note):
        return None
    clock = _CLOCK.fullmatch(play.text)
    if clock is not None:
        was_min, was_s, now_min, now_s = map(int, clock.groups()[1:])
        return ClockCorrected(clock[1], 60 * was_min + was_s, 60 * now_min + now_s)
    found = _NOTE.fullmatch(play.text)
    if found is None:
        return None
    kind, number, seat, words = found[1], found[2], found[3], found[4].strip()
    match kind, number:
        case "review", None:
            return ReviewBegins(words)
        case "review over", None:
            return ReviewEnds(words)
        case "allowed", None if words in tuple(PlayerAct):
            return LeaveNoted(PlayerAct(words))
        case "protest", str():
            return Protest(int(number), words, seat)
        case "settled", str():
            return Settled(int(number), words)
        case _:
            return None


def holds_clocks(play: SaidPlay) -> bool | None:
    """Tell whether a play makes the clocks stand still (a review begins) or run again (it ends); None: neither."""
    match remark_of(play):
        case ReviewBegins():
            return True
        case ReviewEnds():
            return False
        case _:
            return None


# --- how it stands


@dataclass(frozen=True, slots=True)
class Review:
    """A review in progress: the note that began it, when (ms since 1970, UTC), and why.

    The plays before `seq` are certain.
    """

    seq: int
    at_ms: int
    why: str


@dataclass(frozen=True, slots=True)
class Case:
    """A protest against a play: what was said, by which note and when, and how it was settled, if it is."""

    against: int
    seq: int
    at_ms: int
    why: str
    word: str | None = None
    settled_ms: int | None = None
    seat: str | None = None

    @property
    def is_open(self) -> bool:
        return self.word is None


def review_of(history: Sequence[HistoryLine]) -> Review | None:
    """Return the review in progress; None if there is none."""
    for line in reversed(history):
        match remark_of(line.play):
            case ReviewBegins(why):
                return Review(line.seq, line.at_ms, why)
            case ReviewEnds():
                return None
            case _:
                pass
    return None


def held_since(plays: Iterable[SaidPlay]) -> int | None:
    """Return the position of the note that began the review in progress, even if it began again later; None without a
    review.
    """
    since: int | None = None
    for n, play in enumerate(plays):
        holds = holds_clocks(play)
        if holds is not None:
            since = (n if since is None else since) if holds else None
    return since


def cases_of(history: Sequence[HistoryLine]) -> tuple[Case, ...]:
    """Return all protests, the earliest first."""
    cases: list[Case] = []
    for line in history:
        match remark_of(line.play):
            case Protest(seq, why, seat):
                cases.append(Case(seq, line.seq, line.at_ms, why, seat=seat))
            case Settled(seq, word):
                cases = [_settled(case, seq, word, line.at_ms) for case in cases]
            case _:
                pass
    return tuple(cases)


def _settled(case: Case, seq: int, word: str, at_ms: int) -> Case:
    if case.against != seq or not case.is_open:
        return case
    return replace(case, word=word, settled_ms=at_ms)
