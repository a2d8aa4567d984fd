"""The state of a match of L'Ouaf as a referee knows it: every card that was played, and those face down that were read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.ids import CardRef
from companion.rules.ouaf.cards import HIGHEST_WORK, Boss, Seat
from companion.rules.ouaf.sheet import Sheet
from companion.values import replace

WHOLE_HAND = tuple(range(HIGHEST_WORK + 1))
FULL = 5
"""So many cards under one boss end the match."""


class Phase(StrEnum):
    """What the table is doing."""

    ROUND = "round"
    WORK = "work"
    CHOICE = "choice"
    OVER = "over"


@dataclass(frozen=True)
class Worker:
    """A seat's cards and reputation. `played` is this round's card: hidden, and in `hand` still, until the reveal; then
    on the table. `down`: a card lies before the seat, value not known. `choice`: one of these must be discarded.
    """

    hand: tuple[int, ...]
    discard: tuple[int, ...] = ()
    reputation: int = 0
    correction: int = 0
    played: int | None = None
    down: bool = False
    choice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lasting:
    """An evaluation that counts at the end, and the boss it lies under."""

    card: CardRef
    boss: Boss


@dataclass(frozen=True)
class State:
    """A match between two plays. `seen` are the round cards that have been on show; `last_boss` got the last one."""

    sheet: Sheet = field(compare=False, repr=False)
    workers: Mapping[Seat, Worker]
    phase: Phase = Phase.ROUND
    round: int = 0
    evaluation: CardRef | None = None
    order: CardRef | None = None
    seen: tuple[CardRef, ...] = ()
    happy: int = 0
    angry: int = 0
    lasting: tuple[Lasting, ...] = ()
    last_boss: Boss | None = None
    conceded: Seat | None = None


def opening_state(sheet: Sheet) -> State:
    """Return the state before the first round: twelve cards in each hand, reputation 0."""
    return State(sheet, {seat: Worker(WHOLE_HAND) for seat in sheet.seats})


def with_worker(state: State, seat: Seat, worker: Worker) -> State:
    """Return the state with one seat's worker replaced."""
    return replace(state, workers={**state.workers, seat: worker})


def waiting(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not played; in `choice` those that must discard still."""
    workers = state.workers.items()
    match state.phase:
        case Phase.WORK:
            return tuple(seat for seat, worker in workers if is_unread(worker) and not worker.down)
        case Phase.CHOICE:
            return tuple(seat for seat, worker in workers if worker.choice)
        case _:
            return ()


def is_unread(worker: Worker) -> bool:
    """Return whether it is not known yet what the worker plays this round."""
    return worker.played is None and bool(worker.hand)


def next_orders(state: State, evaluation: CardRef) -> list[CardRef]:
    """Return the round cards that may be the order beside this evaluation: those never on show.

    When all have been on show, which only an override can bring about, they are shuffled anew.
    """
    usable = [ref for ref in state.sheet.usable if ref != evaluation]
    return [ref for ref in usable if ref not in state.seen] or usable
