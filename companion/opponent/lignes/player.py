"""The program as a player of Lignes d'Attaque: it plans the whole turn.

A beam of plans is made play by play: the carrier walks, the ball is passed, teammates run where they can receive it, and
with the points that are left others cover. A plan is worth the chance of a goal over the twelve faces, and what follows
without one: the other side's turn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from companion.opponent.choosing import Knowledge, Ranking, RatedPlay, Thinker
from companion.opponent.lignes.chances import Shooting, fetchers
from companion.opponent.lignes.evaluation import Evaluation, after
from companion.opponent.lignes.sense import LIGNES as SENSE
from companion.opponent.sense import sensible_play
from companion.opponent.value import TurnStage, WinningValue
from companion.play import Play
from companion.rules.lignes import plays
from companion.rules.lignes.board import KEEPERS, SEAT_OF, TEAMS, Seat
from companion.rules.lignes.grid import Cell, distance
from companion.rules.lignes.moving import reachable
from companion.rules.lignes.rules import LIGNES
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import Goals, Phase, State, winner

BEAM = 5
"""Plans that are gone on with after each play."""
DEPTH = 7
"""Plays of a plan."""
GIVES_AWAY = {1: 0.20, 2: 0.15, 3: 0.11, 4: 0.06, 5: 0.0}
"""Larger steps than elsewhere: most plays of a turn leave its plan as good as before, and few of them cost the match."""
CARRIER_CELLS = 6
RUNNERS = 4
COVERS = 6
LONGEST_TURN = 30
"""Plays of a turn that is played on."""
FEATURES = ("goals", "needs_one", "to_move", "attack_now", "attack_next", "fetches", "has_ball")
SIMPLE = {"goals": 0.9, "needs_one": 0.3, "attack_now": 1.0, "attack_next": 0.4, "to_move": 0.05}
CHOSEN = frozenset(
    kind.kind
    for kind in (
        plays.Move, plays.Pass, plays.EndStrategy, plays.Relay, plays.Shoot, plays.Send, plays.Hold,
        plays.ClearFrom, plays.RestartAt,
    )
)  # fmt: skip


def measure(state: State, seat: str) -> Sequence[float]:
    """Return the features of a side: goals, and how likely it scores in its next turn."""
    side, end = Seat(seat), state.sheet.end
    goals = state.score[side]
    is_to_move = state.active is side
    attack = Shooting(state, side).next_turn()
    own = min(distance(state.pieces[piece], state.ball.cell) for piece in TEAMS[side])
    has_ball = state.ball.carrier is not None and SEAT_OF[state.ball.carrier] is side
    return (
        float(goals),
        float(isinstance(end, Goals) and goals == end.goals - 1),
        float(is_to_move),
        attack if is_to_move else 0.0,
        0.0 if is_to_move else attack,
        min(own, 6) / 6,
        float(has_ball),
    )


def winners(state: State) -> tuple[str, ...] | None:
    """Return who has won; None while the match goes on."""
    won = winner(state)
    return (won,) if isinstance(won, str) else won


def worths(value: WinningValue, state: State) -> Mapping[str, float]:
    """Return each side's chance of winning, also in the middle of a turn."""
    if state.first is None or state.phase is Phase.OVER:
        return value.chances(state)
    chance = Evaluation(value, Seat.YELLOW, state).of(state)
    return {Seat.YELLOW.value: chance, Seat.RED.value: 1 - chance}


MOST_POINTS = 6


def stage(state: State) -> TurnStage | None:
    """Return what is going on in a turn; with a plan under way, the points that are left and whether the side has the ball."""
    if state.active is None or state.phase in (Phase.OVER, Phase.KICKOFF, Phase.STRATEGY_ROLL):
        return None
    name = state.phase.value
    if state.phase is Phase.STRATEGY:
        name += f" {min(state.points, MOST_POINTS)}{' ball' if state.own_carrier else ''}"
    return TurnStage(name, state.active.value)


ROLLS = frozenset(plays.PLAYS) - CHOSEN

# --- planning


