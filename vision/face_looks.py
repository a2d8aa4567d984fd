"""Looks for the faces of cards in a part of a frame, and remembers those that could not be read."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import Event

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Zone
from companion.observation import ReadingStatus, Sighting, What
from vision.bare_table import BareTable
from vision.detection_settings import CardFaceReader
from vision.detectors.codes import Detection, PlacedText
from vision.faces.edges import tints
from vision.faces.gallery import MOST_COMPARED
from vision.faces.slots import Slot, place_of
from vision.frame import STRIDE, Frame, Grey, Pixels, Quad, Region, bounds, centre, scale_quad, to_colour
from vision.printed_witness import PrintedWitness
from vision.sharpness import takes_cards
from vision.table_map import TableMap
from vision.tracked_objects import HEART, WHOLE, TrackedObject

SLOTS_A_FRAME = 3
"""How many slots are looked at in one frame, 6 ms each; a card in one takes 20 to 60 ms more, and the next slot waits for
the next frame.
"""
LOOKS = 3
"""How often the cards in a part that rests are read, if the last two looks agree; further looks, which read codes with other
tricks, see the same faces.
"""
FIRST_COMPARED = 2
"""With how many faces a card is compared in a frame in which it is searched for as well: each takes 18 ms, the search 10 to 35.
"""
LOOKS_EVERY_S = 0.5
"""How often it is looked whether cards are read by their faces at this table."""
HALF = 0.5
"""The share of a card's place that must have been seen bare to tell by the bare mat whether a card lies there."""
CARD_MM2 = 63 * 88
MOST_OF_A_CARD = 0.5
"""The share of a card that a changed part must have to be looked at for one, though it has hardly any print."""
REACH_MM = 30
"""How far a card may reach beyond the part that changed: a white border on a light mat changes little."""
FARTHER_MM = 100
"""The same where nothing was found, or what no face is like: of cards so near to each other that they have one silhouette, each
is found if all of them are seen.
"""


