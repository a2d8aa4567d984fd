"""Looks for the faces of cards in a part of a frame, and remembers those that could not be read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.mat import Zone
from companion.observation import Sighting, What
from vision.bare_table import BareTable
from vision.detectors.codes import Detection, PlacedText
from vision.faces.edges import tints
from vision.faces.slots import Slot
from vision.frame import STRIDE, Frame, Pixels, Region, bounds, scale_quad, to_colour
from vision.printed_witness import PrintedWitness
from vision.reading_spots import CardFaceReader
from vision.sharpness import takes_cards
from vision.table_map import TableMap
from vision.tracked_objects import HEART, WHOLE, TrackedObject

CARD_MM2 = 63 * 88
MOST_OF_A_CARD = 0.5
"""The share of a card that a changed part must have to be looked at for one, though it has hardly any print."""
REACH_MM = 30
"""How far a card may reach beyond the part that changed: a white border on a light mat changes little."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceLook:
    """A part of a frame to look at, where the mat lies in it, and how it looks when bare (None: not known yet)."""

    frame: Frame
    region: Region
    table: TableMap
    bare: BareTable | None


class FaceLooks:
    """The looks at the faces of cards on one table; without a reader nothing is ever found."""

    def __init__(
        self,
        reader: CardFaceReader | None,
        zones: Iterable[Zone] = (),
        printed: PrintedWitness | None = None,
    ) -> None:
        self._reader = reader
        self._printed = printed
        self._slots: list[Slot] = [
            (zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, zone.turn_deg)
            for zone in zones
            if takes_cards(zone)
        ]
        self._unread: list[Detection] = []

    @property
    def are_read(self) -> bool:
        """Whether there is a reader of faces. Then frames should be in colour: faces may differ in nothing else."""
        return self._reader is not None

    def tints_of(self, frame: Frame) -> NDArray[np.float32] | None:
        """Returns the colours of a frame, a quarter of its size, by which cards are told from the mat; None if no faces are read, or the
        frame is grey.
        """
        if self._reader is None or frame.pixels.ndim != 3:
            return None
        return tints(np.ascontiguousarray(frame.pixels[::STRIDE, ::STRIDE]))

    def may_hold_a_card(self, region: Region, px_per_mm: float) -> bool:
        """Tells whether a part is large enough for a card, if faces are read at all."""
        return self._reader is not None and region.area_px >= MOST_OF_A_CARD * CARD_MM2 * px_per_mm**2

    def read(
        self, look: FaceLook, touched: Sequence[TrackedObject], known: Iterable[PlacedText]
    ) -> list[Detection]:
        """Reads the faces in a part, and of the objects that touch it; of what is `known`, codes and references come first."""
        if self._reader is None:
            return []
        frame, wide = look.frame, look.region
        for thing in touched:
            if thing.what is What.FACE:
                wide = wide.joined(bounds(scale_quad(thing.corners_px, WHOLE)))
        middle_mm = look.table.table_from_image(np.array([wide.middle]))
        wide = wide.widened(round(REACH_MM * look.table.px_per_mm(middle_mm)), frame.grey)
        pixels = to_colour(frame.pixels)
        besides = [one.corners_px for one in known if one.what in (What.QR, What.REFERENCE)]
        if look.bare is None:
            sure = self._reader.read_in_slots(pixels, look.table, self._slots, besides)
            return [one for one in self._confirmed(pixels, sure, frame.at_ms) if one.text]
        # The bare table is known in the usual exposure only.
        bare = None if frame.stops else look.bare.part(wide)
        found = self._reader.read(pixels, wide, look.table, bare, besides, look.bare.tints(wide))
        found = self._confirmed(pixels, found, frame.at_ms)
        self._unread = [one for one in self._unread if not _heart(one).overlaps(wide)]
        self._unread += [one for one in found if not one.text]
        return [one for one in found if one.text]

    def _confirmed(self, pixels: Pixels, found: list[Detection], at_ms: int) -> list[Detection]:
        """Returns what the faces and the print of cards say together."""
        if self._printed is None:
            return found
        return [self._printed.confirm(pixels, one, at_ms) for one in found]

    def enrolled(self, sighting: Sighting) -> Pixels | None:
        """Returns the face that was kept of the card in a sighting; None for what was not read by its face."""
        if self._reader is None or sighting.what is not What.FACE or not sighting.reads:
            return None
        return self._reader.enrolled(sighting.reads)

    def unread_in(self, region: Region) -> list[Detection]:
        """Returns the cards in a part whose faces were found and not read at the last look there."""
        return [one for one in self._unread if _heart(one).overlaps(region)]


def _heart(face: Detection) -> Region:
    return bounds(scale_quad(face.corners_px, HEART))
