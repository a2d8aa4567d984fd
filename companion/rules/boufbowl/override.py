"""Overrides by the referee: which values he may change, and what each change does to the match."""

from collections.abc import Mapping
from functools import partial
from itertools import takewhile
from typing import Annotated, Any, TypeVar

from companion.codec import Range, shown
from companion.errors import Malformed
from companion.event import Overridden
from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Action, Moment
from companion.rules.boufbowl.checks import is_contested, most_to_commit, pick_up_opponents, placing
from companion.rules.boufbowl.contest import Scale, choosing, weigh
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.field import standing_in
from companion.rules.boufbowl.frames import (
    CardsSoFar,
    Contest,
    Frame,
    Intercepted,
    Landing,
    PassUnderWay,
    PickUpUnderWay,
    Side,
    TryUnderWay,
    moment_of,
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
from companion.rules.boufbowl.under_way import with_opponents_counted
from companion.rules.catalogue import find_card
from companion.rules.override_paths import Choice, OverridePath, read_changes
from companion.values import replace
from companion.words import Text, Wording, word

MOST = 1_000_000
MOST_MOVEMENT = 9
_COUNT: Any = Annotated[int, Range(0, MOST)]
_POINTS: Any = Annotated[int, Range(0, MOST_MOVEMENT)]
_YES_NO: Mapping[Any, Text] = {True: Text("yes"), False: Text("no")}
_MARKERS: Mapping[Any, Text | Wording] = {
    None: Text("none"),
    Marker.STUNNED.value: word("stunned"),
    Marker.KO.value: word("ko"),
}
_BALL: Mapping[Any, Text] = {
    BallState.HELD.value: Text("held"),
    BallState.GROUND.value: Text("on the ground"),
    BallState.AIR.value: Text("in the air"),
}
OVERRIDE_PATHS = (
    OverridePath("score.SEAT", Text("score"), _COUNT),
    OverridePath("hands.SEAT", Text("cards in hand"), _COUNT),
    OverridePath("piles.SEAT", Text("cards in the pile"), _COUNT),
    OverridePath("discards.SEAT", Text("discard pile"), tuple[CardRef, ...], Choice.TYPED),
    OverridePath("movement", Text("movement points"), _POINTS),
    OverridePath("ball.zone", Text("zone of the ball"), str, Choice.CELL),
    OverridePath(
        "ball.carrier",
        Text("carrier of the ball"),
        CardRef | None,
        Choice.KEY,
        {None: Text("nobody")},
        "players",
    ),
    OverridePath("ball.state", Text("state of the ball"), BallState, Choice.WORD, _BALL),
    OverridePath("players.REF.zone", Text("zone"), str, Choice.CELL, {OFF: Text("off the field")}),
    OverridePath("players.REF.standing", Text("standing"), bool, Choice.WORD, _YES_NO),
    OverridePath("players.REF.marker", Text("marker"), Marker | None, Choice.WORD, _MARKERS),
    OverridePath("players.REF.injured", Text("injured"), bool, Choice.WORD, _YES_NO),
    OverridePath("players.REF.fervour", Text("fervour"), _COUNT),
)
_OF_FIGURE = tuple(path.name for path in OVERRIDE_PATHS if path.owner == "players.REF")


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Check the values that a referee sets. Raises `Malformed` for a path that cannot be set, a value that does not
    fit it, or values that contradict each other.
    """
    for path, key, value in read_changes(
        OVERRIDE_PATHS, {"SEAT": tuple(Seat), "REF": state.figures}, changes
    ):
        if path.name == "discards":
            _check_discards(state, Seat(key), value, path.of(key))
        if path.choice is Choice.CELL and value not in path.words:
            _check_zone(state, value, path.of(key))
        if path.choice is Choice.KEY and value is not None and value not in state.figures:
            raise Malformed(path.pattern, Text("{got} is not a player of this match", got=shown(value)))
    for ref in state.figures:
        if (
            changes.get(f"players.{ref}.standing") is True
            and changes.get(f"players.{ref}.marker") is not None
        ):
            raise Malformed(f"players.{ref}.marker", Text("a standing player cannot have a marker"))
    _check_ball(state, changes)


def _check_discards(state: State, seat: Seat, refs: tuple[CardRef, ...], path: str) -> None:
    """Check that a discard pile holds only action cards of the coach's deck, none more often than the deck does."""
    copies = state.sheet.team(seat).copies
    for n, ref in enumerate(refs):
        find_card(state.sheet.cards, ref, Action, f"{path}[{n}]")
        if copies is not None and refs[: n + 1].count(ref) > copies.get(ref, 0):
            raise Malformed(
                f"{path}[{n}]",
                Text("copies of {card} in the deck: {copies}", card=ref, copies=copies.get(ref, 0)),
            )


def _check_zone(state: State, value: str, path: str) -> None:
    zones = state.sheet.board.zones
    if value not in zones:
        raise Malformed(
            path,
            Text("there is no zone {zone}; possible: {known}", zone=shown(value), known=", ".join(zones)),
        )


def _check_ball(state: State, changes: Mapping[str, Any]) -> None:
    """Check the ball: a held ball has a carrier who stands on the field; any other ball has a zone and no carrier."""
    carrier, ball_state = changes.get("ball.carrier"), changes.get("ball.state")
    if carrier is not None:
        figure = _figures(state, changes).figures[carrier]
        if not (figure.standing and figure.is_on):
            raise Malformed(
                "ball.carrier", Text("the carrier must stand on the field, and {card} does not", card=carrier)
            )
        if ball_state not in (None, BallState.HELD):
            raise Malformed("ball.state", Text("the ball has a carrier, so it must be held"))
        if changes.get("ball.zone", figure.zone) != figure.zone:
            raise Malformed("ball.zone", Text("a held ball must be in the zone of its carrier"))
        return
    has_carrier = "ball.carrier" not in changes and state.ball.carrier is not None
    if ball_state == BallState.HELD and not has_carrier:
        raise Malformed("ball.state", Text("a held ball must have a carrier"))
    if state.ball.zone is None and ball_state is not None and "ball.zone" not in changes:
        raise Malformed("ball.zone", Text("say where the ball is"))
    is_in_the_air = (ball_state or state.ball.state) == BallState.AIR
    is_kept_out = state.sheet.house.chandelle_to == "not_endzones"
    if (
        is_in_the_air
        and is_kept_out
        and state.sheet.board.is_endzone(changes.get("ball.zone", state.ball.zone))
    ):
        raise Malformed("ball.zone", Text("the ball is never in the air over an endzone"))


# --- what is set


def apply_override(state: State, event: Overridden) -> State:
    """Return the state with the values set, and without what contradicts them."""
    changes = event.changes
    after = _figures(_counts(state, changes), changes)
    after = replace(after, ball=_ball(after, changes))
    if after.base is Phase.PLACEMENT and not after.stack and placing(after) is None:
        after = replace(after, base=Phase.KICKOFF)
    launch = after.launch if after.ball.state is BallState.AIR else None
    after = replace(after, launch=launch, stack=_still_standing(after))
    return with_opponents_counted(after)


def _counts(state: State, changes: Mapping[str, Any]) -> State:
    for seat in Seat:
        team = state.team(seat)
        team = replace(
            team,
            score=changes.get(f"score.{seat}", team.score),
            hand=changes.get(f"hands.{seat}", team.hand),
            pile=changes.get(f"piles.{seat}", team.pile),
            discards=tuple(changes.get(f"discards.{seat}", team.discards)),
        )
        state = with_team(state, seat, team)
    return replace(state, movement=changes.get("movement", state.movement))


def _figures(state: State, changes: Mapping[str, Any]) -> State:
    for ref, figure in state.figures.items():
        told = {
            name: changes[f"players.{ref}.{name}"]
            for name in _OF_FIGURE
            if f"players.{ref}.{name}" in changes
        }
        if told:
            state = with_figure(state, ref, _figure(figure, told))
    return state


def _figure(figure: Figure, told: Mapping[str, Any]) -> Figure:
    """Return a player with the values set: a marker puts him down, and a player who is set to stand has none."""
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
    """Return the ball with the values set; the rest follows: a carrier takes it along, and drops it when he is down."""
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
    if ball.state is BallState.AIR and said is None:
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
    """Return the stack up to the first frame that the new values contradict."""
    kept = takewhile(partial(_makes_sense, state), state.stack)
    return tuple(_asked_again(state, frame) for frame in kept)


def _makes_sense(state: State, frame: Frame) -> bool:
    figures, ball = state.figures, state.ball
    match frame:
        case PassUnderWay(player, to):
            return ball.carrier == player and figures[to].standing and figures[to].is_on
        case PickUpUnderWay(player):
            is_there = figures[player].standing and figures[player].zone == ball.zone
            return ball.state is BallState.GROUND and is_there and bool(pick_up_opponents(state, player))
        case TryUnderWay(player):
            return ball.carrier == player and state.try_is_due
        case Landing(receiver, is_unopposed):
            return ball.state is BallState.AIR and (is_unopposed or _may_receive(state, receiver))
        case Contest():
            is_launched = frame.launch is None or ball.state is BallState.AIR
            return is_launched and _may_oppose(state, frame)
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
    if contest.outcome is not None and not choosing(state, contest, contest.outcome):
        return False
    if contest.on is Moment.TACKLE:
        return attack.zone == defence.zone
    if contest.on is Moment.PICK_UP:
        return contest.defence.player in pick_up_opponents(state, contest.attack.player)
    return defence.standing and (attack.zone == defence.zone or contest.on in (Moment.PASS, Moment.CHANDELLE))


def _asked_again(state: State, frame: Frame) -> Frame:
    """Ask again where values changed: a coach who promised more cards than he now has, and a coach whose dice are
    others now, who rolls again.
    """
    if isinstance(frame, Intercepted) and frame.so_far is not None:
        return replace(frame, so_far=_promised_again(state, frame.so_far, moment_of(frame)))
    if not isinstance(frame, Contest) or frame.outcome is not None:
        return frame
    promised = _promised_again(state, frame, frame.on)
    balance = weigh(state, promised)
    return replace(
        promised,
        attack=_with_these_dice(promised.attack, balance.attack),
        defence=_with_these_dice(promised.defence, balance.defence),
    )


_Sides = TypeVar("_Sides", Contest, CardsSoFar)


def _promised_again(state: State, sides: _Sides, on: Moment) -> _Sides:
    return replace(
        sides,
        attack=_within_hand(state, sides.attack, on),
        defence=_within_hand(state, sides.defence, on),
    )


def _within_hand(state: State, side: Side, on: Moment) -> Side:
    most = most_to_commit(state, state.sheet.seat_of[side.player], on)
    if side.cards is None and side.committed is not None and side.committed > most:
        return replace(side, committed=None)
    return side


def _with_these_dice(side: Side, scale: Scale) -> Side:
    is_told = side.stars is not None and len(side.stars) == len(scale.dice)
    return side if is_told and len(side.damage) == scale.damage else replace(side, stars=None, damage=())
