"""Measures the reading of tokens with tags on the virtual table, by their size in the picture; each is turned differently."""

from functools import partial

import numpy as np

from tests.bench.pictures.drawn_play import MAT, PLACES_MM
from tests.bench.trials.count import Measurement, ReadCount
from vision.detection_settings import DetectionSettings
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.sheet import CELLS
from vision.virtual.table import VirtualTable

SETTLES_FRAMES, FRAMES = 6, 8
"""What an empty table is looked at for, and then half a second."""
TAGS = tuple(range(20, 62))
"""As many as the largest of the games' mats has tokens."""
PX_A_MODULE = (2.0, 2.5, 3.0, 4.0, 5.0)


def measured(px_a_module: float, tries: int) -> ReadCount:
    """Lay tokens on the table, twelve at a time, until `tries` were tried."""
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=10)
    side_mm = CELLS * px_a_module / camera.px_per_mm((400.0, 225.0))
    sensor = Sensor(0.8, 2.0, is_grey=True)
    table = VirtualTable(MAT, camera, sensor=sensor, seed=1)
    chance = np.random.default_rng(12)
    count = ReadCount()
    while count.tries < tries:
        pipeline = Pipeline(watched=DetectionSettings(tags=frozenset(TAGS)))
        for frame in table.frames(SETTLES_FRAMES):
            pipeline.feed(frame)
        laid = {
            str(tag): table.put_sticker(int(tag), place, float(chance.uniform(0, 360)), side_mm)
            for tag, place in zip(chance.choice(TAGS, len(PLACES_MM), replace=False), PLACES_MM, strict=True)
        }
        texts = {sighting.reads for frame in table.frames(FRAMES) for sighting in pipeline.feed(frame)}
        count.tries += len(laid)
        count.read += len(texts & laid.keys())
        count.wrong += len(texts - laid.keys())
        for name in laid.values():
            table.take(name)
    return count


MEASUREMENTS = tuple(
    Measurement("tag: {px} px for each tag module".format(px=f"{px:.1f}"), partial(measured, px))
    for px in PX_A_MODULE
)
