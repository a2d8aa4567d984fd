"""A walk of Lignes d'Attaque, told by where it ends or cell by cell; and the buttons of its plays."""

from collections.abc import Iterator, Mapping
from functools import partial

from companion.rules.engine import Rules
from companion.rules.lignes.board import TEAMS, Piece
from companion.rules.lignes.grid import Cell, place_of
from companion.rules.lignes.moving import cheapest_path, fault, reachable, steps
from companion.rules.lignes.plays import Move
from companion.rules.lignes.rules import PLAY_NAMES
from companion.rules.lignes.state import Path, State
from companion.showing.ways import DONE, Bit, Composed, Told, Ways, Weight, values
from companion.words import Text

# --- verbs
# The buttons of Lignes d'Attaque: a title for each kind of play, and words for values that plays choose among.

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "to out": Text("out of the board"),
    "how cell_by_cell": Text("Cell by cell"),
}


# --- ways

CELL_BY_CELL = Bit("how", "cell_by_cell")


def lignes_ways(rules: Rules, state: State, kind: str) -> Ways | None:
    """See `showing.scene_builder.SceneBuilder.ways`."""
    if kind != "move":
        return None
    return Composed(rules, state, partial(_walks, state), partial(_walk, state))


def _walks(state: State, told: Told) -> Iterator[Bit]:
    match told:
        case ():
            for piece in TEAMS[state.playing]:
                if any(True for _ in steps(state, piece)):
                    yield Bit("piece", piece.value)
        case (Bit("piece", name),):
            yield CELL_BY_CELL
            costs = _costs(state, Piece(str(name)))
            for cell in sorted(costs, key=_in_order):
                yield Bit("to", cell, Weight(Text("{n}", n=costs[cell]), -costs[cell]))
        case (Bit("piece", name), Bit("how"), *_):
            yield from _steps(state, Piece(str(name)), _path(told))
        case _:
            return


def _costs(state: State, piece: Piece) -> dict[Cell, int]:
    """Return what a walk to each cell costs: ring after ring around the piece, and beyond the ball the cheapest path."""
    cells = reachable(state, piece)
    costs: dict[Cell, int] = {}
    ring, steps_taken = {state.pieces[piece]}, 0
    while ring:
        steps_taken += 1
        ring = {
            cell
            for here in ring
            for cell in state.sheet.neighbours[here]
            if cell in cells and cell not in costs
        }
        costs.update(dict.fromkeys(ring, steps_taken))
    for cell in cells - costs.keys():
        path = cheapest_path(state, piece, cell)
        if path is not None:
            costs[cell] = len(path)
    return costs


def _steps(state: State, piece: Piece, path: Path) -> Iterator[Bit]:
    """Where a way cell by cell may go on."""
    if path and fault(state, piece, path) is None:
        yield DONE
    here = path[-1] if path else state.pieces[piece]
    for cell in sorted(state.sheet.neighbours[here], key=_in_order):
        if _may_go_on(state, piece, (*path, cell)):
            yield Bit("path", cell)


def _may_go_on(state: State, piece: Piece, path: Path) -> bool:
    """Return whether a way may end here, or here is the teammate with the ball, behind whom it may."""
    if fault(state, piece, path) is None:
        return True
    return state.held.get(path[-1]) is state.own_carrier is not None and any(
        fault(state, piece, (*path, beyond)) is None for beyond in state.sheet.neighbours[path[-1]]
    )


def _walk(state: State, told: Told) -> Move:
    piece = Piece(str(told[0].value))
    to = values(told, "to")
    return Move(piece, cheapest_path(state, piece, Cell(to[0])) if to else _path(told))


def _path(told: Told) -> Path:
    return tuple(Cell(value) for value in values(told, "path"))


def _in_order(cell: Cell) -> tuple[int, int]:
    return place_of(cell).row, place_of(cell).column
