"""A seat that the program plays at a real table: its cards come from a seed, and what it did can be checked afterwards.

The order of its piles follows from a seed. Before its first play stands a note with the seed's seal, a SHA-256 hash; after
the match a note with the seed itself:

    companion away:3 sealed 0f5c…        its seat, its level, and the seal
    companion away:3:even sealed 0f5c…   the same, where its level follows its results
    companion away:3:laid sealed 0f5c…   the same, where people lay its cards as it says
    companion away opened 6b1d…          the seed

With both, and the plays between them, anybody can deal the cards again: `companion matches verify ID`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any, Protocol

from companion.event import Event
from companion.opponent.choosing import (
    LEVELS,
    RatedPlay,
    SeatCards,
    Thinker,
    choose,
    is_asked,
    knowledge_of,
    picked,
)
from companion.opponent.value import WinningValue
from companion.play import Note, Play, seat_said
from companion.rules.engine import Expectation

BY = "companion"
"""The source of the program's own plays."""
SECONDS = 1.8
"""How long it thinks about a play: with the last look that it has begun, two seconds."""
USUAL_LEVEL = 3
_SEALED = re.compile(
    r"companion (?P<seat>\w+):(?P<level>\d)(?P<even>:even)?(?P<laid>:laid)? sealed (?P<seal>[0-9a-f]{64})\Z"
)
_OPENED = re.compile(r"companion (?P<seat>\w+) opened (?P<seed>[0-9a-f]{32})\Z")


@dataclass(frozen=True, slots=True)
class Seating:
    """A seat that the program plays, and how strongly.

    `is_even`: its level follows the results of its matches, so that each side wins as often. `is_laid`: people lay its cards
    on the mat as it says; else nothing has to be laid for them.
    """

    seat: str
    level: int = USUAL_LEVEL
    is_even: bool = False
    is_laid: bool = False

    def __str__(self) -> str:
        return f"{self.seat}:{self.level}{':even' * self.is_even}{':laid' * self.is_laid}"


@dataclass(frozen=True, slots=True)
class ProgramSeats:
    """The seats that the program plays, and the kinds of play that it makes: all others, such as dice, people make for it. No
    seat: people make its plays too.
    """

    seats: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()

    def is_asked(self, seat: str | None, kinds: Collection[str]) -> bool:
        """Tell whether the program itself makes these plays of a seat."""
        return seat in self.seats and not self.kinds.isdisjoint(kinds)

    def makes(self, play: Play, expected: Sequence[Expectation]) -> bool:
        """Tell whether a play is for the program alone to make, while these are expected."""
        own, several = seat_said(play), getattr(play, "seats", None) or getattr(play, "cards", None)
        seats = [one.seat for one in expected if play.kind in one.plays]
        if own is not None:
            seats = [own]
        elif isinstance(several, Mapping | tuple):
            seats = [*several]
        return bool(seats) and all(self.is_asked(seat, (play.kind,)) for seat in seats)


@dataclass(frozen=True, slots=True)
class MachineSeat:
    """A seat that the program plays in a match, and the seed of its cards."""

    seating: Seating
    seed: str

    @property
    def seat(self) -> str:
        return self.seating.seat

    @property
    def level(self) -> int:
        return self.seating.level

    @property
    def sealed(self) -> Note:
        """The note before its first play."""
        return Note(f"companion {self.seating} sealed {seal_of(self.seed)}")

    @property
    def opened(self) -> Note:
        """The note after the match."""
        return Note(f"companion {self.seat} opened {self.seed}")


def seal_of(seed: str) -> str:
    """Return the seal of a seed: nobody finds the seed from it."""
    return sha256(seed.encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class Seal:
    """A seal as a note tells it."""

    seating: Seating
    seal: str

    @property
    def seat(self) -> str:
        return self.seating.seat


def seal_in(play: Any) -> Seal | None:
    """Return the seal that a note tells; None for any other play."""
    found = _SEALED.match(play.text) if isinstance(play, Note) else None
    if found is None or int(found["level"]) not in LEVELS:
        return None
    seating = Seating(found["seat"], int(found["level"]), bool(found["even"]), bool(found["laid"]))
    return Seal(seating, found["seal"])


def program_seats(plays: Iterable[Any]) -> frozenset[str]:
    """Return the seats that the program has played in a match, by the seals among all that was said in it."""
    return frozenset(seal.seating.seat for seal in map(seal_in, plays) if seal is not None)


def opened_in(play: Any) -> tuple[str, str] | None:
    """Return the seat and the seed that a note opens; None for any other play."""
    found = _OPENED.match(play.text) if isinstance(play, Note) else None
    return None if found is None else (found["seat"], found["seed"])


# --- cards


@dataclass(frozen=True, slots=True)
class MatchStep:
    """A play that counts, with its events and the state after it."""

    play: Play
    events: tuple[Event, ...]
    after: Any
    is_own: bool = False
    """Whether the program entered it."""
    seq: int = 0
    """The number of the play in the log."""


class KeptEntry(Protocol):
    """A play as its match keeps it."""

    @property
    def seq(self) -> int: ...
    @property
    def play(self) -> Play: ...
    @property
    def evidence(self) -> Sequence[str]: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def after(self) -> Any: ...


def is_entered_by_companion(entry: KeptEntry) -> bool:
    """Tell whether the program entered a play, as a player."""
    return any(name.startswith(f"{BY}-") for name in entry.evidence)


def steps_of(entries: Iterable[KeptEntry]) -> tuple[MatchStep, ...]:
    """Return the plays of a match with who entered them."""
    return tuple(
        MatchStep(
            one.play,
            one.events,
            one.after,
            is_entered_by_companion(one),
            one.seq,
        )
        for one in entries
    )


def cards_after(
    thinker: Thinker, opening: Any, steps: Sequence[MatchStep], seat: str, seed: str
) -> SeatCards:
    """Return the cards of a seat after these plays. An undo or a correction gives other plays, and so other cards.

    Raises `ValueError` if a play needs a card that is not there.
    """
    cards = thinker.cards(opening, seat, Random(seed))
    before = opening
    for step in steps:
        cards.follow(before, step.events, step.after)
        before = step.after
    return cards


@dataclass(frozen=True, slots=True)
class Situation:
    """What a machine seat looks at: the match before its first play, the plays that count, and the last play's number."""

    opening: Any
    steps: tuple[MatchStep, ...]
    seq: int

    @property
    def state(self) -> Any:
        return self.steps[-1].after if self.steps else self.opening


def answers(
    thinker: Thinker,
    value: WinningValue,
    machine: MachineSeat,
    situation: Situation,
    now_s: Callable[[], float],
    seconds: float = SECONDS,
) -> Iterator[RatedPlay]:
    """Yield what a machine seat plays now, and what it would play if that is refused; nothing if it is not asked.

    Raises `ValueError` if its cards cannot follow the plays.
    """
    state = situation.state
    cards = cards_after(thinker, situation.opening, situation.steps, machine.seat, machine.seed)
    own = cards.own_play(state)
    if own is not None:
        yield RatedPlay(own, value.chance(state, machine.seat))
    elif is_asked(thinker, state, machine.seat):
        ranking = choose(
            thinker, value, knowledge_of(thinker, state, machine.seat, cards.held()), seconds, now_s
        )
        if ranking:
            first = picked(thinker, ranking, machine.level, Random(f"{machine.seed}-{situation.seq}"))
            yield first
            yield from (choice for choice in ranking if choice != first)
