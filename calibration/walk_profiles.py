"""Makes the profile of a finished walkthrough, for each kind of calibration, and chooses the walkthrough for dice."""

import json
from pathlib import Path

from calibration.camera import CameraWalkthrough
from calibration.dice import DiceWalkthrough, PipsWalkthrough
from calibration.grade import CalibrationReport, GradeMark, find_worst
from calibration.light import LightWalkthrough
from calibration.profile import CalibrationKind, Profile, written_now
from calibration.sound import SoundWalkthrough
from calibration.table import TableWalkthrough
from calibration.tower import TowerWalkthrough
from calibration.virtual_dice import VirtualDice
from calibration.walkthrough import Walkthrough
from companion.storage.kept_files import replace_file
from companion.words import Text
from vision.detectors.dice.definition import DieDefinition, die_to_json
from vision.detectors.dice.definition import FaceKind as DieForm
from vision.detectors.dice.examples import examples_to_bytes
from vision.frame import Frame
from vision.lens import lens_to_json
from vision.sources.source import Source
from vision.sources.virtual import VirtualSource
from vision.table_map import map_to_json

NOT_KEPT = Text("it is not saved; the earlier calibration stays in use")
"""The sentence for a walkthrough that gives no profile."""


def make_camera_profile(walk: CameraWalkthrough, subject: str) -> Profile | None:
    """Make the profile of a lens; None if there is no lens, or a poor one."""
    if walk.solved is None or walk.step.report is None:
        return None
    report, lens = walk.step.report, walk.solved.lens
    if find_worst([line.mark for line in report.lines[:2]]) is GradeMark.POOR:
        return None
    size_px = (lens.width_px, lens.height_px)
    return Profile(CalibrationKind.CAMERA, subject, written_now(), report, lens_to_json(lens), size_px)


def make_table_profile(walk: TableWalkthrough, subject: str, game: str) -> Profile | None:
    """Make the profile of a table; None if the mat was not found."""
    located, report = walk.located, walk.step.report
    if located is None or report is None:
        return None
    size_px = (located.table.lens.width_px, located.table.lens.height_px)
    data = {"mat": game, "map": map_to_json(located.table), "within_mm": round(located.within_mm, 3)}
    return Profile(CalibrationKind.TABLE, subject, written_now(), report, data, size_px)


def make_light_profile(walk: LightWalkthrough, subject: str, size_px: tuple[int, int]) -> Profile | None:
    """Make the profile of the light; None if it could not be measured."""
    report = walk.step.report
    if walk.lit is None or report is None:
        return None
    spots = [
        {"place": spot.place.value, "zone": spot.zone, "area_mm2": spot.area_mm2} for spot in walk.lit.spots
    ]
    return Profile(CalibrationKind.LIGHT, subject, written_now(), report, {"glare": spots}, size_px)


def make_sound_profile(walk: SoundWalkthrough, subject: str) -> Profile:
    """Make the profile of loudspeaker and microphone."""
    data = {"by": "microphone" if walk.is_heard_by is None else "person"}
    return Profile(
        CalibrationKind.SOUND,
        subject,
        written_now(),
        walk.step.report or CalibrationReport(()),
        data,
    )


def make_tower_profile(walk: TowerWalkthrough, serial: str) -> Profile:
    """Make the profile of a tower's thresholds."""
    assert walk.chosen is not None and walk.step.report is not None, "a walk that is done has chosen"
    data = {"set": list(walk.chosen.words())}
    return Profile(CalibrationKind.TOWER, serial, written_now(), walk.step.report, data)


def choose_walk(die: DieDefinition) -> DiceWalkthrough | PipsWalkthrough:
    """Choose the walkthrough for this kind of dice."""
    return PipsWalkthrough(die) if die.kind is DieForm.PIPS else DiceWalkthrough(die)


def make_dice_profile(walk: DiceWalkthrough | PipsWalkthrough, die: DieDefinition, folder: Path) -> Profile:
    """Make the profile of the dice and write their examples into the folder. Raises `CompanionError`."""
    assert walk.step.report is not None, "dice that are known have their report"
    if isinstance(walk, PipsWalkthrough):
        path, data = folder / f"{die.name}.json", f"{json.dumps(die_to_json(walk.die))}\n".encode()
    else:
        path, data = folder / f"{die.name}.npz", examples_to_bytes(walk.examples)
    replace_file(path, data)
    return Profile(CalibrationKind.DICE, die.name, written_now(), walk.step.report, {"file": str(path)})


def add_virtual_hands(walk: Walkthrough[Frame], die: DieDefinition, source: Source) -> Walkthrough[Frame]:
    """Add virtual hands to a walkthrough on a virtual table; on other sources nothing changes."""
    if isinstance(source, VirtualSource):
        return VirtualDice(walk, die, source.table)
    return walk
