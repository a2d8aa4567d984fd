"""Chooses the tower's thresholds from what its sensors show at rest and while dice fall. Pure.

The light threshold lies halfway between the open and the broken barrier. The knock threshold is the geometric
mean of the quiet tower's level and a die's knock. The rest time is longer than any pause between two knocks
of one die.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from calibration.grade import CalibrationReport, GradedMeasure, GradeMark, Measure, grade_measure, mark_high
from companion.words import Text

LEAST_REST_MS, USUAL_REST_MS, MOST_REST_MS = 300, 600, 1500
"""Rest times in ms: the least, the one without a measurement, the most. Less may end between two knocks, and more is felt as waiting."""
LONGER = 1.5
"""Rest time over the longest pause between two knocks of a die: only a few falls are measured, and later ones may pause longer."""
CLEAR_LIGHT, CLEAR_KNOCK = 150, 2.5
"""Least difference between open and broken barrier, in thousandths, and least ratio of knock to quiet. With
less daylight that changes, or a step on the floor, may be taken for a die."""


@dataclass(frozen=True, slots=True)
class SensorLevels:
    """Holds what the sensors show at a time: barrier light and piezo, in thousandths.

    The tower sends them in answer to `CAL SAMPLE` (docs/hardware/tower-protocol.md).
    """

    light: int
    knock: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class TowerThresholds:
    """Holds the thresholds for `CAL END`; None leaves a threshold as it was."""

    light: int | None
    knock: int | None
    rest_ms: int

    def words(self) -> tuple[str, ...]:
        """Writes the thresholds as the tower takes them: `light=490 knock=110 rest=600`."""
        pairs = (("light", self.light), ("knock", self.knock), ("rest", self.rest_ms))
        return tuple(f"{name}={value}" for name, value in pairs if value is not None)


@dataclass(frozen=True, slots=True)
class TowerMeasurement:
    """Holds the measured levels, in thousandths: barrier open and broken, piezo quiet and knocked."""

    light_open: int
    light_broken: int
    knock_quiet: int
    knock_peak: int
    longest_pause_ms: int
    """Longest pause between two knocks of one die."""


def measure_tower(rest: Sequence[SensorLevels], falls: Sequence[Sequence[SensorLevels]]) -> TowerMeasurement:
    """Measures the levels of a tower at rest and of the dice that fell; of the falls the weakest counts."""
    lights = sorted(one.light for one in rest)
    return TowerMeasurement(
        lights[len(lights) // 2],
        max(min(one.light for one in fall) for fall in falls),
        max(one.knock for one in rest),
        min(max(one.knock for one in fall) for fall in falls),
        max(_longest_pause_ms(fall, max(one.knock for one in rest)) for fall in falls),
    )


def choose_thresholds(what: TowerMeasurement) -> TowerThresholds:
    """Chooses the thresholds from the measured levels."""
    sees = what.light_open - what.light_broken >= CLEAR_LIGHT
    feels = what.knock_peak >= CLEAR_KNOCK * max(1, what.knock_quiet)
    knock = round((max(1, what.knock_quiet) * what.knock_peak) ** 0.5) if feels else None
    rest_ms = max(LEAST_REST_MS, min(MOST_REST_MS, round(LONGER * what.longest_pause_ms)))
    return TowerThresholds(
        (what.light_open + what.light_broken) // 2 if sees else None,
        None if knock is None else min(1000, knock),
        rest_ms if what.longest_pause_ms else USUAL_REST_MS,
    )


def _longest_pause_ms(fall: Sequence[SensorLevels], quiet: int) -> int:
    """Finds the longest pause between two knocks of one die, in ms; 0 with fewer than two knocks."""
    knocks = [one.at_ms for one in fall if one.knock > CLEAR_KNOCK * max(1, quiet)]
    return max((after - before for before, after in itertools.pairwise(knocks)), default=0)


def make_tower_report(what: TowerMeasurement, chosen: TowerThresholds) -> CalibrationReport:
    """Grades the tower for the report."""
    rest = grade_measure(
        Measure.REST,
        chosen.rest_ms,
        "ms",
        GradeMark.GOOD,
        Text("after this quiet time the dice count as still; each roll takes this much longer"),
    )
    return CalibrationReport((_barrier(what, chosen), _knock(what, chosen), rest))


def _barrier(what: TowerMeasurement, chosen: TowerThresholds) -> GradedMeasure:
    clear = what.light_open - what.light_broken
    mark = mark_high(clear, 2 * CLEAR_LIGHT, CLEAR_LIGHT)
    says = (
        Text(
            "this is the difference between the open and the broken light barrier, in thousandths; the threshold is {n}",
            n=chosen.light,
        )
        if chosen.light is not None
        else Text(
            "open and broken barrier differ by too little, in thousandths: clean the light barrier, or shade it; its threshold stays as it was"
        )
    )
    return grade_measure(Measure.BARRIER, clear, "", mark, says)


def _knock(what: TowerMeasurement, chosen: TowerThresholds) -> GradedMeasure:
    times = what.knock_peak / max(1, what.knock_quiet)
    mark = mark_high(times, 2 * CLEAR_KNOCK, CLEAR_KNOCK)
    says = (
        Text(
            "a die knocks this many times harder than the quiet tower shakes; the threshold is {n}",
            n=chosen.knock,
        )
        if chosen.knock is not None
        else Text(
            "the tower hardly feels a die: is the piezo glued on, and does the tower stand on something firm? The knock threshold stays as it was"
        )
    )
    return grade_measure(Measure.KNOCK, times, "x", mark, says)
