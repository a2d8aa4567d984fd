"""Applies powers and trainings that bend the rules of movement (p. 4, 12): blocking, room in a zone, costs."""

from collections.abc import Iterator, Mapping

from companion.ids import CardRef
from companion.rules.boufbowl.board import SEATS
from companion.rules.boufbowl.cards import Bent, Doing, Post
from companion.rules.boufbowl.field import has_room, is_blocked, majority
from companion.rules.boufbowl.influence import Source, is_owned_by_any, powers_of
from companion.rules.boufbowl.plays import BringOn, Move, PickUp, Stand, TakeOff
from companion.rules.boufbowl.sheet import POINT
from companion.rules.boufbowl.state import State
from companion.rules.effects import Modifier, Op

Paid = Move | PickUp | Stand | TakeOff | BringOn
"""The plays that are paid with movement points."""
DOING: Mapping[type[Paid], Doing] = {
    kind: Doing(kind.kind) for kind in (Move, PickUp, Stand, TakeOff, BringOn)
}
"""What each of these plays does."""


def cost(state: State, ref: CardRef, on: Doing) -> int:
    """Return a player's cost in movement points: the value of `set`, then everything added, never below 0."""
    found = list(_bending(state, ref, on, Bent.COST))
    if not found:
        return POINT
    fixed = [modifier.value for _, modifier in found if modifier.op is Op.SET]
    added = sum(modifier.value for _, modifier in found if modifier.op is Op.ADD)
    return max(0, min(fixed, default=POINT) + added)


def may_pay(state: State, ref: CardRef, on: Doing) -> bool:
    """Return whether the remaining movement points pay for something."""
    return state.movement >= state.sheet.dearest[on] or state.movement >= cost(state, ref, on)


def may_be_paid(state: State, on: Doing) -> bool:
    """Return whether the movement points that are left may pay for something, for one player or another."""
    return state.movement >= POINT or is_owned_by_any(state, state.sheet.bending[on, Bent.COST])


def is_bent(state: State, ref: CardRef, what: Bent) -> bool:
    """Return whether a rule is suspended for this player."""
    return any(_bending(state, ref, Doing.MOVE, what))


def may_enter(state: State, ref: CardRef, zone: str) -> bool:
    """Return whether a player may enter a zone: it has room, or a power lets him ignore its capacity."""
    return has_room(state, state.sheet.seat_of[ref], zone) or is_bent(state, ref, Bent.CAPACITY)


def may_advance(state: State, ref: CardRef) -> bool:
    """Return whether a player may move forward: he is not blocked, or the rule of blocking is suspended for him."""
    seat, zone = state.sheet.seat_of[ref], state.figures[ref].zone
    return not is_blocked(state, seat, zone) or is_bent(state, ref, Bent.BLOCKING)


def moves_of(state: State, ref: CardRef) -> Iterator[str]:
    """Return the zones that a standing player of the active coach may move to."""
    figure = state.figures[ref]
    if not figure.standing or not figure.is_on:
        return
    zone = state.sheet.board.zones[figure.zone]
    forward = zone.forward.get(state.sheet.seat_of[ref], ())
    advances: bool | None = None
    for to in zone.next:
        if not may_enter(state, ref, to):
            continue
        if to in forward:
            if advances is None:
                advances = may_advance(state, ref)
            if not advances:
                continue
        yield to


def counted(state: State, play: Paid) -> tuple[Source, ...]:
    """Return the powers and trainings without which a play would have another cost or be forbidden."""
    sheet, ref = state.sheet, play.player
    found: list[Source] = []
    on = DOING[type(play)]
    found.extend(source for source, _ in _bending(state, ref, on, Bent.COST))
    if isinstance(play, Move):
        seat, zone = sheet.seat_of[ref], state.figures[ref].zone
        is_forward = play.to in sheet.board.zones[zone].forward.get(seat, ())
        if is_forward and is_blocked(state, seat, zone):
            found.extend(source for source, _ in _bending(state, ref, Doing.MOVE, Bent.BLOCKING))
        if not has_room(state, seat, play.to):
            found.extend(source for source, _ in _bending(state, ref, Doing.MOVE, Bent.CAPACITY))
    return tuple(source for n, source in enumerate(found) if source not in found[:n])


def _bending(state: State, ref: CardRef, on: Doing, what: Bent) -> Iterator[tuple[Source, Modifier]]:
    if not is_owned_by_any(state, state.sheet.bending[on, what]):
        return
    for source in _sources(state, ref, state.sheet.bending[on, what]):
        if source.effect.once and source.key in state.used_once:
            continue
        for modifier in source.effect.modifiers:
            if modifier.on == on and modifier.what == what and _is_for(state, source, modifier, ref):
                yield source, modifier


def _sources(state: State, ref: CardRef, bending: frozenset[str]) -> Iterator[Source]:
    """Yield the powers and trainings that may bend a rule: a player's own wherever he is, those of others while they
    stand on the field.
    """
    for one, figure in state.figures.items():
        if (one in bending or figure.powers) and (one == ref or (figure.standing and figure.is_on)):
            yield from powers_of(state, state.sheet.seat_of[one], one, bending)
    for seat in SEATS:
        for card in state.team(seat).trainings:
            if card in bending:
                yield Source(seat, (), "training", card, state.sheet.training(card).effect)


def _is_for(state: State, source: Source, modifier: Modifier, ref: CardRef) -> bool:
    """Return whether a modifier concerns this player: its owner, a player of its team, or an opponent."""
    seat = state.sheet.seat_of[ref]
    match modifier.who:
        case "self":
            is_for = ref in source.players
        case "team":
            is_for = seat is source.seat
        case _:
            is_for = seat is not source.seat
    return is_for and all(_holds(state, ref, name, value) for name, value in modifier.conditions.items())


def _holds(state: State, ref: CardRef, name: str, value: object) -> bool:
    """Return whether a condition on the moving player holds; a move has no opponent."""
    match name:
        case "post":
            return state.sheet.player(ref).post is Post(str(value))
        case "majority":
            has_majority = majority(state, state.figures[ref].zone) is state.sheet.seat_of[ref]
            return (state.figures[ref].is_on and has_majority) is bool(value)
        case _:
            return False
