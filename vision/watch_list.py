"""Lists what a camera over a table watches for, besides the codes on cards."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition, FaceKind
from vision.detectors.dice.example_reader import check_enough, read_enrolled
from vision.detectors.dice.examples import DieExamples
from vision.detectors.dice.pip_reader import read_pips
from vision.detectors.reference.reader import ReferenceFormat, read_references
from vision.frame import Pixels
from vision.region import Region

PartReader = Callable[[Pixels], list[Detection]]
"""Reads a part of a picture, (H, W, 3) uint8 BGR or (H, W) grey; corners are relative to the part."""
READING_SPOT, TRAY = "reading_spot", "dice"
"""The roles of a mat's zones in which printed references and dice are read."""


@dataclass(frozen=True, slots=True, eq=False)
class WatchList:
    """What to watch for: tags besides those of the mat's tokens, how references and dice are read (None: they
    are not), and where they lie besides the mat's own zones, in px.

    `micro_reference` tells whether a text is a reference of cards that carry Micro QR codes (None: no card does,
    and none are read). `in_other_light`: what glare hides is looked at in darker frames too; they take a camera half a second, in
    which nothing else is seen.
    """

    tags: frozenset[int] = frozenset()
    references: PartReader | None = None
    dice: PartReader | None = None
    reading_spots_px: tuple[Region, ...] = ()
    trays_px: tuple[Region, ...] = ()
    micro_reference: Callable[[str], bool] | None = None
    in_other_light: bool = False


CODES_ONLY = WatchList()


def reference_reader(wanted: ReferenceFormat) -> PartReader:
    """Returns a reader of printed references."""
    return lambda pixels: read_references(pixels, wanted)


def dice_reader(die: DieDefinition, examples: DieExamples | None = None) -> PartReader:
    """Returns a reader of the dice in a tray: by pips, or by examples. Raises `VisionError` if there are too
    few examples.
    """
    if die.kind is FaceKind.PIPS:
        return lambda pixels: read_pips(pixels, die)
    known = examples or DieExamples(die)
    check_enough(known)
    return lambda pixels: read_enrolled(pixels, known)
