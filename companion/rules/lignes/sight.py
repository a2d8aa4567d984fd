"""What the carrier sees: the lines from the ball, who stands on them, and where it may be played."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.engine import Refusal, illegal
from companion.rules.lignes.board import KEEPERS, Goal
from companion.rules.lignes.grid import NO_LINES, Cell, Edge, Line, Lines
from companion.rules.lignes.state import State
from companion.rules.readings import cited
from companion.values import remembered

LOB = 2
"""Points more for a pass over opponents (Passer le ballon)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The board as the side sees it that has the ball. `keeper` is where the opponents' keeper stands, `goal` the goal
    attacked; without a carrier there are no `lines`.
    """

    state: State
    lines: Lines
    mates: frozenset[Cell]
    opponents: frozenset[Cell]
    everybody: frozenset[Cell]
    keeper: Cell
    goal: Goal

    # --- strategy

    def price(self, line: Line) -> int:
        """Return what a pass along a line costs, with a lob when an opponent stands on it."""
        return line.distance + (LOB if self.is_over_opponents(line) else 0)

    def is_over_opponents(self, line: Line) -> bool:
        return not self.opponents.isdisjoint(line.between)

    def is_intercepted(self, line: Line) -> bool:
        """Return whether the opponents' keeper, in his area, stands in the way of a pass."""
        area = self.state.sheet.defence(self.state.playing.other).area
        return self.keeper in line.between and self.keeper in area

    def may_receive(self, to: Cell) -> bool:
        """Return whether a pass may be aimed at a cell: a teammate's, or a free one where the house allows it."""
        if self.state.sheet.house.pass_to == "teammate":
            return to in self.mates
        return to not in self.opponents

    def may_pass(self, to: Cell) -> bool:
        line = self.lines.get(to)
        return line is not None and self.may_receive(to) and self.price(line) <= self.state.points

    # --- shots

    def is_open(self, line: Line) -> bool:
        """Return whether no piece, not even a keeper, stands between the ball and the end of a line."""
        return self.everybody.isdisjoint(line.between)

    def may_relay(self, to: Cell) -> bool:
        line = self.lines.get(to)
        return (
            line is not None
            and to in self.mates
            and line.distance <= self.state.points
            and self.is_open(line)
        )

    def bars_shot(self, to: Cell, line: Line) -> frozenset[Cell]:
        """Return the cells along the way, and the goal cell, on which a piece other than the opponents' keeper stands."""
        return (self.everybody - {self.keeper}) & (line.between | {to})

    def may_shoot(self, to: Cell) -> bool:
        line = self.lines.get(to)
        if line is None or to not in self.goal or line.distance > self.state.points:
            return False
        return not self.bars_shot(to, line)

    def may_send(self, to: Cell) -> bool:
        line = self.lines.get(to)
        if line is None or line.distance != self.state.points or to in self.everybody:
            return False
        return to not in self.goal and self.is_open(line)

    def may_send_out(self, through: Cell) -> bool:
        line = self.lines.get(through)
        if (
            line is None
            or line.leaves is None
            or line.distance >= self.state.points
            or through in self.everybody
        ):
            return False
        return self.is_open(line) and not self.is_over_goal(through, line)

    def is_over_goal(self, through: Cell, line: Line) -> bool:
        """Return whether sending the ball out here would send it through a goal, which the rules forbid."""
        return line.leaves is Edge.GOAL and any(
            through in defence.goal for defence in self.state.sheet.board.defences.values()
        )

    # --- where to, by row, then by column

    def passes(self) -> Iterator[Cell]:
        points, mates, opponents = self.state.points, self.mates, self.opponents
        if self.state.sheet.house.pass_to == "teammate":
            open_to = [(to, line) for to, line in self.lines.items() if to in mates]
        else:
            open_to = [(to, line) for to, line in self.lines.items() if to not in opponents]
        return (to for to, line in open_to if line.distance <= points and self.price(line) <= points)

    def relays(self) -> Iterator[Cell]:
        mates = self.mates
        return filter(self.may_relay, [to for to in self.lines if to in mates])

    def shots(self) -> Iterator[Cell]:
        goal = self.goal
        return filter(self.may_shoot, [to for to in self.lines if to in goal])

    def sends(self) -> Iterator[Cell]:
        return filter(self.may_send, self.lines.ending.get(self.state.points, ()))

    def sends_out(self) -> Iterator[Cell]:
        return filter(self.may_send_out, self.lines.edges)


@remembered
def sight(state: State) -> Sight:
    """Return what the carrier of the active side sees."""
    seat, other = state.playing, state.playing.other
    mates, opponents = state.cells_of(seat), state.cells_of(other)
    return Sight(
        state,
        state.sheet.lines[state.ball.cell] if state.own_carrier else NO_LINES,
        mates,
        opponents,
        mates | opponents,
        state.pieces[KEEPERS[other]],
        state.sheet.defence(other).goal,
    )


# --- a ball that cannot be played


def nobody_has_it(state: State, cite: str) -> Refusal | None:
    """Refuse to play a ball that nobody of the active side has."""
    if state.own_carrier is None:
        return illegal(cite, "nobody of the side that plays has the ball")
    return None


def not_on_a_line(state: State, to: Cell, cite: str) -> Refusal | None:
    """Refuse a cell that no straight line leads to."""
    here = state.ball.cell
    if to == here:
        return illegal(cite, "the ball lies on {cell} already", cell=to)
    if to in state.sheet.lines[here]:
        return None
    return illegal(
        cited(cite, "trajectory"),
        "no straight line leads from {here} to {cell}: rows, columns and diagonals",
        here=here,
        cell=to,
    )
