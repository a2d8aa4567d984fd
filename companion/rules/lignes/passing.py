"""Passes of the strategy phase, over teammates, over opponents, and into the keeper's hands (Passer le ballon)."""

from companion.rules.accepted import accepted
from companion.rules.engine import Refusal, Ruling, illegal
from companion.rules.lignes.checks import nobody_has_it, not_on_a_line
from companion.rules.lignes.events import ACCEPTED, BallAt, Lob
from companion.rules.lignes.grid import distance
from companion.rules.lignes.pieces import KEEPERS, called
from companion.rules.lignes.plays import Pass
from companion.rules.lignes.sight import LOB, Sight, sight
from companion.rules.lignes.state import State
from companion.rules.lignes.unfolding import Unfolding
from companion.rules.readings import cited

PASSING = "Lignes d'Attaque, Passer le ballon"
FREE_CELL = cited(PASSING, "pass_to")


def judge_pass(state: State, play: Pass) -> Ruling | Refusal:
    """Say what follows from a pass: along a line, to a teammate, or to a free cell where the house allows it."""
    seen = sight(state)
    if not seen.may_pass(play.to):
        return _why_not(state, seen, play)
    line, held = seen.lines[play.to], state.held
    section = None if play.to in held else FREE_CELL
    unfolding = Unfolding(state).then(accepted(ACCEPTED, play, section))
    if seen.is_intercepted(line):
        keeper = KEEPERS[state.playing.other]
        cost = distance(state.ball.cell, seen.keeper)
        taken = BallAt(
            seen.keeper,
            keeper,
            cost,
            state.points - cost,
            section=cited("Lignes d'Attaque, Gardien de but", "keeper_in_the_way"),
        )
        return unfolding.then(taken).next_plays(state.playing.other).ruling()
    if seen.is_over_opponents(line):
        unfolding.then(Lob(LOB))
    left = state.points - seen.price(line)
    return unfolding.then(BallAt(play.to, held.get(play.to), line.distance, left)).after_strategy().ruling()


def _why_not(state: State, seen: Sight, play: Pass) -> Refusal:
    if refusal := nobody_has_it(state, PASSING) or not_on_a_line(state, play.to, PASSING):
        return refusal
    if play.to in seen.opponents:
        return illegal(
            PASSING, "{cell} is held by {other}, an opponent", cell=play.to, other=called(state.held[play.to])
        )
    if not seen.may_receive(play.to):
        return illegal(
            FREE_CELL,
            "nobody stands on {cell}: the ball is passed to a teammate",
            cell=play.to,
        )
    line = seen.lines[play.to]
    if seen.is_over_opponents(line):
        return illegal(
            PASSING,
            "the pass costs {cells} + {lob} for the lob = {cost}; points left: {points}",
            cells=line.distance,
            lob=LOB,
            cost=seen.price(line),
            points=state.points,
        )
    return illegal(
        PASSING,
        "the pass costs {cost}; points left: {points}",
        cost=line.distance,
        points=state.points,
    )
