"""Computes the state after an event, a referee's override included, and the rulings of which events are made."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Self

from companion.codec import Range
from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.rules import play_rules
from companion.rules.lignes import events, plays
from companion.rules.lignes.board import KEEPERS, MARKS, SEAT_OF, Piece, Seat, called
from companion.rules.lignes.events import END_OF_MATCH, KICK_OFF_AFTER_GOAL, BallAt, Goal, MatchEnd, TurnEnd
from companion.rules.lignes.grid import Cell, distance, read_cell
from companion.rules.lignes.state import (
    HALF,
    Aim,
    Ball,
    Goals,
    Halves,
    Phase,
    State,
    at_the_spot,
    awaiting_kickoff,
    ball_at,
    first_of_half,
    kicked_free,
    kicking_off,
    lined_up,
    nearest,
    pairs_to_check,
    result,
    resumed,
    walked,
    with_ball_at,
)
from companion.rules.override_paths import Choice, OverridePath, changes_of, read_changes
from companion.rules.play_rules import with_accepted_forms
from companion.values import replace
from companion.words import Text

# --- override
# Overrides by the referee: which values of the view may be set. An override changes only these values.

MOST_GOALS = 1_000_000
MOST_POINTS = 18
"""The most points: both dice at their highest."""


OVERRIDE_PATHS = (
    OverridePath("score.SEAT", Text("score"), Annotated[int, Range(0, MOST_GOALS)]),
    OverridePath("points", Text("points left"), Annotated[int, Range(0, MOST_POINTS)]),
    OverridePath("ball.cell", Text("cell of the ball"), Any, Choice.CELL),
    OverridePath("pieces.PIECE", Text("cell"), Any, Choice.CELL),
)


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Check the values that a referee sets. Raises `Malformed` for a path that cannot be set, or a value that does
    not fit it.
    """
    keys = {"SEAT": tuple(Seat), "PIECE": tuple(Piece)}
    for path, key, value in read_changes(OVERRIDE_PATHS, keys, changes):
        if path.choice is Choice.CELL:
            _on_board(state, value, path.of(key))
    _check_free(state, changes)


def _on_board(state: State, value: Any, where: str) -> None:
    cell = read_cell(value, where)
    if cell not in state.sheet.neighbours:
        last = state.sheet.cells[-1]
        raise Malformed(
            where, Text("{cell} is not on this board, which goes from a1 to {last}", cell=cell, last=last)
        )


def _check_free(state: State, changes: Mapping[str, Any]) -> None:
    """Check that each piece is set on a free cell, or on one whose piece the same override sets elsewhere."""
    after = {**state.pieces, **_pieces(changes)}
    for piece, cell in _pieces(changes).items():
        others = [other for other, there in after.items() if there == cell and other is not piece]
        if others:
            raise Malformed(
                f"pieces.{piece}",
                Text("the cell must be free: {other} stands on {cell}", other=called(others[0]), cell=cell),
            )


def _pieces(changes: Mapping[str, Any]) -> dict[Piece, Cell]:
    names = {path: path.removeprefix("pieces.") for path in changes if path.startswith("pieces.")}
    return {Piece(name): changes[path] for path, name in names.items()}


def apply_override(state: State, event: Overridden) -> State:
    """Return the state with the values set."""
    after = replace(state, pieces={**state.pieces, **_pieces(event.changes)})
    for path, key, value in changes_of(OVERRIDE_PATHS, event.changes):
        match path.pattern:
            case "score.SEAT":
                after = replace(after, score={**after.score, Seat(key): value})
            case "points":
                after = replace(after, points=value)
            case "pieces.PIECE":
                after = _with_the_ball(after, Piece(key))
            case _:
                # The ball is set last, when everybody stands where he is meant to.
                continue
    return _ball_set(after, event.changes["ball.cell"]) if "ball.cell" in event.changes else after


def _ball_set(state: State, cell: Cell) -> State:
    """Put the ball on a cell, with the piece that stands there. A ball that was kicked free stays so: its kicker's
    count goes on if he has it again.
    """
    carrier = state.held.get(cell)
    if state.ball.carrier is not None:
        return ball_at(state, cell, carrier)
    if carrier is None:
        return replace(state, ball=Ball(cell))
    return replace(state, ball=Ball(cell, carrier), carried=resumed(state, carrier), kicker=None)


def _with_the_ball(state: State, piece: Piece) -> State:
    """Let a piece that was set somewhere take its ball along, or take the ball that lies there."""
    cell, ball = state.pieces[piece], state.ball
    if ball.carrier is piece:
        return replace(state, ball=Ball(cell, piece))
    if ball.carrier is None and ball.cell == cell:
        return _ball_set(state, cell)
    return state


# --- evolve


def evolve(state: State, event: events.Event | Any) -> State:
    """Return the state after an event."""
    step = _STEPS.get(type(event))
    return state if step is None else step(state, event)


# --- plays


def _kickoff_roll(state: State, event: plays.KickoffRoll) -> State:
    seat = Seat.RED if event.d6 % 2 else Seat.YELLOW
    begun = replace(state, phase=Phase.STRATEGY_ROLL, active=seat)
    if state.first is None:
        begun = replace(begun, first=seat, turn=1)
    return kicking_off(begun, seat)


