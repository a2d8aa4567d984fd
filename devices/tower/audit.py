"""Checks from the log whether a tower rolls fairly and works steadily: faces, cocked dice, time to rest. Pure.

Fairness is Pearson's chi-square test against equal chances. The p-value is how often a fair die would come
out at least as uneven; below 1 in 1000 the die, or the way it is read, is suspect.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from companion.observation import UNREAD, Roll
from devices.tower.messages import sides_of

ENOUGH_A_FACE = 5
"""Expected rolls per face below which the chi-square distribution is not reliable (Cochran 1954)."""
UNFAIR_P = 0.001
"""The p-value below which a die is called unfair: one fair die in a thousand is suspected wrongly."""
DOUBTFUL_P = 0.01
"""The p-value below which a die is called doubtful: one fair die in a hundred."""


class Grade(StrEnum):
    """The verdict on a die."""

    TOO_FEW = "too few rolls"
    FAIR = "fair"
    DOUBTFUL = "doubtful"
    UNFAIR = "unfair"


@dataclass(frozen=True, slots=True)
class DieAudit:
    """The audit of one kind of die in one tower. `chi_square` and `p` are None where nothing can be tested."""

    die: str
    faces: Mapping[str, int]
    chi_square: float | None
    p: float | None
    grade: Grade

    @property
    def thrown(self) -> int:
        return sum(self.faces.values())


@dataclass(frozen=True, slots=True)
class TowerAudit:
    """The audit of one tower. `unread` counts rolls that the camera had to read; rest times are in ms, None if the
    tower never sent them.
    """

    tower: str
    rolls: int
    boots: int
    cocked: int
    lost: int
    timeouts: int
    unread: int
    repeated: int
    unasked: int
    rest_median_ms: int | None
    rest_most_ms: int | None
    dice: tuple[DieAudit, ...]


def audit_towers(rolls: Iterable[Roll]) -> list[TowerAudit]:
    """Audit every tower in some rolls, in the order of their serials."""
    by_tower: dict[str, list[Roll]] = {}
    for roll in rolls:
        by_tower.setdefault(roll.tower or "", []).append(roll)
    return [_audit(tower, by_tower[tower]) for tower in sorted(by_tower)]


def _audit(tower: str, rolls: list[Roll]) -> TowerAudit:
    states = Counter(roll.state for roll in rolls)
    rests = [roll.rest_ms for roll in rolls if roll.rest_ms is not None]
    faces: dict[str, Counter[str]] = {}
    for roll in rolls:
        # A cocked die shows what it leans on, not what it rolled.
        if roll.state == "ok":
            for die, face in zip(roll.dice, roll.faces, strict=True):
                if face != UNREAD:
                    faces.setdefault(die, Counter())[face] += 1
    return TowerAudit(
        tower=tower,
        rolls=len(rolls),
        boots=len({roll.boot for roll in rolls}),
        cocked=states["cocked"],
        lost=states["lost"],
        timeouts=states["timeout"],
        unread=sum(not roll.is_read for roll in rolls),
        repeated=sum(roll.again > 0 for roll in rolls),
        unasked=sum(roll.request is None for roll in rolls),
        rest_median_ms=round(median(rests)) if rests else None,
        rest_most_ms=max(rests, default=None),
        dice=tuple(audit_die(die, faces[die]) for die in sorted(faces, key=lambda die: (len(die), die))),
    )


def audit_die(die: str, counted: Mapping[str, int]) -> DieAudit:
    """Test one kind of die. Dice with symbols are counted but not tested, because a symbol may be on several
    faces.
    """
    sides = sides_of(die)
    if sides is None or sides < 2:
        return DieAudit(die, dict(sorted(counted.items())), None, None, Grade.TOO_FEW)
    faces = {str(face): counted.get(str(face), 0) for face in range(1, sides + 1)}
    expected = sum(faces.values()) / sides
    if expected < ENOUGH_A_FACE:
        return DieAudit(die, faces, None, None, Grade.TOO_FEW)
    chi_square = sum((seen - expected) ** 2 / expected for seen in faces.values())
    p = chi_square_survival(chi_square, sides - 1)
    grade = Grade.UNFAIR if p < UNFAIR_P else Grade.DOUBTFUL if p < DOUBTFUL_P else Grade.FAIR
    return DieAudit(die, faces, chi_square, p, grade)


def chi_square_survival(x: float, freedom: int) -> float:
    """Return the chance that chi-square with `freedom` degrees of freedom is at least `x`. Exact, by the
    finite sums of Abramowitz and Stegun 26.4.4 and 26.4.5.
    """
    half = x / 2
    if freedom % 2 == 0:
        term = total = math.exp(-half)
        for i in range(1, freedom // 2):
            term *= half / i
            total += term
        return total
    total = math.erfc(math.sqrt(half))
    term = math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
    for i in range(1, freedom // 2 + 1):
        total += term
        term *= half / (i + 0.5)
    return total
