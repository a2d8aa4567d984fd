"""Finds players on the field: majority, room, ways and costs, with the powers that bend the rules of movement (p. 4 to 12)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from companion.ids import CardRef
from companion.rules.boufbowl.board import BLUE, RED, SEATS, Board, Seat
from companion.rules.boufbowl.cards import Bent, Doing, Post
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.influence import Source, is_owned_by_any, powers_of
from companion.rules.boufbowl.plays import BringOn, Move, PickUp, Stand, TakeOff
from companion.rules.boufbowl.sheet import POINT
from companion.rules.boufbowl.state import OFF, State
from companion.rules.effects import Modifier, Op
from companion.values import remembered_for_each


def standing_in(state: State, seat: Seat, zone: str | None) -> tuple[CardRef, ...]:
    """Return a coach's players who stand in a zone."""
    figures = state.figures
    return tuple(
        ref for ref in state.sheet.team(seat).players if figures[ref].zone == zone and figures[ref].standing
    )


def present_in(state: State, seat: Seat, zone: str | None) -> tuple[CardRef, ...]:
    """Return a coach's players in a zone, lying ones too."""
    return tuple(ref for ref in state.sheet.team(seat).players if state.figures[ref].zone == zone)


def majority(state: State, zone: str) -> Seat | None:
    """Return the coach with more standing players in a zone."""
    lead = 0
    for ref, figure in state.figures.items():
        if figure.zone == zone and figure.standing:
            lead += 1 if state.sheet.seat_of[ref] is RED else -1
    if lead == 0:
        return None
    return RED if lead > 0 else BLUE


@remembered_for_each
def full_zones(state: State, seat: Seat) -> frozenset[str]:
    """Return the zones that are full for a team: none of its players may enter them; lying ones count (p. 6)."""
    sheet, figures, most = state.sheet, state.figures, state.sheet.board.most_of_a_team
    own = [zone for ref in sheet.team(seat).players if (zone := figures[ref].zone) != OFF]
    every = own + [zone for ref in sheet.team(seat.other).players if (zone := figures[ref].zone) != OFF]
    return frozenset(
        [zone for zone in own if own.count(zone) >= most[zone]]
        + [zone for zone in every if every.count(zone) >= 2 * most[zone]]
    )


def has_room(state: State, seat: Seat, zone: str) -> bool:
    """Return whether one more player of a team may enter a zone."""
    return zone not in full_zones(state, seat)


def is_blocked(state: State, seat: Seat, zone: str) -> bool:
    """Return whether a team's way forward out of a zone is blocked: an opponent stands there, and the team has no
    majority (p. 7).
    """
    return zone in _blocked_zones(state, seat)


@remembered_for_each
def _blocked_zones(state: State, seat: Seat) -> frozenset[str]:
    sheet, figures = state.sheet, state.figures
    own = [figures[ref].zone for ref in sheet.team(seat).players if figures[ref].standing]
    others = [figures[ref].zone for ref in sheet.team(seat.other).players if figures[ref].standing]
    return frozenset([zone for zone in others if own.count(zone) <= others.count(zone)])


def ways_back(state: State, ref: CardRef) -> tuple[str, ...]:
    """Return where a player in the enemy endzone may step back to (p. 10)."""
    seat = state.sheet.seat_of[ref]
    zones = state.sheet.board.ways_back(state.sheet.board.goals[seat])
    return tuple(zone for zone in zones if has_room(state, seat, zone))


def in_enemy_endzone(state: State, seat: Seat) -> tuple[CardRef, ...]:
    """Return a coach's players in the endzone where he scores, lying ones too."""
    goal = state.sheet.board.goals[seat]
    return tuple(ref for ref in state.sheet.team(seat).players if state.figures[ref].zone == goal)


def standing_in_any(state: State, seat: Seat, zones: Iterable[str]) -> tuple[CardRef, ...]:
    """Return a coach's players who stand in one of these zones."""
    figures = state.figures
    return tuple(
        ref for ref in state.sheet.team(seat).players if figures[ref].standing and figures[ref].zone in zones
    )


