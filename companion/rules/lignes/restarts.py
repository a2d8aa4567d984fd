"""How play goes on after it stopped: fouls, penalties, the keeper's clearance, a ball that went out (Pénalty, Sortie)."""

from companion.rules.engine import Refusal, Ruling, illegal
from companion.rules.lignes.board import KEEPERS, MARKS, called, numbered
from companion.rules.lignes.events import BallAt, Budget, Foul, Penalty
from companion.rules.lignes.evolve import Unfolding
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import (
    D6_FACES,
    D12_FACES,
    ClearFrom,
    ClearRoll,
    PenaltyCheck,
    PenaltyRoll,
    PenaltySave,
    RestartAt,
)
from companion.rules.lignes.state import UNDER_WAY, Phase, State, nearest, the_active_side
from companion.rules.play_rules import PlayRule, every
from companion.rules.readings import cited
from companion.words import Text, joined

PENALTY = "Lignes d'Attaque, Pénalty"
RESTARTING = "Lignes d'Attaque, Remise en jeu"
GOING_OUT = "Lignes d'Attaque, Sortie et corner"


def _judge_penalty_check(state: State, play: PenaltyCheck) -> Ruling | Refusal:
    """Judge the die for a foul: even, play goes on; odd, it is a penalty, and no other pair is checked."""
    pair = state.checks[0]
    unfolding = Unfolding(state).then(play)
    if play.d6 % 2:
        unfolding.then(Foul(pair.defender, pair.attacker))
        ball = unfolding.state.ball
        return unfolding.then(BallAt(ball.cell, ball.carrier, section=PENALTY)).ruling()
    if unfolding.state.time_is_up and unfolding.state.phase not in UNDER_WAY:
        return unfolding.half_ends().ruling()
    return unfolding.after_strategy().ruling()


def _judge_penalty_roll(state: State, play: PenaltyRoll) -> Ruling | Refusal:
    """Judge the attacker's die of a penalty: it decides which cell of the goal the ball goes to."""
    assert state.aim is not None
    if state.aim.cell is not None:
        return illegal(PENALTY, "the penalty has been taken: the keeper rolls his die now")
    return Unfolding(state).then(play).ruling()


def _judge_penalty_save(state: State, play: PenaltySave) -> Ruling | Refusal:
    """Judge the keeper's die: one of the two numbers of that cell saves the penalty."""
    aim = state.aim
    assert aim is not None
    if aim.cell is None:
        return illegal(PENALTY, "the penalty has not been taken yet: the attacker rolls his die first")
    defending = state.playing.other
    side = state.sheet.defence(defending).goal[aim.cell]
    scored = play.d6 not in MARKS[side]
    unfolding = Unfolding(state).then(play).then(Penalty(scored, aim.cell))
    if scored:
        return unfolding.goal(aim.piece).ruling()
    return unfolding.keeper_has_it(defending).ruling()


def _judge_clear_roll(state: State, play: ClearRoll) -> Ruling | Refusal:
    """Judge the two dice that the keeper rolls for the phase that begins with him."""
    if state.has_rolled:
        return illegal(
            RESTARTING, "the dice are rolled: the keeper says now from which cell he clears the ball"
        )
    return Unfolding(state).then(play).then(Budget(play.d6 + play.d12)).ruling()


def _judge_clear_from(state: State, play: ClearFrom) -> Ruling | Refusal:
    """Judge from which free cell of his area the keeper clears the ball."""
    if not state.has_rolled:
        return illegal(RESTARTING, "the keeper rolls both dice before he clears the ball")
    if play.cell not in state.sheet.defence(state.playing).area:
        return illegal(RESTARTING, "{cell} is outside the area of the keeper", cell=play.cell)
    if play.cell not in clearing_cells(state):
        other = state.held[play.cell]
        return illegal(RESTARTING, "{piece} stands on {cell}", piece=called(other), cell=play.cell)
    unfolding = Unfolding(state).then(play)
    return unfolding.then(BallAt(play.cell, KEEPERS[state.playing], section=RESTARTING)).ruling()


