"""A thing that lies on the table, and the sightings that tell of it: numbered for all that one camera sees."""

from dataclasses import dataclass

from companion.ids import ObservationId
from companion.observation import ReadingStatus, Sighting, SightingState, What
from vision.detectors.codes import Detection
from vision.quad import Quad, centre, side_px
from vision.region import Region, bounds

MOVED = 0.04
"""A thing has moved when its middle has gone this part of its side: less is the camera's noise…"""
MOVED_LEAST_PX = 2.0
"""…as are so many pixels for whatever is small."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackedObject:
    """Something that lies on the table, as it was last read."""

    number: int
    what: What
    text: str
    corners_px: Quad
    is_hidden: bool = False
    reading: ReadingStatus = ReadingStatus.READ
    candidates: tuple[str, ...] = ()
    confidence: float = 1.0

    @property
    def place(self) -> Region:
        """The part of the picture that it lies in."""
        return bounds(self.corners_px)

    def lies_at(self, corners_px: Quad) -> bool:
        """Whether these corners are where it was, but for the camera's noise."""
        gone_px = float(abs(centre(corners_px) - centre(self.corners_px)).max())
        return gone_px < max(MOVED_LEAST_PX, MOVED * side_px(self.corners_px))


class ObjectRegister:
    """Gives things and sightings their numbers: one for all that follow the same camera."""

    def __init__(self) -> None:
        self._things = 0
        self._sightings = 0

    def thing(self, code: Detection) -> TrackedObject:
        """A thing that nobody had seen before."""
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

    def sighting(self, thing: TrackedObject, state: SightingState, at_ms: int) -> Sighting:
        """What is told of a thing."""
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
        )
