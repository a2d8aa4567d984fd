"""Describes, in words and menu lines, what can be calibrated and where a walkthrough is."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.grade import CalibrationReport, GradeMark
from calibration.profile import CalibrationKind
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from companion.backend.interface import CalibrationStatus, DeviceOffer, TableDevices
from companion.words import N_, Text, Wording, joined, word
from ui.presenters.lines import Around, LineStanding, MenuLine, MenuOption, device_line

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


def kinds(found: Sequence[CalibrationStatus], gear: TableDevices) -> tuple[MenuLine, ...]:
    """Return a line for each thing that can be calibrated; dice lead to the question which dice. Without
    its device none can begin.
    """
    return tuple(
        MenuLine(
            one.kind.value,
            one.title,
            joined([Text("{words}", words=one.says), one.needs], " – "),
            (MenuOption(CalibrationStart(one.kind), Text("begin"), is_off=not gear.address(one.device)),),
            standing=LineStanding(one.standing),
        )
        for one in found
    )


def device_lines(offers: Sequence[DeviceOffer], around: Around, gear: TableDevices) -> tuple[MenuLine, ...]:
    """Return the lines to choose the devices."""
    return tuple(
        device_line(
            offer, around, gear, offer.title, offer.needed_for or "" if not gear.address(offer.name) else ""
        )
        for offer in offers
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
            line.measure.says,
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
            (answer, ANSWERS[answer] if not _is_enough(step) else Text("enough")) for answer in step.answers
        ),
        step.is_over,
    )


def _is_enough(step: WalkthroughStep) -> bool:
    """Tell whether an answer would only end early a step that goes on by itself."""
    return WalkthroughReply.READY in step.answers and not step.waits
