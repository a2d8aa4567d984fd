"""Finds the plays, one after the other, that explain everything seen on a board of Lignes d'Attaque.

The shortest rows of plays are searched; if several lead to different states, the table is asked. A walk that takes
the ball from a teammate on its way looks like a walk and a pass: such rows, one play longer, are offered beside it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.reading.lignes.seen_board import BALL, SeenBoard
from companion.rules.engine import Refusal, Rules
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.moving import other_paths
from companion.rules.lignes.pieces import KEEPERS, SEAT_OF, TEAMS, Piece
from companion.rules.lignes.plays import OUT, ClearFrom, Move, Pass, Play, Relay, RestartAt, Send, Shoot
from companion.rules.lignes.positions import nearest
from companion.rules.lignes.state import Ball, Phase, State
from companion.values import replace

LONGEST, MOST = 4, 3
"""The most plays in a row, and pieces moved, that are read at once: hands are slower than that."""
MOST_AWAY = 2
"""The most pieces out of sight: one is under the ball, another may be on its way to it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A row of plays, and the state that they lead to."""

    plays: tuple[Play, ...]
    after: State
    shown: State
    """The state as hands leave the board: a ball that was played lies where it was aimed at, whatever follows."""
    is_through_the_ball: bool = False
    """Whether a piece takes the ball on its way and goes on with it."""


def ways(rules: Rules, state: State, seen: SeenBoard) -> list[Way]:
    """Return the shortest rows of plays after which the board is as it is seen, one for each state that they lead to."""
    lengths = _lengths(state, seen)
    for length in lengths:
        found = list(_rows(rules, state, seen, length))
        if any(way.is_through_the_ball for way in found) and length + 1 in lengths:
            found += _rows(rules, state, seen, length + 1)
        if found:
            return _by_state(found)
    return []


def _lengths(state: State, seen: SeenBoard) -> range:
    """Return how many plays in a row may explain what is seen, from the fewest to one past the most; none while
    pieces are being put back.
    """
    moved = [Piece(str(lying.means)) for lying in seen.changed if lying.means != BALL]
    away = [piece for piece in TEAMS[state.playing] if seen.is_away(piece)]
    if len(moved) > MOST or len(away) > MOST_AWAY:
        return range(0)
    if state.phase is Phase.OUT:
        return range(1, 2)  # The piece that stood on the spot has changed places with the taker.
    if any(SEAT_OF[piece] is not state.active for piece in moved):
        return range(0)
    return range(max(1, len(moved)), min(LONGEST, len(seen.changed) + 2) + 1)


def broken_off(rules: Rules, state: State, seen: SeenBoard) -> list[Way]:
    """Return the walks after which a die must fall before the other moves that are seen can be judged."""
    first = (_after(rules, Way((), state, state), play) for play in _possible(state, seen))
    return _by_state([way for way in first if way is not None and way.after.phase is Phase.PENALTY_CHECK])


def _by_state(found: Sequence[Way]) -> list[Way]:
    distinct: list[Way] = []
    for way in found:
        if all(way.after != other.after for other in distinct):
            distinct.append(way)
    return distinct


def _rows(rules: Rules, state: State, seen: SeenBoard, length: int) -> Iterator[Way]:
    """Yield the rows of so many plays that explain what is seen."""
    rows = [Way((), state, state)]
    for _ in range(length):
        longer = (_after(rules, way, play) for way in rows for play in _possible(way.after, seen))
        rows = [way for way in longer if way is not None]
    yield from (way for way in rows if seen.agrees(state, way.shown))


def _after(rules: Rules, way: Way, play: Play) -> Way | None:
    ruling = rules.judge(way.after, play)
    if isinstance(ruling, Refusal):
        return None
    before = after = way.after
    for event in ruling.events:
        after = rules.evolve(after, event)
    is_through = isinstance(play, Move) and _is_through(play.piece, before, after)
    plays = (*way.plays, play)
    return Way(plays, after, _shown(play, before, after), way.is_through_the_ball or is_through)


def _is_through(piece: Piece, before: State, after: State) -> bool:
    got_it = before.ball.carrier is not piece and after.ball.carrier is piece
    return got_it and after.ball.cell != before.ball.cell


def _shown(play: Play, before: State, after: State) -> State:
    match play:
        case Pass(to=to) | Relay(to=to) | Shoot(goal_cell=to):
            return replace(before, ball=Ball(to))
        case Send(to=to) if to != OUT:
            return replace(before, ball=Ball(Cell(to)))
        case _:
            return after


def _possible(state: State, seen: SeenBoard) -> Iterator[Play]:
    """Return the plays that may explain a part of what is seen, if the rules accept them."""
    match state.phase:
        case Phase.STRATEGY:
            yield from _walks(state, seen)
            yield from _passes(state, seen)
        case Phase.SHOT if seen.spot is not None and seen.spot != state.ball.cell:
            yield from (Relay(seen.spot), Shoot(seen.spot), Send(seen.spot))
        case Phase.CLEAR if state.has_rolled:
            yield from (ClearFrom(cell) for cell in _clearing(state, seen))
        case Phase.OUT:
            yield from (RestartAt(piece) for piece in nearest(state, state.playing))
        case _:
            return


def _walks(state: State, seen: SeenBoard) -> Iterator[Play]:
    for piece in TEAMS[state.playing]:
        here, there = state.pieces[piece], seen.cell_of(piece)
        if there is not None and there != here:
            yield from _to(state, piece, there)
        elif (
            seen.spot is not None
            and seen.spot != here
            and (piece is state.own_carrier or seen.is_away(piece))
        ):
            yield from _to(state, piece, seen.spot)


def _to(state: State, piece: Piece, cell: Cell) -> Iterator[Play]:
    """Return the ways to a cell: the cheapest, and those on which the ball is taken, or left, instead."""
    yield Move(piece, to=cell)
    yield from (Move(piece, path=path) for path in other_paths(state, piece, cell))


def _passes(state: State, seen: SeenBoard) -> Iterator[Play]:
    if state.own_carrier is None or seen.is_ball_still:
        return
    here = state.pieces
    to: list[Cell] = [] if seen.spot is None or seen.spot == state.ball.cell else [seen.spot]
    if BALL not in seen.at or to:
        # A teammate who got the ball and went on with it, or who was put on it.
        to += [
            here[piece]
            for piece in TEAMS[state.playing]
            if piece is not state.own_carrier
            and (seen.is_away(piece) or (BALL not in seen.at and not seen.is_left_alone(piece, here[piece])))
        ]
    yield from (Pass(cell) for cell in dict.fromkeys(to))


def _clearing(state: State, seen: SeenBoard) -> Iterator[Cell]:
    """Return the cells from which the keeper may clear, by where the ball or the keeper is seen, or where he stood."""
    keeper = KEEPERS[state.playing]
    cells = (seen.spot, seen.cell_of(keeper), state.pieces[keeper])
    yield from dict.fromkeys(cell for cell in cells if cell is not None)
