"""Measures the reading of cards on the virtual table, by distance, light, glare and blur; each card is turned differently."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from tests.bench.pictures.drawn_play import MAT, PLACES_MM, ViewingConditions
from tests.bench.trials.count import Measurement, ReadCount
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

FRAMES = 8
"""Half a second at 15 frames a second: nobody waits longer for a card to be seen."""
BRACKET_FRAMES = 8
"""As many more for frames of other exposures."""
USUAL = ViewingConditions(3.0, 0.8)
LOW_LAMP = RoomLight(at_mm=(-500.0, 225.0, 500.0), ambient=0.25)
OVER_LAMP = RoomLight(at_mm=(400.0, -80.0, 900.0), glare=1.2)

GLARES = (
    (
        RoomLight(),
        ("glare: card sleeves under the usual lamp", "the same, with an exposure bracket"),
    ),
    (
        OVER_LAMP,
        (
            "glare: card sleeves under a lamp that hangs over the table",
            "the same, with an exposure bracket",
        ),
    ),
    (
        replace(OVER_LAMP, glare=9.6),
        (
            "glare: the same lamp, whose reflection in the sleeves is eight times as bright",
            "the same, with an exposure bracket",
        ),
    ),
)
"""Lamps, from one that comes back from a sleeve about as bright as white paper; and what the two rows of each are called."""


@dataclass(frozen=True, slots=True)
class LightCondition:
    """A kind of day, and its brightness: 1 is normal."""

    title: str
    conditions: ViewingConditions
    exposure: float = 1.0
    has_bracket: bool = False


ROWS = (
    *(
        LightCondition(
            "distance: {px} px for each code module".format(px=f"{px:.2f}"), replace(USUAL, px_a_module=px)
        )
        for px in (1.75, 2.0, 2.25, 2.5, 3.0, 4.0)
    ),
    LightCondition("light: a lamp low at one side", replace(USUAL, light=LOW_LAMP)),
    LightCondition("light: an evening room, one third of ordinary light", replace(USUAL, noise=4.0), 0.33),
    LightCondition("light: nearly dark, one eighth of ordinary light", replace(USUAL, noise=5.0), 0.12),
    LightCondition("light: overexposed by half", USUAL, 1.5),
    *(
        LightCondition(title, replace(USUAL, is_sleeved=True, light=light), has_bracket=has_bracket)
        for light, titles in GLARES
        for has_bracket, title in zip((False, True), titles, strict=True)
    ),
    *(
        LightCondition("blur: {px} px".format(px=f"{blur:.1f}"), replace(USUAL, blur_px=blur))
        for blur in (0.5, 1.0, 1.5, 2.0, 2.5)
    ),
)


def measured(row: LightCondition, tries: int) -> ReadCount:
    """Lay cards on the table, twelve at a time, until `tries` cards were tried."""
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=10)
    module_mm = row.conditions.px_a_module / camera.px_per_mm((400.0, 225.0))
    sensor = Sensor(row.conditions.blur_px, row.conditions.noise, row.exposure, is_grey=True)
    table = VirtualTable(MAT, camera, light=row.conditions.light, sensor=sensor, seed=1)
    chance = np.random.default_rng(11)
    count = ReadCount()
    while count.tries < max(len(PLACES_MM), tries):
        _lay_and_look(table, module_mm, chance, count, row)
    return count


def _lay_and_look(
    table: VirtualTable, module_mm: float, chance: np.random.Generator, count: ReadCount, row: LightCondition
) -> None:
    """Lay cards on an empty table, look at them for half a second, and take them away again."""
    pipeline = Pipeline()
    pipeline.feed(table.frame())
    laid: dict[str, int] = {}
    for n, place in enumerate(PLACES_MM):
        text = f"AC{n:03d}-{chance.integers(0, 1000):03d}"
        print_ = CardPrint(text, text, f"No. {n}", module_mm=module_mm)
        laid[text] = table.put(
            print_, place, float(chance.uniform(0, 360)), is_sleeved=row.conditions.is_sleeved
        )
    texts = set()
    for _ in range(FRAMES + BRACKET_FRAMES * row.has_bracket):
        texts |= {sighting.reads for sighting in pipeline.feed(table.frame())}
        if row.has_bracket:
            table.expose(pipeline.wanted_stops)
    table.expose(0)
    count.tries += len(laid)
    count.read += len(texts & laid.keys())
    count.wrong += len(texts - laid.keys())
    for name in laid.values():
        table.take(name)


MEASUREMENTS = tuple(Measurement(row.title, partial(measured, row)) for row in ROWS)
