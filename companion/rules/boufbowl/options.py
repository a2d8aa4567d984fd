"""Lists complete plays that the rules would accept now, for screens to offer and for virtual players to choose from.

Where a field takes several cards, there is one play for each single card; where it takes an exact number, one for
each card together with the cards after it. Dice are offered once whatever their order, placements by rotation around
the half, and payments from players with fervour, each of them first in turn.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

from companion.ids import CardRef
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.asking import (
    PRICE_OF_CLEANING,
    catchers,
    contest_of,
    draw_count,
    free_slots,
    interceptors,
    stepping_back,
)
from companion.rules.boufbowl.bending import may_pay, moves_of
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.buying import (
    bare_piles,
    coming_up,
    powers_he_has,
    purchases,
    training_cost,
    trainings,
)
from companion.rules.boufbowl.cards import Doing
from companion.rules.boufbowl.contest import weigh
from companion.rules.boufbowl.decks import fitting, most_to_commit
from companion.rules.boufbowl.field import (
    may_be_taken_off,
    may_pick_up,
    may_stand,
    receivers,
    tackled_by,
    ways_on,
)
from companion.rules.boufbowl.offering import card_plays, power_plays
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.plays import Play
from companion.rules.boufbowl.state import State

T = TypeVar("T")


def options(state: State, seat: str | None, kind: str) -> list[Play]:
    """Return the complete plays of one kind that would be accepted from a seat that the table waits for."""
    assert seat is not None
    return list(_OPTIONS[kind](state, Seat(seat)))


def _own(state: State) -> tuple[CardRef, ...]:
    return state.sheet.team(state.active).players


def _runs(items: Sequence[T], n: int) -> Iterator[tuple[T, ...]]:
    """Return for each item a row of n items that begins with it."""
    for first in range(len(items)):
        yield tuple(items[(first + k) % len(items)] for k in range(n))


# --- placing, drawing


def _place(state: State, seat: Seat) -> Iterator[Play]:
    players = state.sheet.team(seat).players
    carriers = [ref for ref in players if state.figures[ref].standing] if seat is state.active else [None]
    for zones in _runs(state.sheet.board.halves[seat], len(players)):
        for ball in carriers:
            yield plays.Place(seat, dict(zip(players, zones, strict=True)), ball)


def _kickoff(state: State, _seat: Seat) -> Iterator[Play]:
    for zone in state.sheet.board.neutral:
        yield plays.Kickoff(zone)


def _draw(state: State, seat: Seat) -> Iterator[Play]:
    yield plays.Draw(seat, draw_count(state))


# --- movement points


def _paying(state: State, on: Doing) -> Iterator[CardRef]:
    """Return the active coach's players for whom the remaining points pay."""
    return (ref for ref in _own(state) if may_pay(state, ref, on))


