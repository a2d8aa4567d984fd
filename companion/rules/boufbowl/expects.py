"""Whom the table waits for, and for which kinds of play."""

from companion.rules.boufbowl.acting import may_act
from companion.rules.boufbowl.asking import (
    catching,
    committing,
    contest_of,
    defender,
    may_clean,
    may_decline,
    placing,
    rolling,
    showing,
    usable_powers,
)
from companion.rules.boufbowl.buying import buyer_seat, purchases, trainings
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.contest import choosing
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.field import has_room, may_pick_up, moves_of, receivers, tackled_by
from companion.rules.boufbowl.offering import may_play_card
from companion.rules.boufbowl.state import Stage, State
from companion.rules.engine import Expectation


def expects(state: State) -> tuple[Expectation, ...]:
    """Who is waited for now; nobody once the match is over."""
    match state.stage:
        case Stage.PLAY:
            return (Expectation(state.active, _play(state)),)
        case Stage.COMMIT | Stage.BONUS | Stage.DICE | Stage.DAMAGE as stage:
            return _opposition(state, stage)
        case Stage.RESOLVE:
            cards = ("card",) if may_play_card(state, state.active) else ()
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
    plays = [*_moving(state), *_acting(state)] if state.movement > 0 else list(_acting(state))
    if state.may_land:
        plays.append("land")
    if may_play_card(state, state.active):
        plays.append("card")
    if state.sheet.is_expert:
        plays.extend(_expert(state))
    plays.append("end_turn")
    return tuple(plays)


def _moving(state: State) -> list[str]:
    """What a movement point may pay."""
    players = state.sheet.team(state.active).players
    figures = [state.figures[ref] for ref in players]
    plays = []
    if any(to for ref in players for to in moves_of(state, ref)):
        plays.append("move")
    if any(not figure.standing and figure.marker is None for figure in figures):
        plays.append("stand")
    if state.ball.state is BallState.GROUND and any(may_pick_up(state, ref) for ref in players):
        plays.append("pick_up")
    if any(figure.marker is Marker.KO and figure.is_on and not figure.standing for figure in figures):
        plays.append("take_off")
    if any(figure.standing and not figure.is_on for figure in figures) and any(
        has_room(state, state.active, zone) for zone in state.sheet.board.entries[state.active]
    ):
        plays.append("bring_on")
    return plays


def _acting(state: State) -> list[str]:
    """The actions that are left."""
    plays = []
    carrier = state.ball.carrier
    if carrier is not None and state.sheet.seat_of[carrier] is state.active and may_act(state, Slot.PASS):
        plays = ["pass", "chandelle"] if receivers(state, carrier) else ["chandelle"]
    if may_act(state, Slot.TACKLE) and any(
        tackled_by(state, ref) for ref in state.sheet.team(state.active).players
    ):
        plays.append("tackle")
    return plays


def _expert(state: State) -> list[str]:
    plays = []
    team = state.team(state.active)
    if team.hand and len(team.orders) < len(Slot):
        plays.append("order")
    if any(usable_powers(state)):
        plays.append("use_power")
    if any(purchases(state, state.active)):
        plays.append("buy")
    return plays
