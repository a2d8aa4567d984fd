"""Measures the tower's sensors: first at rest, then while dice fall one at a time.

`verb` is what to send to the tower next; the caller sends it and feeds the tower's answer.

    BEGIN ─► SAMPLE, SAMPLE, … (rest) ─► SAMPLE, … (three falls) ─► END light= knock= rest=
"""

from dataclasses import replace

from calibration.tower import (
    CLEAR_KNOCK,
    CLEAR_LIGHT,
    SensorLevels,
    TowerMeasurement,
    TowerThresholds,
    choose_thresholds,
    make_tower_report,
    measure_tower,
)
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.words import Text

REST_SAMPLES = 25
"""Samples of the tower at rest."""
UNSTEADY = 250
"""Largest change, in thousandths, of a tower that nobody touches: a quarter of the range; beyond it somebody moves it, or its light changes."""
FALLS = 3
"""Dice that must fall."""
QUIET_MS = 1000
"""A fall ends when nothing was felt for this long, in ms: longer than a die pauses between two knocks on its way down."""


class TowerWalk:
    """Takes sensor levels; `chosen` holds the thresholds, the result."""

    def __init__(self) -> None:
        self._rest: list[SensorLevels] = []
        self._falls: list[list[SensorLevels]] = []
        self._fall: list[SensorLevels] = []
        self._last_ms = 0
        self.chosen: TowerThresholds | None = None
        self.measurement: TowerMeasurement | None = None
        hint = Text("leave the tower alone for a moment, with no dice in it")
        self.step = WalkthroughStep(StepState.GOING, hint, 0, FALLS + 1)

    @property
    def verb(self) -> tuple[str, ...]:
        """Returns the words after CAL that the tower should get now."""
        if not self.step.is_over:
            return ("SAMPLE",)
        return ("END", *(self.chosen.words() if self.chosen is not None else ()))

    def feed(self, seen: SensorLevels) -> WalkthroughStep:
        """Takes the sensor levels and returns the next step."""
        if self.step.is_over:
            return self.step
        if len(self._rest) < REST_SAMPLES:
            return self._at_rest(seen)
        if self._is_felt(seen):
            self._fall.append(seen)
            self._last_ms = seen.at_ms
        elif self._fall and seen.at_ms - self._last_ms >= QUIET_MS:
            return self._fallen()
        return self.step

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Ends the walkthrough on `ready`: no more dice will fall."""
        if answer is WalkthroughReply.READY and answer in self.step.answers:
            return self._finish()
        return self.step

    def _at_rest(self, seen: SensorLevels) -> WalkthroughStep:
        self._rest.append(seen)
        lights, knocks = [one.light for one in self._rest], [one.knock for one in self._rest]
        if max(lights) - min(lights) > UNSTEADY or max(knocks) - min(knocks) > UNSTEADY:
            self._rest.clear()
            self.step = replace(
                self.step, refusal=Text("something moves in the tower, or somebody shakes it")
            )
        elif len(self._rest) == REST_SAMPLES:
            self.step = replace(self.step, hint=_drop(0), refusal=None, done=1, answers=())
        return self.step

    def _is_felt(self, seen: SensorLevels) -> bool:
        light = min(one.light for one in self._rest)
        knock = max(one.knock for one in self._rest)
        return light - seen.light >= CLEAR_LIGHT or seen.knock >= CLEAR_KNOCK * max(1, knock)

    def _fallen(self) -> WalkthroughStep:
        self._falls.append(self._fall)
        self._fall = []
        if len(self._falls) >= FALLS:
            return self._finish()
        n = len(self._falls)
        self.step = replace(self.step, hint=_drop(n), done=1 + n, answers=(WalkthroughReply.READY,))
        return self.step

    def _finish(self) -> WalkthroughStep:
        self.measurement = measure_tower(self._rest, self._falls)
        self.chosen = choose_thresholds(self.measurement)
        report = make_tower_report(self.measurement, self.chosen)
        self.step = WalkthroughStep(
            StepState.DONE, Text("the tower's thresholds are known"), FALLS + 1, FALLS + 1, report=report
        )
        return self.step


def _drop(n: int) -> Text:
    if not n:
        return Text("let one die fall into the tower")
    return Text("take the die out and let it fall again: {n} of {all} done", n=n, all=FALLS)
