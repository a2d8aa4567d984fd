"""Chooses the tower's sensor thresholds from readings at rest and while dice fall; sends the tower its commands.

The light threshold lies halfway between the open and the broken barrier. The knock threshold is the geometric
mean of the quiet tower's level and a die's knock. The rest time is longer than any pause between two knocks
of one die.
"""

import itertools
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from calibration.errors import CalibrationError
from calibration.grade import CalibrationReport, GradedMeasure, GradeMark, Measure, grade_measure, mark_high
from calibration.walkthrough import MEASUREMENTS, StepState, WalkthroughReply, WalkthroughStep
from companion.clock import monotonic_ms
from companion.words import Text
from devices.tower.dialogue import CommandQueue
from devices.tower.messages import LAST_SEQ, MAJOR, Capability, Hello, LineCutter, ReplyVerb, frame_line
from devices.tower.messages import TowerReply as Said
from devices.tower.messages import parse_message as understood
from devices.tower.ports import Port
from devices.tower.tower_status import TowerStatus, tower_sentence

LEAST_REST_MS, USUAL_REST_MS, MOST_REST_MS = 300, 600, 1500
"""Rest times in ms: the least, the one without a measurement, the most. Less may end between two knocks, and more is felt as
waiting.
"""
LONGER = 1.5
"""Rest time over the longest pause between two knocks of a die: only a few falls are measured, and later ones may pause
longer.
"""
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
        """Write the thresholds as the tower takes them: `light=490 knock=110 rest=600`."""
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
    """Measure the levels of a tower at rest and of the dice that fell; of the falls the weakest counts."""
    lights = sorted(one.light for one in rest)
    return TowerMeasurement(
        lights[len(lights) // 2],
        max(min(one.light for one in fall) for fall in falls),
        max(one.knock for one in rest),
        min(max(one.knock for one in fall) for fall in falls),
        max(_longest_pause_ms(fall, max(one.knock for one in rest)) for fall in falls),
    )


def choose_thresholds(what: TowerMeasurement) -> TowerThresholds:
    """Choose the thresholds from the measured levels."""
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
    """Find the longest pause between two knocks of one die, in ms; 0 with fewer than two knocks."""
    knocks = [one.at_ms for one in fall if one.knock > CLEAR_KNOCK * max(1, quiet)]
    return max((after - before for before, after in itertools.pairwise(knocks)), default=0)


def make_tower_report(what: TowerMeasurement, chosen: TowerThresholds) -> CalibrationReport:
    """Grade the tower for the report."""
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


# --- tower
# Measures the tower's sensors: first at rest, then while dice fall one at a time.
#
# `verb` is what to send to the tower next; the caller sends it and feeds the tower's answer.
#
#     BEGIN ─► SAMPLE, SAMPLE, … (rest) ─► SAMPLE, … (three falls) ─► END light= knock= rest=

REST_SAMPLES = 25
"""Samples of the tower at rest."""
UNSTEADY = 250
"""Largest change, in thousandths, of a tower that nobody touches: a quarter of the range; beyond it somebody moves it, or
its light changes.
"""
FALLS = 3
"""Dice that must fall."""
QUIET_MS = 1000
"""A fall ends when nothing was felt for this long, in ms: longer than a die pauses between two knocks on its way down."""


class TowerWalkthrough:
    """Takes sensor levels; `chosen` holds the thresholds, the result."""

    def __init__(self) -> None:
        self._rest: list[SensorLevels] = []
        self._falls: list[list[SensorLevels]] = []
        self._fall: list[SensorLevels] = []
        self._last_ms = 0
        self.chosen: TowerThresholds | None = None
        self.measurement: TowerMeasurement | None = None
        hint = Text("leave the tower alone for a moment, with no dice in it")
        self.step = WalkthroughStep(StepState.GOING, hint, 0, FALLS + 1, MEASUREMENTS)

    @property
    def verb(self) -> tuple[str, ...]:
        """Return the words after CAL that the tower should get now."""
        if not self.step.is_over:
            return ("SAMPLE",)
        return ("END", *(self.chosen.words() if self.chosen is not None else ()))

    def feed(self, seen: SensorLevels) -> WalkthroughStep:
        """Take the sensor levels and return the next step."""
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
        """End the walkthrough on `ready`: no more dice will fall."""
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


# --- tower talk
# Sends commands to a dice tower while it is calibrated, one at a time.

ANSWER_MS = 4_000
"""Longest wait for an answer: a board may begin anew when its port is opened, and answers only then."""
SAMPLE_EVERY_S = 0.02
"""Pause between two samples: often enough to follow a die that falls, seldom enough to leave the line free."""


def calibrate(talk: "TowerClient", walk: TowerWalkthrough, each: Callable[[WalkthroughStep], bool]) -> None:
    """Run the tower's walkthrough until it is over, or until `each` returns False after a sample.

    CAL END is sent whatever happens: a tower that stays between BEGIN and END makes no rolls. Raises
    `CalibrationError`.
    """
    talk.ask("CAL", "BEGIN")
    try:
        while not walk.step.is_over:
            answer = talk.ask("CAL", *walk.verb)
            walk.feed(_levels(answer, monotonic_ms()))
            if not each(walk.step):
                break
            time.sleep(SAMPLE_EVERY_S)
    finally:
        talk.ask("CAL", *(walk.verb if walk.step.is_over else ("END",)))


def _levels(answer: Said, at_ms: int) -> SensorLevels:
    try:
        return SensorLevels(int(answer.fields["light"]), int(answer.fields["knock"]), at_ms)
    except (KeyError, ValueError) as problem:
        raise CalibrationError(Text("the tower does not say what its sensors show")) from problem


class TowerClient:
    """Sends commands to a tower, one at a time, and returns their answers."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._commands = CommandQueue(secrets.randbelow(LAST_SEQ))
        self._cutter = LineCutter()
        port.write(b"\n")  # Ends whatever half a line somebody left there.

    def serial(self) -> str:
        """Return the serial number of the tower. Raises `CalibrationError` if no tower answers, or one with another
        protocol version.
        """
        return self._hello().serial

    def greet(self) -> Hello:
        """Return the tower's greeting. Raises `CalibrationError` if its thresholds cannot be set."""
        hello = self._hello()
        if Capability.CAL not in hello.cap:
            raise CalibrationError(Text("this tower has no thresholds that can be set"))
        return hello

    def _hello(self) -> Hello:
        hello = self._answer("HI")
        if not isinstance(hello, Hello) or hello.major != MAJOR:
            raise CalibrationError(tower_sentence(TowerStatus.OTHER_VERSION, self._port.name))
        return hello

    def ask(self, verb: str, *words: str) -> Said:
        """Send a command and return the answer OK. Raises `CalibrationError` for any other answer, or none."""
        answer = self._answer(verb, *words)
        if not isinstance(answer, Said) or answer.verb is not ReplyVerb.OK:
            code = answer.code if isinstance(answer, Said) else "?"
            raise CalibrationError(
                Text("the tower refuses {command}: {code}", command=" ".join((verb, *words)), code=code)
            )
        return answer

    def _answer(self, verb: str, *words: str) -> Said | Hello:
        self._commands.add(verb, *words)
        end_ms = monotonic_ms() + ANSWER_MS
        while (now_ms := monotonic_ms()) < end_ms:
            body = self._commands.due(now_ms)
            if body is not None:
                self._port.write(frame_line(body))
            for line in self._cutter.cut(self._port.read()):
                what = None if line is None else understood(line)
                if isinstance(what, Hello) and verb == "HI":
                    self._commands.forget()
                    return what
                if isinstance(what, Said) and self._commands.answered(what.seq) is not None:
                    return what
        self._commands.forget()
        raise CalibrationError(tower_sentence(TowerStatus.SILENT, self._port.name))
