"""Finds the printed dice tray by its tags, anywhere in the picture, shows it from straight above, and reads its dice.

Trays of all paper sizes bear the same four tags; how far these are from each other says which one it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat
from companion.observation import Sighting
from companion.words import Text
from vision.detection_settings import WatchedTray
from vision.detectors.codes import Detection, enlarge
from vision.detectors.dice.tray import free_places
from vision.detectors.tags import LARGE_PX, read_tags
from vision.frame import Frame, Grey, Pixels, Quad, Region, bounds, centre, quad
from vision.lens import Lens, pinhole
from vision.mat_watch import SEARCH_EVERY_MS, WORST_FIT_MM, LensFor, MatWatch
from vision.reading_spot import ReadingSpot
from vision.table_map import TableMap, map_from_markers
from vision.tracked_objects import ObjectRegister, TrackedObject

MOST_PX_PER_MM = 6.0
"""The finest scale of the picture from above: a die of 16 mm is then a hundred px wide, and more help no reader."""


@dataclass(frozen=True)
class FlatTray:
    """A printed tray in the picture: the sheet that it is, and its map. Compared by both."""

    sheet: Mat
    table: TableMap

    @cached_property
    def _picture_from_flat(self) -> NDArray[Any]:
        """The homography (3, 3) from px of the picture from above to px of the camera's picture."""
        width, height = self.sheet.width_mm, self.sheet.height_mm
        corners_mm = np.array([(0, 0), (width, 0), (width, height), (0, height)])
        # Places are those of pixel centres.
        flat = quad(corners_mm * self.px_per_mm - 0.5)
        return cv2.getPerspectiveTransform(flat, quad(self.table.image_from_table(corners_mm)))

    @cached_property
    def px_per_mm(self) -> float:
        """The scale of the picture from above: that of the camera's picture where it is finest on the tray."""
        width, height = self.sheet.width_mm, self.sheet.height_mm
        seen = self.table.image_from_table(np.array([(0, 0), (width, 0), (width, height), (0, height)]))
        sides_px = np.linalg.norm(seen - np.roll(seen, -1, axis=0), axis=1)
        return float(min(MOST_PX_PER_MM, (sides_px / (width, height, width, height)).max()))

    @property
    def region(self) -> Region:
        """The region of the picture in which the tray lies."""
        width, height = self.sheet.width_mm, self.sheet.height_mm
        return bounds(
            quad(self.table.image_from_table(np.array([(0, 0), (width, 0), (width, height), (0, height)])))
        )

    def of(self, pixels: Pixels) -> Pixels:
        """Return the tray as seen from straight above, cut from a picture, (H, W, 3) or (H, W) uint8."""
        size = (
            round(self.sheet.width_mm * self.px_per_mm),
            round(self.sheet.height_mm * self.px_per_mm),
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(
            pixels, self._picture_from_flat, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )

    def in_picture(self, corners: Quad) -> Quad:
        """Return where corners of the picture from above are in the camera's picture."""
        seen = cv2.perspectiveTransform(corners.reshape(1, 4, 2), self._picture_from_flat)
        return quad(seen)

    def place_in_picture_mm(self, corners: Quad) -> tuple[int, int]:
        """Return where on the tray the centre of corners in the camera's picture is."""
        x, y = self.table.table_from_image(centre(corners))[0].tolist()
        return round(x), round(y)

    def is_in(self, frame: Frame) -> bool:
        """Tell whether a frame shows the whole tray."""
        inside = self.region.within(frame)
        return inside.area_px >= 0.98 * self.region.area_px > 0


def find_flat_tray(sheets: Sequence[Mat], grey: Grey, lens: Lens | None = None) -> FlatTray | None:
    """Return the tray that lies in a photograph, (H, W) uint8; None if too few of its tags are seen. Small tags are looked
    for in the doubled picture.
    """
    lens = lens or pinhole(grey.shape[1], grey.shape[0])
    found = _best_fit(sheets, lens, read_tags(grey, only=_numbers(sheets)))
    if found is not None or grey.size > LARGE_PX:
        return found
    doubled = read_tags(enlarge(grey, 2), only=_numbers(sheets))
    return _best_fit(sheets, lens, [tag.shifted(0, 0, 2) for tag in doubled])


def _best_fit(sheets: Sequence[Mat], lens: Lens, tags: Sequence[Detection]) -> FlatTray | None:
    maps = ((sheet, map_from_markers(sheet, lens, tags)) for sheet in sheets)
    found = [FlatTray(sheet, table) for sheet, table in maps if table is not None]
    best = min(found, key=lambda tray: tray.table.error_mm, default=None)
    return best if best is not None and best.table.error_mm <= WORST_FIT_MM else None


def _numbers(sheets: Sequence[Mat]) -> frozenset[int]:
    return frozenset(marker.id for sheet in sheets for marker in sheet.markers)


class TrayWatch:
    """Follows the printed tray, of one of several sizes, through the frames of one camera."""

    def __init__(self, sheets: Sequence[Mat], lens: Lens | LensFor | None = None) -> None:
        self._sheets = sheets
        self._lens = lens
        self._next_ms = 0
        self._watch: MatWatch | None = None
        self._tray: FlatTray | None = None

    def feed(self, frame: Frame, *, is_disturbed: bool = False) -> FlatTray | None:
        """Take a frame; return the tray, if its place is sure now."""
        if self._watch is None:
            self._seek(frame)
        else:
            self._watch.feed(frame, is_disturbed=is_disturbed)
            if self._watch.map is None:
                self._watch = None
        watch = self._watch
        if watch is None or watch.map is None or not watch.is_sure:
            return None
        if self._tray is None or self._tray.table is not watch.map:
            self._tray = FlatTray(watch.mat, watch.map)
        return self._tray

    def _seek(self, frame: Frame) -> None:
        """Look for a tray of any size, now and then."""
        if frame.at_ms < self._next_ms:
            return
        self._next_ms = frame.at_ms + SEARCH_EVERY_MS
        lens = self._lens(frame.size_px) if callable(self._lens) else self._lens
        tags = read_tags(frame.grey, only=_numbers(self._sheets))
        found = _best_fit(self._sheets, lens or pinhole(*frame.size_px), tags)
        if found is not None:
            self._watch = MatWatch(found.sheet, self._lens, found.table)


# --- tray spot
# Reads the dice on a printed tray, which is found by its tags anywhere in the picture.


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
        """Return why the tray could not be read; None if it could, or if the reason was returned before."""
        says, self._spot.trouble = self._spot.trouble, None
        return says

    def holds(self, region: Region) -> bool:
        """Tell whether a part of the picture lies in the tray, where nothing but dice is looked for."""
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
        """Take a frame; return what is new on the tray."""
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
        return free_places(pixels, self._tray.sheet, [centre(place) for place in places])

    def _on_tray(self, sighting: Sighting, tray: FlatTray) -> Sighting:
        """Return a sighting with its place on the tray. It has the zone for dice too if the die's middle lies in that zone."""
        at_mm = tray.place_in_picture_mm(quad(sighting.corners_px))
        zone = tray.sheet.zone_at(*at_mm)
        return replace(sighting, at_mm=at_mm, zone=None if zone is None else zone.name)
