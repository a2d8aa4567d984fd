"""1, SEEN: frames in, sightings out. What has changed and come to rest is looked at; nothing else costs anything."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.observation import Sighting, SightingState
from vision.detectors.codes import Code, read_plain
from vision.detectors.salvage import CARD, LIVE_LOOKS, read_more, read_photograph
from vision.frame import Frame, Grey
from vision.gate import Changed, Gate
from vision.mat_watch import MatNews, MatWatch
from vision.quad import grown
from vision.region import Region, bounds
from vision.tracks import Thing, Tracks

MARGIN_PX = 32
"""Around what has changed: a code's quiet zone, and the part of it that looks as before."""
LOOKS_BESIDE = 2
"""Where a code was read, what other print there is hardly holds another."""
DARK = 12
"""Grey levels: in the dark everything looks bare, and nothing can be said."""
BARE = 12
"""Grey levels: a place whose mean difference from what it was is below this is what it was."""


class Pipeline:
    """Follows the codes on a table through the frames of one camera; with a mat, where on it they lie."""

    def __init__(self, mat: MatWatch | None = None) -> None:
        self.mat = mat
        self.mat_news: list[MatNews] = []
        """What the mat's map had to tell; whoever tells it to people takes it out."""
        self._gate = Gate()
        self._tracks = Tracks()
        self._ground: dict[int, _Ground] = {}
        self._has_seen_all = False
        self._placeless: set[int] = set()
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
        parts = self._gate.feed(grey)
        if self.mat is not None:
            self.mat_news.extend(self.mat.feed(frame, is_disturbed=self._gate.is_disturbed))
        for changed in parts:
            news.extend(self._look(grey, changed, frame.at_ms))
        if not parts and self._is_placed:
            # Told without a place while nobody knew where the mat lay.
            news.extend(self._tracks.tell_again(self._placeless, frame.at_ms))
            self._placeless.clear()
        return [self._placed(sighting) for sighting in news]

    @property
    def _is_placed(self) -> bool:
        return self.mat is not None and self.mat.map is not None and self.mat.is_sure

    def _placed(self, sighting: Sighting) -> Sighting:
        """With its place on the mat, and the zone that holds its middle."""
        if self.mat is None or self.mat.map is None or not self.mat.is_sure:
            self._placeless.add(sighting.thing)
            return sighting
        middle = np.mean(sighting.corners_px, axis=0)
        x_mm, y_mm = self.mat.map.table_from_image(middle)[0].tolist()
        zone = self.mat.mat.zone_at(x_mm, y_mm)
        return replace(sighting, at_mm=(round(x_mm), round(y_mm)), zone=None if zone is None else zone.name)

    def _look(self, grey: Grey, changed: Changed, at_ms: int) -> list[Sighting]:
        region = changed.region
        touched = self._tracks.touching(region)
        is_first = region.area_px == grey.size and not self._has_seen_all
        if not (is_first or touched or self._has_more(region, ())):
            self._gate.settle(region)
            return []
        self.looks += 1
        look = self._gate.count_look(region) if changed.is_apart else 1
        read = self._read(grey, region, touched, look)
        looked = self._tracks.looked(region, read, at_ms)
        self._remember_ground(looked.news, is_first=is_first)
        looks = LIVE_LOOKS if looked.unread or not read else LOOKS_BESIDE
        if looked.is_unsure:
            looks = 2 * LIVE_LOOKS
        is_open = looked.unread or looked.is_unsure or self._has_more(region, read)
        if not changed.is_apart or (look < looks and is_open):
            return looked.news
        self._gate.settle(region)
        self._tracks.let_be(region)
        self._has_seen_all |= is_first
        return [*looked.news, *self._missed(looked.unread, at_ms)]

    def _missed(self, unread: Sequence[Thing], at_ms: int) -> list[Sighting]:
        """What is said of things that were not read where they lay; of those that are gone the place is forgotten."""
        news = self._tracks.missed(unread, self._is_bare, at_ms)
        for sighting in news:
            if sighting.state is SightingState.END:
                del self._ground[sighting.thing]
        return news

    def _has_more(self, region: Region, read: Sequence[Code]) -> bool:
        """Whether a part has print besides that of the cards that are known or were just read."""
        corners = [*(thing.corners_px for thing in self._tracks.things), *(code.corners_px for code in read)]
        return self._gate.has_print(region, [bounds(grown(one, CARD)) for one in corners])

    def _read(self, grey: Grey, region: Region, touched: Sequence[Thing], look: int) -> list[Code]:
        """The codes in a part of the frame that is wide enough for all that touches the region. Tricks cost, and are
        for what is not read plainly.
        """
        wide = region
        for thing in touched:
            wide = wide.joined(thing.place)
        wide = wide.widened(MARGIN_PX, grey)
        part = wide.of(grey)
        if look == 1 and region.area_px == grey.size and not self._has_seen_all:
            return read_photograph(part)
        read = read_plain(part)
        here = [code.shifted(wide.left, wide.top) for code in read]
        texts = {code.text for code in here}
        if any(thing.text not in texts for thing in touched) or self._has_more(region, here):
            read = read_more(part, read, look)
        return [code.shifted(wide.left, wide.top) for code in read]

    def _remember_ground(self, news: list[Sighting], *, is_first: bool) -> None:
        """What a place looked like before a thing came to lie there: so it will look when it has gone."""
        things = {thing.number: thing for thing in self._tracks.things}
        for sighting in news:
            place = things[sighting.thing].place
            known = self._ground.get(sighting.thing)
            if known is None or not known.place.overlaps(place):
                before = None if is_first else self._gate.as_looked_at(place)
                if before is not None and _differ(before, self._gate.now(place)) < BARE:
                    before = None  # It lay there, unread, when the place was looked at last.
                self._ground[sighting.thing] = _Ground(place, None if before is None else before.copy())

    def _is_bare(self, thing: Thing) -> bool:
        ground = self._ground[thing.number]
        now = self._gate.now(ground.place)
        if ground.before is not None:
            return _differ(ground.before, now) < BARE
        return float(now.std()) < BARE and float(now.mean()) > DARK


def _differ(one: Grey, other: Grey) -> float:
    """The mean difference in grey levels."""
    return float(np.abs(one.astype(np.int16) - other).mean())


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """A place as it was before something lay there; not known for what lay there from the first frame on."""

    place: Region
    before: Grey | None