def _move(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in _paying(state, Doing.MOVE):
        for to in moves_of(state, ref):
            yield plays.Move(ref, to)


def _stand(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in _paying(state, Doing.STAND):
        if may_stand(state, ref):
            yield plays.Stand(ref)


def _pick_up(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in _paying(state, Doing.PICK_UP):
        if may_pick_up(state, ref):
            yield plays.PickUp(ref)


def _take_off(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in _paying(state, Doing.TAKE_OFF):
        if may_be_taken_off(state, ref):
            yield plays.TakeOff(ref)


def _bring_on(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in _paying(state, Doing.BRING_ON):
        for zone in ways_on(state, ref):
            yield plays.BringOn(ref, zone)


# --- actions


def _pass(state: State, _seat: Seat) -> Iterator[Play]:
    carrier = state.ball.carrier
    assert carrier is not None
    for to in receivers(state, carrier):
        yield plays.Pass(carrier, to)


def _chandelle(state: State, _seat: Seat) -> Iterator[Play]:
    carrier = state.ball.carrier
    assert carrier is not None
    board = state.sheet.board
    for zone in board.zones if state.sheet.house.chandelle_to == "anywhere" else board.open_zones:
        yield plays.Chandelle(carrier, zone)


def _tackle(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in _own(state):
        for target in tackled_by(state, ref):
            yield plays.Tackle(ref, target)


def _card(state: State, seat: Seat) -> Iterator[Play]:
    return card_plays(state, seat)


def _land(_state: State, _seat: Seat) -> Iterator[Play]:
    yield plays.Land()


def _catch(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in catchers(state):
        yield plays.Catch(ref)


def _intercept(state: State, _seat: Seat) -> Iterator[Play]:
    for ref in interceptors(state):
        yield plays.Intercept(ref)


def _no_intercept(_state: State, _seat: Seat) -> Iterator[Play]:
    yield plays.NoIntercept()


def _resolve(_state: State, _seat: Seat) -> Iterator[Play]:
    yield plays.Resolve()


# --- an opposition


def _commit(state: State, seat: Seat) -> Iterator[Play]:
    for cards in range(most_to_commit(state, seat, contest_of(state).on) + 1):
        yield plays.Commit(seat, cards)


def _bonus(state: State, seat: Seat) -> Iterator[Play]:
    contest = contest_of(state)
    promised = side_of(state, contest, seat).committed or 0
    for cards in dict.fromkeys(_runs(fitting(state, seat, contest.on), promised)):
        yield plays.Bonus(seat, cards)


def _dice(state: State, seat: Seat) -> Iterator[Play]:
    scale = weigh(state, contest_of(state)).of(seat)
    faces = tuple(dict.fromkeys(state.sheet.house.damage_die))
    for stars in itertools.combinations_with_replacement(state.sheet.faces, len(scale.dice)):
        for damage in itertools.product(faces, repeat=scale.damage):
            yield plays.Dice(seat, stars, damage)


def _choose_damage(_state: State, seat: Seat) -> Iterator[Play]:
    indices: tuple[Literal[0, 1], ...] = (0, 1)
    for index in indices:
        yield plays.ChooseDamage(seat, index)


# --- the end of a turn


def _end_turn(_state: State, _seat: Seat) -> Iterator[Play]:
    yield plays.EndTurn()


def _back(state: State, _seat: Seat) -> Iterator[Play]:
    step = stepping_back(state)
    assert step is not None
    ref, ways = step
    for zone in ways:
        yield plays.Back(ref, zone)


# --- expert


def _payments(state: State, seat: Seat, cost: int) -> Iterator[Mapping[CardRef, int]]:
    """Yield ways to pay a price: each player with fervour pays first, and the others pay what is missing."""
    purses = [(ref, state.figures[ref].fervour) for ref in state.sheet.team(seat).players]
    purses = [(ref, n) for ref, n in purses if n]
    for row in _runs(purses, len(purses)):
        paid, left = {}, cost
        for ref, n in row:
            if left:
                paid[ref] = min(n, left)
                left -= paid[ref]
        yield paid


def _clean_orders(state: State, seat: Seat) -> Iterator[Play]:
    for paid in _payments(state, seat, PRICE_OF_CLEANING):
        yield plays.CleanOrders(paid)


def _order(state: State, _seat: Seat) -> Iterator[Play]:
    for slot in free_slots(state):
        yield plays.Order(slot)


def _use_power(state: State, _seat: Seat) -> Iterator[Play]:
    return power_plays(state)


def _buy(state: State, seat: Seat) -> Iterator[Play]:
    for ref, power in purchases(state, seat):
        if state.shown is None or power in state.shown:
            yield plays.Buy(ref, power, "shown")
        if state.shown is None or power not in state.shown:
            yield plays.Buy(ref, power, "top")
            for spare in powers_he_has(state, ref):
                if spare != power:
                    yield plays.Buy(ref, power, "top", (spare,))


def _show(state: State, _seat: Seat) -> Iterator[Play]:
    piles = bare_piles(state)
    for power in coming_up(state):
        if state.sheet.power(power).pile in piles:
            yield plays.ShowPower(power)
    yield plays.ShowPower()


def _buy_training(state: State, seat: Seat) -> Iterator[Play]:
    for ref in trainings(state, seat):
        for paid in _payments(state, seat, training_cost(state, state.sheet.training(ref))):
            yield plays.BuyTraining(seat, ref, paid)


def _done(_state: State, seat: Seat) -> Iterator[Play]:
    yield plays.Done(seat)


_OPTIONS: Mapping[str, Callable[[State, Seat], Iterator[Play]]] = {
    "place": _place,
    "kickoff": _kickoff,
    "draw": _draw,
    "move": _move,
    "stand": _stand,
    "pick_up": _pick_up,
    "take_off": _take_off,
    "bring_on": _bring_on,
    "pass": _pass,
    "chandelle": _chandelle,
    "tackle": _tackle,
    "card": _card,
    "land": _land,
    "catch": _catch,
    "intercept": _intercept,
    "no_intercept": _no_intercept,
    "resolve": _resolve,
    "commit": _commit,
    "bonus": _bonus,
    "dice": _dice,
    "choose_damage": _choose_damage,
    "end_turn": _end_turn,
    "back": _back,
    "clean_orders": _clean_orders,
    "order": _order,
    "use_power": _use_power,
    "buy": _buy,
    "show": _show,
    "buy_training": _buy_training,
    "done": _done,
}
