"""The state of a match of Lignes d'Attaque, all of which lies open on the board, and the match sheet that it begins with."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.rules.engine import HouseRule
from companion.rules.lignes.board import (
    CENTRE_FORWARDS,
    FIELD_PLAYERS,
    KEEPERS,
    SEAT_OF,
    TEAMS,
    Board,
    Defence,
    Piece,
    Seat,
    read_board,
)
from companion.rules.lignes.grid import Cell, Lines, Trajectory, cells_of, distance, lines_of, neighbours_of
from companion.values import remembered, replace
from companion.words import Text

# --- sheet
# Reads what was chosen before kick-off: the board, the end of the match, and the house rules.

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
        Text("Does the ball travel along rows, columns and diagonals, or straight between any two cells?"),
        {"eight": Text("eight directions"), "any": Text("any straight line")},
    ),
    HouseRule(
        "keeper_counts",
        (False, True),
        Text("Does a keeper beside an opponent in an area count for a foul?"),
        {False: Text("the keeper does not count"), True: Text("the keeper counts")},
    ),
    HouseRule(
        "foul_on",
        ("pair", "carrier"),
        Text(
            "Two opponents side by side in an area: is the die always rolled, or only if one of "
            "them has the ball?"
        ),
        {"pair": Text("with or without the ball"), "carrier": Text("with the ball only")},
    ),
    HouseRule(
        "pass_to",
        ("teammate", "anywhere"),
        Text("In the strategy phase, may the ball be passed only to a teammate, or to a free cell too?"),
        {"teammate": Text("to a teammate"), "anywhere": Text("to a free cell too")},
    ),
    HouseRule(
        "restart_by",
        ("conceded", "scored", "die"),
        Text(
            "After a goal, who kicks off: the side that conceded it, the side that scored, or the "
            "side that the die names?"
        ),
        {
            "conceded": Text("the side that conceded it"),
            "scored": Text("the side that scored"),
            "die": Text("the die decides"),
        },
    ),
)
# The names of house rules: words of the program.


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
    """All that was chosen before kick-off. `lines` has where the ball may travel from each cell, by row, then by column."""

    board: Board
    end: End
    house: House
    cells: tuple[Cell, ...] = field(repr=False)
    neighbours: Mapping[Cell, frozenset[Cell]] = field(repr=False)
    lines: Mapping[Cell, Lines] = field(repr=False)

    def defence(self, seat: Seat) -> Defence:
        """Return what a seat defends."""
        return self.board.defences[seat]


def read_sheet(setup: Mapping[str, Any], cards: Sequence[Any]) -> Sheet:
    """Check a set-up. Raises `Malformed`, which names the place."""
    form = read(_Form, dict(setup))
    if cards:
        raise no_cards("catalogue")
    board = read_board(form.board)
    grid, house = board.grid, form.house
    lines = lines_of(grid, house.trajectory)
    return Sheet(board, form.end, house, cells_of(grid), neighbours_of(grid), lines)


def no_cards(where: str) -> Malformed:
    """Return the fault for any card in the set-up: this game has no cards."""
    return Malformed(where, Text("Lignes d'Attaque is played without cards"))


# --- state

FARTHEST_WITH_BALL = 6
"""Cells that a piece may go with the ball in one strategy phase (Déplacement des joueurs)."""


class Phase(StrEnum):
    """What the table is doing."""

    KICKOFF = "kickoff"
    STRATEGY_ROLL = "strategy_roll"
    STRATEGY = "strategy"
    SHOT_ROLL = "shot_roll"
    SHOT = "shot"
    SAVE = "save"
    PENALTY_CHECK = "penalty_check"
    PENALTY = "penalty"
    CLEAR = "clear"
    RESTART = "restart"
    OUT = "out"
    OVER = "over"


UNDER_WAY = frozenset((Phase.SAVE, Phase.PENALTY_CHECK, Phase.PENALTY))
"""The phases that are finished first when time is up."""


@dataclass(frozen=True, slots=True)
class Ball:
    """Where the ball is, and who has it; None: it lies free, or is in the goal, or out."""

    cell: Cell
    carrier: Piece | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot or a penalty under way: who takes it and at which goal cell (None: the penalty's die is still to fall)."""

    piece: Piece
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two opponents side by side in an area: its defender, and the attacker."""

    defender: Piece
    attacker: Piece


@dataclass(frozen=True)
class State:
    """A match between two plays.

    `active` plays, or answers a ball that went out, was saved, or a foul; nobody before a kick-off that a die
    decides. `carried` counts what the carrier has gone with the ball in this strategy phase, or `kicker` had before he
    kicked it to a free cell.
    `first` kicked off the match; `has_rolled` says that a keeper's budget for clearing is known.
    """

    sheet: Sheet = field(compare=False, repr=False)
    pieces: Mapping[Piece, Cell]
    ball: Ball
    score: Mapping[Seat, int]
    phase: Phase = Phase.KICKOFF
    active: Seat | None = None
    first: Seat | None = None
    turn: int = 0
    half: int = 1
    points: int = 0
    carried: int = 0
    kicker: Piece | None = None
    checks: tuple[Pair, ...] = ()
    checked: tuple[Pair, ...] = ()
    aim: Aim | None = None
    has_rolled: bool = False
    time_is_up: bool = False
    conceded: Seat | None = None

    @property
    def held(self) -> Mapping[Cell, Piece]:
        """Return who stands on which cell."""
        return _by_cell(self.pieces)

    @property
    def playing(self) -> Seat:
        """The active seat, in a phase that has one."""
        assert self.active is not None
        return self.active

    @property
    def own_carrier(self) -> Piece | None:
        """The player who has the ball, if he belongs to the active side; else None."""
        carrier = self.ball.carrier
        return carrier if carrier is not None and SEAT_OF[carrier] is self.active else None

    def cells_of(self, seat: Seat) -> frozenset[Cell]:
        """Return where the pieces of a side stand."""
        return frozenset(map(self.pieces.__getitem__, TEAMS[seat]))


@remembered
def _by_cell(pieces: Mapping[Piece, Cell]) -> Mapping[Cell, Piece]:
    return {cell: piece for piece, cell in pieces.items()}


def winner(state: State) -> str | tuple[str, ...] | None:
    """Return who has won: a seat, both when it is level, or nobody yet."""
    if state.phase is not Phase.OVER:
        return None
    return result(state)


def result(state: State) -> str | tuple[str, ...]:
    """Return who wins if the match ends now."""
    if state.conceded is not None:
        return state.conceded.other.value
    yellow, red = (state.score[seat] for seat in Seat)
    if yellow == red:
        return tuple(seat.value for seat in Seat)
    return (Seat.YELLOW if yellow > red else Seat.RED).value


def first_of_half(state: State, half: int) -> Seat:
    """Return who kicks off a half: the sides in turn."""
    assert state.first is not None
    return state.first if half % 2 else state.first.other


def the_active_side(state: State) -> tuple[Seat, ...]:
    """Return the side that plays, as those who are waited for."""
    return (state.playing,)


def the_side_with_the_ball(state: State) -> tuple[Seat, ...]:
    """Return the side that plays if one of its players has the ball, as those who are waited for."""
    return () if state.own_carrier is None else (state.playing,)


def the_other_side(state: State) -> tuple[Seat, ...]:
    """Return the side that defends, as those who are waited for."""
    return (state.playing.other,)


# --- positions
# Puts pieces and ball in their places: at kick-off, after a walk or a kick, at the spots of a restart.

Path = tuple[Cell, ...]
"""Cells entered, one after the other."""


def awaiting_kickoff(state: State) -> State:
    """Return the state with everybody on his start cell, and the ball alone on the centre."""
    board = state.sheet.board
    return replace(state, pieces=board.start, ball=Ball(board.centre), carried=0, kicker=None)


def lined_up(state: State, seat: Seat) -> State:
    """Return the state with everybody on his start cell, and the ball on the centre with the centre forward of a side."""
    return kicking_off(awaiting_kickoff(state), seat)


def kicking_off(state: State, seat: Seat) -> State:
    """Return the state with the centre forward of a side on the centre, with the ball."""
    return with_ball_at(state, CENTRE_FORWARDS[seat], state.sheet.board.centre)


def placed(state: State, piece: Piece, cell: Cell) -> State:
    """Return the state with a piece on a cell; whoever stood there changes places with it."""
    there = state.held.get(cell)
    if there is None:
        return replace(state, pieces={**state.pieces, piece: cell})
    return replace(state, pieces={**state.pieces, there: state.pieces[piece], piece: cell})


def with_ball_at(state: State, piece: Piece, cell: Cell) -> State:
    """Return the state with a piece on a cell and the ball with it; whoever stood there changes places with it."""
    return ball_at(placed(state, piece, cell), cell, piece)


def at_the_spot(state: State, taker: Piece, keeper_of: Seat) -> State:
    """Return the state with the taker of a penalty and the ball on the spot, and the keeper in the middle of his
    goal.
    """
    defence = state.sheet.defence(keeper_of)
    return placed(with_ball_at(state, taker, defence.penalty_spot), KEEPERS[keeper_of], defence.middle)


def ball_at(state: State, cell: Cell, carrier: Piece | None) -> State:
    """Return the state with the ball on a cell. A new carrier has not moved with it yet, and no free kicked ball
    is remembered.
    """
    if carrier is not None and carrier is state.ball.carrier:
        return replace(state, ball=Ball(cell, carrier))
    return replace(state, ball=Ball(cell, carrier), carried=0, kicker=None)


def kicked_free(state: State, cell: Cell) -> State:
    """Return the state after the carrier has kicked the ball to a free cell: if he takes it back, the count of his
    cells goes on.
    """
    return replace(state, ball=Ball(cell), kicker=state.ball.carrier)


def resumed(state: State, piece: Piece) -> int:
    """Return how many cells a piece counts as gone with the ball when it takes it."""
    return state.carried if piece is state.kicker else 0


def gone_with_ball(state: State, piece: Piece, path: Path) -> int | None:
    """Return how many cells a piece has gone with the ball after a path; None if it does not have it then."""
    if state.ball.carrier is piece:
        return state.carried + len(path)
    if state.ball.cell in path:
        return resumed(state, piece) + len(path) - 1 - path.index(state.ball.cell)
    return None


def walked(state: State, piece: Piece, path: Path) -> State:
    """Return the state after a piece has walked; it has the ball if it had it before or met it on its way."""
    gone = gone_with_ball(state, piece, path)
    there = replace(state, pieces={**state.pieces, piece: path[-1]})
    if gone is None:
        return there
    return replace(there, ball=Ball(path[-1], piece), carried=gone, kicker=None)


def nearest(state: State, seat: Seat) -> tuple[Piece, ...]:
    """Return the field players of a side who stand nearest to the ball, by number."""
    away = {piece: distance(state.pieces[piece], state.ball.cell) for piece in FIELD_PLAYERS[seat]}
    least = min(away.values())
    return tuple(piece for piece, cells in away.items() if cells == least)


# --- side by side
# Finds the opponents who stand side by side in an area after a move; a die then decides about a foul (Pénalty).


def pairs_to_check(before: State, after: State, mover: Piece) -> tuple[Pair, ...]:
    """Return the pairs that a move has brought side by side in one area and that were not checked in this turn, by the
    opponent's number.
    """
    return tuple(
        pair
        for seat, defence in after.sheet.board.defences.items()
        if after.pieces[mover] in defence.area
        for pair in _pairs(before, after, mover, seat)
        if pair not in after.checked
    )


def _pairs(before: State, after: State, mover: Piece, defending: Seat) -> Iterator[Pair]:
    area = after.sheet.defence(defending).area
    for opponent in TEAMS[SEAT_OF[mover].other]:
        there = after.pieces[opponent]
        is_new = _is_beside(after.pieces[mover], there, area) and not _is_beside(
            before.pieces[mover], there, area
        )
        if is_new and _counts(after, mover, opponent):
            is_defender = SEAT_OF[mover] is defending
            yield Pair(mover, opponent) if is_defender else Pair(opponent, mover)


def _is_beside(one: Cell, other: Cell, area: frozenset[Cell]) -> bool:
    return one in area and other in area and distance(one, other) == 1


def _counts(state: State, *pieces: Piece) -> bool:
    """Return whether the house lets a foul happen between two pieces."""
    house = state.sheet.house
    if not house.keeper_counts and any(piece in KEEPERS.values() for piece in pieces):
        return False
    return house.foul_on == "pair" or state.ball.carrier in pieces
