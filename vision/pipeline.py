"""1, SEEN: frames in, sightings out. What has changed and come to rest is looked at; nothing else costs anything."""

from dataclasses import dataclass, replace

import numpy as np

from companion.observation import Sighting
from vision.detectors.salvage import LIVE_LOOKS, read_live, read_photograph
from vision.frame import Frame, Grey
from vision.gate import Gate
from vision.mat_watch import MatWatch
from vision.region import Region
from vision.tracks import Thing, Tracks

MARGIN_PX = 32
"""Around what has changed: a code's quiet zone, and the part of it that looks as before."""
BARE = 12
"""Grey levels: a place whose mean difference from what it was is below this is what it was."""


class Pipeline:
    """Follows the codes on a table through the frames of one camera; with a mat, where on it they lie."""

    def __init__(self, mat: MatWatch | None = None) -> None:
        self.mat = mat
        self._gate = Gate()
        self._tracks = Tracks()
        self._ground: dict[int, _Ground] = {}
        self.looks = 0
        """How often a part of a frame was looked at: what the pipeline costs beyond its gate."""

    @property
    def things(self) -> tuple[Thing, ...]:
        """What lies on the table now, as far as it was seen."""
        return self._tracks.things

    def feed(self, frame: Frame) -> list[Sighting]:
        """What a frame has to say that the frames before had not."""
        grey = frame.grey
        news: list[Sighting] = []
        for region in self._gate.feed(grey):
            news.extend(self._look(grey, region, frame.at_ms))
        return [self._placed(sighting) for sighting in news]

    def _placed(self, sighting: Sighting) -> Sighting:
        """With its place on the mat, and the zone that holds its middle."""
        if self.mat is None or self.mat.map is None:
            return sighting
        middle = np.mean(sighting.corners_px, axis=0)
        x_mm, y_mm = self.mat.map.table_from_image(middle)[0].tolist()
        zone = self.mat.mat.zone_at(x_mm, y_mm)
        return replace(sighting, at_mm=(round(x_mm), round(y_mm)), zone=None if zone is None else zone.name)

    def _look(self, grey: Grey, region: Region, at_ms: int) -> list[Sighting]:
        look = self._gate.count_look(region)
        self.looks += 1
        wide = region
        for thing in self._tracks.touching(region):
            wide = wide.joined(thing.place)
        wide = wide.widened(MARGIN_PX, grey)
        is_all = region.area_px == grey.size
        part = wide.of(grey)
        read = read_photograph(part) if is_all and look == 1 else read_live(part, look)
        codes = [code.shifted(wide.left, wide.top) for code in read]
        news, unread = self._tracks.looked(region, codes, at_ms)
        self._remember_ground(news, is_first=is_all and look == 1)
        if look < LIVE_LOOKS and (unread or not read):
            return news
        news.extend(self._tracks.missed(unread, self._is_bare, at_ms))
        self._gate.settle(region)
        return news

    def _remember_ground(self, news: list[Sighting], *, is_first: bool) -> None:
        """What a place looked like before a thing came to lie there: so it will look when it has gone."""
        things = {thing.number: thing for thing in self._tracks.things}
        for sighting in news:
            place = things[sighting.thing].place
            known = self._ground.get(sighting.thing)
            if known is None or not known.place.overlaps(place):
                before = None if is_first else self._gate.as_looked_at(place).copy()
                self._ground[sighting.thing] = _Ground(place, before)

    def _is_bare(self, thing: Thing) -> bool:
        ground = self._ground[thing.number]
        now = self._gate.now(ground.place).astype(np.int16)
        if ground.before is None:
            return float(now.std()) < BARE
        return float(np.abs(now - ground.before).mean()) < BARE


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """A place as it was before something lay there; not known for what lay there from the first frame on."""

    place: Region
    before: Grey | None