def pass_interceptors(state: State, player: CardRef, to: CardRef) -> tuple[CardRef, ...]:
    """Return the standing opponents in the zones of a pass: where it starts, where it ends, and between (p. 8)."""
    zones = state.sheet.board.crossed[state.figures[player].zone, state.figures[to].zone]
    return standing_in_any(state, state.sheet.seat_of[player].other, zones)


def receivers(state: State, player: CardRef) -> tuple[CardRef, ...]:
    """Return the standing teammates who may receive a pass: on the field, but in no endzone."""
    figures, board = state.figures, state.sheet.board
    return tuple(
        ref
        for ref in state.sheet.team(state.sheet.seat_of[player]).players
        if ref != player
        and figures[ref].standing
        and figures[ref].zone != OFF
        and not board.is_endzone(figures[ref].zone)
    )


def may_stand(state: State, ref: CardRef) -> bool:
    """Return whether a player lies without a marker, on the field or on his card."""
    figure = state.figures[ref]
    return not figure.standing and figure.marker is None


def may_be_taken_off(state: State, ref: CardRef) -> bool:
    """Return whether a player lies on the field, knocked out."""
    figure = state.figures[ref]
    return figure.marker is Marker.KO and figure.is_on and not figure.standing


def ways_on(state: State, ref: CardRef) -> tuple[str, ...]:
    """Return the entries through which a player who stands on his card may come on."""
    figure, seat = state.figures[ref], state.sheet.seat_of[ref]
    if figure.is_on or not figure.standing:
        return ()
    return tuple(zone for zone in state.sheet.board.entries[seat] if has_room(state, seat, zone))


def may_pick_up(state: State, ref: CardRef) -> bool:
    """Return whether a player stands where the ball lies on the ground."""
    figure, ball = state.figures[ref], state.ball
    return figure.zone == ball.zone and figure.standing and ball.state is BallState.GROUND


@remembered_for_each
def tackles(state: State, seat: Seat) -> tuple[tuple[CardRef, CardRef], ...]:
    """Return which of a coach's standing players may tackle whom: each opponent in his zone, lying ones too."""
    sheet, figures = state.sheet, state.figures
    others = [(ref, figures[ref].zone) for ref in sheet.team(seat.other).players]
    return tuple(
        [
            (ref, other)
            for ref in sheet.team(seat).players
            if figures[ref].standing and (zone := figures[ref].zone) != OFF
            for other, at in others
            if at == zone
        ]
    )


def reach(state: State, seat: Seat, start: str, steps: int) -> tuple[str, ...]:
    """Return where an effect may move a coach's player from a zone, by name: zone by zone, none of them full, even past
    blockers. The enemy endzone is the last step, and only in his coach's turn (p. 12).
    """
    return _reach(state.sheet.board, seat, state.active is seat, full_zones(state, seat), start, steps)


@lru_cache(maxsize=4096)
def _reach(
    board: Board, seat: Seat, is_his_turn: bool, full: frozenset[str], start: str, steps: int
) -> tuple[str, ...]:
    goal = board.goals[seat]
    edge, found = {start}, set[str]()
    for _ in range(steps):
        edge = {
            to
            for zone in edge
            if zone != goal or zone == start
            for to in board.zones[zone].next
            if to not in found and to != start and to not in full
        }
        found |= edge if is_his_turn else edge - {goal}
    return tuple(sorted(found))


# --- bending
# Applies powers and trainings that bend the rules of movement (p. 4, 12): blocking, room in a zone, costs.

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


def moves_of(state: State, ref: CardRef) -> tuple[str, ...]:
    """Return the zones that a standing player of the active coach may move to."""
    figure, seat, board = state.figures[ref], state.sheet.seat_of[ref], state.sheet.board
    if not figure.standing or not figure.is_on:
        return ()
    start, full, advances = figure.zone, full_zones(state, seat), may_advance(state, ref)
    if not full.isdisjoint(board.zones[start].next) and is_bent(state, ref, Bent.CAPACITY):
        full = frozenset()
    return _ways(board, seat, start, full, advances)


@lru_cache(maxsize=4096)
def _ways(board: Board, seat: Seat, start: str, full: frozenset[str], advances: bool) -> tuple[str, ...]:
    zone = board.zones[start]
    blocked = () if advances else zone.forward.get(seat, ())
    return tuple(to for to in zone.next if to not in full and to not in blocked)


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
