"""The shot phase: nobody moves, the ball goes from one teammate to the next, and at goal (Phase de tir, Gardien de but)."""

from collections.abc import Iterator

from companion.rules.engine import Refusal, Ruling, illegal
from companion.rules.lignes.board import SAVED_BY, SEAT_OF, called
from companion.rules.lignes.events import BallAt, Credit, Out, Restart, Save, Shot
from companion.rules.lignes.evolve import Unfolding
from companion.rules.lignes.grid import Cell, Edge, Line, place_of
from companion.rules.lignes.plays import (
    D6_FACES,
    D12_FACES,
    OUT,
    Hold,
    Relay,
    SaveRoll,
    Send,
    Shoot,
    ShotRoll,
)
from companion.rules.lignes.sight import Sight, nobody_has_it, not_on_a_line, sight
from companion.rules.lignes.state import Phase, State, the_active_side, the_other_side
from companion.rules.play_rules import PlayRule, every, made_once
from companion.rules.readings import cited
from companion.values import remembered
from companion.words import Text

SHOOTING = "Lignes d'Attaque, Phase de tir"
GOING_OUT = "Lignes d'Attaque, Sortie et corner"


def _judge_shot_roll(state: State, play: ShotRoll) -> Ruling | Refusal:
    """Judge the die of the shot phase, which says how far the ball may travel."""
    return Unfolding(state).then(play).then(Credit(play.d12)).ruling()


# --- relays


def _judge_relay(state: State, play: Relay) -> Ruling | Refusal:
    """Judge a relay: the ball goes on to a teammate; if the credit is then exactly 0, he rolls again."""
    seen = sight(state)
    if not seen.may_relay(play.to):
        return _why_no_relay(state, seen, play.to)
    cost = seen.lines[play.to].distance
    ball = BallAt(play.to, state.held[play.to], cost, state.points - cost, section=SHOOTING)
    return Unfolding(state).then(play).then(ball).ruling()


def _why_no_relay(state: State, seen: Sight, to: Cell) -> Refusal:
    if refusal := nobody_has_it(state, SHOOTING) or not_on_a_line(state, to, SHOOTING):
        return refusal
    if to not in seen.mates:
        return illegal(SHOOTING, "nobody of the same side stands on {cell}", cell=to)
    return _in_the_way(state, seen, to) or _too_far(state, seen, to)


def _in_the_way(state: State, seen: Sight, to: Cell) -> Refusal | None:
    for cell, piece in state.held.items():
        if cell in seen.lines[to].between:
            return illegal(SHOOTING, "{piece} stands in the way, on {cell}", piece=called(piece), cell=cell)
    return None


def _too_far(state: State, seen: Sight, to: Cell) -> Refusal:
    return illegal(
        SHOOTING,
        "{cell} is at a distance of {distance}, and the credit is {points}",
        cell=to,
        distance=seen.lines[to].distance,
        points=state.points,
    )


# --- at goal


def _judge_shoot(state: State, play: Shoot) -> Ruling | Refusal:
    """Judge a shot: a keeper who stands in the way stops the ball; a keeper on his line may save; otherwise it is
    a goal.
    """
    seen = sight(state)
    if not seen.may_shoot(play.goal_cell):
        return _why_no_shot(state, seen, play.goal_cell)
    shooter, line = state.own_carrier, seen.lines[play.goal_cell]
    assert shooter is not None
    is_in = seen.keeper not in line.between
    shot = Shot(shooter, play.goal_cell, line.distance, state.points, is_in)
    unfolding = Unfolding(state).then(play).then(shot)
    defending = state.playing.other
    if not is_in:
        return unfolding.keeper_has_it(defending).ruling()
    if place_of(seen.keeper).row == state.sheet.defence(defending).goal_line:
        return unfolding.ruling()
    return unfolding.goal(shooter).ruling()


