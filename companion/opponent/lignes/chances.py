"""The chances of a goal in Lignes d'Attaque: exactly over the twelve faces of a shot, and about for a turn to come.

`Shooting` looks at a position as one side sees it that may have the ball: from which cells a shot goes in, over which
teammates the ball can be relayed, and what the best way is worth for each credit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.rules.lignes.board import KEEPERS, SAVED_BY, TEAMS, Piece, Seat
from companion.rules.lignes.grid import Cell, distance, place_of
from companion.rules.lignes.plays import D12_FACES
from companion.rules.lignes.sight import LOB
from companion.rules.lignes.state import FARTHEST_WITH_BALL, Sheet, State
from companion.values import remembered

FACES = len(D12_FACES)
SUMS = ((4, 1), (6, 2), (8, 3), (10, 4), (12, 4), (14, 2), (16, 1))
"""Sums of the two dice of a strategy phase, and how often each stands for its neighbours too."""
ALIKE = 1e-9
FETCHERS = 3
"""How many pieces of a side are tried as those that fetch the ball."""
_ALL_SUMS = sum(weight for _, weight in SUMS)

GoalLines = Mapping[Cell, tuple[tuple[Cell, int, frozenset[Cell]], ...]]
"""The cells that see a goal on an empty board: each goal cell, how far it is, and the cells between."""
Ways = tuple[tuple[int, float], ...]
"""The goal cells to which a shot may go: how far each is, and how likely it goes in."""


@remembered
def _goal_lines(sheet: Sheet) -> Mapping[Seat, GoalLines]:
    """Return the cells from which each side may shoot."""
    return {seat: _lines_to(sheet, tuple(sheet.defence(seat.other).goal)) for seat in Seat}


def _lines_to(sheet: Sheet, goals: tuple[Cell, ...]) -> GoalLines:
    found = {}
    for cell in sheet.cells:
        lines = [(goal, sheet.lines[cell].get(goal)) for goal in goals]
        near = [(goal, line) for goal, line in lines if line is not None and line.distance <= FACES]
        if near:
            found[cell] = tuple((goal, line.distance, line.between) for goal, line in near)
    return found


@lru_cache(maxsize=4096)
def _over_the_faces(ways: Ways) -> float:
    """Return how likely a shot goes in before the die of the shot phase falls."""
    return sum(max((p for far, p in ways if far <= face), default=0.0) for face in D12_FACES) / FACES


@dataclass(slots=True)
class Shooting:
    """One side's shots in a position, worked out as far as they are asked for."""

    state: State
    seat: Seat
    _held: frozenset[Cell] = field(init=False)
    _mates: tuple[Cell, ...] = field(init=False)
    _keeper: Cell = field(init=False)
    _goal: Mapping[Cell, float] = field(init=False)
    _lines: GoalLines = field(init=False)
    _ways: dict[Cell, tuple[Ways, tuple[tuple[Cell, int], ...]]] = field(init=False, default_factory=dict)
    _best: dict[tuple[Cell, int], float] = field(init=False, default_factory=dict)
    _direct: dict[Cell, float] = field(init=False, default_factory=dict)
    _sorted: list[tuple[float, Cell]] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        pieces, defence = self.state.pieces, self.state.sheet.defence(self.seat.other)
        self._held = frozenset(pieces.values())
        self._mates = tuple(pieces[piece] for piece in TEAMS[self.seat])
        self._keeper = pieces[KEEPERS[self.seat.other]]
        may_save = place_of(self._keeper).row == defence.goal_line
        self._goal = {
            cell: 1 - len(SAVED_BY[side]) / 6 if may_save else 1.0 for cell, side in defence.goal.items()
        }
        self._lines = _goal_lines(self.state.sheet)[self.seat]

    def direct(self, cell: Cell) -> float:
        """Return how likely a shot from a cell goes in, before the die of the shot phase falls."""
        if cell not in self._direct:
            self._direct[cell] = _over_the_faces(self._goals(cell))
        return self._direct[cell]

    def _goals(self, cell: Cell) -> Ways:
        held, keeper = self._held, self._keeper
        return tuple(
            [
                (far, self._goal[goal])
                for goal, far, between in self._lines.get(cell, ())
                if held.isdisjoint(between) and (goal == keeper or goal not in held)
            ]
        )

    def _ways_from(self, cell: Cell) -> tuple[Ways, tuple[tuple[Cell, int], ...]]:
        if cell not in self._ways:
            lines = self.state.sheet.lines[cell]
            mates = tuple(
                (mate, lines[mate].distance)
                for mate in self._mates
                if mate in lines and self._held.isdisjoint(lines[mate].between)
            )
            self._ways[cell] = self._goals(cell), mates
        return self._ways[cell]

    def with_credit(self, cell: Cell, credit: int) -> float:
        """Return how likely the ball goes in from a cell with this credit, over teammates too."""
        key = cell, credit
        if key not in self._best:
            self._best[key] = 0.0
            goals, mates = self._ways_from(cell)
            best = max((p for far, p in goals if far <= credit), default=0.0)
            for mate, far in mates:
                if far < credit:
                    best = max(best, self.with_credit(mate, credit - far))
                elif far == credit:
                    best = max(best, self.direct(mate))
            self._best[key] = best
        return self._best[key]

    def needs_no_relay(self, cell: Cell, credit: int) -> bool:
        """Return whether a shot from a cell with this credit is as likely in as by any way over teammates."""
        goals, _ = self._ways_from(cell)
        return (
            max((p for far, p in goals if far <= credit), default=0.0)
            > self.with_credit(cell, credit) - ALIKE
        )

    def from_cell(self, cell: Cell) -> float:
        """Return how likely the ball goes in from a cell, before the die falls, over teammates too."""
        return sum(self.with_credit(cell, face) for face in D12_FACES) / FACES

    def _nearest_good(self, cell: Cell, most: int) -> float:
        """Return the best direct shot from a free cell that is at most so many steps away."""
        if self._sorted is None:
            shots = [(self.direct(one), one) for one in self._lines if one not in self._held]
            self._sorted = sorted((shot for shot in shots if shot[0] > 0), reverse=True)
        return next((shot for shot, one in self._sorted if distance(cell, one) <= most), 0.0)

    def next_turn(self) -> float:
        """Return about how likely this side scores in a turn that begins with the ball where it lies now."""
        ball, pieces = self.state.ball, self.state.pieces
        fetch = 0
        if ball.carrier is None or ball.carrier not in TEAMS[self.seat]:
            fetch = min(distance(pieces[piece], ball.cell) for piece in TEAMS[self.seat])
        lines = self.state.sheet.lines[ball.cell]
        others = self._held - frozenset(self._mates)
        receivers = [
            (mate, lines[mate].distance + (0 if others.isdisjoint(lines[mate].between) else LOB))
            for mate in self._mates
            if mate in lines
        ]
        total = 0.0
        for points, weight in SUMS:
            left = points - fetch
            if left >= 0:
                total += weight * self._best_with(ball.cell, left, receivers)
        return total / _ALL_SUMS

    def _best_with(self, cell: Cell, points: int, receivers: list[tuple[Cell, int]]) -> float:
        best = max(self.direct(cell), self._nearest_good(cell, min(points, FARTHEST_WITH_BALL)))
        for mate, cost in receivers:
            if cost <= points:
                most = min(points - cost, FARTHEST_WITH_BALL)
                best = max(best, self.direct(mate), self._nearest_good(mate, most))
        return best


def fetchers(state: State, seat: Seat) -> list[Piece]:
    """Return the pieces of a side that are nearest to the ball."""
    return sorted(TEAMS[seat], key=lambda piece: distance(state.pieces[piece], state.ball.cell))[:FETCHERS]
