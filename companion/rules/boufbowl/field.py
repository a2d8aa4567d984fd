"""Finds players on the field: majority, room, ways, and who may try to intercept (p. 6 to 10)."""

from collections.abc import Iterable

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.state import OFF, State


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
            lead += 1 if state.sheet.seat_of[ref] is Seat.RED else -1
    if lead == 0:
        return None
    return Seat.RED if lead > 0 else Seat.BLUE


def has_room(state: State, seat: Seat, zone: str) -> bool:
    """Return whether one more player of a team may enter a zone; lying ones count (p. 6)."""
    seat_of = state.sheet.seat_of
    own = every = 0
    for ref, figure in state.figures.items():
        if figure.zone == zone:
            every += 1
            own += seat_of[ref] is seat
    most = state.sheet.board.most_of_a_team[zone]
    return own < most and every < 2 * most


def is_blocked(state: State, seat: Seat, zone: str) -> bool:
    """Return whether the way forward out of a zone is blocked: an opponent stands there, and the coach has no
    majority (p. 7).
    """
    return bool(standing_in(state, seat.other, zone)) and majority(state, zone) is not seat


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
    return ball.state is BallState.GROUND and figure.standing and figure.zone == ball.zone


def tackled_by(state: State, ref: CardRef) -> tuple[CardRef, ...]:
    """Return the opponents in a standing player's zone, lying ones too."""
    figure = state.figures[ref]
    if not figure.standing or figure.zone == OFF:
        return ()
    opponents = state.sheet.team(state.sheet.seat_of[ref].other).players
    return tuple(other for other in opponents if state.figures[other].zone == figure.zone)


def may_tackle(state: State, seat: Seat) -> bool:
    """Return whether a player of a coach stands in a zone with an opponent, who may lie."""
    figures, sheet = state.figures, state.sheet
    zones = {figures[ref].zone for ref in sheet.team(seat).players if figures[ref].standing} - {OFF}
    return not zones.isdisjoint([figures[ref].zone for ref in sheet.team(seat.other).players])


def reach(state: State, ref: CardRef, steps: int) -> set[str]:
    """Return where an effect may move a player: zone by zone, each with room, even past blockers. The enemy endzone
    is the last step, and only in his coach's turn (p. 12).
    """
    seat, board = state.sheet.seat_of[ref], state.sheet.board
    goal = board.goals[seat]
    start = state.figures[ref].zone
    edge, found = {start}, set()
    for _ in range(steps):
        edge = {
            to
            for zone in edge
            if zone != goal or zone == start
            for to in board.zones[zone].next
            if to not in found and to != start and has_room(state, seat, to)
        }
        found |= edge if state.active is seat else edge - {goal}
    return found
