"""Reads the cards in a part of a frame by their faces."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.observation import ReadingStatus, What
from vision.detectors.codes import Detection
from vision.faces.edges import find_cards
from vision.faces.face import Face
from vision.faces.gallery import LEAST_LIKENESS, MOST_COMPARED, Gallery, Recognition
from vision.faces.slots import Slot, find_cards_in_slots
from vision.frame import Grey, Pixels, Quad, Region
from vision.table_map import TableMap


class FaceReader:
    """Finds the cards of a table's faces and tells which they are."""

    def __init__(self, gallery: Gallery, keep: Callable[[], None] = lambda: None) -> None:
        """`keep` is called when more is known of the gallery, and may keep it for the next start."""
        self.gallery = gallery
        self._keep = keep
        self._last: dict[str, Face] = {}
        """The face by which each card was last read."""

    @property
    def is_in_use(self) -> bool:
        """Whether a card was read by its face."""
        return bool(self._last)

    def prepare(self, is_stopping: Callable[[], bool]) -> None:
        """Prepare comparisons in another thread until `is_stopping`; without them the first look at a card takes longer."""
        if self.gallery.prepare(is_stopping):
            self._keep()

    def find(
        self,
        pixels: Pixels,
        region: Region,
        table: TableMap,
        bare: Grey | None,
        bare_tints: NDArray[np.float32] | None = None,
    ) -> list[Quad]:
        """Return the corners of the cards in a part of a frame in colour, as `find_cards` does."""
        return find_cards(pixels, self.gallery.sizes_mm, table, region, bare, bare_tints)

    def read(
        self, pixels: Pixels, cards_px: Sequence[Quad], passes_over: Callable[[Quad], bool], most: int
    ) -> list[Detection]:
        """Read the cards that were found in a frame in colour, each compared with so many faces at most. `passes_over` tells
        of the corners of a card whether it is left out: it is known otherwise, or cannot be seen yet.
        """
        return self._recognised(pixels, cards_px, passes_over, most)

    def read_in_slots(
        self, pixels: Pixels, table: TableMap, slots: Sequence[Slot], passes_over: Callable[[Quad], bool]
    ) -> list[Detection]:
        """Read the cards in the slots of a mat that nobody has seen bare. What is like no face there is the mat."""
        cards = [
            corners_px
            for size_mm in self.gallery.sizes_mm
            for corners_px in find_cards_in_slots(pixels, size_mm, table, slots)
        ]
        return self._recognised(pixels, cards, passes_over, MOST_COMPARED, least_likeness=LEAST_LIKENESS)

    def _recognised(
        self,
        pixels: Pixels,
        cards: Sequence[Quad],
        passes_over: Callable[[Quad], bool],
        most: int,
        *,
        least_likeness: float = 0.0,
    ) -> list[Detection]:
        """Return what cards are, by their corners, except those that are left out, and those that are less like any face."""
        found = []
        for corners_px in cards:
            if not passes_over(corners_px):
                known = self.gallery.recognise(pixels, corners_px, most)
                if known.likeness < least_likeness:
                    continue
                detection = _detection(known)
                found.append(detection)
                if detection.text and known.face is not None:
                    self._last[detection.text] = known.face
        return found

    def enrolled(self, text: str) -> Pixels | None:
        """Return the face that was kept of a card and by which it was last read; None if none was read."""
        face = self._last.get(text)
        return None if face is None else face.pixels


def _detection(known: Recognition) -> Detection:
    """Return a recognition as a detection. A side that does not tell which card it is, such as a back, counts as read, and
    its text is empty.
    """
    face, rival = known.face, known.rival
    if known.status is ReadingStatus.READ and face is not None:
        confidence = round(min(1.0, max(0.0, known.margin)), 3)
        return Detection(face.card, known.corners_px, What.FACE, confidence)
    candidates: tuple[str, ...] = ()
    if known.status is ReadingStatus.AMBIGUOUS:
        candidates = tuple(dict.fromkeys(one.card for one in (face, rival) if one is not None and one.card))
    return Detection("", known.corners_px, What.FACE, 0.0, known.status, candidates)
