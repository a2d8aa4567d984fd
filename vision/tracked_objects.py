"""Defines the objects that lie on the table, and numbers them and their sightings for one camera."""

from dataclasses import dataclass
from functools import cached_property

from companion.ids import ObservationId
from companion.observation import ReadingStatus, Sighting, SightingState, What
from vision.detectors.codes import Detection
from vision.detectors.retries import CARD, QUIET
from vision.frame import Quad, Region, bounds, centre, scale_quad, side_px

MOVED = 0.04
"""How far an object's centre must go to count as moved, as a share of its side; less is camera noise."""
MOVED_LEAST_PX = 2.0
"""The same in px, for small objects."""
WHOLE = 1.06
"""The size of a card with its sleeve, as a multiple of its face."""
HEART = 0.5
"""The part of a face by which its place is told, as a multiple of it: neighbours do not reach into it, as into a code."""


@dataclass(frozen=True, eq=False)
class TrackedObject:
    """An object on the table, as it was last read; corners are (4, 2) px, confidence is 0 to 1."""

    number: int
    what: What
    text: str
    corners_px: Quad
    is_hidden: bool = False
    reading: ReadingStatus = ReadingStatus.READ
    candidates: tuple[str, ...] = ()
    confidence: float = 1.0

    @cached_property
    def place(self) -> Region:
        """The region of the picture in which it lies: of a face its middle."""
        return bounds(scale_quad(self.corners_px, HEART) if self.what is What.FACE else self.corners_px)

    @cached_property
    def covered(self) -> Region:
        """The region that its own print covers."""
        return covered_by(self)

    def lies_at(self, corners_px: Quad) -> bool:
        """Tell whether these corners are where it was, apart from camera noise."""
        gone_px = float(abs(centre(corners_px) - centre(self.corners_px)).max())
        return gone_px < max(MOVED_LEAST_PX, MOVED * side_px(self.corners_px))


def covered_by(seen: TrackedObject | Detection) -> Region:
    """Return the region that an object's own print covers: the card around a code, the white margin of a
    tag.
    """
    if seen.what is What.FACE:
        return bounds(seen.corners_px)
    return bounds(seen.corners_px).grown(CARD if seen.what is What.QR else QUIET)


def in_sight(thing: TrackedObject) -> bool:
    """Tell whether nothing hides an object."""
    return not thing.is_hidden


def print_around(seen: TrackedObject, code: float, tag: float) -> Quad:
    """Return the corners of what belongs to an object in print: a whole card that is known by its face, or so many times a
    code or a tag.
    """
    if seen.what is What.FACE:
        return scale_quad(seen.corners_px, WHOLE)
    return scale_quad(seen.corners_px, tag if seen.what is What.TAG else code)


class ObjectRegister:
    """Numbers objects and sightings; everything that follows one camera shares one register."""

    def __init__(self) -> None:
        self._things = 0
        self._sightings = 0

    def thing(self, code: Detection) -> TrackedObject:
        """Register an object that is new on the table."""
        self._things += 1
        return TrackedObject(
            self._things,
            code.what,
            code.text,
            code.corners_px,
            reading=code.reading,
            candidates=code.candidates,
            confidence=code.confidence,
        )

    def sighting(
        self, thing: TrackedObject, state: SightingState, at_ms: int, rested_ms: int = 0
    ) -> Sighting:
        """Make a numbered sighting of an object."""
        self._sightings += 1
        corners = tuple((round(float(x)), round(float(y))) for x, y in thing.corners_px)
        return Sighting(
            id=ObservationId(f"sight-{self._sightings}"),
            at_ms=at_ms,
            reads=thing.text,
            what=thing.what,
            state=state,
            thing=thing.number,
            corners_px=corners,
            confidence_percent=round(100 * thing.confidence),
            reading=thing.reading,
            candidates=thing.candidates,
            rested_ms=rested_ms,
        )
