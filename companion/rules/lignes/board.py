"""The board as data: its cells, goals, areas, spots and starts, with the two seats and their pieces.

    title: {en: …, fr: …}              what it is called; may be left out
    says: {en: …, fr: …}               where it comes from; may be left out
    columns: 13                        letters from a, at most 26
    rows: 21                           numbers from 1
    centre: g11
    corners: [a1, m1, a21, m21]        two on each goal line
    yellow:
      goal: {left: f1, middle: g1, right: h1}    as the keeper sees them, facing the pitch
      area: [d1, j4]                   two opposite corners of it
      penalty_spot: g3
      start: {Y1: g1, Y2: c4, …, Y11: k7}
    red: the same, with R1 to R11

A seat's goal line is the first row or the last: the one where its goal is. Goal and penalty spot lie in the area, and
the keeper starts there. No two pieces start on one cell, none on the centre.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.rules.lignes.grid import (
    FEWEST,
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    Grid,
    cell_at,
    cells_of,
    place_of,
    read_cell,
)
from companion.words import Text, Wording

# --- pieces
# The two seats and their pieces, and what a piece is called.


class Seat(StrEnum):
    """The two sides; yellow is Sochaux."""

    YELLOW = "yellow"
    RED = "red"

    @property
    def other(self) -> "Seat":
        return _OTHER[self]


_OTHER = {Seat.YELLOW: Seat.RED, Seat.RED: Seat.YELLOW}


class Piece(StrEnum):
    """Eleven a side: 1 is the keeper, 9 the centre forward."""

    Y1 = "Y1"
    Y2 = "Y2"
    Y3 = "Y3"
    Y4 = "Y4"
    Y5 = "Y5"
    Y6 = "Y6"
    Y7 = "Y7"
    Y8 = "Y8"
    Y9 = "Y9"
    Y10 = "Y10"
    Y11 = "Y11"
    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    R9 = "R9"
    R10 = "R10"
    R11 = "R11"


SEAT_OF = {piece: Seat.YELLOW if piece.value[0] == "Y" else Seat.RED for piece in Piece}
NUMBER_OF = {piece: int(piece.value[1:]) for piece in Piece}
TEAMS = {seat: tuple(piece for piece in Piece if SEAT_OF[piece] is seat) for seat in Seat}
"""The pieces of a seat, by number."""
KEEPERS = {seat: TEAMS[seat][0] for seat in Seat}
FIELD_PLAYERS = {seat: TEAMS[seat][1:] for seat in Seat}
CENTRE_FORWARDS = {seat: TEAMS[seat][8] for seat in Seat}

SIDE_NAMES = {Seat.YELLOW: Text("Yellow"), Seat.RED: Text("Red")}
_CALLED = {Seat.YELLOW: Text("Yellow no.\u00a0{n}"), Seat.RED: Text("Red no.\u00a0{n}")}
_ON_TOKEN = {Seat.YELLOW: Text("Y{n}"), Seat.RED: Text("R{n}")}


def called(piece: Piece) -> Text:
    """Return what sentences call a piece: Yellow no. 9."""
    return Text(_CALLED[SEAT_OF[piece]].template, n=NUMBER_OF[piece])


def numbered(piece: Piece) -> Text:
    """Return what a piece is called where it is plain whose it is: no. 9."""
    return Text("no.\u00a0{n}", n=NUMBER_OF[piece])


def on_token(piece: Piece) -> Text:
    """Return the name of a piece as it is typed and printed on its token, in the language of the table: Y9, in French J9."""
    return Text(_ON_TOKEN[SEAT_OF[piece]].template, n=NUMBER_OF[piece])


def read_piece(data: Any, where: str) -> Piece:
    """Return the piece with a name. Raises `Malformed`, which names the pieces as their tokens do."""
    if data not in tuple(Piece):
        yellow, red = TEAMS[Seat.YELLOW], TEAMS[Seat.RED]
        ends = {
            "first": on_token(yellow[0]), "last": on_token(yellow[-1]),
            "other_first": on_token(red[0]), "other_last": on_token(red[-1]),
        }  # fmt: skip
        raise Malformed(
            where,
            Text("a piece is {first} to {last} or {other_first} to {other_last}, not {got}",
                 got=shown(data), **ends),
        )  # fmt: skip
    return Piece(data)


# --- board


class Side(StrEnum):
    """A cell of a goal as its keeper sees it; the board marks them 4/6, 1/2 and 5/3."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


