"""Calibration at a screen: what can be calibrated, and where a walkthrough is, as words and lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.grade import Mark, Report
from calibration.profile import Kind
from calibration.walkthrough import Answer, Step, StepState
from companion.backend.interface import CalibrationStatus, TableDevices
from companion.words import N_, Text, Wording, joined, word
from ui.presenters.devices import Around, camera_line, tower_line
from ui.presenters.lines import Line, Option, Standing

TITLES: dict[Kind, Text] = {
    Kind.CAMERA: Text("the lens of the camera"),
    Kind.TABLE: Text("the mat under the camera"),
    Kind.LIGHT: Text("the light on the table"),
    Kind.DICE: Text("your own dice"),
    Kind.TOWER: Text("the dice tower"),
    Kind.SOUND: Text("loudspeaker and microphone"),
}
NEEDS: dict[Kind, Text] = {
    Kind.CAMERA: Text("once for each camera; have the printed board ready, glued on something flat"),
    Kind.TABLE: Text("whenever camera or mat stand elsewhere; some seconds"),
    Kind.LIGHT: Text("with cards in their sleeves, as you will play"),
    Kind.DICE: Text("each face, a few times, in the printed tray"),
    Kind.TOWER: Text("let three dice fall, one at a time"),
    Kind.SOUND: Text("a tone is played"),
}
OF_CAMERA = (Kind.CAMERA, Kind.TABLE, Kind.LIGHT, Kind.DICE)
STANDINGS = {Mark.GOOD: Standing.GOOD, Mark.FAIR: Standing.FAIR, Mark.POOR: Standing.POOR}
N_("boufbowl action"), N_("boufbowl damage")
ANSWERS = {
    Answer.READY: Text("it is ready"),
    Answer.YES: Text("yes"),
    Answer.NO: Text("no"),
}


@dataclass(frozen=True, slots=True)
class Begin:
    """A value: this is to be calibrated, of dice those."""

    kind: Kind
    die: str = ""


def kinds(found: Sequence[CalibrationStatus]) -> tuple[Line, ...]:
    """Everything that can be calibrated; dice ask which."""
    return tuple(
        Line(
            one.kind.value,
            TITLES[one.kind],
            joined([Text("{words}", words=one.says), NEEDS[one.kind]], " – "),
            (Option(Begin(one.kind), Text("begin")),),
            standing=Standing(one.standing),
        )
        for one in found
    )


def devices(around: Around, gear: TableDevices) -> tuple[Line, Line]:
    """What it is done with: camera and tower."""
    return (
        camera_line(
            around, gear, Text("camera"), "" if gear.camera else Text("lens, mat, light and dice need one")
        ),
        tower_line(around, gear, Text("dice tower")),
    )


def dice(names: Sequence[str]) -> tuple[Line, ...]:
    """Which dice?"""
    return (Line("dice", "", "", tuple(Option(Begin(Kind.DICE, name), _die(name)) for name in names)),)


def _die(name: str) -> Text:
    return word(name.replace("-", " "))


def report_lines(report: Report | None) -> tuple[Line, ...]:
    """Each measurement with its unit, its grade and what follows from it."""
    lines = () if report is None else report.lines
    return tuple(
        Line(
            line.measure.value,
            Text(line.measure.value),
            line.sentence(),
            standing=STANDINGS[line.mark],
        )
        for line in lines
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as a screen shows it."""

    hint: Text
    refusal: Text | str
    share: float
    counts: Text | str
    answers: tuple[tuple[Answer, Text | Wording], ...]
    is_over: bool
    is_failed: bool


def shown(step: Step) -> Shown:
    """What there is to say of a step."""
    done = min(step.done, step.wanted)
    return Shown(
        step.hint,
        step.refusal or "",
        done / step.wanted if step.wanted else 0.0,
        "" if step.is_over else Text("{done} of {wanted}", done=done, wanted=step.wanted),
        tuple(
            (answer, ANSWERS[answer] if not _is_enough(step) else Text("that is enough"))
            for answer in step.answers
        ),
        step.is_over,
        step.state is StepState.FAILED,
    )


def _is_enough(step: Step) -> bool:
    """Whether an answer would only end early what goes on anyway."""
    return Answer.READY in step.answers and not step.waits
