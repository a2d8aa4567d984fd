"""Measures the reading of references of cards without a code on the virtual table, by the height of their capitals."""

from functools import partial

import numpy as np

from companion.mat import Mat
from companion.observation import ReadingStatus
from tests.bench.trials.count import Measurement, ReadCount
from tests.vision.watched_part import WatchedPart
from vision.detectors.reference.reader import ReferenceFormat, read_references
from vision.detectors.reference.repair import REFERENCE, compile_pattern
from vision.frame import Region
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

FRAMES = 16
"""A second at 15 frames a second: two or three that are read, and the patience with what cannot be said."""
CAPITALS_PX = (8, 10, 12, 16, 20)
SPOT = Mat("spot", 320, 180, (), ())
"""The part of a table that a camera of 1920 by 1080 sees at 6 pixels a millimetre."""
MIDDLE_MM = (160.0, 90.0)
REACH_MM = 62
TITLES = ("Aïssatou Kéréba", "Gwenola", "Le mur", "Bellecombre", "Contre-attaque", "No. 7")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def measured(capitals_px: int, tries: int) -> ReadCount:
    """Lay cards on the table, one at a time, until `tries` cards were tried."""
    camera = VirtualCamera.above(SPOT.width_mm, SPOT.height_mm, slant_deg=6)
    table = VirtualTable(SPOT, camera, sensor=Sensor(0.8, 2.0, is_grey=True), seed=1)
    table.frames_per_second = 15
    wanted = ReferenceFormat(compile_pattern(REFERENCE))
    part = WatchedPart(lambda pixels: read_references(pixels, wanted), _spot(camera))
    chance = np.random.default_rng(13)
    count = ReadCount()
    _watch(part, table)
    while count.tries < tries:
        text = _reference(chance)
        title = TITLES[int(chance.integers(len(TITLES)))]
        print_ = CardPrint(text, title=title, capitals_mm=capitals_px / camera.px_per_mm(MIDDLE_MM))
        x, y = (float(chance.uniform(-8, 8)) for _ in range(2))
        name = table.put(print_, (MIDDLE_MM[0] + x, MIDDLE_MM[1] + y), float(chance.uniform(0, 360)))
        said = _watch(part, table)
        count.tries += 1
        count.read += text in said
        count.wrong += bool(said - {text})
        table.take(name)
        _watch(part, table)
    return count


def _watch(part: WatchedPart, table: VirtualTable) -> set[str]:
    """Return what is read in any of the frames in which a card lies there."""
    news = [sighting for frame in table.frames(FRAMES) for sighting in part.feed(frame)]
    return {
        sighting.reads
        for sighting in news
        if sighting.reading is ReadingStatus.READ and sighting.state != "end"
    }


def _spot(camera: VirtualCamera) -> Region:
    corners = [
        (MIDDLE_MM[0] + x, MIDDLE_MM[1] + y, 0.0)
        for x in (-REACH_MM, REACH_MM)
        for y in (-REACH_MM, REACH_MM)
    ]
    seen = camera.picture_of(np.array(corners))
    (left, top), (right, bottom) = (
        seen.min(axis=0).astype(int).tolist(),
        seen.max(axis=0).astype(int).tolist(),
    )
    return Region(left, top, right, bottom)


def _reference(chance: np.random.Generator) -> str:
    """Make up a reference at random: two to four letters, three digits, a dash, three digits."""
    letters = "".join(chance.choice(list(LETTERS), int(chance.integers(2, 5))))
    return f"{letters}{chance.integers(1000):03d}-{chance.integers(1000):03d}"


MEASUREMENTS = tuple(
    Measurement(f"reference: capitals of {px} px", partial(measured, px)) for px in CAPITALS_PX
)
