"""The strategy phase: its dice, passes and end (Coup d'envoi, Phase stratégique, Passer le ballon); walks: `moving`."""

from companion.rules.engine import Refusal, Ruling, illegal
from companion.rules.lignes.board import KEEPERS, called
from companion.rules.lignes.events import ACCEPTED, KICK_OFF_AFTER_GOAL, BallAt, Budget, Lob
from companion.rules.lignes.evolve import Unfolding
from companion.rules.lignes.grid import distance
from companion.rules.lignes.plays import D6_FACES, D12_FACES, EndStrategy, KickoffRoll, Pass, StrategyRoll
from companion.rules.lignes.sight import LOB, Sight, nobody_has_it, not_on_a_line, sight
from companion.rules.lignes.state import Phase, State, the_active_side, the_side_with_the_ball
from companion.rules.play_rules import PlayRule, accepted, every
from companion.rules.readings import cited
from companion.values import remembered
from companion.words import Text

PASSING = "Lignes d'Attaque, Passer le ballon"
FREE_CELL = cited(PASSING, "pass_to")


def _judge_kickoff_roll(state: State, play: KickoffRoll) -> Ruling | Refusal:
    """Judge the die of the kick-off, which says who kicks off: the match, or after a goal where the house leaves
    it to the die.
    """
    section = None if state.first is None else KICK_OFF_AFTER_GOAL
    unfolding = Unfolding(state).then(accepted(ACCEPTED, play, section))
    if state.first is not None:
        unfolding.kicks_off_after_goal(unfolding.state.playing)
    ball = unfolding.state.ball
    return unfolding.then(BallAt(ball.cell, ball.carrier, section="Lignes d'Attaque, Coup d'envoi")).ruling()


def _judge_strategy_roll(state: State, play: StrategyRoll) -> Ruling | Refusal:
    """Judge the dice of the strategy phase, which say how many points it may spend."""
    return Unfolding(state).then(play).then(Budget(play.d6 + play.d12)).ruling()


def _judge_end_strategy(state: State, play: EndStrategy) -> Ruling | Refusal:
    """Judge the end of the strategy phase: the side loses the points that are left."""
    return Unfolding(state).then(play).after_strategy().ruling()


def _judge_pass(state: State, play: Pass) -> Ruling | Refusal:
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


def _kickoff_label(_state: State, play: KickoffRoll) -> Text:
    if play.d6 % 2:
        return Text("the die shows {d6}, odd: Red kicks off", d6=play.d6)
    return Text("the die shows {d6}, even: Yellow kicks off", d6=play.d6)


@remembered
def _passes(state: State) -> tuple[Pass, ...]:
    return tuple(Pass(cell) for cell in sight(state).passes())


ROWS = (
    PlayRule(
        KickoffRoll,
        Text("Kick-off die"),
        Phase.KICKOFF,
        lambda _state: (None,),
        _judge_kickoff_roll,
        every(KickoffRoll, D6_FACES),
        _kickoff_label,
    ),
    PlayRule(
        StrategyRoll,
        Text("Dice of the strategy phase"),
        Phase.STRATEGY_ROLL,
        the_active_side,
        _judge_strategy_roll,
        every(StrategyRoll, D6_FACES, D12_FACES),
        lambda _state, play: Text(
            "the dice show {d6} + {d12} = {points}", d6=play.d6, d12=play.d12, points=play.d6 + play.d12
        ),
    ),
    PlayRule(
        Pass,
        Text("Pass the ball"),
        Phase.STRATEGY,
        the_side_with_the_ball,
        _judge_pass,
        lambda state, _seat: _passes(state),
        lambda _state, play: Text("pass to {cell}", cell=play.to),
        lambda play: (play.to,),
        is_certain=False,
    ),
    PlayRule(
        EndStrategy,
        Text("End the strategy phase"),
        Phase.STRATEGY,
        the_active_side,
        _judge_end_strategy,
        every(EndStrategy),
        lambda _state, _play: Text("the strategy phase ends, and the points left are lost"),
    ),
)