@dataclass(frozen=True, slots=True, eq=False)
class FaceLook:
    """A part of a frame to look at, where the mat lies in it, how it looks when bare, the number of the look, what tells
    whether something moves in a part, the faces that were read since something moved over them, and what returns how a part
    looked when it was read before.
    """

    frame: Frame
    region: Region
    table: TableMap
    bare: BareTable
    number: int
    moves_in: Callable[[Region], bool]
    unmoved: Sequence[TrackedObject] = ()
    before: Callable[[Region], Grey | None] = lambda _part: None


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """A search for cards: in which part, the corners of those that were found, in which frame, and whether all were read."""

    wide: Region
    cards_px: Sequence[Quad]
    frame: int
    are_read: bool

    def may_be_read_again(self, look: FaceLook, wide: Region) -> bool:
        """Tell whether the next look may be at the same cards without a search: they are only confirmed, or nothing has moved
        since the first look.
        """
        is_next = self.wide == wide and look.frame.number == self.frame + 1 and bool(self.cards_px)
        return is_next and (self.are_read or look.number == 2)


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
        self._slots = slots
        self._slots_left = deque(() if reader is None else slots)
        self._is_sure_look = False
        """Whether the first of the slots that are left is looked at for the second time."""
        self._found: list[Detection] = []
        """The cards that were found at the last look at each part, read or not."""
        self._have_agreed = False
        """Whether the last two looks said the same."""
        self._searched: _Search | None = None
        """The last search for cards."""

    @property
    def has_slots_left(self) -> bool:
        """Whether some slots of the mat, which were never seen empty, must still be searched for cards."""
        return bool(self._slots_left)

    def read_in_slots(
        self, frame: Frame, table: TableMap, known: Iterable[PlacedText], moves_in: Callable[[Region], bool]
    ) -> list[Detection]:
        """Look at some of the slots that are left and in which nothing moves, up to the first with cards; twice at one
        whose cards are known for sure. Sides that tell no card are returned without a text, and so are cards that are not
        known for sure, such as one over which another card lies: of neither is the mat beneath known.
        """
        if self._reader is None:
            return []
        pixels, known = to_colour(frame.pixels), list(known)
        for _ in range(min(SLOTS_A_FRAME, len(self._slots_left))):
            slot = self._slots_left[0]
            if moves_in(place_of(slot, table)):
                self._is_sure_look = False
                self._slots_left.rotate(-1)
                continue
            read = self._reader.read_in_slots(
                pixels, table, [slot], lambda card_px: _is_known(card_px, known)
            )
            named = self._confirmed(pixels, [one for one in read if one.text], frame.at_ms)
            unsure = [one for one in (*read, *named) if not one.text]
            sure = [one for one in named if one.text]
            self._is_sure_look = bool(sure) and not self._is_sure_look
            if not self._is_sure_look:
                self._slots_left.popleft()
            if read:
                return [*sure, *unsure]
        return []

    @property
    def are_read(self) -> bool:
        """Whether there is a reader of faces. Then frames should be in colour: faces may differ in nothing else."""
        return self._reader is not None

    def prepare(self, stopping: Event) -> None:
        """Prepare the reader, in a thread of its own, once a card was read by its face; end when that is done or
        `stopping` is set.
        """
        while self._reader is not None and not stopping.wait(LOOKS_EVERY_S):
            if self._reader.is_in_use:
                self._reader.prepare(stopping.is_set)
                return

    def tints_of(self, frame: Frame) -> NDArray[np.float32] | None:
        """Return the colours of a frame, a quarter of its size, by which cards are told from the mat; None if no faces are
        read, or the frame is grey.
        """
        if self._reader is None or frame.pixels.ndim != 3:
            return None
        return tints(np.ascontiguousarray(frame.pixels[::STRIDE, ::STRIDE]))

    def may_hold_a_card(self, region: Region, px_per_mm: float) -> bool:
        """Tell whether a part is large enough for a card, if faces are read at all."""
        return self._reader is not None and region.area_px >= MOST_OF_A_CARD * CARD_MM2 * px_per_mm**2

    def read(
        self, look: FaceLook, touched: Sequence[TrackedObject], known: Iterable[PlacedText]
    ) -> list[Detection]:
        """Read the faces in a part, and of the objects that touch it; of what is `known`, codes and references come first."""
        if self._reader is None:
            return []
        wide = look.region
        # A hand may have left a part of a card only: a card that was found there is looked at whole.
        cards_px = [one.corners_px for one in touched if one.what is What.FACE]
        cards_px += [one.corners_px for one in self._found if bounds(one.corners_px).overlaps(look.region)]
        for card_px in cards_px:
            wide = wide.joined(bounds(scale_quad(card_px, WHOLE)))
        middle_mm = look.table.table_from_image(np.array([wide.middle]))
        likely = [one for one in self._found if one.reading is not ReadingStatus.UNKNOWN]
        has_found = look.number == 1 or any(_heart(one).overlaps(wide) for one in likely)
        reach_mm = REACH_MM if has_found else FARTHER_MM
        wide = wide.widened(round(reach_mm * look.table.px_per_mm(middle_mm)), look.frame.grey)
        if look.number <= LOOKS or not self._have_agreed:
            before = sorted(one.text for one in self._found if _heart(one).overlaps(wide))
            found = self._read_in(self._reader, look, wide, touched, list(known))
            self._found = [one for one in self._found if _stays(one, look, wide, found)] + found
            self._have_agreed = before == sorted(one.text for one in found)
        return [one for one in self._found if one.text and _heart(one).overlaps(wide)]

    def _read_in(
        self,
        reader: CardFaceReader,
        look: FaceLook,
        wide: Region,
        touched: Sequence[TrackedObject],
        known: Sequence[PlacedText],
    ) -> list[Detection]:
        """Read the cards in a part over whose middles nothing moves, such as a hand that draws back."""
        pixels = to_colour(look.frame.pixels)
        again: dict[int, Detection] = {}

        def is_passed_over(card_px: Quad) -> bool:
            same = [one for one in look.unmoved if _is_among(card_px, [one.corners_px])]
            again.update(
                (one.number, Detection(one.text, one.corners_px, What.FACE, one.confidence)) for one in same
            )
            return (
                bool(same) or _is_known(card_px, known) or look.moves_in(bounds(scale_quad(card_px, HEART)))
            )

        last = self._searched
        is_again = last is not None and last.may_be_read_again(look, wide)
        cards_px = last.cards_px if last is not None and is_again else self._search(reader, look, wide)
        # What a search takes is left for more faces.
        read = reader.read(pixels, cards_px, is_passed_over, MOST_COMPARED if is_again else FIRST_COMPARED)
        if look.number > 1 and any(thing.what is What.FACE for thing in touched):
            read = self._with_those_above(reader, look, wide, read, is_passed_over)
        are_read = bool(read) and all(one.reading is ReadingStatus.READ for one in read)
        self._searched = None if is_again else _Search(wide, cards_px, look.frame.number, are_read)
        found = [one for one in read if not _tells_no_card(one)]
        unseen = [slot for slot in self._slots if self._was_never_bare(slot, look)]
        if unseen:
            # What differs there from the first frame may be the mat itself, and what does not may be a card.
            found = [one for one in found if one.text or look.bare.was_bare(_heart(one)).mean() > HALF]
            in_slots = reader.read_in_slots(pixels, look.table, unseen, is_passed_over)
            known_px = [one.corners_px for one in (*found, *again.values())]
            found += [one for one in in_slots if one.text and not _is_among(one.corners_px, known_px)]
        return [*again.values(), *self._confirmed(pixels, found, look.frame.at_ms)]

    def _with_those_above(
        self,
        reader: CardFaceReader,
        look: FaceLook,
        wide: Region,
        read: list[Detection],
        passes_over: Callable[[Quad], bool],
    ) -> list[Detection]:
        """Read again, as a card that lies upon another, what no face is like: both have one silhouette, but only the upper one
        differs from how the part looked before.
        """
        before = look.before(wide)
        if before is None or all(one.reading is not ReadingStatus.UNKNOWN for one in read):
            return read
        pixels = to_colour(look.frame.pixels)
        cards_px = reader.find(pixels, wide, look.table, before)
        read_px = [one.corners_px for one in read if one.text]
        above = [
            one
            for one in reader.read(pixels, cards_px, passes_over, FIRST_COMPARED)
            if one.text and not _is_among(one.corners_px, read_px)
        ]
        above_px = [one.corners_px for one in above]
        return [*(one for one in read if one.text or not _is_among(one.corners_px, above_px)), *above]

    def _search(self, reader: CardFaceReader, look: FaceLook, wide: Region) -> Sequence[Quad]:
        if look.frame.stops:
            # The bare table is known in the usual exposure only, in which the cards were found.
            return [one.corners_px for one in self._found if _heart(one).overlaps(wide)]
        bare = look.bare.part(wide)
        return reader.find(to_colour(look.frame.pixels), wide, look.table, bare, look.bare.tints(wide))

    def _was_never_bare(self, slot: Slot, look: FaceLook) -> bool:
        """Tell whether a card covered a slot in a part, or a place in it, from the first frame on: the mat there is not
        known.
        """
        place = place_of(slot, look.table).widened(0, look.frame.grey)
        if not place.overlaps(look.region):
            return False
        card_px = CARD_MM2 * look.table.px_per_mm(look.table.table_from_image(np.array([place.middle]))) ** 2
        covered_px = np.count_nonzero(~look.bare.was_bare(place)) * STRIDE**2
        return bool(covered_px > HALF * min(card_px, place.area_px))

    def _confirmed(self, pixels: Pixels, found: list[Detection], at_ms: int) -> list[Detection]:
        """Return what the faces and the print of cards say together."""
        if self._printed is None:
            return found
        return [self._printed.confirm(pixels, one, at_ms) for one in found]

    def enrolled(self, sighting: Sighting) -> Pixels | None:
        """Return the face that was kept of the card in a sighting; None for what was not read by its face."""
        if self._reader is None or sighting.what is not What.FACE or not sighting.reads:
            return None
        return self._reader.enrolled(sighting.reads)

    def unread_in(self, region: Region) -> list[Detection]:
        """Return the cards in a part whose faces were found and not read at the last look there."""
        return [one for one in self._found if not one.text and _heart(one).overlaps(region)]

    def one_of_several(self) -> list[TrackedObject]:
        """Return the cards whose faces are those of several, such as copies: beneath them lies nothing, as beneath those that
        were read.
        """
        return [
            TrackedObject(0, What.FACE, "", one.corners_px, reading=one.reading, candidates=one.candidates)
            for one in self._found
            if one.reading is ReadingStatus.AMBIGUOUS
        ]


