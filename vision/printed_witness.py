"""Reads the reference that is printed on a card whose outline is known, as a second witness beside the card's face.

Where a kind of card has its reference, and how large its letters are, is learned once from a face that was shown. On the
table only this strip is read: 28 ms, once each time that a card has come to rest, and not at all where the camera sees the
letters too small. Both witnesses agree, or the table is asked. A face that may be either of two cards is read where the
print tells which. Print without a face that is known, as of a card that was never shown or lies in a reflection, is asked
about.
"""

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.observation import ReadingStatus
from vision.detectors.codes import Detection
from vision.detectors.reference.lines import read_line
from vision.detectors.reference.reader import ReferenceFormat, read_references
from vision.detectors.reference.repair import NO_REFERENCE, RepairedReference, repair_reference
from vision.faces.face import FACE_PX_PER_MM, Face, straightened
from vision.frame import Grey, Pixels, Quad, bounds, centre, quad, to_grey
from vision.lens import Points

INK = 0.5
"""A row of pixels belongs to the letters if its contrast is that share of the strongest row's."""
SMALLEST_PX = 5.0
"""Capitals that are lower in the picture are not read: of lower ones some are misread (docs/truth.md)."""
MARGIN_MM = 0.8
"""What is read around the line: a card's corners are known to half a millimetre."""
SAME_PX, SAME_REST_MS = 4.0, 500
"""A card that lies nearer than that to where one lay, and was looked at so lately, is the same one: to exchange it takes
longer.
"""
FACES_TRIED = 2
"""How many faces of a kind are looked at for their reference: the light of one may hide it."""
MOST_KEPT = 64
"""Cards whose readings are remembered; a table holds fewer."""


@dataclass(frozen=True, slots=True)
class PrintSpot:
    """Where a kind of card has its reference, in mm from the card's top left."""

    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float
    letters_mm: float
    """The height of its capitals."""
    card_mm: tuple[float, float]
    """The width and height of the card."""

    def strip_mm(self) -> Points:
        """Return the corners of what is read, (4, 2)."""
        left, right = self.left_mm - MARGIN_MM, self.right_mm + MARGIN_MM
        return np.array(
            [(left, self.top_mm), (right, self.top_mm), (right, self.bottom_mm), (left, self.bottom_mm)]
        )


def kind_of(ref: str) -> str:
    """Return what the references of one kind of card begin with: their letters."""
    found = re.match(r"[^\W\d_]*", ref)
    return found.group() if found else ""


def some_of_each_kind(refs: Iterable[str]) -> list[str]:
    """Return a few cards of each kind, without those that have no reference."""
    of_kind: dict[str, list[str]] = {}
    for ref in filter(None, refs):
        of_kind.setdefault(kind_of(ref), []).append(ref)
    return [ref for some in of_kind.values() for ref in some[:FACES_TRIED]]


def find_print_spots(faces: Iterable[Face]) -> dict[str, PrintSpot]:
    """Return where each kind of card has its reference, if one of its faces shows that. A face takes half a second.

    Raises `VisionError` without the models that read print.
    """
    spots: dict[str, PrintSpot] = {}
    for face in faces:
        if kind_of(face.card) not in spots and (spot := _find_spot(face)) is not None:
            spots[kind_of(face.card)] = spot
    return spots


def _pattern_of(known: Collection[str]) -> re.Pattern[str]:
    """Return what the known references look like: where a letter stands, where a digit."""
    shapes = {re.sub(r"[0-9]", "[0-9]", re.sub(r"[A-Z]", "[A-Z]", re.escape(one))) for one in known}
    return re.compile("|".join(sorted(shapes)))


def _find_spot(face: Face) -> PrintSpot | None:
    wanted = ReferenceFormat(re.compile(re.escape(face.card)), frozenset({face.card}))
    for line in read_references(face.pixels, wanted):
        if line.text == face.card:
            place = bounds(line.corners_px)
            letters_px = _inked_rows(place.of(to_grey(face.pixels)))
            left, top, right, bottom, letters = (
                px / FACE_PX_PER_MM for px in (place.left, place.top, place.right, place.bottom, letters_px)
            )
            return PrintSpot(left, top, right, bottom, letters, face.size_mm)
    return None


def _inked_rows(line: Grey) -> int:
    """Return how many rows the letters of a line have, without what lies above and below them."""
    contrast = line.std(axis=1)
    blank = np.flatnonzero(contrast <= INK * contrast.max())
    middle = line.shape[0] // 2
    above, below = blank[blank < middle], blank[blank > middle]
    return int(min(below, default=line.shape[0]) - max(above, default=-1) - 1)


