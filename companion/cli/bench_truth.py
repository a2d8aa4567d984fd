"""`companion bench truth`: how often something is read, and misread, by distance, light, glare and blur.

Cards lie on the virtual table, each turned its own way, and the pipeline is given the frames that a real table would
give it before a play is made of a card. What is counted: cards read, cards read as something else, with the number of
tries and the bound below which the true rate lies with 95 % certainty (Clopper and Pearson).
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.cli.files import write_lines
from companion.cli.table import markdown_lines
from companion.words import Text, translate, word
from vision.pictures import on_one_thread
from vision.pipeline import Pipeline
from vision.virtual.camera import Camera
from vision.virtual.drawn_play import MAT, PLACES_MM, Conditions
from vision.virtual.light import Light
from vision.virtual.scene import Print
from vision.virtual.sensor import Sensor
from vision.virtual.table import VirtualTable

FRAMES = 8
"""Half a second at 15 frames a second: nobody waits longer before he says that his card was not seen."""
CERTAINTY = 0.95
USUAL = Conditions(3.0, 0.8)
LOW_LAMP = Light(at_mm=(-500.0, 225.0, 500.0), ambient=0.25)
OVER_LAMP = Light(at_mm=(400.0, -80.0, 900.0), glare=1.2)


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of day, and how bright it is: 1 as usual."""

    title: Text
    conditions: Conditions
    exposure: float = 1.0


ROWS = (
    *(
        Row(Text("distance: {px} px a module", px=f"{px:.2f}"), replace(USUAL, px_a_module=px))
        for px in (1.75, 2.0, 2.25, 2.5, 3.0, 4.0)
    ),
    Row(Text("light: a lamp low at one side"), replace(USUAL, light=LOW_LAMP)),
    Row(Text("light: an evening room, a third as bright"), replace(USUAL, noise=4.0), 0.33),
    Row(Text("light: nearly dark, an eighth as bright"), replace(USUAL, noise=5.0), 0.12),
    Row(Text("light: overexposed by half"), USUAL, 1.5),
    Row(Text("glare: sleeves under the usual lamp"), replace(USUAL, is_sleeved=True)),
    Row(Text("glare: sleeves under a lamp over the table"), replace(USUAL, is_sleeved=True, light=OVER_LAMP)),
    *(
        Row(Text("blur: {px} px", px=f"{blur:.1f}"), replace(USUAL, blur_px=blur))
        for blur in (0.5, 1.0, 1.5, 2.0, 2.5)
    ),
)


@dataclass(slots=True)
class Count:
    """What became of the cards of one row."""

    tries: int = 0
    read: int = 0
    wrong: int = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")
    parser.add_argument(
        "--tries",
        type=int,
        default=600,
        metavar="N",
        help=translate(Text("how many cards are laid down in each light"), language),
    )
    parser.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help=translate(Text("the file to write; else the screen"), language),
    )


def run(args: argparse.Namespace) -> int:
    on_one_thread()
    headings = (Text("condition"), Text("cards laid down"), word("read"), word("misread"),
                Text("misread, at most (95 %)"))  # fmt: skip
    rows = [[translate(heading, args.lang) for heading in headings]]
    for row in ROWS:
        count = measured(row, max(len(PLACES_MM), args.tries))
        rows.append(
            [
                translate(row.title, args.lang),
                str(count.tries),
                f"{100 * count.read / count.tries:.1f} %",
                str(count.wrong),
                f"{100 * upper_bound(count.wrong, count.tries):.2f} %",
            ]
        )
    write_lines(markdown_lines(rows), args.output)
    return 0


def measured(row: Row, tries: int) -> Count:
    """Lay cards on the table, twelve at a time, until so many were tried."""
    count = Count()
    seed = 0
    while count.tries < tries:
        _lay_and_look(row, seed, count)
        seed += 1
    return count


def _lay_and_look(row: Row, seed: int, count: Count) -> None:
    chance = np.random.default_rng((seed, 11))
    camera = Camera.above(MAT.width_mm, MAT.height_mm, slant_deg=10)
    module_mm = row.conditions.px_a_module / camera.px_per_mm((400.0, 225.0))
    sensor = Sensor(row.conditions.blur_px, row.conditions.noise, row.exposure, is_grey=True)
    table = VirtualTable(MAT, camera, light=row.conditions.light, sensor=sensor, seed=seed)
    pipeline = Pipeline()
    pipeline.feed(table.frame())
    laid = []
    for n, place in enumerate(PLACES_MM):
        text = f"AC{n:03d}-{chance.integers(0, 1000):03d}"
        laid.append(text)
        print_ = Print(text, text, f"No. {n}", module_mm=module_mm)
        turn_deg = float(chance.uniform(0, 360))
        table.put(print_, place, turn_deg, is_sleeved=row.conditions.is_sleeved)
    news = [sighting for _ in range(FRAMES) for sighting in pipeline.feed(table.frame())]
    texts = {sighting.reads for sighting in news}
    count.tries += len(laid)
    count.read += len(texts.intersection(laid))
    count.wrong += len(texts.difference(laid))


def upper_bound(hits: int, tries: int) -> float:
    """The rate that is not exceeded with 95 % certainty, when so many of so many tries hit."""
    if hits >= tries:
        return 1.0
    low, high = hits / tries, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(hits, tries, middle) > 1 - CERTAINTY else (low, middle)
    return high


def _at_most(hits: int, tries: int, rate: float) -> float:
    """The probability of so many hits or fewer."""
    logs: Sequence[float] = [
        math.lgamma(tries + 1)
        - math.lgamma(k + 1)
        - math.lgamma(tries - k + 1)
        + k * math.log(rate)
        + (tries - k) * math.log1p(-rate)
        for k in range(hits + 1)
    ]
    return math.fsum(math.exp(log) for log in logs)