def _stays(one: Detection, look: FaceLook, wide: Region, found: Sequence[Detection]) -> bool:
    """Tell whether a card that was found before still counts. One that was not read does, where something moves over its
    middle, or the part that changed does not reach it: of a card beside that part, only a piece is looked at.
    """
    if not _heart(one).overlaps(wide):
        return True
    if one.text or _is_among(one.corners_px, [each.corners_px for each in found]):
        return False
    return not _heart(one).overlaps(look.region) or look.moves_in(_heart(one))


def _is_known(card_px: Quad, known: Iterable[PlacedText]) -> bool:
    """Tell whether a code or a reference lies on a card: they come first."""
    middles = (centre(one.corners_px).tolist() for one in known if one.what in (What.QR, What.REFERENCE))
    return any(cv2.pointPolygonTest(card_px, (x, y), measureDist=False) >= 0 for x, y in middles)


def _tells_no_card(one: Detection) -> bool:
    """Tell whether a side was read that tells no card, such as a back."""
    return not one.text and one.reading is ReadingStatus.READ


def _is_among(corners_px: Quad, others_px: Iterable[Quad]) -> bool:
    return any(
        bounds(scale_quad(corners_px, HEART)).overlaps(bounds(scale_quad(one, HEART))) for one in others_px
    )


def _heart(face: Detection) -> Region:
    return bounds(scale_quad(face.corners_px, HEART))
