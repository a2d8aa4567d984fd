"""What a camera over a table is to watch for, besides the codes that cards bear."""

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
"""Reads a part of a picture; corners are the part's own."""
READING_SPOT, TRAY = "reading_spot", "dice"
"""The roles of a mat's zones in which printed references and dice are read."""


@dataclass(frozen=True, slots=True, eq=False)
class WatchList:
    """Tags besides those of the mat's own tokens; how references and dice are read (None: they are not); and where
    they are besides the mat's own zones, in pixels. In other light: what glare hides is to be looked at in darker frames
    too; for those a camera needs half a second, in which nothing else is seen.
    """

    tags: frozenset[int] = frozenset()
    references: PartReader | None = None
    dice: PartReader | None = None
    reading_spots_px: tuple[Region, ...] = ()
    trays_px: tuple[Region, ...] = ()
    in_other_light: bool = False


CODES_ONLY = WatchList()


def reference_reader(wanted: ReferenceFormat) -> PartReader:
    """Reads printed references."""
    return lambda pixels: read_references(pixels, wanted)


def dice_reader(die: DieDefinition, examples: DieExamples | None = None) -> PartReader:
    """Reads the dice of a tray: by their pips, or by examples of the very dice. Raises `VisionError` where too few of
    these are known.
    """
    if die.kind is FaceKind.PIPS:
        return lambda pixels: read_pips(pixels, die)
    known = examples or DieExamples(die)
    check_enough(known)
    return lambda pixels: read_enrolled(pixels, known)
