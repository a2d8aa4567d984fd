"""Says which coach must answer a question, and which players he may choose."""

from collections.abc import Iterator

from companion.ids import CardRef
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.cards import SLOTS, Slot
from companion.rules.boufbowl.field import (
    in_enemy_endzone,
    pass_interceptors,
    present_in,
    standing_in,
    ways_back,
)
from companion.rules.boufbowl.frames import Contest, Landing, PassUnderWay, PickUpUnderWay, TryUnderWay
from companion.rules.boufbowl.influence import Source, own_power
from companion.rules.boufbowl.sheet import HAND
from companion.rules.boufbowl.state import DRAWN_AT_MOST, Stage, State

PRICE_OF_CLEANING = 2
"""Price in fervour of freeing the slots of a coach's orders (p. 13)."""


def placing(state: State) -> Seat | None:
    """Return who places players now: the active coach, then the other; nobody once all are on the field."""
    ball = state.ball.carrier
    is_carried = ball is not None and state.sheet.seat_of[ball] is state.active
    if not is_carried or not _is_placed(state, state.active):
        return state.active
    return None if _is_placed(state, state.active.other) else state.active.other


def _is_placed(state: State, seat: Seat) -> bool:
    return all(state.figures[ref].is_on for ref in state.sheet.team(seat).players)


def draw_count(state: State) -> int:
    """Return how many cards the active coach draws: up to 5 in hand, 2 at most, no more than the pile holds (p. 6)."""
    team = state.team(state.active)
    return max(0, min(HAND - team.hand, DRAWN_AT_MOST, team.pile))


def may_clean(state: State) -> bool:
    """Return whether the active coach has orders to clean, and the fervour for it."""
    if not state.team(state.active).orders:
        return False
    players = state.sheet.team(state.active).players
    return sum(state.figures[ref].fervour for ref in players) >= PRICE_OF_CLEANING


def free_slots(state: State) -> tuple[Slot, ...]:
    """Return the slots of the active coach's orders that hold no card."""
    orders = state.team(state.active).orders
    return tuple(slot for slot in SLOTS if slot not in orders)


def defender(state: State) -> Seat:
    """Return the coach who may choose an interceptor."""
    match state.top:
        case PassUnderWay(player) | PickUpUnderWay(player) | TryUnderWay(player):
            return state.sheet.seat_of[player].other
        case _:
            assert state.ball.thrower is not None
            return state.ball.thrower.other


def interceptors(state: State) -> tuple[CardRef, ...]:
    """Return who may be chosen against the pass, pick-up, landing or try that is under way."""
    top = state.top
    if isinstance(top, PassUnderWay):
        return pass_interceptors(state, top.player, top.to)
    if isinstance(top, PickUpUnderWay):
        return pick_up_opponents(state, top.player)
    return standing_in(state, defender(state), state.ball.zone)


def pick_up_opponents(state: State, player: CardRef) -> tuple[CardRef, ...]:
    """Return the opponents who can contest a pick-up: standing ones; with house rule `pick_up_against`, lying ones too."""
    seat = state.sheet.seat_of[player].other
    if state.sheet.house.pick_up_against == "standing":
        return standing_in(state, seat, state.ball.zone)
    return present_in(state, seat, state.ball.zone)


def waits_for_lightning(state: State) -> bool:
    """Return whether a pass or landing that nobody can intercept waits for a card of the other coach (house rule
    `lightning`).
    """
    return state.sheet.house.lightning == "any_moment" and state.team(state.active.other).hand > 0


def takes_lightning(state: State) -> bool:
    """Return whether a card with the lightning may answer the action under way: none of its dice is known yet."""
    if state.sheet.house.lightning == "between_plays":
        return False
    match state.stage:
        case Stage.INTERCEPT | Stage.CATCH | Stage.COMMIT | Stage.BONUS:
            return True
        case Stage.RESOLVE:
            return isinstance(state.top, PassUnderWay | Landing)
        case Stage.DICE:
            return len(rolling(state, contest_of(state))) == len(SEATS)
        case _:
            return False


def may_decline(state: State) -> bool:
    """Return whether the coach may decline to intercept; a pick-up must be contested."""
    return not isinstance(state.top, PickUpUnderWay)


def catching(state: State) -> Seat:
    """Return the coach who chooses the catcher: the thrower's coach if a player of his is under the ball, else the
    other coach.
    """
    thrower = state.ball.thrower
    assert thrower is not None
    return thrower if standing_in(state, thrower, state.ball.zone) else thrower.other


def catchers(state: State) -> tuple[CardRef, ...]:
    """Return the players who may be chosen as catcher."""
    return standing_in(state, catching(state), state.ball.zone)


def is_contested(state: State) -> bool:
    """Return whether players of both teams stand under the ball that comes down."""
    return all(standing_in(state, seat, state.ball.zone) for seat in SEATS)


def someone_is_under(state: State) -> bool:
    """Return whether anybody stands where the ball comes down."""
    return any(standing_in(state, seat, state.ball.zone) for seat in SEATS)


def committing(state: State, contest: Contest) -> Seat:
    """Return the coach who says next how many cards he adds; the attack comes first."""
    attack = state.sheet.seat_of[contest.attack.player]
    return attack if contest.attack.committed is None else attack.other


def showing(state: State, contest: Contest) -> tuple[Seat, ...]:
    """Return the coaches who have not shown their cards yet."""
    return _missing(state, contest, "cards")


def rolling(state: State, contest: Contest) -> tuple[Seat, ...]:
    """Return the coaches whose dice are not known yet."""
    return _missing(state, contest, "stars")


def _missing(state: State, contest: Contest, name: str) -> tuple[Seat, ...]:
    return tuple(
        state.sheet.seat_of[side.player]
        for side in (contest.attack, contest.defence)
        if getattr(side, name) is None
    )


def stepping_back(state: State) -> tuple[CardRef, tuple[str, ...]] | None:
    """Return the next player of the active coach who must leave the enemy endzone at the end of the turn, and his
    zones; a player who finds no room stays.
    """
    for ref in in_enemy_endzone(state, state.active):
        if ways := ways_back(state, ref):
            return ref, ways
    return None


def contest_of(state: State) -> Contest:
    """Return the opposition on the table."""
    top = state.top
    assert isinstance(top, Contest)
    return top


def usable_powers(state: State) -> Iterator[tuple[CardRef, CardRef]]:
    """Return the usable powers, with an extra action or deeds, of the active coach's players who stand on the field."""
    for ref in state.sheet.team(state.active).players:
        figure = state.figures[ref]
        if not figure.powers and ref not in state.sheet.doers:
            continue
        if not (figure.standing and figure.is_on):
            continue
        if ref in state.sheet.doers and has_deeds_left(state, ref):
            yield ref, ref
        for power in figure.powers:
            card = state.sheet.power(power)
            if card.extra_action is not None or card.effect.deeds:
                yield ref, power


def has_deeds_left(state: State, ref: CardRef) -> bool:
    """Return whether a player's own power has unused deeds: once a turn, or once a match if the card says so."""
    own = own_power(state, ref)
    if own is None or not own.deeds or ref in state.powers_used:
        return False
    return not (
        own.once and Source(state.sheet.seat_of[ref], (ref,), "power", ref, own).key in state.used_once
    )