SAVED_BY = {Side.LEFT: (2, 4, 6), Side.MIDDLE: (1, 2), Side.RIGHT: (1, 3, 5)}
"""The dice that save a shot: even to the keeper's left, odd to his right (Gardien de but)."""
MARKS = {Side.LEFT: (4, 6), Side.MIDDLE: (1, 2), Side.RIGHT: (5, 3)}
"""The numbers on the board, which send a penalty there and save it."""

Goal = Mapping[Cell, Side]
"""The three cells of a goal, from the keeper's left to his right."""


@dataclass(frozen=True, slots=True)
class _GoalForm:
    left: Cell = field(metadata={"read": read_cell})
    middle: Cell = field(metadata={"read": read_cell})
    right: Cell = field(metadata={"read": read_cell})


def _read_cells(data: Any, where: str) -> tuple[Cell, ...]:
    return tuple(
        read_cell(item, f"{where}[{n}]") for n, item in enumerate(read(tuple[Any, ...], data, where))
    )


def _read_start(data: Any, where: str) -> dict[str, Cell]:
    return {
        name: read_cell(item, f"{where}.{name}") for name, item in read(dict[str, Any], data, where).items()
    }


@dataclass(frozen=True, slots=True)
class _SideForm:
    goal: _GoalForm
    area: tuple[Cell, ...] = field(metadata={"read": _read_cells})
    penalty_spot: Cell = field(metadata={"read": read_cell})
    start: Mapping[str, Cell] = field(metadata={"read": _read_start})


@dataclass(frozen=True, slots=True)
class _Form:
    columns: Annotated[int, Range(FEWEST, MOST_COLUMNS)]
    rows: Annotated[int, Range(FEWEST, MOST_ROWS)]
    yellow: _SideForm
    red: _SideForm
    centre: Cell = field(metadata={"read": read_cell})
    corners: tuple[Cell, ...] = field(metadata={"read": _read_cells})
    title: Wording | None = None
    says: Wording | None = None


