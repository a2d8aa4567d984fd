"""Watches one part of a picture alone, as the program watches a dice tray."""

from collections.abc import Sequence

from companion.observation import Sighting
from vision.detection_settings import PartReader
from vision.frame import Frame, Region
from vision.reading_spot import ReadingSpot
from vision.tracked_objects import ObjectRegister, TrackedObject


class WatchedPart:
    """A part of the picture, and what reads it."""

    def __init__(self, see: PartReader, place: Region) -> None:
        self.spot = ReadingSpot(see, ObjectRegister())
        self._place = place

    @property
    def things(self) -> Sequence[TrackedObject]:
        return self.spot.things

    def feed(self, frame: Frame) -> list[Sighting]:
        return self.spot.feed(frame, self._place)
