"""What a camera over a table detects besides the codes on cards: tags, dice on a tray, faces and print of cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition, FaceKind
from vision.detectors.dice.example_reader import check_enough, read_enrolled
from vision.detectors.dice.examples import DieExamples
from vision.detectors.dice.mixed_reader import KnownDie, read_mixed
from vision.detectors.dice.pips import read_pips
from vision.faces.slots import Slot
from vision.frame import Grey, Pixels, Quad, Region
from vision.lens import Lens
from vision.mat_watch import LensFor
from vision.printed_witness import PrintedWitness
from vision.table_map import TableMap

PartReader = Callable[[Pixels], list[Detection]]
"""Reads a part of a picture, (H, W, 3) uint8 BGR or (H, W) grey; corners are relative to the part."""
SheetReader = Callable[[Pixels, Mat], list[Detection]]
"""Reads the dice on a printed tray in its picture from above, (H, W, 3) uint8 BGR or (H, W) grey."""


class CardFaceReader(Protocol):
    """Reads cards by their faces."""

    @property
    def is_in_use(self) -> bool:
        """Whether a card was read by its face."""

    def prepare(self, is_stopping: Callable[[], bool]) -> None:
        """Prepare comparisons in another thread until `is_stopping`; without them the first look at a card takes longer."""

    def find(
        self,
        pixels: Pixels,
        region: Region,
        table: TableMap,
        bare: Grey | None,
        bare_tints: NDArray[np.float32] | None = None,
    ) -> list[Quad]:
        """Return the corners in the frame, (H, W, 3) uint8 BGR, of the cards that lie flat in a region. `bare` is the picture
        of the empty table there, at a quarter of the size, and `bare_tints` its colours.
        """

    def read(
        self, pixels: Pixels, cards_px: Sequence[Quad], passes_over: Callable[[Quad], bool], most: int
    ) -> list[Detection]:
        """Read the cards that were found, each compared with so many faces at most. `passes_over` tells of the corners of a
        card whether it is left out. The text is empty where a card was not read, and on a side that tells no card and was
        read, such as a back.
        """

    def read_in_slots(
        self, pixels: Pixels, table: TableMap, slots: Sequence[Slot], passes_over: Callable[[Quad], bool]
    ) -> list[Detection]:
        """Read, as `read` does, the cards that lie in the slots of a mat that nobody has seen bare."""

    def enrolled(self, text: str) -> Pixels | None:
        """Return the face that was kept of a card and by which it was last read, (H, W, 3) uint8 BGR; None if none was
        read.
        """


@dataclass(frozen=True, slots=True, eq=False)
class WatchedTray:
    """A printed tray to watch for: the sheets that it may be, how the dice on it are read, and the camera's lens."""

    sheets: tuple[Mat, ...]
    read: SheetReader
    lens: Lens | LensFor | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DetectionSettings:
    """What to detect besides the codes on cards: tags besides those of the mat's tokens; `tray`, a printed tray that is
    found by its tags.
    `faces` reads the cards that were shown to the program (None: none were), `printed` the print on them.

    `micro_reference` tells whether a text is a reference of cards that carry Micro QR codes (None: no card does,
    and none are read).
    """

    tags: frozenset[int] = frozenset()
    tray: WatchedTray | None = None
    faces: CardFaceReader | None = None
    printed: PrintedWitness | None = None
    micro_reference: Callable[[str], bool] | None = None

    def tags_on(self, mat: Mat | None) -> frozenset[int]:
        """Return the tags to look for: those listed here and those of the mat's tokens, without the mat's markers."""
        if mat is None:
            return self.tags
        return (self.tags | {token.tag for token in mat.tokens}) - {marker.id for marker in mat.markers}

    def largest_tag_mm(self, mat: Mat) -> int | None:
        """Return the largest side of the tokens' tags; None if tags are listed here besides, whose size is not known."""
        return None if self.tags else max((token.side_mm for token in mat.tokens), default=None)


CODES_ONLY = DetectionSettings()


def dice_reader(die: DieDefinition, examples: DieExamples | None = None) -> PartReader:
    """Return a reader of the dice in a tray: by pips, or by examples. Raises `VisionError` if there are too
    few examples.
    """
    if die.kind is FaceKind.PIPS:
        return lambda pixels: read_pips(pixels, die)
    known = examples or DieExamples(die)
    check_enough(known)
    return lambda pixels: read_enrolled(pixels, known)


def tray_reader(dice: Sequence[KnownDie]) -> SheetReader:
    """Return a reader of the dice of a game on a printed tray. Raises `VisionError` if there are too few examples."""
    for one in dice:
        if one.die.kind is not FaceKind.PIPS:
            check_enough(one.examples or DieExamples(one.die))
    return lambda pixels, sheet: read_mixed(pixels, sheet, dice)
