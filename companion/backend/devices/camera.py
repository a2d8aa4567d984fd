"""The device kind `camera`: how cameras are found, opened, checked and calibrated, and what the doctor says of them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from calibration.errors import CalibrationError
from calibration.grade import GradedMeasure, Measure
from calibration.profile import CalibrationKind, Profile, Profiles
from calibration.walkthrough import StepState, Walkthrough
from companion.backend.devices.device_kind import (
    STANDING,
    CalibrationDesk,
    DeviceCalibration,
    DeviceKind,
    on_screen,
)
from companion.backend.devices.tower import TOWER, TRAY
from companion.backend.findings import Finding, FindingLevel, UserGroup
from companion.backend.interface import (
    CAMERA,
    CheckResult,
    DeviceChoice,
    DeviceOffer,
    FoundDevice,
    TableDevices,
)
from companion.backend.time_limit import TOO_LATE, bounded, tried
from companion.errors import CompanionError
from companion.rules.games import GAMES
from companion.session.inbox import CameraStatus, DeviceNotice, RestReport, SightingReport
from companion.storage.places import Places
from companion.storage.shipped_data import mat_of
from companion.words import N_, Text
from vision.detectors.dice.definition import find_die, shipped_dice
from vision.errors import EndOfPictures
from vision.phone import PHONE
from vision.sources.video_nodes import PI, find_cameras

if TYPE_CHECKING:
    from companion.backend.table_house import TableHouse
    from companion.table.calibration_camera import CalibrationCamera
    from companion.table.live_table import TableCamera
    from vision.frame import Frame
    from vision.pipeline import Pipeline

_NO_PICTURE = Text("the camera gives no picture: another program may be using it")
LOOKS = 15
"""Frames in which the mat is looked for."""
CHECK_S, PROBE_S = 15.0, 12.0
_PICTURE = """
import sys
from vision.sources.opencv_sources import CameraSource
camera = CameraSource(sys.argv[1])
camera.open()
frame = camera.read()
print(*frame.size_px)
"""
N_("cameras")


def find() -> Sequence[FoundDevice]:
    """Return the cameras that the system knows."""
    return tuple(FoundDevice(name, _named(name)) for name in find_cameras())


def _named(name: str) -> Text:
    if name.startswith(PI):
        return Text("the Pi's own camera ({name})", name=name)
    return Text("camera {name}", name=name)


def is_there(address: str, house: "TableHouse") -> bool:
    """Tell whether the address is one of a camera at all; the match itself says when it gives no pictures."""
    from vision.sources.source_names import source_for

    try:
        source_for(address, phone=house.phone)
    except CompanionError:
        return False
    return True


def open_camera(game: str, gear: TableDevices, house: "TableHouse") -> "TableCamera | None":
    """Return the camera with its pipeline. Raises `CompanionError`."""
    from companion.table.live_table import TableCamera
    from vision.sources.source_names import source_for

    if not gear.camera:
        return None
    pipeline = pipeline_of(game, gear, house.where)
    # In colour, though codes are read in grey too: people look at the evidence.
    source = source_for(gear.camera, is_grey=False, phone=house.phone)
    return TableCamera(source, pipeline)


def pipeline_of(game: str, gear: TableDevices, where: Places) -> "Pipeline":
    """Return what reads the camera's pictures; in the place of a tower it also reads the dice. Raises `CompanionError`."""
    from companion.table.opening import pipeline_for

    has_tray = gear.address(TOWER) == TRAY
    return pipeline_for(game, gear.camera, gear.calibration or None, where, has_tray=has_tray)


# --- before a match


def check(game: str, gear: TableDevices, house: "TableHouse") -> Sequence[CheckResult]:
    """Check the camera: its pictures, the mat in them, and how well cards can be read."""
    if not gear.camera:
        return (_checked("", Text("none: you enter by hand what lies on the table")),)
    seen = bounded(lambda: tuple(_seen(game, gear, house)), CHECK_S)
    if isinstance(seen, Text):
        todo = Text("unplug the camera and plug it in again, or choose another one")
        return (_checked("poor", seen, todo),)
    return seen


def _checked(standing: str, says: Text, todo: Text | None = None) -> CheckResult:
    return CheckResult(Text("camera"), standing, says, todo, CAMERA)


