"""Measures throws on the printed tray of the virtual table, as a match takes them: found by its tags, read at rest, and
believed, asked about or told.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from companion.mat import Mat
from companion.observation import What
from companion.reading.dice import TrayAnswer, TrayDice, TrayQuestion, TrayRemark, TrayRoll
from companion.storage.shipped_data import mat_of
from companion.table.drawn_stage import BESIDE_MM, KINDS, Colour, DrawnTray
from companion.table.tray import SHEETS, tray_of
from vision.detection_settings import DetectionSettings
from vision.frame import to_grey
from vision.pipeline import Pipeline
from vision.tray_watch import find_flat_tray
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import Surface
from vision.virtual.table import IVORY, VirtualTable

AROUND_MM = (320, 232)
"""How much of the table is drawn: the tray and a little around it, as a part of a larger picture."""
HIGH = 2.0
"""How much higher than above so small a piece of table the camera hangs."""
FRAMES_PER_SECOND = 10
PATIENCE_MS = 7_000
"""A throw that was neither believed nor asked about by then was told or missed."""
RED, BLUE, GREEN, YELLOW, ORANGE, PURPLE = (
    (40, 40, 160), (150, 60, 30), (60, 130, 50), (40, 170, 220), (40, 110, 210), (130, 50, 110),
)  # fmt: skip
COLOURS = (RED, BLUE, GREEN, YELLOW, ORANGE, PURPLE)
THROWS: dict[str, tuple[tuple[str, ...], ...]] = {
    "lignes": (("d6", "d12"), ("d6",), ("d12",)),
    "d6": (("d6", "d6", "d6"),),
    "boufbowl": (
        ("stars",),
        ("stars", "stars"),
        ("stars", "stars", "damage"),
        ("stars", "stars", "damage", "damage"),
    ),
}
"""The dice that are thrown together, one throw after the other."""


@dataclass(frozen=True, slots=True)
class TrayCondition:
    """How a tray is seen: what is thrown, the scale, the light, the camera, and whether each throw has another colour."""

    title: str
    game: str
    px_per_mm: float = 2.0
    light: RoomLight = field(default_factory=RoomLight)
    sensor: Sensor = field(default_factory=lambda: Sensor(0.6, 2.5))
    turn_deg: float = 4.0
    colours: tuple[Colour, ...] = (IVORY,)


@dataclass(slots=True)
class ThrowCount:
    """What became of throws, and of their dice."""

    throws: int = 0
    read: int = 0
    asked: int = 0
    """Those whose question named the right roll."""
    told: int = 0
    missed: int = 0
    wrong: list[str] = field(default_factory=list)
    """Throws that were believed as another roll."""

    def add(self, other: "ThrowCount") -> None:
        self.throws += other.throws
        self.read += other.read
        self.asked += other.asked
        self.told += other.told
        self.missed += other.missed
        self.wrong += other.wrong


class TrayTrial:
    """Holds a printed tray under a camera, the dice of a game, and what reads them."""

    def __init__(self, condition: TrayCondition, seed: int) -> None:
        self._condition = condition
        mat = Mat("tray", *AROUND_MM, (), ())
        camera = camera_above_part(mat, condition.px_per_mm)
        self._table = VirtualTable(mat, camera, light=condition.light, sensor=condition.sensor, seed=seed)
        self._table.frames_per_second = FRAMES_PER_SECOND
        middle_mm = (mat.width_mm / 2, mat.height_mm / 2)
        self._tray = DrawnTray(self._table, middle_mm, condition.turn_deg, seed)
        self._chance = np.random.default_rng((seed, 1))
        self._dice = TrayDice()
        self._throws = 0
        names = dict.fromkeys(die for dice in THROWS[condition.game] for die in dice)
        known = self._tray.known_dice(names, condition.colours[0])
        self._pipeline = Pipeline(watched=DetectionSettings(tray=tray_of(known)))
        self._dice.sees(self._table.now_ms, is_seeing=True)
        for _ in range(2 * FRAMES_PER_SECOND):
            self._look(())

    def throw(self, count: ThrowCount) -> None:
        """Take the dice of the last throw out, roll others, and see what is made of them."""
        self._throws += 1
        dice = THROWS[self._condition.game][self._throws % len(THROWS[self._condition.game])]
        faces = tuple(str(self._chance.choice(KINDS[die].faces)) for die in dice)
        for name in self._tray.dice:
            self._table.take(name)
        if self._throws % 2:
            for _ in range(5):
                self._look(())
        colour = self._condition.colours[int(self._chance.integers(len(self._condition.colours)))]
        self._tray.fall([(KINDS[die], face) for die, face in zip(dice, faces, strict=True)], colour)
        self._count(count, dice, faces)

    def _count(self, count: ThrowCount, dice: tuple[str, ...], faces: tuple[str, ...]) -> None:
        want = sorted(zip(dice, faces, strict=True))
        until_ms, told, count.throws = self._table.now_ms + PATIENCE_MS, False, count.throws + 1
        while self._table.now_ms < until_ms:
            answer = self._look(dice)
            match answer:
                case TrayRoll(roll, seen):
                    self._dice.account_for(seen)
                    said = sorted(zip(roll.dice, roll.faces, strict=True))
                    count.read += said == want
                    if said != want:
                        count.wrong.append(f"{want} as {said}")
                    return
                case TrayQuestion(rolls=rolls, seen=seen):
                    self._dice.account_for(seen)
                    offered = [sorted(zip(roll.dice, roll.faces, strict=True)) for roll in rolls]
                    count.asked += want in offered
                    count.told += want not in offered
                    return
                case TrayRemark():
                    told = True
                case None:
                    pass
        count.told += told
        count.missed += not told
        self._dice.entered_by_hand(self._table.now_ms - PATIENCE_MS)

    def _look(self, wanted: tuple[str, ...]) -> TrayAnswer | None:
        for sighting in self._pipeline.feed(self._table.frame()):
            if sighting.what is What.DIE:
                self._dice.see(sighting)
        return self._dice.read((self._throws, wanted), wanted, self._table.now_ms)


def camera_above_part(mat: Mat, px_per_mm: float) -> VirtualCamera:
    """Return a camera that sees a piece of table as a part of what a camera high above it sees."""
    size_px = (round(mat.width_mm * px_per_mm) // 2 * 2, round(mat.height_mm * px_per_mm) // 2 * 2)
    near = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10, size_px=size_px)
    aside_mm = near.at_mm[1] - near.looks_at_mm[1]
    return replace(
        near,
        height_mm=near.height_mm * HIGH,
        at_mm=(near.at_mm[0], near.looks_at_mm[1] + HIGH * aside_mm),
        focal_px=near.focal_px * HIGH,
    )


LAMP, DIM, GLARE = (
    RoomLight(at_mm=(600.0, -300.0, 700.0), ambient=0.3),
    Sensor(0.7, 4.0, exposure=0.6),
    Sensor(0.6, 2.5, exposure=1.35),
)
CONDITIONS = (
    TrayCondition("d6 and d12 of Lignes", "lignes"),
    TrayCondition("d6 and d12 of Lignes, a lamp from the side", "lignes", light=LAMP, turn_deg=-12),
    TrayCondition("d6 and d12 of Lignes, in the evening", "lignes", sensor=DIM, turn_deg=175),
    TrayCondition("d6 and d12 of Lignes, dazzled", "lignes", sensor=GLARE, turn_deg=-8),
    TrayCondition("d6 and d12 of Lignes, from near", "lignes", px_per_mm=3.0),
    TrayCondition("three d6 in six colours", "d6", colours=COLOURS),
    TrayCondition("dice of Boufbowl", "boufbowl"),
    TrayCondition("dice of Boufbowl, a lamp from the side", "boufbowl", light=LAMP, turn_deg=-12),
    TrayCondition("dice of Boufbowl, in the evening", "boufbowl", sensor=DIM, turn_deg=175),
    TrayCondition("dice of Boufbowl, blue", "boufbowl", colours=(BLUE,)),
    TrayCondition("dice of Boufbowl, from near", "boufbowl", px_per_mm=3.0),
)
THROWS_A_SEED = 40
"""After so many throws the table is set up anew, with other examples."""


def thrown(condition: TrayCondition, throws: int, seed: int = 1) -> ThrowCount:
    """Throw dice under one condition, and return what became of them."""
    count = ThrowCount()
    for one in _by_seed(condition, throws, seed):
        count.add(one)
    return count


def _by_seed(condition: TrayCondition, throws: int, seed: int) -> Iterator[ThrowCount]:
    while throws > 0:
        trial, count = TrayTrial(condition, seed), ThrowCount()
        for _ in range(min(throws, THROWS_A_SEED)):
            trial.throw(count)
        yield count
        throws, seed = throws - THROWS_A_SEED, seed + 1


PICTURES = 50
"""Whole pictures in which the tray is looked for."""


def found_in_whole_pictures(pictures: int = PICTURES) -> int:
    """Draw mats with a tray above them, in all lights and from many sides, and return in how many the tray was found by its
    tags, and for the size that it has.
    """
    return sum(_is_found(number) for number in range(pictures))


def _is_found(number: int) -> bool:
    chance = np.random.default_rng((number, 2))
    sheet = SHEETS[number % len(SHEETS)]
    mat = mat_of(("lignes", "boufbowl", "ofusaido")[number % 3])
    # An A3 tray makes the picture coarser: a small camera cannot read dice on it.
    size_px = ((1920, 1080), (2560, 1440), (1920, 1080), (1280, 720) if sheet is SHEETS[0] else (1920, 1080))[
        number % 4
    ]
    more_mm = sheet.height_mm + 2 * BESIDE_MM
    slant_deg, aside = float(chance.uniform(0, 22)), float(chance.uniform(-150, 150))
    seen = VirtualCamera.above(mat.width_mm, mat.height_mm + more_mm, slant_deg=slant_deg, size_px=size_px)
    camera = replace(
        seen,
        at_mm=(seen.at_mm[0], seen.at_mm[1] - more_mm),
        looks_at_mm=(seen.looks_at_mm[0], seen.looks_at_mm[1] - more_mm),
        roll_deg=float(chance.uniform(-4, 4)),
    )
    light = (RoomLight(), RoomLight(ambient=0.2), LAMP)[number % 3]
    sensor = Sensor(float(chance.uniform(0.5, 1.0)), exposure=float(chance.choice((0.6, 1.0, 1.3))))
    table = VirtualTable(
        mat, camera, light=light, sensor=sensor, surface=tuple(Surface)[number % 3], seed=number
    )
    turn_deg = 180.0 if number % 5 == 0 else float(chance.uniform(-8, 8))
    table.put_tray_sheet(sheet, (mat.width_mm / 2 + aside, -more_mm / 2), turn_deg)
    found = find_flat_tray(SHEETS, to_grey(table.frame().pixels))
    return found is not None and found.sheet is sheet
