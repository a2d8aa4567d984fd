"""The cost of a pairing, in levels: each level counts more than all lower levels together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class CostLevel(StrEnum):
    """The reasons against a pairing, the most important first."""

    BYE_AGAIN = "bye_again"
    REMATCH = "rematch"
    BYE = "bye"
    GAP = "gap"
    CLUB = "club"
    SIDES = "sides"
    RANK = "rank"


WEIGHTS: Mapping[CostLevel, int] = {
    CostLevel.RANK: 1,
    CostLevel.SIDES: 10**6,
    CostLevel.CLUB: 10**12,
    CostLevel.GAP: 10**15,
    CostLevel.BYE: 10**23,
    CostLevel.REMATCH: 10**27,
    CostLevel.BYE_AGAIN: 10**32,
}
"""What one unit of a level weighs. A level weighs more than 500 pairs can have of all lower levels: ranks differ by less
than 1,000, sides weigh 1,000 at most, clubs 1, points differ by 300 at most, and two players meet 99 times at most.
"""


@dataclass(frozen=True, slots=True)
class PairingLine:
    """One line of the cost: a level, and its amount."""

    level: CostLevel
    amount: int

    @property
    def weight(self) -> int:
        return self.amount * WEIGHTS[self.level]


def lines_of(amounts: Mapping[CostLevel, int]) -> tuple[PairingLine, ...]:
    """Return the lines with an amount above zero, the most important first."""
    return tuple(PairingLine(level, amounts[level]) for level in CostLevel if amounts.get(level))


def weight_of(lines: Iterable[PairingLine]) -> int:
    """Return the cost of all lines as one number."""
    return sum(line.weight for line in lines)


def added(parts: Iterable[Iterable[PairingLine]]) -> tuple[PairingLine, ...]:
    """Return the sum of the costs of several pairings, line by line."""
    sums: dict[CostLevel, int] = {}
    for lines in parts:
        for line in lines:
            sums[line.level] = sums.get(line.level, 0) + line.amount
    return lines_of(sums)


def first_difference(one: Iterable[PairingLine], other: Iterable[PairingLine]) -> PairingLine | None:
    """Return the most important level at which two costs differ, and by how much; None if they are equal."""
    mine = {line.level: line.amount for line in one}
    theirs = {line.level: line.amount for line in other}
    for level in CostLevel:
        more = theirs.get(level, 0) - mine.get(level, 0)
        if more:
            return PairingLine(level, more)
    return None
