"""Reads what was chosen before kick-off: the board, the end of the match, and the house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.rules.engine import HouseRule
from companion.rules.lignes.board import Board, Defence, read_board
from companion.rules.lignes.grid import Cell, Line, Trajectory, cells_of, lines_from, neighbours_of
from companion.rules.lignes.pieces import Seat
from companion.words import N_, Text

HALF = "half"
"""The clock that ends a half."""


@dataclass(frozen=True, slots=True)
class House:
    """The house rules: how this table resolves the ambiguities of the rulebook."""

    trajectory: Trajectory = "eight"
    keeper_counts: bool = False
    foul_on: Literal["pair", "carrier"] = "pair"
    pass_to: Literal["teammate", "anywhere"] = "teammate"
    restart_by: Literal["conceded", "scored", "die"] = "conceded"


HOUSE_RULES = (
    HouseRule(
        "trajectory",
        ("eight", "any"),
        Text("The ball travels along rows, columns and diagonals, or straight between any two cells."),
        {"eight": Text("eight directions"), "any": Text("any straight line")},
    ),
    HouseRule(
        "keeper_counts",
        (False, True),
        Text("A keeper beside an opponent in an area does not count for a foul, or counts."),
        {False: Text("the keeper does not count"), True: Text("the keeper counts")},
    ),
    HouseRule(
        "foul_on",
        ("pair", "carrier"),
        Text("Two opponents side by side in an area may be a foul always, or only if one has the ball."),
        {"pair": Text("with or without the ball"), "carrier": Text("with the ball only")},
    ),
    HouseRule(
        "pass_to",
        ("teammate", "anywhere"),
        Text("In the strategy phase the ball is passed to a teammate, or to any free cell as well."),
        {"teammate": Text("to a teammate"), "anywhere": Text("to a free cell too")},
    ),
    HouseRule(
        "restart_by",
        ("conceded", "scored", "die"),
        Text(
            "After a goal the side that conceded it kicks off, or the side that scored, or the die says who."
        ),
        {
            "conceded": Text("the side that conceded it"),
            "scored": Text("the side that scored"),
            "die": Text("the die decides"),
        },
    ),
)
# The names of house rules: words of the program.
(N_("trajectory"), N_("keeper counts"), N_("foul on"), N_("pass to"), N_("restart by"))


@dataclass(frozen=True, slots=True)
class Goals:
    """The first side to score this many goals wins."""

    goals: Annotated[int, Range(1, 99)]


@dataclass(frozen=True, slots=True)
class Halves:
    """The match has this many halves of this many minutes; with a level score, both sides share it. A clock counts the
    minutes, not the rules.
    """

    halves: Annotated[int, Range(1, 99)]
    minutes: Annotated[int, Range(1, 999)] | None = None


End = Goals | Halves


def _read_end(data: Any, where: str) -> End:
    if isinstance(data, dict) and "goals" in data:
        return read(Goals, data, where)
    if isinstance(data, dict) and "halves" in data:
        return read(Halves, data, where)
    raise Malformed(
        where,
        Text("the length is written {{goals: 3}} or {{halves: 2, minutes: 20}}, not {got}", got=shown(data)),
    )


@dataclass(frozen=True, slots=True)
class _Form:
    game: Literal["lignes"]
    board: Any
    end: End = field(default=Goals(3), metadata={"read": _read_end})
    house: House = House()
    catalogue: Any = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that was chosen before kick-off."""

    board: Board
    end: End
    house: House
    cells: tuple[Cell, ...] = field(repr=False)
    neighbours: Mapping[Cell, frozenset[Cell]] = field(repr=False)

    def defence(self, seat: Seat) -> Defence:
        """Return what a seat defends."""
        return self.board.defences[seat]

    def lines_from(self, cell: Cell) -> Mapping[Cell, Line]:
        """Return where the ball may travel from a cell, by row, then by column."""
        return lines_from(self.board.grid, self.house.trajectory, cell)


def read_sheet(setup: Mapping[str, Any], cards: Sequence[Any]) -> Sheet:
    """Check a set-up. Raises `Malformed`, which names the place."""
    form = read(_Form, dict(setup))
    if cards:
        raise no_cards("catalogue")
    board = read_board(form.board)
    return Sheet(board, form.end, form.house, cells_of(board.grid), neighbours_of(board.grid))


def no_cards(where: str) -> Malformed:
    """Return the fault for any card in the set-up: this game has no cards."""
    return Malformed(where, Text("Lignes d'Attaque is played without cards"))