@dataclass(frozen=True, slots=True)
class Defence:
    """What a seat defends: its goal, the row of its goal line, its area, the spot of a penalty against it, and the
    corners at either end of its goal line.
    """

    goal: Goal
    middle: Cell
    goal_line: int
    area: frozenset[Cell]
    penalty_spot: Cell
    corners: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board that was checked. `start` has the cell of each piece; `title` and `says` are what its data tells of it."""

    grid: Grid
    centre: Cell
    defences: Mapping[Seat, Defence]
    start: Mapping[Piece, Cell]
    title: Wording | None = None
    says: Wording | None = None


def read_board(data: Any, where: str = "board") -> Board:
    """Make a board of its JSON. Raises `Malformed`, which names the place and what was expected there."""
    form = read(_Form, data, where)
    reader = _Reader(form, where)
    defences = {seat: reader.defence(seat) for seat in Seat}
    if defences[Seat.YELLOW].goal_line == defences[Seat.RED].goal_line:
        raise Malformed(f"{where}.red.goal", Text("both goals lie on one row: they face each other"))
    if defences[Seat.YELLOW].area & defences[Seat.RED].area:
        raise Malformed(f"{where}.red.area", Text("the two areas have a cell in common"))
    centre = reader.on_board(form.centre, "centre")
    return Board(reader.grid, centre, defences, reader.start(defences), form.title, form.says)


class _Reader:
    """Checks the parts of a board against its size and against each other."""

    def __init__(self, form: _Form, where: str) -> None:
        self.grid = Grid(form.columns, form.rows)
        self._cells = frozenset(cells_of(self.grid))
        self._form = form
        self._where = where

    def on_board(self, cell: Cell, name: str) -> Cell:
        if cell not in self._cells:
            last = cell_at(self.grid.columns, self.grid.rows)
            raise self._wrong(
                name, Text("{cell} is not on this board, which goes from a1 to {last}", cell=cell, last=last)
            )
        return cell

    def defence(self, seat: Seat) -> Defence:
        form: _SideForm = getattr(self._form, seat.value)
        goal = self._goal(form.goal, f"{seat}.goal")
        area = self._area(form.area, f"{seat}.area")
        for cell in goal:
            if cell not in area:
                raise self._wrong(
                    f"{seat}.area", Text("the goal cell {cell} does not lie in the area", cell=cell)
                )
        spot = self.on_board(form.penalty_spot, f"{seat}.penalty_spot")
        if spot not in area or spot in goal:
            raise self._wrong(
                f"{seat}.penalty_spot",
                Text("the cell must be in the area and outside the goal; here: {got}", got=spot),
            )
        goal_line = place_of(form.goal.middle).row
        return Defence(goal, form.goal.middle, goal_line, area, spot, self._corners(goal_line))

    def _goal(self, form: _GoalForm, name: str) -> Goal:
        for side in Side:
            self.on_board(getattr(form, side.value), f"{name}.{side}")
        middle = place_of(form.middle)
        if middle.row not in (1, self.grid.rows):
            raise self._wrong(
                name,
                Text(
                    "a goal lies on the first row or on the last row ({rows}), not on row {got}",
                    rows=self.grid.rows,
                    got=middle.row,
                ),
            )
        to_the_left = -1 if middle.row == 1 else 1
        expected = [
            cell_at(middle.column + step, middle.row)
            for step in (to_the_left, -to_the_left)
            if middle.column + step > 0
        ]
        if [form.left, form.right] != expected:
            raise self._wrong(
                name,
                Text(
                    "beside {middle}, as the keeper sees it when he faces the pitch, the left and right cells must be {expected}; here: {got}",
                    middle=form.middle,
                    expected=", ".join(expected),
                    got=f"{form.left}, {form.right}",
                ),
            )
        return {form.left: Side.LEFT, form.middle: Side.MIDDLE, form.right: Side.RIGHT}

    def _area(self, corners: Sequence[Cell], name: str) -> frozenset[Cell]:
        if len(corners) != 2:
            raise self._wrong(
                name, Text("two opposite corners are needed; here: {got} cells", got=len(corners))
            )
        one, other = (place_of(self.on_board(cell, name)) for cell in corners)
        columns, rows = sorted((one.column, other.column)), sorted((one.row, other.row))
        return frozenset(
            cell_at(column, row)
            for column in range(columns[0], columns[1] + 1)
            for row in range(rows[0], rows[1] + 1)
        )

    def _corners(self, goal_line: int) -> tuple[Cell, ...]:
        corners = self._form.corners
        for cell in corners:
            self.on_board(cell, "corners")
        here = tuple(dict.fromkeys(cell for cell in corners if place_of(cell).row == goal_line))
        if len(corners) != 4 or len(here) != 2:
            raise self._wrong(
                "corners",
                Text("four cells are needed, two on each goal line; here: {got}", got=", ".join(corners)),
            )
        return here

    def start(self, defences: Mapping[Seat, Defence]) -> dict[Piece, Cell]:
        start: dict[Piece, Cell] = {}
        for piece, cell, name in self._starts():
            taken = next((other for other, there in start.items() if there == cell), None)
            if taken is not None:
                raise self._wrong(
                    name, Text("{other} already starts on {cell}", cell=cell, other=called(taken))
                )
            if cell == self._form.centre:
                raise self._wrong(
                    name, Text("{cell} is the centre, which must stay free for the kick-off", cell=cell)
                )
            start[piece] = cell
        for seat in Seat:
            if start[KEEPERS[seat]] not in defences[seat].area:
                raise self._wrong(f"{seat}.start.{KEEPERS[seat]}", Text("the keeper starts in his area"))
        return start

    def _starts(self) -> Iterator[tuple[Piece, Cell, str]]:
        for seat in Seat:
            given: Mapping[str, Cell] = getattr(self._form, seat.value).start
            for name in given:
                if name not in TEAMS[seat]:
                    known = ", ".join(TEAMS[seat])
                    raise self._wrong(
                        f"{seat}.start",
                        Text("there is no field {name}; possible: {known}", name=shown(name), known=known),
                    )
            for piece in TEAMS[seat]:
                if piece not in given:
                    raise self._wrong(f"{seat}.start", Text("field {name} is missing", name=piece.value))
                name = f"{seat}.start.{piece}"
                yield piece, self.on_board(given[piece], name), name

    def _wrong(self, name: str, problem: Text) -> Malformed:
        return Malformed(f"{self._where}.{name}", problem)
