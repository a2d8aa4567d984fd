"""Says which coach the table waits for, and for which kinds of play."""

from collections.abc import Callable

from companion.ids import CardRef
from companion.rules.boufbowl.acting import may_act
from companion.rules.boufbowl.asking import (
    catching,
    committing,
    contest_of,
    defender,
    free_slots,
    may_clean,
    may_decline,
    placing,
    rolling,
    showing,
    takes_lightning,
)
from companion.rules.boufbowl.bending import may_be_paid, may_pay, moves_of
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.buying import buyer_seat, purchases, trainings
from companion.rules.boufbowl.cards import Doing, Slot
from companion.rules.boufbowl.contest import choosing
from companion.rules.boufbowl.field import (
    may_be_taken_off,
    may_pick_up,
    may_stand,
    may_tackle,
    receivers,
    ways_on,
)
from companion.rules.boufbowl.offering import may_play_card, may_use_power
from companion.rules.boufbowl.state import Stage, State
from companion.rules.engine import Expectation


def expects(state: State) -> tuple[Expectation, ...]:
    """Return the seats that must play now, and which plays they may make; nothing when the match is over.

    If a place of the stand is bare, the card to turn up there is always among the plays.
    """
    waited = _asked(state)
    if takes_lightning(state):
        waited = tuple(_with_card(state, one) for one in waited)
    if not state.taken or not waited:
        return waited
    first, *others = waited
    return (Expectation(first.seat, (*first.plays, "show")), *others)


def _with_card(state: State, waited: Expectation) -> Expectation:
    """Return the same expectation with a card with the lightning added, where the seat may have one."""
    may_answer = waited.seat is not None and may_play_card(state, Seat(waited.seat))
    return Expectation(waited.seat, (*waited.plays, "card")) if may_answer else waited


def _asked(state: State) -> tuple[Expectation, ...]:
    """Yield which seat is asked for what."""
    match state.stage:
        case Stage.PLAY:
            return (Expectation(state.active, _play(state)),)
        case Stage.COMMIT | Stage.BONUS | Stage.DICE | Stage.DAMAGE as stage:
            return _opposition(state, stage)
        case Stage.RESOLVE:
            is_try = not takes_lightning(state)
            cards = ("card",) if is_try and may_play_card(state, state.active) else ()
            return (Expectation(state.active, ("resolve", *cards)),)
        case Stage.INTERCEPT:
            plays = ("intercept", "no_intercept") if may_decline(state) else ("intercept",)
            return (Expectation(defender(state), plays),)
        case Stage.CATCH:
            return (Expectation(catching(state), ("catch",)),)
        case Stage.PLACEMENT:
            return (Expectation(placing(state), ("place",)),)
        case Stage.KICKOFF:
            return (Expectation(state.active, ("kickoff",)),)
        case Stage.DRAW:
            clean = ("clean_orders",) if may_clean(state) else ()
            return (Expectation(state.active, ("draw", *clean)),)
        case Stage.BACK:
            return (Expectation(state.active, ("back",)),)
        case Stage.PURCHASES:
            buy = ("buy",) if any(purchases(state, state.active)) else ()
            return (Expectation(state.active, (*buy, "end_turn")),)
        case Stage.TRAINING:
            return (_training(state),)
        case Stage.OVER:
            return ()


def _opposition(state: State, stage: Stage) -> tuple[Expectation, ...]:
    contest = contest_of(state)
    match stage:
        case Stage.COMMIT:
            return (Expectation(committing(state, contest), ("commit",)),)
        case Stage.BONUS:
            return tuple(Expectation(seat, ("bonus",)) for seat in showing(state, contest))
        case Stage.DICE:
            return tuple(Expectation(seat, ("dice",)) for seat in rolling(state, contest))
        case _:
            assert contest.outcome is not None
            seats = choosing(state, contest, contest.outcome)
            return tuple(Expectation(seat, ("choose_damage",)) for seat in seats)


def _training(state: State) -> Expectation:
    seat = buyer_seat(state)
    train = ("buy_training",) if any(trainings(state, seat)) else ()
    buy = ("buy",) if any(purchases(state, seat)) else ()
    return Expectation(seat, (*train, *buy, "done"))


def _play(state: State) -> tuple[str, ...]:
    plays = [*_moving(state), *_acting(state)]
    if state.may_land:
        plays.append("land")
    if may_play_card(state, state.active):
        plays.append("card")
    if state.sheet.is_expert and state.team(state.active).hand and free_slots(state):
        plays.append("order")
    if may_use_power(state):
        plays.append("use_power")
    if state.sheet.is_expert and any(purchases(state, state.active)):
        plays.append("buy")
    plays.append("end_turn")
    return tuple(plays)


def _moving(state: State) -> list[str]:
    """Return the kinds of play that movement points may pay for."""
    up, down, off = _players(state)
    checks: tuple[tuple[Doing, list[CardRef], Callable[[State, CardRef], bool]], ...] = (
        (Doing.MOVE, up, _may_move),
        (Doing.STAND, down, may_stand),
        (Doing.PICK_UP, up, may_pick_up),
        (Doing.TAKE_OFF, down, may_be_taken_off),
        (Doing.BRING_ON, off, _may_come_on),
    )
    return [on.value for on, players, may in checks if _may_one(state, on, players, may)]


def _may_one(state: State, on: Doing, players: list[CardRef], may: Callable[[State, CardRef], bool]) -> bool:
    """Return whether something is possible, and can be paid for, for one of these players."""
    if not players or not may_be_paid(state, on):
        return False
    return any(may(state, ref) and may_pay(state, ref, on) for ref in players)


def _players(state: State) -> tuple[list[CardRef], list[CardRef], list[CardRef]]:
    """Return the active coach's players who stand on the field, who lie, and who stand on their cards."""
    up, down, off = [], [], []
    for ref in state.sheet.team(state.active).players:
        figure = state.figures[ref]
        if not figure.standing:
            down.append(ref)
        elif figure.is_on:
            up.append(ref)
        else:
            off.append(ref)
    return up, down, off


def _may_move(state: State, ref: CardRef) -> bool:
    return next(moves_of(state, ref), None) is not None


def _may_come_on(state: State, ref: CardRef) -> bool:
    return bool(ways_on(state, ref))


def _acting(state: State) -> list[str]:
    """Return the kinds of action that are left."""
    plays = []
    carrier = state.ball.carrier
    if carrier is not None and state.sheet.seat_of[carrier] is state.active and may_act(state, Slot.PASS):
        plays = ["pass", "chandelle"] if receivers(state, carrier) else ["chandelle"]
    if may_act(state, Slot.TACKLE) and may_tackle(state, state.active):
        plays.append("tackle")
    return plays