@dataclass(frozen=True, slots=True)
class Plan:
    """A row of plays, by its first one, with the state after it."""

    first: Play
    state: State
    hope: float
    """The chance of a goal, by which plans are gone on with."""


def think(knowledge: Knowledge, value: WinningValue, _chance: Random) -> Iterator[Ranking]:
    """Yield rankings of the plays that a side may choose."""
    state, seat = knowledge.state, Seat(knowledge.seat)
    if state.active is not seat:
        return
    evaluation = Evaluation(value, seat, state)
    if state.phase is Phase.STRATEGY:
        yield from _planned(state, evaluation)
    else:
        yield from _compared(state, evaluation)


def play_on(knowledge: Knowledge, play: Play, turns: int, luck: Random) -> State:
    """Return the state at the end of the turn that a play is made in, or of a later one."""
    state: State = knowledge.state
    following: Play | None = play
    for _ in range(LONGEST_TURN * turns):
        then = None if following is None else after(state, following)
        if then is None:
            break
        state = then
        if state.phase is Phase.STRATEGY_ROLL:
            turns -= 1
            if not turns:
                break
        following = sensible_play(SENSE, LIGNES, state, list(LIGNES.expects(state)), luck)
    return state


def _compared(state: State, evaluation: Evaluation) -> Iterator[Ranking]:
    """Compare single plays: relays, shots, sent balls, where a keeper clears from, who brings the ball back."""
    offered: list[Play] = [
        play
        for waited in LIGNES.expects(state)
        if waited.seat == evaluation.seat
        for kind in waited.plays
        if kind in CHOSEN
        for play in LIGNES.options(state, waited.seat, kind)
    ]
    if state.phase is Phase.SHOT and Shooting(state, evaluation.seat).needs_no_relay(
        state.ball.cell, state.points
    ):
        # A relay that gains nothing could go to and fro without end.
        offered = [play for play in offered if not isinstance(play, plays.Relay)] or offered
    found: list[RatedPlay] = []
    # Shots and relays first: somebody who is asked too early has seen the best of them.
    for play in sorted(offered, key=lambda play: isinstance(play, plays.Send)):
        then = after(state, play)
        if then is not None:
            found.append(RatedPlay(play, evaluation.of(then)))
            yield tuple(sorted(found, key=lambda choice: -choice.chance))


def _planned(state: State, evaluation: Evaluation) -> Iterator[Ranking]:
    best: dict[Play, float] = {}

    def note(plan: Plan) -> None:
        worth = evaluation.of(plan.state)
        best[plan.first] = max(best.get(plan.first, 0.0), worth)

    end = after(state, plays.EndStrategy())
    assert end is not None
    note(Plan(plays.EndStrategy(), end, 0.0))
    yield _ranked(best)
    beam = [Plan(plays.EndStrategy(), state, 0.0)]
    for depth in range(DEPTH):
        found: dict[object, Plan] = {}
        for plan in beam:
            for play in _ideas(plan.state, evaluation.seat):
                then = after(plan.state, play)
                if then is None:
                    continue
                first = play if depth == 0 else plan.first
                key = _key(then)
                if key not in found:
                    found[key] = Plan(first, then, _hope(then, evaluation.seat))
        ranked = sorted(found.values(), key=lambda plan: -plan.hope)
        for plan in (*ranked[: 2 * BEAM], *_spread(ranked[2 * BEAM :])):
            note(plan)
            yield _ranked(best)
        beam = [
            plan
            for plan in ranked
            if plan.state.phase is Phase.STRATEGY and plan.state.active is evaluation.seat
        ][:BEAM]
        if not beam:
            return


