"""Checks what a match needs before it begins: set-up, camera, mat, tower and sound."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from calibration.camera_profiles import find_lens, find_table_map
from calibration.grade import GradedMeasure, GradeMark, Measure
from calibration.profile import CalibrationKind, Profile, Profiles
from calibration.tower_talk import Talk
from calibration.walks.check import CheckWalk
from companion.backend.interface import TRAY, CalibrationStatus, CheckResult, TableDevices
from companion.backend.table_match import TableHouse
from companion.backend.time_limit import bounded
from companion.errors import CompanionError
from companion.rules.dice import dice_of_game
from companion.rules.games import GAMES
from companion.storage.mats import mat_of
from companion.storage.places import Places
from companion.table.sight import camera_name
from companion.table.tray import known_dice
from companion.words import Text
from devices.audio.audio_status import Direction
from devices.audio.sound_card import PortAudio, choose_device
from devices.tower.ports import harbour
from vision.detectors.dice.definition import shipped_dice
from vision.frame import Frame
from vision.sources.source_names import source_for

LOOKS = 15
"""Frames in which the mat is looked for."""
CAMERA_S, TOWER_S, SOUND_S = 15.0, 8.0, 6.0
STANDING = {GradeMark.GOOD: "good", GradeMark.FAIR: "fair", GradeMark.POOR: "poor"}
TOLD = (Measure.STICKER, Measure.BRIGHTNESS, Measure.GLARE)
"""What says whether cards can be read."""


def camera_checks(game: str, gear: TableDevices, house: TableHouse) -> Sequence[CheckResult]:
    """Check the camera: its pictures, the mat in them, and how well cards can be read."""
    if not gear.camera:
        return (CheckResult(Text("camera"), "", Text("none: you enter by hand what lies on the table")),)
    seen = bounded(lambda: tuple(_seen(game, gear, house)), CAMERA_S)
    if isinstance(seen, Text):
        todo = Text("unplug the camera and plug it in again, or choose another one")
        return (CheckResult(Text("camera"), "poor", seen, todo),)
    return seen


def tower_check(game: str, gear: TableDevices, where: Places) -> CheckResult:
    """Check whether a tower answers, or whether the dice of the game can be read in the tray."""
    what = Text("dice tower")
    if gear.tower == TRAY:
        return _tray_check(game, gear, where)
    if not gear.tower:
        return CheckResult(what, "", Text("none: you enter by hand what the dice show"))
    said = bounded(lambda: _greeted(gear.tower), TOWER_S)
    if isinstance(said, str):
        return CheckResult(what, "good", Text("tower {serial} answers", serial=said))
    why = said.message if isinstance(said, CompanionError) else said
    todo = Text("check the cable of the tower, or play without the tower and enter the dice by hand")
    return CheckResult(what, "poor", why, todo)


def _tray_check(game: str, gear: TableDevices, where: Places) -> CheckResult:
    """Check whether there is a camera for the tray, and whether its dice are known."""
    what = Text("dice tray")
    if not gear.camera:
        todo = Text("choose a camera that sees the tray, or enter the dice by hand")
        return CheckResult(what, "poor", Text("no camera looks at it"), todo)
    try:
        known_dice(dice_of_game(GAMES[game]), where)
    except CompanionError as problem:
        return CheckResult(
            what, "poor", problem.message, Text("or play without the tray and enter the dice by hand")
        )
    return CheckResult(what, "good", Text("its dice are known: lay the tray where the camera sees all of it"))


def sound_check(*, is_muted: bool) -> CheckResult:
    """Check whether there is a loudspeaker."""
    what = Text("sound")
    if is_muted:
        return CheckResult(what, "", Text("muted in the settings"))
    said = bounded(_loudspeaker, SOUND_S)
    if isinstance(said, str):
        return CheckResult(what, "good", Text("{name}", name=said))
    why = said.message if isinstance(said, CompanionError) else said
    return CheckResult(what, "fair", why, Text("the match can be played without sound"))


def calibrations(where: Places) -> Sequence[CalibrationStatus]:
    """List everything that can be calibrated, with the newest profile of each."""
    found = list(Profiles(where.calibration).all())
    return tuple(_standing(kind, [one for one in found if one.kind is kind]) for kind in CalibrationKind)


def _standing(kind: CalibrationKind, profiles: Sequence[Profile]) -> CalibrationStatus:
    dice = shipped_dice() if kind is CalibrationKind.DICE else ()
    if not profiles:
        return CalibrationStatus(kind, "", Text("never done"), dice)
    newest = max(profiles, key=lambda profile: profile.at)
    mark = newest.report.mark
    says = Text(
        "{subject}: {mark}, {days} days ago",
        subject=", ".join(sorted({profile.subject for profile in profiles}))[:60],
        mark=Text(mark.value),
        days=newest.age_days(datetime.now(UTC)),
    )
    return CalibrationStatus(kind, STANDING[mark], says, dice)


def _seen(game: str, gear: TableDevices, house: TableHouse) -> Iterator[CheckResult]:
    what = Text("camera")
    try:
        source = source_for(gear.camera, is_grey=False, is_paced=False, phone=house.phone)
        source.open()
    except CompanionError as problem:
        yield CheckResult(what, "poor", problem.message, Text("choose another camera, or none"))
        return
    try:
        frame = source.read()
        size = " x ".join(map(str, frame.size_px))
        yield CheckResult(what, "good", Text("gives pictures of {size}", size=size))
        yield from _mat(game, gear, house.where, [frame, *(source.read() for _ in range(LOOKS - 1))])
    except CompanionError as problem:
        yield CheckResult(what, "poor", problem.message, Text("choose another camera, or none"))
    finally:
        source.close()


def _mat(game: str, gear: TableDevices, where: Places, frames: Sequence[Frame]) -> Iterator[CheckResult]:
    mat = mat_of(game)
    profiles, subject = Profiles(where.calibration), gear.calibration or camera_name(gear.camera)
    size_px = frames[0].size_px
    lens = find_lens(profiles, subject, size_px)
    check = CheckWalk(mat, lens, find_table_map(profiles, subject, game, size_px))
    for frame in frames:
        if check.feed(frame).is_over:
            break
    report = check.step.report
    if report is None:
        says = Text("the camera does not see the whole mat")
        yield CheckResult(Text("mat"), "poor", says, check.step.refusal or check.step.hint)
        return
    yield CheckResult(Text("mat"), "good", Text("its markers are seen"))
    if lens is None:
        says = Text("the camera was never calibrated: places are less exact")
        yield CheckResult(Text("calibration"), "fair", says, Text("calibrate it once, from the home page"))
    for line in report.lines:
        if line.measure in TOLD:
            yield _told(line)


def _told(line: GradedMeasure) -> CheckResult:
    return CheckResult(Text(line.measure.value), STANDING[line.mark], line.sentence())


def _greeted(words: str) -> str | CompanionError:
    try:
        port = harbour(None if words == "usb" else words).open()
    except CompanionError as problem:
        return problem
    try:
        return Talk(port).serial()
    except CompanionError as problem:
        return problem
    finally:
        port.close()


def _loudspeaker() -> str | CompanionError:
    card = PortAudio()
    try:
        card.refresh()
        return str(choose_device(card.devices(Direction.OUT), None, Direction.OUT).name)
    except CompanionError as problem:
        return problem
