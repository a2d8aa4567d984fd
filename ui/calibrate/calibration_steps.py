"""Describes, in words and menu lines, what can be calibrated and where a walkthrough is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.grade import CalibrationReport, GradeMark
from calibration.profile import CalibrationKind
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from companion.backend.interface import CalibrationStatus, DeviceOffer, TableDevices
from companion.words import N_, Text, Wording, joined, word
from ui.presenters.lines import Around, LineStanding, MenuLine, MenuOption, MenuTile, device_line

STANDINGS = {
    GradeMark.GOOD: LineStanding.GOOD,
    GradeMark.FAIR: LineStanding.FAIR,
    GradeMark.POOR: LineStanding.POOR,
}
VERDICTS = {
    GradeMark.GOOD: Text("good enough to play"),
    GradeMark.FAIR: Text("good enough to play"),
    GradeMark.POOR: Text("poor"),
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


@dataclass(frozen=True, slots=True)
class DeviceAsked:
    """The value of a button: ask which device of a kind is used."""

    device: str


ICONS = {
    CalibrationKind.CAMERA: "lens",
    CalibrationKind.TABLE: "mat",
    CalibrationKind.LIGHT: "lamp",
    CalibrationKind.DICE: "die",
    CalibrationKind.TOWER: "tower",
    CalibrationKind.SOUND: "sound",
}


def kinds(found: Sequence[CalibrationStatus], offers: Sequence[DeviceOffer], gear: TableDevices) -> MenuLine:
    """Return a tile for each thing that can be calibrated; dice lead to the question which dice. What needs a device that
    is chosen here leads to that choice first, as the first such tile says; that the others need what the title of the page
    asks for, they do not say.
    """
    lacking = {offer.name: offer for offer in offers if not gear.address(offer.name)}
    first = next((one for one in found if one.device in lacking), None)
    options = tuple(_kind(one, lacking.get(one.device), is_first=one is first) for one in found)
    return MenuLine("kinds", "", "", options)


def _kind(one: CalibrationStatus, lacking: DeviceOffer | None, *, is_first: bool) -> MenuOption:
    tile = MenuTile(ICONS[one.kind], standing=LineStanding(one.standing), is_prose=True)
    if lacking is not None:
        locked = replace(tile, standing=LineStanding.NONE, is_locked=True)
        needed = lacking.to_choose if is_first else lacking.lacks
        under = joined([one.needs] if needed is None else [needed, one.needs], " – ")
        return MenuOption(DeviceAsked(lacking.name), one.title, under, tile=locked)
    under = joined([Text("{words}", words=one.says), one.needs], " – ")
    return MenuOption(CalibrationStart(one.kind), one.title, under, tile=tile)


def devices(offers: Sequence[DeviceOffer], around: Around, gear: TableDevices) -> MenuLine:
    """Return the devices that are calibrated, each as a button with the one in use; it leads to the others."""
    lines = [(offer, device_line(offer, around, gear)) for offer in offers]
    options = tuple(
        MenuOption(
            DeviceAsked(offer.name),
            offer.title,
            next((one.says for one in line.options if one.is_chosen), offer.none.says),
            is_main=not gear.address(offer.name) and bool(offer.needed_for),
        )
        for offer, line in lines
    )
    return MenuLine("devices", "", "", options, across=len(options))


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
    """Return each measurement with its grade and its consequence; its number stands at the edge."""
    lines = () if report is None else report.lines
    return tuple(
        MenuLine(
            line.measure.value,
            line.measure.says,
            line.consequence,
            standing=STANDINGS[line.mark],
            cite=line.written,
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
        _counts(step, done),
        tuple(
            (answer, ANSWERS[answer] if not _is_enough(step) else Text("enough")) for answer in step.answers
        ),
        step.is_over,
    )


def _counts(step: WalkthroughStep, done: int) -> Text | str:
    """Return how much of what is counted is there; nothing where it is one thing alone, or over."""
    if step.is_over or step.wanted == 1:
        return ""
    return Text("{what}: {done} of {wanted}", what=step.counted, done=done, wanted=step.wanted)


def _is_enough(step: WalkthroughStep) -> bool:
    """Tell whether an answer would only end early a step that goes on by itself."""
    return WalkthroughReply.READY in step.answers and not step.waits
