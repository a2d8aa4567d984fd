"""The printed tray of the virtual table: where it lies beside the mat, whose dice are thrown there, and their examples."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from calibration.board import BoardSize
from calibration.tray import TRAYS
from companion.mat import Mat
from companion.table.tray import DEFINITIONS, SHEETS
from companion.virtual.acting.gestures import ThrowGesture
from vision.detectors.dice.definition import FaceKind, find_die
from vision.detectors.dice.examples import DieExamples
from vision.detectors.dice.mixed_reader import KnownDie, find_sheet_portraits
from vision.frame import to_grey
from vision.tray_watch import FlatTray, find_flat_tray
from vision.virtual.camera import VirtualCamera
from vision.virtual.die_motion import find_free_place
from vision.virtual.scene import DieKind, SceneDie, SceneTray
from vision.virtual.table import IVORY, VirtualTable

SHEET = TRAYS[BoardSize.A4]
BESIDE_MM = 16
"""Between the mat and the tray above it."""
SIZE_PX = (2560, 1440)
"""The picture of a camera that sees a mat and a tray: two pixels a millimetre."""
KINDS = {"d6": DieKind.PIPS, "d12": DieKind.D12, "stars": DieKind.STARS, "damage": DieKind.DAMAGE}
PICTURES, AT_ONCE = 4, 3
"""Three dice show the same face in each picture, which gives twelve examples of each face."""
REACH_MM = 60.0
"""How far the fingertips of a hand that throws are from the middle of the tray."""
Colour = tuple[int, int, int]


def camera_above_both(mat: Mat, slant_deg: float) -> VirtualCamera:
    """Return a camera that sees a mat and the tray above it."""
    more_mm = SHEET.height_mm + 2 * BESIDE_MM
    camera = VirtualCamera.above(mat.width_mm, mat.height_mm + more_mm, slant_deg=slant_deg, size_px=SIZE_PX)
    (x, y), (to_x, to_y) = camera.at_mm, camera.looks_at_mm
    return replace(camera, at_mm=(x, y - more_mm), looks_at_mm=(to_x, to_y - more_mm))


class DrawnTray:
    """A printed tray on the virtual table, and the dice on it."""

    def __init__(self, table: VirtualTable, at_mm: tuple[float, float], turn_deg: float, seed: int) -> None:
        self._table = table
        self._chance = np.random.default_rng((seed, 1))
        self.name = table.put_tray_sheet(SHEET, at_mm, turn_deg)
        self.at_mm = at_mm
        self._throw: ThrowGesture | None = None
        self._free_ms = 0.0

    @classmethod
    def above(cls, table: VirtualTable, mat: Mat, seed: int) -> "DrawnTray":
        """Put a tray above a mat."""
        return cls(table, (mat.width_mm / 2, -BESIDE_MM - SHEET.height_mm / 2), 2.0, seed)

    @property
    def dice(self) -> list[int]:
        """The names of the dice that lie there."""
        return [thing.name for thing in self._table.things if isinstance(thing, SceneDie)]

    @property
    def is_busy(self) -> bool:
        """Whether a hand gathers dice, or dice tumble."""
        return self._throw is not None or self._table.now_ms < self._free_ms

    def begin(self, throw: ThrowGesture) -> None:
        """Have a hand gather the dice, if any lie there, and throw them."""
        self._throw = throw
        self._free_ms = self._table.sweep(self.dice) if self.dice else self._table.now_ms

    def go_on(self) -> None:
        """Throw the dice as soon as the hand has gathered them. It must be called before each frame."""
        throw = self._throw
        if throw is None or self._table.now_ms < self._free_ms:
            return
        self._throw = None
        thrown = [(KINDS[die], face) for die, face in zip(throw.dice, throw.faces, strict=True)]
        self._free_ms = self.fall(thrown)

    def fall(self, thrown: Iterable[tuple[DieKind, str]], colour: Colour = IVORY) -> float:
        """Let dice fall that will show these faces; return when they rest and the hand has gone."""
        x, y = self.at_mm
        gone_ms = self._table.pass_hand((x, y + REACH_MM), rest_ms=120.0)
        _, rest_ms = self._table.throw(self.name, list(thrown), colour=colour)
        return max(gone_ms, rest_ms)

    def known_dice(self, names: Iterable[str], colour: Colour = IVORY) -> list[KnownDie]:
        """Return the dice of a game, with examples that are taken on this tray."""
        return [self._known(name, colour) for name in names]

    def _known(self, name: str, colour: Colour) -> KnownDie:
        die = find_die(DEFINITIONS[name])
        if die.kind is FaceKind.PIPS:
            return KnownDie(name, die)
        examples, flat = DieExamples(die), self._found()
        for face in die.values:
            for _ in range(PICTURES):
                names = self._put(KINDS[name], face, colour)
                for one in find_sheet_portraits(flat.of(self._table.frame().pixels), SHEET):
                    examples = examples.with_example(face, one.picture, one.side_mm)
                for thing in names:
                    self._table.take(thing)
        return KnownDie(name, die, examples)

    def _found(self) -> FlatTray:
        flat = find_flat_tray(SHEETS, to_grey(self._table.frame().pixels))
        assert flat is not None, "the tray lies in the middle of the picture"
        return flat

    def _put(self, kind: DieKind, face: str, colour: Colour) -> list[int]:
        (tray,) = (thing for thing in self._table.things if isinstance(thing, SceneTray))
        names: list[int] = []
        for _ in range(AT_ONCE):
            lying = [thing for thing in self._table.things if isinstance(thing, SceneDie)]
            at_mm = find_free_place(tray, lying, 20.0, self._chance)
            turn_deg = float(self._chance.uniform(0, 360))
            names.append(self._table.put_die(kind, face, at_mm, turn_deg, colour=colour))
        return names
