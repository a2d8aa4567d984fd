"""Whom a question is for, and who may be named in answer."""

from collections.abc import Iterator

from companion.ids import CardRef
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.field import (
    in_enemy_endzone,
    pass_interceptors,
    present_in,
    standing_in,
    ways_back,
)
from companion.rules.boufbowl.frames import Contest, Landing, PassUnderWay, PickUpUnderWay, TryUnderWay
from companion.rules.boufbowl.influence import Source, own_power
from companion.rules.boufbowl.state import DRAWN_AT_MOST, HAND, Stage, State

PRICE_OF_CLEANING = 2
"""Fervour that frees the slots of a coach's orders (p. 13)."""


def placing(state: State) -> Seat | None:
    """Who places now: the active coach, then the other; nobody once all are on the field."""
    ball = state.ball.carrier
    is_carried = ball is not None and state.sheet.seat_of[ball] is state.active
    if not is_carried or not _is_placed(state, state.active):
        return state.active
    return None if _is_placed(state, state.active.other) else state.active.other


def _is_placed(state: State, seat: Seat) -> bool:
    return all(state.figures[ref].is_on for ref in state.sheet.team(seat).players)


def draw_count(state: State) -> int:
    """How many cards the active coach draws: to 5 in hand, 2 at most, what the pile holds (p. 6)."""
    team = state.team(state.active)
    return max(0, min(HAND - team.hand, DRAWN_AT_MOST, team.pile))


def may_clean(state: State) -> bool:
    """Whether the active coach has orders to clean, and the fervour for it."""
    if not state.team(state.active).orders:
        return False
    players = state.sheet.team(state.active).players
    return sum(state.figures[ref].fervour for ref in players) >= PRICE_OF_CLEANING


def free_slots(state: State) -> tuple[Slot, ...]:
    """The slots of the active coach's orders that hold no card."""
    return tuple(slot for slot in Slot if slot not in state.team(state.active).orders)


def defender(state: State) -> Seat:
    """The coach who may name an interceptor."""
    match state.top:
        case PassUnderWay(player) | PickUpUnderWay(player) | TryUnderWay(player):
            return state.sheet.seat_of[player].other
        case _:
            assert state.ball.thrower is not None
            return state.ball.thrower.other


def interceptors(state: State) -> tuple[CardRef, ...]:
    """Who may be named against the pass, pick-up, landing or try that is under way."""
    top = state.top
    if isinstance(top, PassUnderWay):
        return pass_interceptors(state, top.player, top.to)
    if isinstance(top, PickUpUnderWay):
        return pick_up_opponents(state, top.player)
    return standing_in(state, defender(state), state.ball.zone)


def pick_up_opponents(state: State, player: CardRef) -> tuple[CardRef, ...]:
    """Who makes a roll necessary to pick the ball up: standing opponents, with house `pick_up_against` lying ones too."""
    seat = state.sheet.seat_of[player].other
    if state.sheet.house.pick_up_against == "standing":
        return standing_in(state, seat, state.ball.zone)
    return present_in(state, seat, state.ball.zone)


def waits_for_lightning(state: State) -> bool:
    """Whether what nobody can intercept waits, for a card of the other coach's (house `lightning`)."""
    return state.sheet.house.lightning == "any_moment" and state.team(state.active.other).hand > 0


def takes_lightning(state: State) -> bool:
    """Whether something is under way that a card with the lightning may answer: no die of its roll was told."""
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
    """A coach need not intercept, but somebody stands against a pick-up."""
    return not isinstance(state.top, PickUpUnderWay)


def catching(state: State) -> Seat:
    """Who names the catcher: the thrower's coach if a player of his is there."""
    thrower = state.ball.thrower
    assert thrower is not None
    return thrower if standing_in(state, thrower, state.ball.zone) else thrower.other


def catchers(state: State) -> tuple[CardRef, ...]:
    """The players who may be named as catcher."""
    return standing_in(state, catching(state), state.ball.zone)


def is_contested(state: State) -> bool:
    """Whether both teams stand under the ball that comes down."""
    return all(standing_in(state, seat, state.ball.zone) for seat in SEATS)


def someone_is_under(state: State) -> bool:
    """Whether anybody stands where the ball comes down."""
    return any(standing_in(state, seat, state.ball.zone) for seat in SEATS)


def committing(state: State, contest: Contest) -> Seat:
    """Who says next how many cards he adds: the attack first."""
    attack = state.sheet.seat_of[contest.attack.player]
    return attack if contest.attack.committed is None else attack.other


def showing(state: State, contest: Contest) -> tuple[Seat, ...]:
    """Who has not shown his cards yet."""
    return _missing(state, contest, "cards")


def rolling(state: State, contest: Contest) -> tuple[Seat, ...]:
    """Whose dice have not been told yet."""
    return _missing(state, contest, "stars")


def _missing(state: State, contest: Contest, name: str) -> tuple[Seat, ...]:
    return tuple(
        state.sheet.seat_of[side.player]
        for side in (contest.attack, contest.defence)
        if getattr(side, name) is None
    )


def stepping_back(state: State) -> tuple[CardRef, tuple[str, ...]] | None:
    """The next player of the active coach who leaves the enemy endzone at the end of the turn, and where to; one who
    finds no room stays.
    """
    for ref in in_enemy_endzone(state, state.active):
        if ways := ways_back(state, ref):
            return ref, ways
    return None


def contest_of(state: State) -> Contest:
    """The opposition on the table."""
    top = state.top
    assert isinstance(top, Contest)
    return top


def usable_powers(state: State) -> Iterator[tuple[CardRef, CardRef]]:
    """The powers with an extra action or deeds, of the active coach's players who stand on the field."""
    for ref in state.sheet.team(state.active).players:
        figure = state.figures[ref]
        if not (figure.standing and figure.is_on):
            continue
        if ref in state.sheet.doers and has_deeds_left(state, ref):
            yield ref, ref
        for power in figure.powers:
            card = state.sheet.power(power)
            if card.extra_action is not None or card.effect.deeds:
                yield ref, power


def has_deeds_left(state: State, ref: CardRef) -> bool:
    """Whether a player's own power has deeds that are not used: once a turn, or once a match where it says so."""
    own = own_power(state, ref)
    if own is None or not own.deeds or ref in state.powers_used:
        return False
    return not (
        own.once and Source(state.sheet.seat_of[ref], (ref,), "power", ref, own).key in state.used_once
    )