def _why_no_shot(state: State, seen: Sight, to: Cell) -> Refusal:
    if to not in seen.goal:
        return illegal(
            SHOOTING, "{cell} is not a cell of the goal attacked: {goal}", cell=to, goal=", ".join(seen.goal)
        )
    if refusal := nobody_has_it(state, SHOOTING) or not_on_a_line(state, to, SHOOTING):
        return refusal
    barred = seen.bars_shot(to, seen.lines[to])
    for cell, piece in state.held.items():
        if cell in barred:
            return illegal(
                cited(SHOOTING, "shot_blocked"),
                "{piece} stands in the way, on {cell}",
                piece=called(piece),
                cell=cell,
            )
    return _too_far(state, seen, to)


def _judge_save_roll(state: State, play: SaveRoll) -> Ruling | Refusal:
    """Judge the keeper's die against a shot; the part of the goal decides which numbers save."""
    assert state.aim is not None and state.aim.cell is not None
    defending = SEAT_OF[state.aim.piece].other
    side = state.sheet.defence(defending).goal[state.aim.cell]
    saved = play.d6 in SAVED_BY[side]
    unfolding = Unfolding(state).then(play).then(Save(play.d6, side, saved))
    if saved:
        return unfolding.keeper_has_it(defending).ruling()
    return unfolding.goal(state.aim.piece).ruling()


# --- anywhere else


def _judge_send(state: State, play: Send) -> Ruling | Refusal:
    """Judge a sent ball: it goes exactly as far as the credit says, or out over the edge."""
    seen = sight(state)
    if play.through is None:
        return _send_to(state, seen, play, Cell(play.to))
    return _send_out(state, seen, play, play.through)


def _send_to(state: State, seen: Sight, play: Send, to: Cell) -> Ruling | Refusal:
    if seen.may_send(to):
        return Unfolding(state).then(play).then(BallAt(to, None, section=SHOOTING)).turn_ends().ruling()
    if refusal := nobody_has_it(state, SHOOTING) or not_on_a_line(state, to, SHOOTING) or _held(state, to):
        return refusal
    if to in seen.goal:
        return illegal(
            cited(SHOOTING, "send_exactly"),
            "{cell} is a cell of the goal attacked: shoot at it instead of sending the ball there",
            cell=to,
        )
    if refusal := _in_the_way(state, seen, to):
        return refusal
    return illegal(
        cited(SHOOTING, "send_exactly"),
        "the ball must go exactly as far as the credit, {points}, and {cell} is at a distance of {distance}",
        points=state.points,
        cell=to,
        distance=seen.lines[to].distance,
    )


def _held(state: State, cell: Cell) -> Refusal | None:
    piece = state.held.get(cell)
    return (
        None
        if piece is None
        else illegal(SHOOTING, "{piece} stands on {cell}", piece=called(piece), cell=cell)
    )


def _send_out(state: State, seen: Sight, play: Send, through: Cell) -> Ruling | Refusal:
    if not seen.may_send_out(through):
        return _why_not_out(state, seen, through)
    restart = _restart(state, through, seen.lines[through])
    unfolding = Unfolding(state).then(play).then(Out(through, restart))
    other = state.playing.other
    if restart is Restart.CLEAR:
        return unfolding.keeper_has_it(other, GOING_OUT).ruling()
    return unfolding.turn_ends().ruling()


def _restart(state: State, through: Cell, line: Line) -> Restart:
    """Return what follows from a ball that goes out: the side that plays touched it last."""
    if line.leaves is Edge.SIDE:
        return Restart.TOUCH
    is_own_line = place_of(through).row == state.sheet.defence(state.playing).goal_line
    return Restart.CORNER if is_own_line else Restart.CLEAR


