"""Judges the kick-off, and how a strategy phase begins and ends (Coup d'envoi, Phase stratégique)."""

from companion.rules.accepted import accepted
from companion.rules.engine import Refusal, Ruling
from companion.rules.lignes.events import ACCEPTED, KICK_OFF_AFTER_GOAL, BallAt, Budget
from companion.rules.lignes.plays import EndStrategy, KickoffRoll, StrategyRoll
from companion.rules.lignes.state import State
from companion.rules.lignes.unfolding import Unfolding


def judge_kickoff_roll(state: State, play: KickoffRoll) -> Ruling | Refusal:
    """Judge the die of the kick-off, which says who kicks off: the match, or after a goal where the house leaves
    it to the die.
    """
    section = None if state.first is None else KICK_OFF_AFTER_GOAL
    unfolding = Unfolding(state).then(accepted(ACCEPTED, play, section))
    if state.first is not None:
        unfolding.kicks_off_after_goal(unfolding.state.playing)
    ball = unfolding.state.ball
    return unfolding.then(BallAt(ball.cell, ball.carrier, section="Lignes d'Attaque, Coup d'envoi")).ruling()


def judge_strategy_roll(state: State, play: StrategyRoll) -> Ruling | Refusal:
    """Judge the dice of the strategy phase, which say how many points it may spend."""
    return Unfolding(state).then(play).then(Budget(play.d6 + play.d12)).ruling()


def judge_end_strategy(state: State, play: EndStrategy) -> Ruling | Refusal:
    """Judge the end of the strategy phase: the side loses the points that are left."""
    return Unfolding(state).then(play).after_strategy().ruling()
