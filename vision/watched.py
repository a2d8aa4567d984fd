"""What a camera over a table is to watch for, besides the codes that cards bear."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.detectors.codes import Code
from vision.frame import Pixels
from vision.region import Region

Eye = Callable[[Pixels], list[Code]]
"""Reads a part of a picture; corners are the part's own."""
READING_SPOT, TRAY = "reading_spot", "dice"
"""The roles of a mat's zones in which printed references and dice are read."""


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """Tags besides those of the mat's own tokens; how references and dice are read (None: they are not); and where
    they are besides the mat's own zones, in pixels.
    """

    tags: frozenset[int] = frozenset()
    references: Eye | None = None
    dice: Eye | None = None
    reading_spots_px: tuple[Region, ...] = ()
    trays_px: tuple[Region, ...] = ()


CODES_ONLY = Watched()
