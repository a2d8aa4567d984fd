"""Judges a play: first whether its fields fit together and such a play is possible now, then by the rules for its kind."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import SeatName
from companion.rules.engine import ErrorCode, Refusal, Ruling, illegal
from companion.rules.lignes import plays
from companion.rules.lignes.expects import expects
from companion.rules.lignes.fouls import judge_penalty_check, judge_penalty_roll, judge_penalty_save
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.moving import judge_move
from companion.rules.lignes.opening import judge_end_strategy, judge_kickoff_roll, judge_strategy_roll
from companion.rules.lignes.override import check_override
from companion.rules.lignes.passing import judge_pass
from companion.rules.lignes.pieces import SIDE_NAMES, Seat
from companion.rules.lignes.play_names import PLAY_NAMES
from companion.rules.lignes.restarts import judge_clear_from, judge_clear_roll, judge_restart_at
from companion.rules.lignes.sheet import HALF, Halves
from companion.rules.lignes.shooting import (
    judge_hold,
    judge_relay,
    judge_save_roll,
    judge_send,
    judge_shoot,
    judge_shot_roll,
)
from companion.rules.lignes.state import UNDER_WAY, Phase, State, winner
from companion.rules.lignes.unfolding import Unfolding
from companion.rules.out_of_turn import not_possible_now, play_named, waited_plays
from companion.rules.readings import CONCEDED_CITE, cited, split_citation
from companion.words import Text

_PLACES: Mapping[type, tuple[Callable[[State, Any], Ruling | Refusal], Phase]] = {
    plays.KickoffRoll: (judge_kickoff_roll, Phase.KICKOFF),
    plays.StrategyRoll: (judge_strategy_roll, Phase.STRATEGY_ROLL),
    plays.Move: (judge_move, Phase.STRATEGY),
    plays.Pass: (judge_pass, Phase.STRATEGY),
    plays.EndStrategy: (judge_end_strategy, Phase.STRATEGY),
    plays.ShotRoll: (judge_shot_roll, Phase.SHOT_ROLL),
    plays.Relay: (judge_relay, Phase.SHOT),
    plays.Shoot: (judge_shoot, Phase.SHOT),
    plays.Send: (judge_send, Phase.SHOT),
    plays.Hold: (judge_hold, Phase.SHOT),
    plays.SaveRoll: (judge_save_roll, Phase.SAVE),
    plays.PenaltyCheck: (judge_penalty_check, Phase.PENALTY_CHECK),
    plays.PenaltyRoll: (judge_penalty_roll, Phase.PENALTY),
    plays.PenaltySave: (judge_penalty_save, Phase.PENALTY),
    plays.ClearRoll: (judge_clear_roll, Phase.CLEAR),
    plays.ClearFrom: (judge_clear_from, Phase.CLEAR),
    plays.RestartAt: (judge_restart_at, Phase.OUT),
}


def judge(state: State, play: plays.Play) -> Ruling | Refusal:
    """Say what follows from a play."""
    own_judge, phase = _PLACES[type(play)]
    if refusal := _ill_formed(play):
        return refusal
    if state.phase is not phase:
        return _out_of_place(state, play)
    return _off_the_board(state, play) or own_judge(state, play)


def _ill_formed(play: plays.Play) -> Refusal | None:
    """Return why the fields of a play do not fit together, whatever the table waits for."""
    match play:
        case plays.Move(path=path, to=to) if (path is None) == (to is None):
            problem = Text("a move says either its path or the cell where it ends: to")
        case plays.Move(path=()):
            problem = Text("path: name at least one cell")
        case plays.Send(to=to, through=through) if (to == plays.OUT) != (through is not None):
            problem = Text("through: only a ball that is sent out says its last cell")
        case _:
            return None
    return Refusal(ErrorCode.BAD_PLAY, problem)


def _off_the_board(state: State, play: plays.Play) -> Refusal | None:
    for cell in _cells(play):
        if cell not in state.sheet.neighbours:
            last = state.sheet.cells[-1]
            return illegal(
                cited(_section(play), "off_the_board"),
                "{cell} is not on this board, which goes from a1 to {last}",
                cell=cell,
                last=last,
            )
    return None


def _cells(play: plays.Play) -> Iterator[Cell]:
    """The cells that a play names."""
    match play:
        case plays.Move(path=path, to=to):
            yield from path or ()
            yield from () if to is None else (to,)
        case plays.Send(to=to, through=through):
            yield from () if to == plays.OUT else (Cell(to),)
            yield from () if through is None else (through,)
        case plays.Pass(to=to) | plays.Relay(to=to):
            yield to
        case plays.Shoot(goal_cell=cell) | plays.ClearFrom(cell=cell):
            yield cell
        case _:
            return


def _out_of_place(state: State, play: plays.Play) -> Refusal:
    waited = waited_plays(expects(state), lambda seat: SIDE_NAMES[Seat(seat)], PLAY_NAMES)
    return not_possible_now(_section(play), play_named(PLAY_NAMES, play.kind), waited)


def _section(play: plays.Play) -> str:
    """Return the section of a kind of play, without the reading that an accepted one rests on."""
    return split_citation(play.cite)[0]


def judge_override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    """Say what follows from a referee's override: only a result that stands may change by it."""
    try:
        check_override(state, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    unfolding = Unfolding(state).then(Overridden(dict(changes), reason))
    if winner(state) != winner(unfolding.state):
        unfolding.match_ends()
    return unfolding.ruling()


def judge_time_up(state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: the clock of a half ends the half after the action under way; any other clock
    is only noted.
    """
    if clock != HALF or not isinstance(state.sheet.end, Halves):
        return Ruling((ClockRanOut(clock),))
    if state.first is None:
        return illegal("Lignes d'Attaque, Coup d'envoi", "no half has begun: the kick-off comes first")
    if state.time_is_up:
        return illegal(
            cited("Lignes d'Attaque, Préparation", "half_waits"),
            "time is already up: the action under way must be finished first",
        )
    unfolding = Unfolding(state).then(ClockRanOut(clock))
    return (unfolding if state.phase in UNDER_WAY else unfolding.half_ends()).ruling()


def judge_concede(state: State, seat: Seat) -> Ruling | Refusal:
    """Judge a concession: the other side wins."""
    return Unfolding(state).then(Conceded(SeatName(seat.value))).match_ends(CONCEDED_CITE).ruling()
