"""Judges how pieces walk, cell by cell, and take the ball on their way (Déplacement des joueurs, Attraper le ballon).

`move {piece, to}` takes the cheapest legal way. Of several it takes one on which the piece does not get the ball, if
there is one; and of these the straightest: each cell is the one nearest to the goal of the walk as the crow flies, the
first by row and column among equals.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain

from companion.rules.engine import Refusal, Ruling, illegal
from companion.rules.lignes.board import KEEPERS, SEAT_OF, TEAMS, Board, Piece, called, numbered
from companion.rules.lignes.events import BallAt, Moved
from companion.rules.lignes.evolve import Unfolding
from companion.rules.lignes.grid import Cell, Grid, in_order, place_of
from companion.rules.lignes.plays import Move
from companion.rules.lignes.state import (
    FARTHEST_WITH_BALL,
    Path,
    Phase,
    State,
    gone_with_ball,
    resumed,
    the_active_side,
)
from companion.rules.play_rules import PlayRule
from companion.rules.readings import cited
from companion.values import remembered
from companion.words import Text

WALKING = "Lignes d'Attaque, Déplacement des joueurs"
TAKING = "Lignes d'Attaque, Attraper le ballon"
KEEPING = "Lignes d'Attaque, Gardien de but"


def _judge_move(state: State, play: Move) -> Ruling | Refusal:
    """Judge a move of the active side: points, the ball and other pieces limit it."""
    if SEAT_OF[play.piece] is not state.active:
        return illegal(WALKING, "{piece} does not belong to the side that plays", piece=called(play.piece))
    path = play.path
    if play.to is not None:
        if state.pieces[play.piece] == play.to:
            return illegal(
                cited(WALKING, "own_cell"),
                "{piece} stands on {cell} already",
                piece=called(play.piece),
                cell=play.to,
            )
        path = cheapest_path(state, play.piece, play.to)
        if path is None:
            return _no_way(state, play.piece, play.to)
    assert path is not None
    return fault(state, play.piece, path) or _walk(state, Move(play.piece, path))


def _no_way(state: State, piece: Piece, to: Cell) -> Refusal:
    """Refuse a cell to which no way leads: it is closed itself, or what lies before it is, or it is too far."""
    if (other := state.held.get(to)) is not None:
        return _stops_on(piece, other, to) if other is state.own_carrier else _taken(other, to)
    if not _may_stand(state, piece, to):
        return _outside(to)
    return illegal(
        WALKING,
        "{piece} cannot reach {cell}, points left: {points}; a piece does not pass over another one, and goes at most {most} cells with the ball",
        piece=called(piece),
        cell=to,
        points=state.points,
        most=FARTHEST_WITH_BALL,
    )


def _walk(state: State, move: Move) -> Ruling:
    assert move.path is not None
    unfolding = Unfolding(state).then(move)
    unfolding.then(Moved(move.piece, len(move.path), state.points - len(move.path)))
    if unfolding.state.ball.carrier is move.piece:
        section = WALKING if state.ball.carrier is move.piece else TAKING
        unfolding.then(BallAt(move.path[-1], move.piece, section=section))
    return unfolding.after_strategy().ruling()


def fault(state: State, piece: Piece, path: Path) -> Refusal | None:
    """Return why a piece cannot walk this path, if it cannot."""
    if len(path) > state.points:
        return illegal(
            WALKING,
            "the path costs {cost}; points left: {points}",
            cost=len(path),
            points=state.points,
        )
    held = state.held
    here = state.pieces[piece]
    for n, cell in enumerate(path):
        if cell not in state.sheet.neighbours[here]:
            return illegal(WALKING, "{cell} is not next to {here}", cell=cell, here=here)
        other = held.get(cell, piece)
        if other is not piece and (other is not state.own_carrier or cell in path[:n]):
            return _taken(other, cell)
        if not _may_stand(state, piece, cell):
            return _outside(cell)
        here = cell
    if held.get(here, piece) is not piece:
        return _stops_on(piece, held[here], here)
    return _too_far(state, piece, path)


def _taken(other: Piece, cell: Cell) -> Refusal:
    return illegal(WALKING, "{piece} stands on {cell}", piece=called(other), cell=cell)


def _outside(cell: Cell) -> Refusal:
    return illegal(KEEPING, "{cell} is outside the area, which the keeper may not leave", cell=cell)


def _stops_on(piece: Piece, other: Piece, cell: Cell) -> Refusal:
    return illegal(
        cited(TAKING, "take_from_teammate"),
        "{piece} takes the ball from {other} and goes on: he may not stop on {cell}",
        piece=called(piece),
        other=called(other),
        cell=cell,
    )


def _too_far(state: State, piece: Piece, path: Path) -> Refusal | None:
    gone = gone_with_ball(state, piece, path)
    if gone is None or gone <= FARTHEST_WITH_BALL:
        return None
    return illegal(
        cited(WALKING, "carrier_six"),
        "{piece} would go {gone} cells with the ball in this phase: {most} at most",
        piece=called(piece),
        gone=gone,
        most=FARTHEST_WITH_BALL,
    )


def _may_stand(state: State, piece: Piece, cell: Cell) -> bool:
    """Return whether a cell is open to a piece, if nobody stood there: a keeper keeps to his area."""
    seat = SEAT_OF[piece]
    return piece is not KEEPERS[seat] or cell in state.sheet.defence(seat).area


# --- the cheapest way


def cheapest_path(state: State, piece: Piece, to: Cell) -> Path | None:
    """Return the cheapest legal way to a cell, as the head of this module defines it."""
    open_cells = _open_to(state, piece)
    start, ball = state.pieces[piece], state.ball
    if ball.carrier is piece:
        most = min(state.points, FARTHEST_WITH_BALL - state.carried)
        return _shortest(state, open_cells, (start, to), most)
    direct = _shortest(state, open_cells - {ball.cell}, (start, to), state.points)
    over = _over_the_ball(state, piece, to, open_cells)
    if direct is None or (over is not None and len(over) < len(direct)):
        return over
    return direct


def other_paths(state: State, piece: Piece, to: Cell) -> list[Path]:
    """Return the ways to a cell that are not the cheapest, for a piece that does not have the ball: past the ball, or over
    it.
    """
    if state.ball.carrier is piece:
        return []
    cheapest, open_cells = cheapest_path(state, piece, to), _open_to(state, piece)
    past = _shortest(state, open_cells - {state.ball.cell}, (state.pieces[piece], to), state.points)
    over = _over_the_ball(state, piece, to, open_cells)
    return [path for path in (past, over) if path is not None and path != cheapest]


def reachable(state: State, piece: Piece) -> frozenset[Cell]:
    """Return the cells to which there is a `cheapest_path`, worked out together."""
    start, ball = state.pieces[piece], state.ball
    open_cells = _open_to(state, piece)
    if ball.carrier is piece:
        most = min(state.points, FARTHEST_WITH_BALL - state.carried)
        return _within(state, open_cells, start, most) - {start}
    found = _within(state, open_cells - {ball.cell}, start, state.points)
    if ball.carrier is not state.own_carrier or not _may_stand(state, piece, ball.cell):
        return found - {start}
    there = _shortest(state, open_cells | {ball.cell}, (start, ball.cell), state.points)
    if there is not None:
        most = min(state.points - len(there), FARTHEST_WITH_BALL - resumed(state, piece))
        found |= _within(state, open_cells - {ball.cell}, ball.cell, most)
        found |= {ball.cell} if ball.carrier is None else frozenset()
    return found - {start}


def _within(state: State, open_cells: frozenset[Cell], start: Cell, most: int) -> frozenset[Cell]:
    """Return the cells that so many steps lead to."""
    around = state.sheet.neighbours
    edge, found = frozenset((start,)), frozenset[Cell]()
    for _ in range(most):
        edge = open_cells.intersection(chain.from_iterable(around[cell] for cell in edge)) - found
        if not edge:
            break
        found |= edge
    return found


def _open_to(state: State, piece: Piece) -> frozenset[Cell]:
    """Return the cells that a piece may enter and stop on."""
    seat = SEAT_OF[piece]
    cells = state.sheet.defence(seat).area if piece is KEEPERS[seat] else frozenset(state.sheet.neighbours)
    return cells.difference([cell for other, cell in state.pieces.items() if other is not piece])


def _over_the_ball(state: State, piece: Piece, to: Cell, open_cells: frozenset[Cell]) -> Path | None:
    """Return the cheapest path on which a piece without the ball picks it up."""
    ball, start = state.ball, state.pieces[piece]
    if ball.carrier is not state.own_carrier or not _may_stand(state, piece, ball.cell):
        return None
    if ball.carrier is None and to == ball.cell:
        return _shortest(state, open_cells, (start, to), state.points)
    there = _shortest(state, open_cells | {ball.cell}, (start, ball.cell), state.points)
    if there is None:
        return None
    most = min(state.points - len(there), FARTHEST_WITH_BALL - resumed(state, piece))
    onwards = _shortest(state, open_cells - {ball.cell}, (ball.cell, to), most)
    return None if onwards is None else there + onwards


def _shortest(state: State, open_cells: frozenset[Cell], ends: tuple[Cell, Cell], most: int) -> Path | None:
    """Return the straightest of the shortest ways from one cell to another, of `most` cells at most: the other cell is
    surrounded, ring by ring, until a ring reaches the first; then one cell of each ring.
    """
    start, end = ends
    if end not in open_cells or start == end:
        return None
    rings = list(_rings(state, open_cells, start, end, most))
    if not rings or not rings[-1] & state.sheet.neighbours[start]:
        return None
    path: list[Cell] = []
    for ring in reversed(rings):
        near = ring & state.sheet.neighbours[path[-1] if path else start]
        path.append(min(near, key=lambda cell: _as_the_crow_flies(cell, end)))
    return tuple(path)


def _rings(
    state: State, open_cells: frozenset[Cell], start: Cell, end: Cell, most: int
) -> Iterator[frozenset[Cell]]:
    around = state.sheet.neighbours
    ring, left = frozenset((end,)), open_cells - {end}
    for _ in range(most):
        if not ring:
            return
        yield ring
        if ring & around[start]:
            return
        ring = left.intersection(chain.from_iterable(around[cell] for cell in ring))
        left -= ring


def _as_the_crow_flies(cell: Cell, end: Cell) -> tuple[int, int, int]:
    here, there = place_of(cell), place_of(end)
    square = (here.column - there.column) ** 2 + (here.row - there.row) ** 2
    return square, here.row, here.column


# --- single steps


def steps(state: State, piece: Piece) -> Iterator[Path]:
    """Yield the shortest paths of a piece: one cell, or over the teammate who has the ball and one cell on."""
    for move in chain.from_iterable(_short_moves(state, (piece,))):
        assert move.path is not None
        yield move.path


class _MovesOfOneCell(dict[tuple[Piece, Cell], Mapping[Cell, Move]]):
    """The moves of each piece from each cell, made when they are first asked for. A keeper keeps to his area."""

    def __init__(
        self, around: Mapping[Cell, tuple[Cell, ...]], areas: Mapping[Piece, frozenset[Cell]]
    ) -> None:
        super().__init__()
        self._around = around
        self._areas = areas

    def __missing__(self, start: tuple[Piece, Cell]) -> Mapping[Cell, Move]:
        piece, here = start
        area = self._areas.get(piece)
        near = [cell for cell in self._around[here] if area is None or cell in area]
        self[start] = moves = {cell: Move(piece, (cell,)) for cell in near}
        return moves


@remembered
def _moves_next_to(board: Board) -> Mapping[tuple[Piece, Cell], Mapping[Cell, Move]]:
    """Return the moves of one cell, by row, then by column."""
    yellow, red = (board.defences[seat].area for seat in KEEPERS)
    return _moves_of_one_cell(board.grid, yellow, red)


@cache
def _moves_of_one_cell(
    grid: Grid, *areas: frozenset[Cell]
) -> Mapping[tuple[Piece, Cell], Mapping[Cell, Move]]:
    return _MovesOfOneCell(in_order(grid), dict(zip(KEEPERS.values(), areas, strict=True)))


def _short_moves(state: State, walkers: Iterable[Piece]) -> Iterator[Iterable[Move]]:
    """Yield for each piece its shortest moves."""
    if state.points < 1:
        return
    held, pieces, moves = state.held, state.pieces, _moves_next_to(state.sheet.board)
    carrier, taken = state.own_carrier, held.keys()
    for piece in walkers:
        near = moves[piece, pieces[piece]]
        if piece is carrier:
            if state.carried >= FARTHEST_WITH_BALL:
                continue
        elif carrier is not None and state.ball.cell in near:
            yield _moves_beside_the_carrier(state, piece, held, near)
            continue
        if taken.isdisjoint(near):
            yield near.values()
        else:
            yield [move for cell, move in near.items() if cell not in taken]


def _moves_beside_the_carrier(
    state: State, piece: Piece, held: Mapping[Cell, Piece], near: Mapping[Cell, Move]
) -> Iterator[Move]:
    for cell, move in near.items():
        if cell not in held:
            yield move
        elif cell == state.ball.cell:
            around = in_order(state.sheet.board.grid)[cell]
            paths = ((cell, beyond) for beyond in around if held.get(beyond, piece) is piece)
            yield from (Move(piece, path) for path in paths if fault(state, piece, path) is None)


def _options(state: State, _seat: object) -> Iterator[Move]:
    return chain.from_iterable(_short_moves(state, TEAMS[state.playing]))


def _cells(play: Move) -> tuple[Cell, ...]:
    return (*(play.path or ()), *(() if play.to is None else (play.to,)))


ROWS = (
    PlayRule(
        Move,
        Text("Move a piece"),
        Phase.STRATEGY,
        the_active_side,
        _judge_move,
        _options,
        lambda _state, play: Text(
            "{piece} moves to {cell}", piece=numbered(play.piece), cell=_cells(play)[-1]
        ),
        _cells,
        is_certain=False,
    ),
)