def _why_not_out(state: State, seen: Sight, through: Cell) -> Refusal:
    if refusal := (
        nobody_has_it(state, GOING_OUT)
        or not_on_a_line(state, through, GOING_OUT)
        or _held(state, through)
        or _in_the_way(state, seen, through)
    ):
        return refusal
    line = seen.lines[through]
    if line.leaves is None:
        return illegal(
            GOING_OUT,
            "the ball cannot go out behind {cell}, which is not the last cell of its line",
            cell=through,
        )
    if seen.is_over_goal(through, line):
        return illegal(
            cited(GOING_OUT, "send_exactly"),
            "the ball cannot go out through a goal, and {cell} is a goal cell",
            cell=through,
        )
    return illegal(
        GOING_OUT,
        "the ball cannot go out behind {cell}: the distance is {distance}, and the credit only {points}",
        cell=through,
        distance=line.distance,
        points=state.points,
    )


def _judge_hold(state: State, play: Hold) -> Ruling | Refusal:
    """Judge that the carrier keeps the ball: this is allowed only if nothing else is possible."""
    if _can_go_on(state):
        return illegal(
            cited(SHOOTING, "hold_the_ball"),
            "the ball can still be played: it is held only when nothing else is possible",
        )
    return Unfolding(state).then(play).turn_ends().ruling()


@remembered
def _relays(state: State) -> tuple[Relay, ...]:
    return tuple(Relay(cell) for cell in sight(state).relays())


@remembered
def _shots(state: State) -> tuple[Shoot, ...]:
    return tuple(Shoot(cell) for cell in sight(state).shots())


def _can_go_on(state: State) -> bool:
    """Return whether the carrier can do anything besides holding the ball."""
    return bool(_relays(state) or _shots(state)) or next(_sends(state, None), None) is not None


_send = made_once(Send)


def _sends(state: State, _seat: object) -> Iterator[Send]:
    seen = sight(state)
    yield from (_send(cell) for cell in seen.sends())
    yield from (_send(OUT, cell) for cell in seen.sends_out())


def _send_label(_state: State, play: Send) -> Text:
    if play.through is not None:
        return Text("the ball is sent out behind {cell}", cell=play.through)
    return Text("the ball is sent to {cell}", cell=play.to)


def _send_cells(play: Send) -> tuple[Cell, ...]:
    return (*(() if play.to == OUT else (Cell(play.to),)), *(() if play.through is None else (play.through,)))


ROWS = (
    PlayRule(
        ShotRoll,
        Text("Die of the shot phase"),
        Phase.SHOT_ROLL,
        the_active_side,
        _judge_shot_roll,
        every(ShotRoll, D12_FACES),
        lambda _state, play: Text("the die of the shot phase shows {d12}", d12=play.d12),
    ),
    PlayRule(
        Relay,
        Text("Relay"),
        Phase.SHOT,
        the_active_side,
        _judge_relay,
        lambda state, _seat: _relays(state),
        lambda _state, play: Text("the ball is relayed to {cell}", cell=play.to),
        lambda play: (play.to,),
        is_certain=False,
    ),
    PlayRule(
        Shoot,
        Text("Shoot"),
        Phase.SHOT,
        the_active_side,
        _judge_shoot,
        lambda state, _seat: _shots(state),
        lambda _state, play: Text("shot at {cell}", cell=play.goal_cell),
        lambda play: (play.goal_cell,),
        is_certain=False,
    ),
    PlayRule(
        Send,
        Text("Send the ball on"),
        Phase.SHOT,
        the_active_side,
        _judge_send,
        _sends,
        _send_label,
        _send_cells,
        is_certain=False,
    ),
    PlayRule(
        Hold,
        Text("Keep the ball"),
        Phase.SHOT,
        lambda state: () if _can_go_on(state) else (state.playing,),
        _judge_hold,
        every(Hold),
        lambda _state, _play: Text("the ball cannot be played on: its carrier keeps it"),
    ),
    PlayRule(
        SaveRoll,
        Text("Keeper's die"),
        Phase.SAVE,
        the_other_side,
        _judge_save_roll,
        every(SaveRoll, D6_FACES),
        lambda _state, play: Text("the keeper rolls {d6} against the shot", d6=play.d6),
    ),
)