@dataclass(slots=True, eq=False)
class _Rest:
    """A card that came to rest: where it lies, and what its print was read as, each time."""

    middle_px: Points
    face: frozenset[str]
    """The cards that its face may be."""
    last_ms: float
    """When it was last looked at."""
    read: list[RepairedReference] = field(default_factory=list)

    @property
    def is_told(self) -> bool:
        """Whether its print needs no further reading: it says what the face says, nothing, or was read twice."""
        return len(self.read) == 2 or (len(self.read) == 1 and self.read[0].text in ("", *self.face))


class PrintedWitness:
    """Says what is printed on the cards of one table, beside what their faces say."""

    def __init__(self, spots: Mapping[str, PrintSpot], known: Collection[str]) -> None:
        """`spots` are those of each kind of card; `known` are all references of the catalogue."""
        self._spots = spots
        self._distinct = [*{(round(one.left_mm), round(one.top_mm)): one for one in spots.values()}.values()]
        """Most kinds of cards have their references at the same place."""
        self._wanted = ReferenceFormat(_pattern_of(known), frozenset(known))
        self._rests: list[_Rest] = []
        self.looks = 0
        """How often print was read, which is the cost."""

    def confirm(self, pixels: Pixels, seen: Detection, at_ms: float) -> Detection:
        """Return what face and print say together of a card that was found in a picture in colour; `seen` is what its face
        says.
        """
        says = (seen.text,) if seen.text else seen.candidates
        places = self._places(seen.corners_px, {kind_of(one) for one in says})
        if not places:
            return seen
        rest = self._rest(seen.corners_px, frozenset(says), at_ms)
        if not rest.is_told:
            read = (self._print_on(pixels, corners_px, spot) for corners_px, spot in places)
            rest.read.append(next((printed for printed in read if printed.text), NO_REFERENCE))
        for printed in rest.read:
            if printed.text in says:
                sure = max(seen.confidence, round(printed.confidence, 3))
                return replace(
                    seen, text=printed.text, reading=ReadingStatus.READ, confidence=sure, candidates=()
                )
        texts = [printed.text for printed in rest.read]
        if not all(texts) or len(set(texts)) > 1:
            return seen
        if len(texts) == 1:
            # Print is misread once in a hundred times, and hardly twice alike: it is read again before a person is asked.
            return replace(seen, text="", reading=ReadingStatus.UNREADABLE, candidates=())
        return replace(seen, text="", reading=ReadingStatus.AMBIGUOUS, candidates=(*says, texts[0]))

    def _places(self, corners_px: Quad, kinds: Collection[str]) -> list[tuple[Quad, PrintSpot]]:
        """Return where to read, as corners of the card from its own top left, and the place on it. A card whose face tells
        no kind may be of any, and either way up.
        """
        if kinds:
            spot = self._spots.get(*kinds) if len(kinds) == 1 else None
            return [] if spot is None else [(corners_px, spot)]
        top, side = (math.dist(*corners_px[n : n + 2].tolist()) for n in (0, 1))
        upright = corners_px if top <= side else np.roll(corners_px, 1, axis=0)
        return [(np.roll(upright, by, axis=0), spot) for spot in self._distinct for by in (0, 2)]

    def _rest(self, corners_px: Quad, face: frozenset[str], at_ms: float) -> _Rest:
        """Return the card that lies there, or that has just come to rest there."""
        middle_px = centre(corners_px)
        for rest in self._rests:
            is_there = math.dist(rest.middle_px.tolist(), middle_px.tolist()) < SAME_PX
            is_same = at_ms - rest.last_ms < SAME_REST_MS or not rest.is_told
            if is_there and is_same and rest.face == face:
                rest.last_ms = at_ms
                return rest
        self._rests = [*self._rests[-MOST_KEPT + 1 :], _Rest(middle_px, face, at_ms)]
        return self._rests[-1]

    def _print_on(self, pixels: Pixels, corners_px: Quad, spot: PrintSpot) -> RepairedReference:
        """Return the reference that is printed there; none if the camera sees too little of it, or nobody knows it."""
        width_mm, height_mm = spot.card_mm
        if spot.letters_mm * math.dist(*corners_px[:2].tolist()) / width_mm < SMALLEST_PX:
            return NO_REFERENCE
        self.looks += 1
        card_mm = quad([(0, 0), (width_mm, 0), (width_mm, height_mm), (0, height_mm)])
        picture_from_card = cv2.getPerspectiveTransform(card_mm, quad(corners_px))
        strip = quad(cv2.perspectiveTransform(spot.strip_mm()[np.newaxis], picture_from_card))
        top_left, top_right, _, bottom_left = strip.tolist()
        size_px = (
            max(1, round(math.dist(top_left, top_right))),
            max(1, round(math.dist(top_left, bottom_left))),
        )
        line = read_line(straightened(pixels, strip, size_px))
        said = repair_reference(line, self._wanted.pattern, self._wanted.known)
        return said if said.reading is ReadingStatus.READ else NO_REFERENCE
