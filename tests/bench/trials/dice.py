"""Measures how reliably dice in a tray of the virtual table are read: pips, and symbols and numerals of enrolled
dice.
"""

from functools import partial

import numpy as np

from companion.mat import Mat
from tests.bench.trials.count import Measurement, ReadCount
from tests.vision.watched_part import WatchedPart
from vision.detection_settings import dice_reader
from vision.detectors.dice.definition import find_die
from vision.detectors.dice.example_reader import add_examples, find_portraits
from vision.detectors.dice.examples import DieExamples
from vision.frame import Region
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.motion import find_free_place
from vision.virtual.scene import DieKind, SceneDie, SceneTray
from vision.virtual.table import VirtualTable

FRAMES = 20
"""Rather more than a second: two or three that are read, and the patience with what cannot be said."""
ENROLMENT_THROWS, AT_ONCE = 4, 3
"""Three dice show the same face in each throw, which gives twelve examples of each face."""
THROWN = 5
TABLES_MM = (800, 480)
"""How wide a table the camera sees: 2.3 and 3.8 pixels a millimetre where the tray stands."""
KINDS = {
    "d6": DieKind.PIPS,
    "d12": DieKind.D12,
    "boufbowl-action": DieKind.STARS,
    "boufbowl-damage": DieKind.DAMAGE,
}


class DiceTrial:
    """Holds a tray under a camera, dice to roll in it, and what reads them."""

    def __init__(self, die: str, width_mm: int, seed: int = 14) -> None:
        mat = Mat("tray", width_mm, width_mm * 9 // 16, (), ())
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=8)
        middle = (mat.width_mm / 2, mat.height_mm / 2)
        self._table = VirtualTable(mat, camera, sensor=Sensor(0.7, 2.5, is_grey=True), seed=seed)
        self._table.frames_per_second = 15
        self._tray = SceneTray(self._table.put_tray(middle), middle)
        self._place = _seen(camera, self._tray)
        self._kind = KINDS[die]
        self._chance = np.random.default_rng(seed)
        self._die = find_die(die)
        eye = dice_reader(self._die, None if die == "d6" else self._enrolled())
        self._part = WatchedPart(eye, self._place)
        self._part.feed(self._table.frame())

    def throw(self, count: ReadCount) -> None:
        """Roll some dice, read them when they lie still, and take them away again."""
        before = {thing.number for thing in self._part.things}
        names = self._put(THROWN)
        self._watch()
        seen = [thing for thing in self._part.things if thing.number not in before]
        for die in self._table.truth().dice:
            reach_px = 0.5 * die.die.size_mm * die.px_per_mm
            near = [
                thing.text
                for thing in seen
                if np.linalg.norm(thing.corners_px.mean(axis=0) - die.middle_px) < reach_px and thing.text
            ]
            count.tries += 1
            count.read += near == [die.die.face]
            count.wrong += any(text != die.die.face for text in near)
        for name in names:
            self._table.take(name)
        self._watch()

    def _put(self, number: int, face: str | None = None) -> list[int]:
        lying: list[SceneDie] = []
        names = []
        for _ in range(number):
            shown = face or str(self._chance.choice(self._kind.faces))
            at_mm = find_free_place(self._tray, lying, 20.0, self._chance)
            names.append(self._table.put_die(self._kind, shown, at_mm, float(self._chance.uniform(0, 360))))
            lying.append(SceneDie(names[-1], self._kind, shown, at_mm, size_mm=20.0))
        return names

    def _enrolled(self) -> DieExamples:
        examples = DieExamples(self._die)
        for face in self._die.values:
            for _ in range(ENROLMENT_THROWS):
                names = self._put(AT_ONCE, face)
                examples, _ = add_examples(
                    examples, face, find_portraits(self._place.of(self._table.frame().pixels), examples.die)
                )
                for name in names:
                    self._table.take(name)
        return examples

    def _watch(self) -> None:
        for frame in self._table.frames(FRAMES):
            self._part.feed(frame)


def measured(die: str, width_mm: int, tries: int) -> ReadCount:
    """Roll `tries` dice, five at a time, and return how many of them were read right."""
    trial, count = DiceTrial(die, width_mm), ReadCount()
    while count.tries < tries:
        trial.throw(count)
    return count


def _seen(camera: VirtualCamera, tray: SceneTray) -> Region:
    """Return the part of the picture that shows the tray."""
    wide, high = (side / 2 + 4 for side in tray.size_mm)
    x, y = tray.at_mm
    seen = camera.picture_of(
        np.array([(x + dx, y + dy, 0.0) for dx in (-wide, wide) for dy in (-high, high)])
    )
    (left, top), (right, bottom) = (
        seen.min(axis=0).astype(int).tolist(),
        seen.max(axis=0).astype(int).tolist(),
    )
    return Region(left, top, right, bottom)


MEASUREMENTS = tuple(
    Measurement(
        f"{die}, with a camera that sees {width_mm} mm of the table",
        partial(measured, die, width_mm),
    )
    for die in KINDS
    for width_mm in TABLES_MM
)
