"""The state of a match of L'Ouaf as a referee knows it, and the match sheet that it begins with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from companion.codec import read, shown
from companion.errors import Malformed
from companion.ids import CardRef
from companion.rules.catalogue import read_cards
from companion.rules.description import NumberTable
from companion.rules.engine import HouseRule
from companion.rules.ouaf.cards import HIGHEST_WORK, Amount, Boss, Card, Half, RoundCard, Seat, read_card
from companion.values import replace
from companion.words import Text

# --- sheet
# Reads the match sheet: who plays, with which round cards and house rules, checked before the first round.

FEWEST_SEATS = 3
ROUND_CARDS = 10
"""Nine rounds, the most there can be, show ten round cards: each order is the next round's evaluation."""
LOWEST, HIGHEST = -10, 10
"""The ends of the reputation track."""
_SPACES = {str(space): space for space in range(LOWEST, HIGHEST + 1)}
MOST_TYPED = 99
"""Points that a space may be said to pay on a screen: two digits."""


def usual_points(space: int) -> int:
    """Return what a space of the reputation track pays at the end unless the house says otherwise."""
    return max(0, space)


class Rounds(StrEnum):
    """Which round cards are played with."""

    BASIC = "basic"
    ADVANCED = "advanced"


def _read_points(data: Any, where: str) -> Mapping[str, int]:
    table: Mapping[str, int] = read(Mapping[str, Amount], data, where)  # type: ignore[type-abstract]
    for space in table:
        if space not in _SPACES:
            wanted = Text("a space of the track, {low} to {high}", low=LOWEST, high=HIGHEST)
            raise Malformed(
                where, Text("this must be {wanted}; here: {got}", wanted=wanted, got=shown(space))
            )
    return table


@dataclass(frozen=True, slots=True)
class House:
    """The house rules: how this table resolves the ambiguities of the rulebook."""

    reputation_points: Mapping[str, int] = field(default_factory=dict, metadata={"read": _read_points})
    two_players: bool = False


HOUSE_RULES = (
    HouseRule(
        "reputation_points",
        ({}, {"7": 8, "8": 10, "9": 12, "10": 15}, {"-1": 1, "0": 2, "1": 0}),
        Text(
            "Points for the reputation at the end: each point of positive reputation gives one point; a reputation of 0 or below gives none. You can type how many points each space of the board gives; the spaces that you leave out keep theirs."
        ),
        {(): Text("1 point per step of reputation")},
        NumberTable(
            {name: usual_points(space) for name, space in reversed(_SPACES.items())},
            Text("points for reputation {name} at the end"),
            Text("reputation {name}"),
            MOST_TYPED,
        ),
    ),
    HouseRule(
        "two_players",
        (False, True),
        Text("Can two people play? The order is then twice its average per player."),
    ),
)


@dataclass(frozen=True, slots=True)
class _Form:
    game: Literal["ouaf"]
    seats: tuple[Seat, ...]
    rounds: Rounds
    catalogue: Any = None
    house: House = field(default_factory=House)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that was settled before the first round. `usable` are the round cards of this match, `totals` their orders
    for this number of seats, `points` what each reputation is worth.
    """

    seats: tuple[Seat, ...]
    rounds: Rounds
    house: House
    cards: Mapping[str, Card]
    usable: tuple[CardRef, ...]
    totals: Mapping[CardRef, int]
    points: Mapping[int, int]

    def round_card(self, ref: CardRef) -> RoundCard:
        card = self.cards[ref]
        assert isinstance(card, RoundCard)
        return card

    def half(self, ref: CardRef, boss: Boss) -> Half:
        """Return what an evaluation does under a boss."""
        return self.round_card(ref).half(boss)

    def average(self, ref: CardRef) -> int:
        """Return what an order asks of each seat."""
        return self.round_card(ref).order.average


def read_sheet(setup: Mapping[str, Any], catalogue: Sequence[Any]) -> Sheet:
    """Check a set-up. Raises `Malformed`, which names the field or the card."""
    form = read(_Form, dict(setup))
    _check_seats(form.seats, form.house)
    cards, _ = read_cards(catalogue, read_card)
    rounds = [card for card in cards.values() if isinstance(card, RoundCard)]
    totals = {card.ref: _total(card, len(form.seats)) for card in rounds}
    usable = tuple(card.ref for card in rounds if form.rounds is Rounds.ADVANCED or not card.advanced)
    if len(usable) < ROUND_CARDS:
        raise Malformed(
            "catalogue",
            Text(
                "this match needs at least {least} round cards; here: {got}",
                least=ROUND_CARDS,
                got=len(usable),
            ),
        )
    points = points_by_space(form.house)
    return Sheet(form.seats, form.rounds, form.house, cards, usable, totals, points)


def points_by_space(house: House) -> dict[int, int]:
    """Return the points that each space of the reputation track gives at the end, beginning with the lowest space."""
    table = house.reputation_points
    return {space: table.get(name, usual_points(space)) for name, space in _SPACES.items()}


def _check_seats(seats: Sequence[Seat], house: House) -> None:
    least = 2 if house.two_players else FEWEST_SEATS
    if not least <= len(seats) <= len(Seat):
        raise Malformed(
            "seats",
            Text(
                "this match needs {least} to {most} seats; here: {got}",
                least=least,
                most=len(Seat),
                got=len(seats),
            ),
        )
    for n, seat in enumerate(seats):
        if seat in seats[:n]:
            raise Malformed(f"seats[{n}]", Text("{seat} is named twice", seat=seat.value))


def _total(card: RoundCard, seats: int) -> int:
    """Return what an order asks of so many seats together."""
    totals = card.order.totals
    if totals is None or seats < FEWEST_SEATS:
        return card.order.average * seats
    for count, total in totals.items():
        if count == str(seats):
            return total
    raise Malformed(f"catalogue ({card.ref}) order.totals", Text("there is no total for {n} seats", n=seats))


# --- state

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