def _strategy_roll(state: State, _event: plays.StrategyRoll) -> State:
    return replace(state, phase=Phase.STRATEGY)


def _move(state: State, event: plays.Move) -> State:
    assert event.path is not None
    after = walked(state, event.piece, event.path)
    checks = pairs_to_check(state, after, event.piece)
    return replace(after, checks=checks, phase=Phase.PENALTY_CHECK) if checks else after


def _end_strategy(state: State, _event: plays.EndStrategy) -> State:
    return _spent(replace(state, points=0))


def _penalty_check(state: State, _event: plays.PenaltyCheck) -> State:
    pair, *rest = state.checks
    after = replace(state, checks=tuple(rest), checked=(*state.checked, pair))
    return after if rest else _spent(replace(after, phase=Phase.STRATEGY))


def _penalty_roll(state: State, event: plays.PenaltyRoll) -> State:
    assert state.aim is not None
    goal = state.sheet.defence(state.playing.other).goal
    (cell,) = (cell for cell, side in goal.items() if event.d6 in MARKS[side])
    return replace(state, aim=Aim(state.aim.piece, cell))


def _clear_roll(state: State, _event: plays.ClearRoll) -> State:
    return replace(state, has_rolled=True)


def _clear_from(state: State, event: plays.ClearFrom) -> State:
    cleared = replace(state, phase=Phase.STRATEGY, has_rolled=False)
    return with_ball_at(cleared, KEEPERS[state.playing], event.cell)


def _restart_at(state: State, event: plays.RestartAt) -> State:
    assert event.piece is not None
    return with_ball_at(replace(state, phase=Phase.STRATEGY_ROLL), event.piece, state.ball.cell)


# --- consequences


def _points(state: State, event: events.Budget) -> State:
    return replace(state, points=event.points)


def _credit(state: State, event: events.Credit) -> State:
    return replace(state, points=event.points, phase=Phase.SHOT)


def _moved(state: State, event: events.Moved) -> State:
    return _spent(replace(state, points=event.left))


def _lob(state: State, event: events.Lob) -> State:
    return replace(state, points=state.points - event.cost)


def _ball(state: State, event: events.BallAt) -> State:
    if state.phase is Phase.RESTART:
        # By house rule the die decides who kicks off.
        return awaiting_kickoff(replace(_nothing_under_way(state), phase=Phase.KICKOFF, active=None))
    if event.left is not None:
        state = replace(state, points=event.left)
    if state.phase is not Phase.STRATEGY:
        after = ball_at(state, event.at, event.carrier)
        is_spent = state.phase is Phase.SHOT and event.left == 0
        return replace(after, phase=Phase.SHOT_ROLL) if is_spent else after
    if event.carrier is None:
        return kicked_free(state, event.at)
    after = ball_at(state, event.at, event.carrier)
    if SEAT_OF[event.carrier] is not state.active:
        # Only the keeper takes a ball from a pass of the others.
        return replace(after, phase=Phase.CLEAR, points=0)
    return _spent(after)


def _shot(state: State, event: events.Shot) -> State:
    if not event.is_in:
        return replace(state, phase=Phase.CLEAR, points=0)
    shot = replace(state, phase=Phase.SAVE, points=0, aim=Aim(event.piece, event.goal_cell))
    return ball_at(shot, event.goal_cell, None)


def _save(state: State, event: events.Save) -> State:
    return replace(state, phase=Phase.CLEAR) if event.saved else state


def _foul(state: State, event: events.Foul) -> State:
    seat = SEAT_OF[event.against]
    taker = nearest(state, seat)[0]
    fouled = replace(
        state, phase=Phase.PENALTY, active=seat, points=0, checks=(), aim=Aim(taker), carried=0, kicker=None
    )
    return at_the_spot(fouled, taker, seat.other)


def _penalty(state: State, event: events.Penalty) -> State:
    return ball_at(state, event.cell, None) if event.scored else replace(state, phase=Phase.CLEAR)


def _goal(state: State, event: events.Goal) -> State:
    return replace(state, phase=Phase.RESTART, score={seat: event.score[seat] for seat in Seat})


def _out(state: State, event: events.Out) -> State:
    if event.restart is events.Restart.CLEAR:
        return replace(state, phase=Phase.CLEAR)
    spot = event.at
    if event.restart is events.Restart.CORNER:
        corners = state.sheet.defence(state.playing).corners
        spot = min(corners, key=lambda corner: distance(corner, event.at))
    return ball_at(replace(state, phase=Phase.OUT), spot, None)


def _turn_end(state: State, event: events.TurnEnd) -> State:
    begun = replace(_nothing_under_way(state), active=event.next, turn=state.turn + 1)
    if state.time_is_up:
        half = replace(begun, half=state.half + 1, phase=Phase.STRATEGY_ROLL)
        return lined_up(half, event.next)
    match state.phase:
        case Phase.RESTART:
            return lined_up(replace(begun, phase=Phase.STRATEGY_ROLL), event.next)
        case Phase.CLEAR | Phase.OUT:
            return begun
        case _:
            return replace(begun, phase=Phase.STRATEGY_ROLL)


