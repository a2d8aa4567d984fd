"""The referee's word against the engine's: which values of the view may be set, and what that causes."""

from collections.abc import Mapping
from typing import Annotated, Any

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.event import Overridden
from companion.ids import CardRef
from companion.rules.boufbowl.asking import is_contested, placing
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.field import standing_in
from companion.rules.boufbowl.frames import (
    Contest,
    Frame,
    Landing,
    Launch,
    PassUnderWay,
    PickUpUnderWay,
    Side,
    TryUnderWay,
)
from companion.rules.boufbowl.state import (
    NO_BALL,
    OFF,
    Ball,
    Figure,
    Phase,
    State,
    with_figure,
    with_team,
)
from companion.values import replace
from companion.words import Text

MOST = 1_000_000
MOST_MOVEMENT = 9
_COUNT: Any = Annotated[int, Range(0, MOST)]
_POINTS: Any = Annotated[int, Range(0, MOST_MOVEMENT)]
_FIGURE: Mapping[str, Any] = {"standing": bool, "marker": Marker | None, "injured": bool, "fervour": _COUNT}
_PATHS = (
    *("score.SEAT", "hands.SEAT", "piles.SEAT", "movement"),
    *(f"players.REF.{name}" for name in ("zone", *_FIGURE)),
    *("ball.zone", "ball.carrier", "ball.state"),
)


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Raises `Malformed` for a path that is not the referee's to set, a value that does not fit it, or values that
    cannot all be so.
    """
    if not changes:
        raise Malformed("set", Text("there is nothing to set"))
    for path, value in changes.items():
        _check(state, path, value)
    for ref in state.figures:
        if (
            changes.get(f"players.{ref}.standing") is True
            and changes.get(f"players.{ref}.marker") is not None
        ):
            raise Malformed(f"players.{ref}.marker", Text("who stands has no marker"))
    _check_ball(state, changes)


def _check(state: State, path: str, value: Any) -> None:
    match path.split("."):
        case ["score" | "hands" | "piles", "red" | "blue"]:
            read(_COUNT, value, path)
        case ["movement"]:
            read(_POINTS, value, path)
        case ["players", ref, "zone"] if ref in state.figures:
            if value != OFF:
                _check_zone(state, value, path)
        case ["players", ref, name] if ref in state.figures and name in _FIGURE:
            read(_FIGURE[name], value, path)
        case ["ball", "zone"]:
            _check_zone(state, value, path)
        case ["ball", "carrier"]:
            if value is not None and value not in state.figures:
                raise Malformed(path, Text("expected a player of this match, got {got}", got=shown(value)))
        case ["ball", "state"]:
            read(BallState, value, path)
        case _:
            raise Malformed(
                "set",
                Text("{path} cannot be set; what can: {paths}", path=shown(path), paths=", ".join(_PATHS)),
            )


def _check_zone(state: State, value: Any, path: str) -> None:
    zones = state.sheet.board.zones
    if not isinstance(value, str) or value not in zones:
        raise Malformed(
            path, Text("there is no zone {zone}; known: {known}", zone=shown(value), known=", ".join(zones))
        )


def _check_ball(state: State, changes: Mapping[str, Any]) -> None:
    """Held means a carrier, who stands on the field; on the ground or in the air means none, and a zone."""
    carrier, ball_state = changes.get("ball.carrier"), changes.get("ball.state")
    if carrier is not None:
        figure = _figures(state, changes).figures[carrier]
        if not (figure.standing and figure.is_on):
            raise Malformed(
                "ball.carrier", Text("the carrier stands on the field, and {card} does not", card=carrier)
            )
        if ball_state not in (None, BallState.HELD):
            raise Malformed("ball.state", Text("a ball with a carrier is held"))
        if changes.get("ball.zone", figure.zone) != figure.zone:
            raise Malformed("ball.zone", Text("a ball that is held is where its carrier is"))
        return
    has_carrier = "ball.carrier" not in changes and state.ball.carrier is not None
    if ball_state == BallState.HELD and not has_carrier:
        raise Malformed("ball.state", Text("a ball that is held has a carrier"))
    if state.ball.zone is None and ball_state is not None and "ball.zone" not in changes:
        raise Malformed("ball.zone", Text("say where the ball is"))
    if ball_state == BallState.AIR and state.sheet.board.is_endzone(
        changes.get("ball.zone", state.ball.zone)
    ):
        raise Malformed("ball.zone", Text("the ball is never in the air over an endzone"))


# --- what is set


def apply_override(state: State, event: Overridden) -> State:
    """The state with the values set, and without what no longer makes sense."""
    changes = event.changes
    after = _figures(_counts(state, changes), changes)
    after = replace(after, ball=_ball(after, changes))
    if after.base is Phase.PLACEMENT and not after.stack and placing(after) is None:
        after = replace(after, base=Phase.KICKOFF)
    return replace(after, stack=_still_standing(after))


def _counts(state: State, changes: Mapping[str, Any]) -> State:
    for seat in Seat:
        team = state.team(seat)
        team = replace(
            team,
            score=changes.get(f"score.{seat}", team.score),
            hand=changes.get(f"hands.{seat}", team.hand),
            pile=changes.get(f"piles.{seat}", team.pile),
        )
        state = with_team(state, seat, team)
    return replace(state, movement=changes.get("movement", state.movement))


def _figures(state: State, changes: Mapping[str, Any]) -> State:
    for ref, figure in state.figures.items():
        told = {
            name: changes[f"players.{ref}.{name}"]
            for name in ("zone", *_FIGURE)
            if f"players.{ref}.{name}" in changes
        }
        if told:
            state = with_figure(state, ref, _figure(figure, told))
    return state


def _figure(figure: Figure, told: Mapping[str, Any]) -> Figure:
    """A marker lies beside a player who is down; who is told to stand has none."""
    marker = figure.marker
    if "marker" in told:
        marker = None if told["marker"] is None else Marker(told["marker"])
    elif told.get("standing") is True:
        marker = None
    return replace(
        figure,
        zone=told.get("zone", figure.zone),
        standing=told.get("standing", figure.standing and marker is None),
        marker=marker,
        injured=told.get("injured", figure.injured),
        fervour=told.get("fervour", figure.fervour),
    )


def _ball(state: State, changes: Mapping[str, Any]) -> Ball:
    """The ball where it was told to be; what is not told follows: a carrier takes it along, and drops it lying."""
    ball = state.ball
    carrier = changes.get("ball.carrier", ball.carrier)
    zone = changes.get("ball.zone", ball.zone)
    said = changes.get("ball.state")
    if said == BallState.AIR:
        if ball.state is BallState.AIR:
            return replace(ball, zone=zone)
        return Ball(zone, None, BallState.AIR, state.active, state.turn)
    if carrier is not None and said != BallState.GROUND:
        return _carried(state, changes, carrier)
    if ball.state is BallState.AIR and said is None and "ball.carrier" not in changes:
        return replace(ball, zone=zone)
    return ball if zone is None else Ball(zone, None, BallState.GROUND)


def _carried(state: State, changes: Mapping[str, Any], carrier: CardRef) -> Ball:
    figure = state.figures[carrier]
    zone = changes.get("ball.zone", figure.zone)
    if figure.standing and figure.is_on and zone == figure.zone:
        return Ball(figure.zone, carrier, BallState.HELD)
    fallen = zone if "ball.zone" in changes else figure.zone if figure.is_on else state.ball.zone
    return NO_BALL if fallen is None else Ball(fallen, None, BallState.GROUND)


# --- what no longer makes sense


def _still_standing(state: State) -> tuple[Frame, ...]:
    """What is being settled, up to the first frame that the values set now contradict."""
    kept: list[Frame] = []
    for n, frame in enumerate(state.stack):
        if not _makes_sense(state, frame):
            break
        kept.append(_promised_again(state, frame) if n == len(state.stack) - 1 else frame)
    while kept and isinstance(kept[-1], Launch):
        kept.pop()
    return tuple(kept)


def _makes_sense(state: State, frame: Frame) -> bool:
    figures, ball = state.figures, state.ball
    match frame:
        case PassUnderWay(player, to):
            return ball.carrier == player and figures[to].standing and figures[to].is_on
        case PickUpUnderWay(player):
            is_there = figures[player].standing and figures[player].zone == ball.zone
            opponents = standing_in(state, state.active.other, ball.zone)
            return ball.state is BallState.GROUND and is_there and bool(opponents)
        case TryUnderWay(player):
            return ball.carrier == player and state.try_is_due
        case Landing(receiver):
            return ball.state is BallState.AIR and _may_receive(state, receiver)
        case Launch():
            return ball.state is BallState.AIR
        case Contest():
            return _may_oppose(state, frame)
        case _:
            return True


def _may_receive(state: State, receiver: CardRef | None) -> bool:
    if receiver is None:
        return any(standing_in(state, seat, state.ball.zone) for seat in Seat)
    return is_contested(state) and state.figures[receiver].zone == state.ball.zone


def _may_oppose(state: State, contest: Contest) -> bool:
    attack, defence = (state.figures[side.player] for side in (contest.attack, contest.defence))
    if not (attack.standing and attack.is_on and defence.is_on):
        return False
    if contest.on is Moment.TACKLE:
        return attack.zone == defence.zone
    return defence.standing and (attack.zone == defence.zone or contest.on in (Moment.PASS, Moment.CHANDELLE))


def _promised_again(state: State, frame: Frame) -> Frame:
    """A coach who has promised more cards than he now has in hand says it again."""
    if not isinstance(frame, Contest):
        return frame
    return replace(
        frame, attack=_within_hand(state, frame.attack), defence=_within_hand(state, frame.defence)
    )


def _within_hand(state: State, side: Side) -> Side:
    hand = state.team(state.sheet.seat_of[side.player]).hand
    if side.cards is None and side.committed is not None and side.committed > hand:
        return replace(side, committed=None)
    return side
