"""Tells where on the mat sightings lie, and tells it again once a place is known, or has changed because the camera moved."""

from dataclasses import replace

import numpy as np

from companion.observation import Sighting, SightingState
from vision.mat_watch import MatWatch
from vision.table_map import TableMap
from vision.tracks import Tracks
from vision.unread_codes import UnreadCodes


class MatPlaces:
    """The places of one camera's sightings on a mat, if there is one."""

    def __init__(self, mat: MatWatch | None) -> None:
        self._mat = mat
        self._placeless: set[int] = set()
        """Numbers of the objects that were reported without their places."""
        self._told_by: TableMap | None = None
        """The map by which all objects have their places."""

    @property
    def table(self) -> TableMap | None:
        """The mat's map, if it is sure now."""
        return self._mat.map if self._mat is not None and self._mat.is_sure else None

    @property
    def px_per_mm(self) -> float:
        """The scale at the middle of the mat; 1 without a mat."""
        return 1.0 if self._mat is None else self._mat.px_per_mm()

    def placed(self, sighting: Sighting) -> Sighting:
        """Add a sighting's place on the mat, and the zone that holds its centre."""
        table = self.table
        if self._mat is None or table is None:
            if self._mat is not None and sighting.state is not SightingState.END:
                self._placeless.add(sighting.thing)
            return sighting
        x_mm, y_mm = table.table_from_image(np.mean(sighting.corners_px, axis=0))[0].tolist()
        zone = self._mat.mat.zone_at(x_mm, y_mm)
        return replace(sighting, at_mm=(round(x_mm), round(y_mm)), zone=None if zone is None else zone.name)

    def again(self, tracks: Tracks, unread: UnreadCodes, at_ms: int) -> list[Sighting]:
        """Report again what was reported without a place, while the map was not sure, or with its place on an older map."""
        table = self.table
        if table is None:
            return []
        if table is not self._told_by:
            if self._told_by is not None:
                self._placeless |= {thing.number for thing in tracks.things}
            self._told_by = table
        told = [*tracks.tell_again(self._placeless, at_ms), *unread.tell_again(self._placeless, at_ms)]
        self._placeless.clear()
        return told

    def forget(self, number: int) -> None:
        """Forget the place of an object that has left the table."""
        self._placeless.discard(number)