def clearing_cells(state: State) -> tuple[Cell, ...]:
    """Return where the keeper may clear from: free cells of his area, by row, then by column; his own is one."""
    seat = state.playing
    held, area = state.held, state.sheet.defence(seat).area
    keeper = KEEPERS[seat]
    return tuple(cell for cell in state.sheet.cells if cell in area and held.get(cell, keeper) is keeper)


def _judge_restart_at(state: State, play: RestartAt) -> Ruling | Refusal:
    """Judge a restart: the field player nearest to the spot takes the ball there; the side chooses if several are
    equally near.
    """
    able = nearest(state, state.playing)
    named = joined([called(piece) for piece in able])
    if play.piece is None and len(able) > 1:
        return illegal(
            cited(GOING_OUT, "nearest_at_exit"),
            "{pieces} stand equally near: say which of them takes the ball",
            pieces=named,
        )
    piece = play.piece or able[0]
    if piece not in able:
        return illegal(
            cited(GOING_OUT, "nearest_at_exit"),
            "{piece} cannot take the ball; nearest to the ball: {pieces}",
            piece=called(piece),
            pieces=named,
        )
    unfolding = Unfolding(state).then(RestartAt(piece))
    return unfolding.then(BallAt(state.ball.cell, piece, section=GOING_OUT)).ruling()


def _is_taken(state: State) -> bool:
    """Return whether the penalty was taken, so that the keeper rolls now."""
    assert state.aim is not None
    return state.aim.cell is not None


def _check_label(_state: State, play: PenaltyCheck) -> Text:
    if play.d6 % 2:
        return Text("opponents side by side in the area: the die shows {d6}, odd, a foul", d6=play.d6)
    return Text("opponents side by side in the area: the die shows {d6}, even, no foul", d6=play.d6)


ROWS = (
    PlayRule(
        PenaltyCheck,
        Text("Die for the foul"),
        Phase.PENALTY_CHECK,
        the_active_side,
        _judge_penalty_check,
        every(PenaltyCheck, D6_FACES),
        _check_label,
    ),
    PlayRule(
        PenaltyRoll,
        Text("Die of the penalty"),
        Phase.PENALTY,
        lambda state: () if _is_taken(state) else (state.playing,),
        _judge_penalty_roll,
        every(PenaltyRoll, D6_FACES),
        lambda _state, play: Text("the taker of the penalty rolls {d6}", d6=play.d6),
    ),
    PlayRule(
        PenaltySave,
        Text("Keeper's die"),
        Phase.PENALTY,
        lambda state: (state.playing.other,) if _is_taken(state) else (),
        _judge_penalty_save,
        every(PenaltySave, D6_FACES),
        lambda _state, play: Text("the keeper rolls {d6} against the penalty", d6=play.d6),
    ),
    PlayRule(
        ClearRoll,
        Text("Dice to clear"),
        Phase.CLEAR,
        lambda state: () if state.has_rolled else (state.playing,),
        _judge_clear_roll,
        every(ClearRoll, D6_FACES, D12_FACES),
        lambda _state, play: Text(
            "the keeper rolls {d6} + {d12} = {points} to clear the ball",
            d6=play.d6,
            d12=play.d12,
            points=play.d6 + play.d12,
        ),
    ),
    PlayRule(
        ClearFrom,
        Text("Clear from a cell"),
        Phase.CLEAR,
        lambda state: (state.playing,) if state.has_rolled else (),
        _judge_clear_from,
        lambda state, _seat: (ClearFrom(cell) for cell in clearing_cells(state)),
        lambda _state, play: Text("the keeper clears the ball from {cell}", cell=play.cell),
        lambda play: (play.cell,),
    ),
    PlayRule(
        RestartAt,
        Text("Bring the ball back"),
        Phase.OUT,
        the_active_side,
        _judge_restart_at,
        lambda state, _seat: (RestartAt(piece) for piece in nearest(state, state.playing)),
        lambda _state, play: Text(
            "{piece} brings the ball back into play", piece="" if play.piece is None else numbered(play.piece)
        ),
    ),
)
