"""Judges the dice for fouls of opponents side by side, and for penalties (Pénalty)."""

from companion.rules.engine import Refusal, Ruling, illegal
from companion.rules.lignes.board import MARKS
from companion.rules.lignes.events import BallAt, Foul, Penalty
from companion.rules.lignes.plays import PenaltyCheck, PenaltyRoll, PenaltySave
from companion.rules.lignes.state import UNDER_WAY, State
from companion.rules.lignes.unfolding import Unfolding

PENALTY = "Lignes d'Attaque, Pénalty"


def judge_penalty_check(state: State, play: PenaltyCheck) -> Ruling | Refusal:
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


def judge_penalty_roll(state: State, play: PenaltyRoll) -> Ruling | Refusal:
    """Judge the die that decides at which cell of the goal the penalty is taken."""
    assert state.aim is not None
    if state.aim.cell is not None:
        return illegal(PENALTY, "the penalty has been taken: the keeper rolls his die now")
    return Unfolding(state).then(play).ruling()


def judge_penalty_save(state: State, play: PenaltySave) -> Ruling | Refusal:
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
