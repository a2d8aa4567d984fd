"""Looks for the faces of cards in a part of a frame, and remembers those that could not be read."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from companion.mat import Zone
from companion.observation import Sighting, What
from vision.bare_table import BareTable
from vision.detectors.codes import Detection, PlacedText
from vision.faces.edges import tints
from vision.faces.slots import Slot, place_of
from vision.frame import STRIDE, Frame, Pixels, Quad, Region, bounds, scale_quad, to_colour
from vision.printed_witness import PrintedWitness
from vision.reading_spots import CardFaceReader
from vision.sharpness import takes_cards
from vision.table_map import TableMap
from vision.tracked_objects import HEART, WHOLE, TrackedObject

SLOTS_A_FRAME = 3
"""How many slots are looked at in one frame, 6 ms each; the face of a card in one takes 25 ms more."""
LOOKS_EVERY_S = 0.5
"""How often it is looked whether cards are read by their faces at this table."""
CARD_MM2 = 63 * 88
MOST_OF_A_CARD = 0.5
"""The share of a card that a changed part must have to be looked at for one, though it has hardly any print."""
REACH_MM = 30
"""How far a card may reach beyond the part that changed: a white border on a light mat changes little."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceLook:
    """A part of a frame to look at, where the mat lies in it, and how it looks when bare."""

    frame: Frame
    region: Region
    table: TableMap
    bare: BareTable


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
        slots: list[Slot] = [
            (zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, zone.turn_deg)
            for zone in zones
            if takes_cards(zone)
        ]
        self._slots_left = deque(() if reader is None else slots)
        self._is_sure_look = False
        """Whether the first of the slots that are left is looked at for the second time."""
        self._unread: list[Detection] = []

    @property
    def has_slots_left(self) -> bool:
        """Whether some slots of the mat, which were never seen empty, must still be searched for cards."""
        return bool(self._slots_left)

    def read_in_slots(
        self, frame: Frame, table: TableMap, known: Iterable[PlacedText], moves_in: Callable[[Region], bool]
    ) -> list[Detection]:
        """Looks at some of the slots that are left and in which nothing moves, up to the first with cards that are known for sure;
        at that one twice.
        """
        if self._reader is None:
            return []
        pixels, besides = to_colour(frame.pixels), _places_of(known)
        for _ in range(min(SLOTS_A_FRAME, len(self._slots_left))):
            slot = self._slots_left[0]
            if moves_in(place_of(slot, table)):
                self._is_sure_look = False
                self._slots_left.rotate(-1)
                continue
            read = self._reader.read_in_slots(pixels, table, [slot], besides)
            sure = [one for one in self._confirmed(pixels, read, frame.at_ms) if one.text]
            self._is_sure_look = bool(sure) and not self._is_sure_look
            if not self._is_sure_look:
                self._slots_left.popleft()
            if sure:
                return sure
        return []

    @property
    def are_read(self) -> bool:
        """Whether there is a reader of faces. Then frames should be in colour: faces may differ in nothing else."""
        return self._reader is not None

    def prepare(self, stopping: Event) -> None:
        """Prepares the reader, in a thread of its own, once a card was read by its face; ends when that is done or `stopping` is set."""
        while self._reader is not None and not stopping.wait(LOOKS_EVERY_S):
            if self._reader.is_in_use:
                self._reader.prepare(stopping.is_set)
                return

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
        besides = _places_of(known)
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


def _places_of(known: Iterable[PlacedText]) -> list[Quad]:
    """Returns the corners of codes and references: they come first."""
    return [one.corners_px for one in known if one.what in (What.QR, What.REFERENCE)]


def _heart(face: Detection) -> Region:
    return bounds(scale_quad(face.corners_px, HEART))