def _seen(game: str, gear: TableDevices, house: "TableHouse") -> Iterator[CheckResult]:
    from vision.picture_size import too_small
    from vision.sources.source_names import source_for

    todo = Text("plug it in, or choose another camera, or none")
    try:
        source = source_for(gear.camera, is_grey=False, is_paced=False, phone=house.phone)
    except CompanionError:
        yield _checked("poor", Text("the camera that was chosen is not there"), todo)
        return
    try:
        source.open()
    except CompanionError as problem:
        yield _checked("poor", on_screen(problem, _NO_PICTURE), todo)
        return
    try:
        frame = source.read()
        size = " x ".join(map(str, frame.size_px))
        small = too_small(mat_of(game), frame.size_px)
        if small is not None:
            yield _checked("poor", Text("gives pictures of {size}", size=size), small.told)
            return
        yield _checked("good", Text("gives pictures of {size}", size=size))
        yield from _mat(game, gear, house.where, [frame, *(source.read() for _ in range(LOOKS - 1))])
    except CompanionError as problem:
        yield _checked("poor", on_screen(problem, _NO_PICTURE), todo)
    finally:
        source.close()


def _mat(game: str, gear: TableDevices, where: Places, frames: "Sequence[Frame]") -> Iterator[CheckResult]:
    from calibration.camera_profiles import find_lens, find_table_map
    from calibration.check import CheckWalkthrough
    from companion.table.calibration_camera import camera_name

    profiles, subject = Profiles(where.calibration), gear.calibration or camera_name(gear.camera)
    size_px = frames[0].size_px
    lens = find_lens(profiles, subject, size_px)
    walk = CheckWalkthrough(mat_of(game), lens, find_table_map(profiles, subject, game, size_px))
    for frame in frames:
        if walk.feed(frame).is_over:
            break
    report = walk.step.report
    if report is None:
        says = Text("the camera does not see the whole mat")
        yield CheckResult(Text("mat"), "poor", says, walk.step.refusal or walk.step.hint)
        return
    yield CheckResult(Text("mat"), "good", Text("its markers are seen"))
    if lens is None:
        says = Text("the camera was never calibrated: places are less exact")
        yield CheckResult(Text("calibration"), "fair", says, Text("calibrate it once, from the home page"))
    for line in report.lines:
        if line.measure in (Measure.STICKER, Measure.BRIGHTNESS, Measure.GLARE):
            yield _legible(line)


def _legible(line: GradedMeasure) -> CheckResult:
    """Return a measure that says whether cards can be read."""
    return CheckResult(line.measure.says, STANDING[line.mark], line.sentence())


# --- the doctor


def findings() -> list[Finding]:
    """Return each camera with the size of its picture."""
    found = find()
    if not found:
        says = Text(
            "none is plugged in: plug one in, or use a phone; until then, enter by hand what lies on the table"
        )
        return [Finding(Text("camera"), FindingLevel.WARN, says, "companion calibrate check --camera phone")]
    return [_tried_pi(one.name) if one.name.startswith(PI) else _tried(one.name) for one in found]


def _tried_pi(name: str) -> Finding:
    """Try a camera that is read by a process of its own anyway."""
    from vision.sources.source_names import source_for

    what, source = _named(name), source_for(name)
    try:
        source.open()
        size_px = source.read().size_px
    except CompanionError as problem:
        return Finding(what, FindingLevel.WARN, problem.message)
    finally:
        source.close()
    return _giving(what, size_px)


def _tried(path: str) -> Finding:
    """Try a camera in a process of its own, because a driver may hang."""
    one = tried(_PICTURE, PROBE_S, path)
    what = _named(path)
    if one.is_well:
        across, down = map(int, one.last.split())
        return _giving(what, (across, down))
    if one is TOO_LATE:
        says = Text(
            "no picture came within {seconds} s: unplug the camera and plug it in again",
            seconds=round(PROBE_S),
        )
        return Finding(what, FindingLevel.WARN, says)
    says = Text("no picture comes: another program may be using the camera")
    return Finding(what, FindingLevel.WARN, says, f"fuser -v {path}")


def _giving(what: Text, size_px: tuple[int, int]) -> Finding:
    """Return a camera that gives pictures: a warning if they are too small for the mat of every game."""
    from vision.picture_size import too_small

    small = [too_small(mat_of(game), size_px) for game in GAMES]
    if small[0] is not None and all(small):
        return Finding(what, FindingLevel.WARN, small[0].told)
    return Finding(
        what, FindingLevel.OK, Text("gives pictures of {size}", size=" x ".join(map(str, size_px)))
    )


# --- calibrations


