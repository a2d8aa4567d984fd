"""Describes, in words and menu lines, what can be calibrated and where a walkthrough is."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.grade import CalibrationReport, GradeMark
from calibration.profile import CalibrationKind
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from companion.backend.interface import CalibrationStatus, TableDevices
from companion.words import N_, Text, Wording, joined, word
from ui.presenters.devices import Around, camera_line, tower_line
from ui.presenters.lines import LineStanding, MenuLine, MenuOption

TITLES: dict[CalibrationKind, Text] = {
    CalibrationKind.CAMERA: Text("the lens of the camera"),
    CalibrationKind.TABLE: Text("the mat under the camera"),
    CalibrationKind.LIGHT: Text("the light on the table"),
    CalibrationKind.DICE: Text("your own dice"),
    CalibrationKind.TOWER: Text("the dice tower"),
    CalibrationKind.SOUND: Text("loudspeaker and microphone"),
}
NEEDS: dict[CalibrationKind, Text] = {
    CalibrationKind.CAMERA: Text(
        "do this once for each camera; have the printed target ready, glued on something flat"
    ),
    CalibrationKind.TABLE: Text(
        "do this whenever the camera or the mat has been moved; it takes some seconds"
    ),
    CalibrationKind.LIGHT: Text("do this with cards in their sleeves, as you will play"),
    CalibrationKind.DICE: Text("lay each face a few times in the printed tray"),
    CalibrationKind.TOWER: Text("let three dice fall, one at a time"),
    CalibrationKind.SOUND: Text("a tone is played"),
}
OF_CAMERA = (CalibrationKind.CAMERA, CalibrationKind.TABLE, CalibrationKind.LIGHT, CalibrationKind.DICE)
STANDINGS = {
    GradeMark.GOOD: LineStanding.GOOD,
    GradeMark.FAIR: LineStanding.FAIR,
    GradeMark.POOR: LineStanding.POOR,
}
N_("boufbowl action"), N_("boufbowl damage")
ANSWERS = {
    WalkthroughReply.READY: Text("it is ready"),
    WalkthroughReply.YES: Text("yes"),
    WalkthroughReply.NO: Text("no"),
}


@dataclass(frozen=True, slots=True)
class CalibrationStart:
    """The value of a line: calibrate this, and for dice which dice."""

    kind: CalibrationKind
    die: str = ""


def kinds(found: Sequence[CalibrationStatus]) -> tuple[MenuLine, ...]:
    """Return a line for each thing that can be calibrated; dice lead to the question which dice."""
    return tuple(
        MenuLine(
            one.kind.value,
            TITLES[one.kind],
            joined([Text("{words}", words=one.says), NEEDS[one.kind]], " – "),
            (MenuOption(CalibrationStart(one.kind), Text("begin")),),
            standing=LineStanding(one.standing),
        )
        for one in found
    )


def devices(around: Around, gear: TableDevices) -> tuple[MenuLine, MenuLine]:
    """Return the lines to choose camera and tower."""
    return (
        camera_line(
            around, gear, Text("camera"), "" if gear.camera else Text("needed for lens, mat, light and dice")
        ),
        tower_line(around, gear, Text("dice tower")),
    )


def dice(names: Sequence[str]) -> tuple[MenuLine, ...]:
    """Return the lines to choose the dice."""
    return (
        MenuLine(
            "dice",
            "",
            "",
            tuple(MenuOption(CalibrationStart(CalibrationKind.DICE, name), _die(name)) for name in names),
        ),
    )


def _die(name: str) -> Text:
    return word(name.replace("-", " "))


def report_lines(report: CalibrationReport | None) -> tuple[MenuLine, ...]:
    """Return each measurement with its unit, its grade and its consequence."""
    lines = () if report is None else report.lines
    return tuple(
        MenuLine(
            line.measure.value,
            Text(line.measure.value),
            line.sentence(),
            standing=STANDINGS[line.mark],
        )
        for line in lines
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """A step of a walkthrough as a screen shows it."""

    hint: Text
    refusal: Text | str
    share: float
    counts: Text | str
    answers: tuple[tuple[WalkthroughReply, Text | Wording], ...]
    is_over: bool


def shown(step: WalkthroughStep) -> Shown:
    """Describe a step."""
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
    )


def _is_enough(step: WalkthroughStep) -> bool:
    """Tell whether an answer would only end early a step that goes on by itself."""
    return WalkthroughReply.READY in step.answers and not step.waits