def _spread(plans: Sequence[Plan]) -> Sequence[Plan]:
    """Return a few of the plans that promise less: they may cover better."""
    return plans[:: max(1, len(plans) // COVERS)]


def _ranked(best: dict[Play, float]) -> Ranking:
    return tuple(RatedPlay(play, worth) for play, worth in sorted(best.items(), key=lambda one: -one[1]))


def _key(state: State) -> object:
    return (tuple(state.pieces.values()), state.ball, state.points, state.phase)


def _hope(state: State, seat: Seat) -> float:
    """Return the chance of a goal of this turn, with a little for the points that are left to improve it."""
    if state.active is not seat:
        return -1.0
    if state.ball.carrier is None or SEAT_OF[state.ball.carrier] is not seat:
        away = min(distance(state.pieces[piece], state.ball.cell) for piece in TEAMS[seat])
        return -0.01 * away
    shooting = Shooting(state, seat)
    left = 0.0
    if state.phase is Phase.STRATEGY and state.points:
        left = 0.3 * shooting.next_turn()
    return shooting.from_cell(state.ball.cell) + left


# --- ideas


def _ideas(state: State, seat: Seat) -> Iterator[Play]:
    """Yield the plays that a plan may go on with."""
    if state.phase is not Phase.STRATEGY or state.active is not seat:
        return
    shooting = Shooting(state, seat)
    carrier = state.own_carrier
    if carrier is not None:
        # A keeper clears from where he likes, without points: he need not walk there afterwards.
        cells = () if carrier is KEEPERS[seat] else reachable(state, carrier)
        yield from (plays.Move(carrier, to=cell) for cell in _best(cells, shooting, state, seat))
        yield from (plays.Pass(cell) for cell in sight(state).passes())
    elif state.ball.carrier is None:
        for piece in fetchers(state, seat):
            if state.ball.cell in reachable(state, piece):
                yield plays.Move(piece, to=state.ball.cell)
    yield from _runs(state, seat, shooting)
    yield from _covers(state, seat)


def _best(cells: Iterable[Cell], shooting: Shooting, state: State, seat: Seat) -> list[Cell]:
    """Return the cells from which a shot is most likely in, then those nearest to the goal."""
    goal = state.sheet.defence(seat.other).middle
    return sorted(cells, key=lambda cell: (-shooting.direct(cell), distance(cell, goal), cell))[
        :CARRIER_CELLS
    ]


def _runs(state: State, seat: Seat, shooting: Shooting) -> Iterator[Play]:
    """Yield runs of the foremost teammates to where they could shoot from."""
    goal = state.sheet.defence(seat.other).middle
    mates = [piece for piece in TEAMS[seat][1:] if piece is not state.ball.carrier]
    for piece in sorted(mates, key=lambda piece: distance(state.pieces[piece], goal))[:RUNNERS]:
        cells = _best(reachable(state, piece), shooting, state, seat)
        if cells and shooting.direct(cells[0]) > shooting.direct(state.pieces[piece]):
            yield plays.Move(piece, to=cells[0])


def _covers(state: State, seat: Seat) -> Iterator[Play]:
    """Yield moves that may spoil the other side's next shot: the keeper to his line, others between ball and goal."""
    defence, keeper = state.sheet.defence(seat), KEEPERS[seat]
    is_off_his_line = keeper is not state.ball.carrier and state.pieces[keeper] != defence.middle
    if is_off_his_line and defence.middle in reachable(state, keeper):
        yield plays.Move(keeper, to=defence.middle)
    line = state.sheet.lines[state.ball.cell].get(defence.middle)
    between = line.between if line is not None else frozenset[Cell]()
    near = sorted(TEAMS[seat][1:], key=lambda piece: distance(state.pieces[piece], defence.middle))
    for piece in near[:3]:
        if piece is state.ball.carrier:
            continue
        cells = reachable(state, piece)
        blocking = sorted(cells & between, key=lambda cell: (distance(cell, state.pieces[piece]), cell))
        yield from (plays.Move(piece, to=cell) for cell in blocking[:1])


LIGNES_THINKER = Thinker(
    rules=LIGNES,
    features=FEATURES,
    simple=SIMPLE,
    measure=measure,
    winners=winners,
    chosen_kinds=CHOSEN,
    think=think,
    play_on=play_on,
    worths=worths,
    stage=stage,
    chance_kinds=ROLLS,
    even_kinds=ROLLS,
    looks=60,
    turns_replayed=6,
    gives_away=GIVES_AWAY,
)
