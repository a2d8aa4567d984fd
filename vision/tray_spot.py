"""Reads the dice on a printed tray, which is found by its tags anywhere in the picture."""

from collections.abc import Sequence
from dataclasses import replace

from companion.observation import Sighting
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.dice.sheet import free_places
from vision.frame import Frame, Pixels
from vision.quad import Quad, centre, quad
from vision.reading_spots import ReadingSpot
from vision.region import Region
from vision.tracked_objects import ObjectRegister, TrackedObject
from vision.tray_watch import FlatTray, TrayWatch
from vision.watch_list import WatchedTray

PUSHED_MM = 76.0
"""How near to where a die lay it still lies, if it was only pushed: by 60 mm at most, and it is 16 mm wide."""


class TraySpot:
    """The printed tray of one table, and the dice on it."""

    def __init__(self, watched: WatchedTray, register: ObjectRegister) -> None:
        self._watched = watched
        self._watch = TrayWatch(watched.sheets, watched.lens)
        self._spot = ReadingSpot(self._read, register, self._find_free)
        self._tray: FlatTray | None = None

    @property
    def things(self) -> tuple[TrackedObject, ...]:
        """The dice there, with corners in the whole picture."""
        return () if self._tray is None else self._spot.things

    @property
    def looks(self) -> int:
        """How often it was read."""
        return self._spot.looks

    def trouble(self) -> Text | None:
        """Returns why the tray could not be read; None if it could, or if the reason was returned before."""
        says, self._spot.trouble = self._spot.trouble, None
        return says

    def holds(self, region: Region) -> bool:
        """Tells whether a part of the picture lies in the tray, where nothing but dice is looked for."""
        if self._tray is None:
            return False
        tray = self._tray.region
        return (
            tray.left <= region.left
            and tray.top <= region.top
            and region.right <= tray.right
            and region.bottom <= tray.bottom
        )

    def feed(self, frame: Frame, *, is_disturbed: bool) -> list[Sighting]:
        """Takes a frame; returns what is new on the tray."""
        tray = self._watch.feed(frame, is_disturbed=is_disturbed)
        if tray is None or not tray.is_in(frame):
            return []
        self._tray = tray
        return [self._on_tray(sighting, tray) for sighting in self._spot.feed(frame, tray)]

    def _read(self, pixels: Pixels) -> list[Detection]:
        assert self._tray is not None, "a tray is found before it is read"
        return self._watched.read(pixels, self._tray.sheet)

    def _find_free(self, pixels: Pixels, places: Sequence[Quad]) -> list[bool]:
        assert self._tray is not None, "a tray is found before it is read"
        return free_places(pixels, self._tray.sheet, [centre(place) for place in places], PUSHED_MM)

    def _on_tray(self, sighting: Sighting, tray: FlatTray) -> Sighting:
        """Returns a sighting with its place on the tray. It has the zone for dice too if the die's middle lies in that zone."""
        at_mm = tray.place_in_picture_mm(quad(sighting.corners_px))
        zone = tray.sheet.zone_at(*at_mm)
        return replace(sighting, at_mm=at_mm, zone=None if zone is None else zone.name)