def walk_on(desk: CalibrationDesk, walk: "Walkthrough[Frame]", sight: "CalibrationCamera") -> None:
    """Feed frames and answers to a walkthrough until it is over, or the desk is left. Raises `CompanionError`."""
    while not walk.step.is_over and not desk.is_stopping:
        desk.give_answers(walk)
        try:
            frame = sight.frame()
        except EndOfPictures as end:
            raise CalibrationError(
                Text("{end}; the next step was: {hint}", end=end.message, hint=walk.step.hint)
            ) from end
        desk.show_picture(frame)
        walk.feed(frame)
        desk.show(walk)


@contextmanager
def _named_sight(desk: CalibrationDesk, *, is_grey: bool) -> "Iterator[CalibrationCamera]":
    with desk.sight(is_grey=is_grey) as sight:
        desk.say(sight.source.describe())
        yield sight


def _lens(desk: CalibrationDesk) -> Profile | None:
    from calibration.camera import CameraWalkthrough
    from calibration.walk_profiles import make_camera_profile

    walk = CameraWalkthrough()
    with _named_sight(desk, is_grey=True) as sight:
        desk.say(
            Text("print the calibration target with `companion print target`, and glue it on something flat")
        )
        walk_on(desk, walk, sight)
        return make_camera_profile(walk, sight.subject)


def _table(desk: CalibrationDesk) -> Profile | None:
    from calibration.table import TableWalkthrough
    from calibration.walk_profiles import make_table_profile

    with _named_sight(desk, is_grey=True) as sight:
        lens, mat = desk.lens(sight), desk.mat(sight)
        desk.say(Text("mat: {game}", game=mat.game))
        walk = TableWalkthrough(mat, lens)
        walk_on(desk, walk, sight)
        return make_table_profile(walk, sight.subject, mat.game)


def _light(desk: CalibrationDesk) -> Profile | None:
    from calibration.light import LightWalkthrough
    from calibration.walk_profiles import make_light_profile

    with _named_sight(desk, is_grey=False) as sight:
        size_px = sight.first_frame().size_px
        lens = desk.lens(sight)
        walk = LightWalkthrough(desk.mat(sight), lens)
        walk_on(desk, walk, sight)
        return make_light_profile(walk, sight.subject, size_px)


def _dice(desk: CalibrationDesk) -> Profile | None:
    from calibration.walk_profiles import add_virtual_hands, choose_walk, make_dice_profile

    die = find_die(desk.die)
    walk = choose_walk(die)
    with _named_sight(desk, is_grey=False) as sight:
        walk_on(desk, add_virtual_hands(walk, die, sight.source), sight)
    is_done = walk.step.state is StepState.DONE
    return make_dice_profile(walk, die, desk.where.dice) if is_done else None


CAMERA_KIND = DeviceKind(
    CAMERA,
    reports=(SightingReport, RestReport, CameraStatus, DeviceNotice),
    find=find,
    is_there=is_there,
    open=open_camera,
    check=check,
    probe="cameras",
    findings=findings,
    group=UserGroup("video", ("video[0-9]*",), N_("cameras")),
    offer=DeviceOffer(
        CAMERA,
        Text("camera"),
        asks=Text("which camera looks at the table?"),
        missing=Text("no camera is plugged in"),
        none=DeviceChoice("", Text("no camera"), Text("you enter by hand what lies there")),
        further=(DeviceChoice(PHONE, Text("a phone"), Text("it scans a code; nothing has to be installed")),),
        is_typed=True,
        needed_for=Text("needed for lens, mat, light and dice"),
        to_choose=Text("needs a camera: touch here to choose one"),
    ),
    calibrations=(
        DeviceCalibration(
            CalibrationKind.CAMERA,
            Text("the lens of the camera"),
            Text("do this once for each camera; have the printed target ready, glued on something flat"),
            _lens,
            is_wanted=True,
        ),
        DeviceCalibration(
            CalibrationKind.TABLE,
            Text("the mat under the camera"),
            Text("do this whenever the camera or the mat has been moved; it takes some seconds"),
            _table,
            is_wanted=True,
        ),
        DeviceCalibration(
            CalibrationKind.LIGHT,
            Text("the light on the table"),
            Text("do this with cards in their sleeves, as you will play"),
            _light,
        ),
        DeviceCalibration(
            CalibrationKind.DICE,
            Text("your own dice"),
            Text("show each face a few times in the printed tray"),
            _dice,
            dice=shipped_dice,
        ),
    ),
)