def _match_end(state: State, _event: events.MatchEnd) -> State:
    return replace(_nothing_under_way(state), phase=Phase.OVER, active=None)


def _conceded(state: State, event: Conceded) -> State:
    return replace(state, conceded=Seat(event.seat))


def _clock_ran_out(state: State, event: ClockRanOut) -> State:
    ends_half = event.clock == HALF and isinstance(state.sheet.end, Halves)
    return replace(state, time_is_up=True) if ends_half else state


# --- shared steps


def _nothing_under_way(state: State) -> State:
    """Return the state without anything that belonged to a turn."""
    return replace(
        state,
        points=0,
        carried=0,
        kicker=None,
        checks=(),
        checked=(),
        aim=None,
        has_rolled=False,
        time_is_up=False,
    )


def _spent(state: State) -> State:
    """Return the state after a strategy phase whose points are spent: the shot phase follows if the side has the
    ball.
    """
    if state.phase is Phase.STRATEGY and state.points == 0 and state.own_carrier is not None:
        return replace(state, phase=Phase.SHOT_ROLL)
    return state


_STEPS: Mapping[type, Callable[[State, Any], State]] = with_accepted_forms(
    {
        plays.KickoffRoll: _kickoff_roll,
        plays.StrategyRoll: _strategy_roll,
        plays.Move: _move,
        plays.EndStrategy: _end_strategy,
        plays.PenaltyCheck: _penalty_check,
        plays.PenaltyRoll: _penalty_roll,
        plays.ClearRoll: _clear_roll,
        plays.ClearFrom: _clear_from,
        plays.RestartAt: _restart_at,
        events.Budget: _points,
        events.Credit: _credit,
        events.Moved: _moved,
        events.Lob: _lob,
        events.BallAt: _ball,
        events.Shot: _shot,
        events.Save: _save,
        events.Foul: _foul,
        events.Penalty: _penalty,
        events.Goal: _goal,
        events.Out: _out,
        events.TurnEnd: _turn_end,
        events.MatchEnd: _match_end,
        Overridden: apply_override,
        Conceded: _conceded,
        ClockRanOut: _clock_ran_out,
    },
    events.ACCEPTED,
)


# --- unfolding
# A ruling of Lignes d'Attaque in the making: what closes a strategy phase, a turn, a half and the match.

_KEEPER = "Lignes d'Attaque, Gardien de but"


class Unfolding(play_rules.Unfolding[State]):
    """What follows from one play, so far."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def after_strategy(self) -> Self:
        """End a strategy phase whose points are spent; without a carrier of its own side, the turn ends too."""
        if self.state.phase is Phase.STRATEGY and self.state.points == 0:
            return self.turn_ends()
        return self

    def turn_ends(self) -> Self:
        """End the turn: the other side plays next."""
        return self.next_plays(self.state.playing.other)

    def next_plays(self, seat: Seat) -> Self:
        """End the turn, and the half too if its time is up."""
        return self.half_ends() if self.state.time_is_up else self.then(TurnEnd(seat))

    def kicks_off_after_goal(self, seat: Seat) -> Self:
        """Let the side kick off that the house rule names after a goal; end the half if its time is up."""
        return self.half_ends() if self.state.time_is_up else self.then(TurnEnd(seat, KICK_OFF_AFTER_GOAL))

    def half_ends(self) -> Self:
        """End the half: the other side kicks off the next one; the last half ends the match."""
        end = self.state.sheet.end
        assert isinstance(end, Halves)
        if self.state.half == end.halves:
            return self.match_ends()
        return self.then(TurnEnd(first_of_half(self.state, self.state.half + 1)))

    def match_ends(self, section: str = END_OF_MATCH) -> Self:
        """End the match with the score as it is, as `section` says."""
        return self.then(MatchEnd(result(self.state), _by_name(self.state.score), section))

    def keeper_has_it(self, seat: Seat, section: str = _KEEPER) -> Self:
        """Give the ball to a keeper, as `section` says: his side plays next, and clears the ball."""
        keeper = KEEPERS[seat]
        return self.then(BallAt(self.state.pieces[keeper], keeper, section=section)).next_plays(seat)

    def goal(self, piece: Piece) -> Self:
        """Add a goal, and what follows: the match is won, the half ends, or somebody kicks off as the house says."""
        seat, end = SEAT_OF[piece], self.state.sheet.end
        score = {**self.state.score, seat: self.state.score[seat] + 1}
        self.then(Goal(seat, piece, _by_name(score)))
        if isinstance(end, Goals) and score[seat] >= end.goals:
            return self.match_ends()
        restart_by = self.state.sheet.house.restart_by
        if restart_by == "die" and not self.state.time_is_up:
            return self.then(BallAt(self.state.sheet.board.centre, None, section=KICK_OFF_AFTER_GOAL))
        return self.kicks_off_after_goal(seat if restart_by == "scored" else seat.other)


def _by_name(score: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: goals for seat, goals in score.items()}
