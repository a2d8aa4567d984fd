"""Turns frames into sightings: it reads only what has changed and come to rest."""

from collections.abc import Sequence
from dataclasses import replace

from companion.mat import Unrest, ZonesSeen
from companion.observation import Sighting, SightingState, What
from companion.words import Text
from vision.bare_table import BareTable
from vision.change_detector import PRINT_CELLS, ChangeDetector, ChangedPart
from vision.detection_settings import CODES_ONLY, DetectionSettings
from vision.detectors.codes import Detection
from vision.detectors.retries import CARD, LIVE_LOOKS, QUIET, detailed_parts
from vision.face_looks import FaceLook, FaceLooks
from vision.flicker import FlickerFilter
from vision.frame import Frame, Grey, Quad, Region, bounds
from vision.light import ExposureBracket, LightMeter, LightState
from vision.mat_places import MatPlaces
from vision.mat_watch import MatNews, MatWatch
from vision.part_reader import TAG_PX, PartLook, PartQueue, PartRead, PartReader, tags_in
from vision.place_memory import PlaceMemory
from vision.steadying import Steadier
from vision.surroundings import Surroundings
from vision.table_map import TableMap
from vision.tracked_objects import ObjectRegister, TrackedObject, covered_by, in_sight, print_around
from vision.tracks import Tracks, TrackUpdate
from vision.tray_watch import TraySpot
from vision.unread_codes import UnreadCodes

MARGIN_PX = 32
"""The margin around a changed part: room for a code's quiet zone, and for what of a code looks as before."""
LOOKS_BESIDE = 2
"""How often a part with a code is looked at: other print there hardly holds another code."""
BENEATH = {What.QR: 4.0, What.FACE: 1.8}
"""The size of the place in which the code of a card lies that another one half covers, as a multiple of that one's code, or
of all of it.
"""
TAG_CELLS = 1
"""The least cells of print that may be a tag: one of 15 mm is one cell wide on the usual table."""
HAND_MM = 45
"""A hand is wider than that, a token and the gap that it leaves are not."""
BESIDE_MM = 25
"""How far around the place of a token no hand may lie for it to count as bare: there a hand covers more than `HAND_MM2`."""


class Pipeline:
    """Follows the codes on a table, and everything on the watch list, through the frames of one camera.

    With a mat, sightings have their place on it, and the tags of the mat's tokens are always watched for.
    """

    def __init__(self, mat: MatWatch | None = None, watched: DetectionSettings = CODES_ONLY) -> None:
        self.mat = mat
        self.mat_news: list[MatNews] = []
        """News about the mat; the reader empties the list."""
        self.light_news: list[LightState] = []
        """Changes of the light; the reader empties the list."""
        self.troubles: list[Text] = []
        """Why the tray could not be read; the reader empties the list."""
        self.looks = 0
        """How often a part of a frame was read, which is the cost beyond change detection."""
        self._tags = watched.tags_on(None if mat is None else mat.mat)
        self._largest_tag_mm = None if mat is None else watched.largest_tag_mm(mat.mat)
        self._daylight = LightMeter()
        self._flicker = FlickerFilter()
        self._steadier = Steadier()
        self._detector = ChangeDetector()
        register = ObjectRegister()
        self._tracks = Tracks(register, self._detector.rests_since_ms)
        self._unread = UnreadCodes(register, self._detector, self._may_hold_cards)
        self.faces = FaceLooks(watched.faces, () if mat is None else mat.mat.zones, watched.printed)
        self._queue = PartQueue(self._detector, is_dear=self.faces.are_read)
        on_mat = None if mat is None else mat.mat
        self._beside = Surroundings(on_mat, self._detector, self._tracks, self.faces)
        self._tray = None if watched.tray is None else TraySpot(watched.tray, register)
        self._ground = PlaceMemory()
        self._bracket = ExposureBracket()
        self._now_ms = 0
        self._first_read: PartRead | None = None
        """What was read in the first frame until the next one, in which the rest of the work is done."""
        self._parts = PartReader(self._detector, self._unread, watched.micro_reference)
        self._in_passing: set[int] = set()
        """Numbers of the objects that were read while something moved beside them, perhaps in a hand."""
        self._places = MatPlaces(mat)
        self._read_here: set[int] = set()
        """Numbers of the objects that were read at their places since something moved there."""

    @property
    def things(self) -> tuple[TrackedObject, ...]:
        """The objects known to lie on the table."""
        on_tray = () if self._tray is None else self._tray.things
        return (*self._tracks.things, *on_tray)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing moves over the table, not even a hand, and everything on it has been read."""
        is_done = self._unread.is_done and not (self._in_passing or self.faces.has_slots_left)
        return self._detector.is_at_rest and is_done

    @property
    def unrest(self) -> Unrest | None:
        """The squares of the mat that are not at rest. None while the mat's place is not known."""
        table = self.table
        if table is None:
            return None
        read = (one.covered for one in self._tracks.things if one.number in self._read_here)
        unread_px = [
            *self._detector.pausing_px(HAND_MM * self._places.px_per_mm, read),
            *self._beside.hands_px(),
            *self._doubtful_px(),
        ]
        return Unrest(table.squares_of(self._detector.moving_px()), table.squares_of(unread_px))

    def _doubtful_px(self) -> list[tuple[float, float]]:
        """Return the places of objects that may have gone: something has changed there, and neither they nor an object upon
        them were read since.
        """
        if self.is_at_rest:
            return []
        return [
            thing.place.middle
            for thing in self._tracks.things
            if not (thing.is_hidden or thing.number in self._read_here)
            and (thing.number in self._in_passing or not self._detector.is_settled(thing.place))
            and not self._lies_under_what_was_read(thing)
        ]

    def _lies_under_what_was_read(self, thing: TrackedObject) -> bool:
        """Tell whether an object that was read lies upon this one, such as a piece upon the ball that it took."""
        middle = thing.place.middle
        return any(
            one.number in self._read_here and not one.is_hidden and one.place.holds(*middle)
            for one in self._tracks.things
        )

    @property
    def zones(self) -> ZonesSeen:
        """What lies in the zones for cards, besides the cards that were read."""
        return self._beside.zones

    @property
    def lamp_flickers(self) -> bool:
        """Whether bands of a flickering lamp walk through the picture."""
        return self._flicker.flickers

    @property
    def wanted_stops(self) -> float:
        """The exposure that the next frame should have, in stops; darker ones show what glare hides. A camera that cannot
        follow goes on with the usual one, and nothing is lost. Movements are followed in the usual exposure only, so it
        begins when nothing moves.
        """
        return 0.0 if self._detector.is_moving else self._bracket.wanted_stops(self._now_ms)

    def feed(self, frame: Frame) -> list[Sighting]:
        """Take a frame; return what is new in it."""
        self._now_ms = frame.at_ms
        if frame.stops:
            return [self._places.placed(sighting) for sighting in self._look_in_other_light(frame)]
        light = self._daylight.feed(frame.small)
        if light is not None:
            self.light_news.append(light)
        if self._daylight.is_dark:
            return []  # Nothing is learned from a frame that is too dark.
        news: list[Sighting] = []
        frame = self._steadier.feed(self._without_bands(frame), is_moving=self._detector.is_moving)
        parts = self._detector.feed(frame, is_soft=self._steadier.is_on, is_steady=frame.is_steady)
        if self.mat is not None:
            was_known = self.mat.map is not None
            seen = self._detector
            self.mat_news += self.mat.feed(
                frame,
                is_disturbed=seen.is_disturbed,
                rests=seen.is_at_rest,
                is_busy=bool(parts) or not self._unread.is_done,
            )
            if self.mat.map is not None and not (was_known or self._parts.has_seen_all):
                return []  # It took long enough to find the mat; the next frame is the first that is read.
        table = self.table
        self._beside.follow(frame, parts, table, frame.at_ms)
        if self._detector.is_moving:
            self._first_read = None
            self._read_here -= {
                one.number for one in self._tracks.things if self._detector.moves_in(one.place)
            }
        looks = self.looks
        for changed in (*self._queue.choose(parts), *self._passed_by()):
            if self._tray is not None and self._tray.holds(changed.region):
                self._detector.settle(changed.region)
            else:
                news.extend(self._look(frame, changed))
        news += self._unread.feed(frame, self._codes_px, self.faces.unread_in, has_read=self.looks > looks)
        if self.mat is not None and any(sighting.state is SightingState.UPDATE for sighting in news):
            self.mat_news.extend(self.mat.feed_again(frame))
        if not parts:
            news.extend(self._places.again(self._tracks, self._unread, frame.at_ms))
            if self._beside.bare is not None and table is not None and self.faces.has_slots_left:
                news.extend(self._look_at_slots(frame, table, self._beside.bare))
        return [*(self._places.placed(sighting) for sighting in news), *self._on_tray(frame)]

    def _without_bands(self, frame: Frame) -> Frame:
        """Take out what a flickering lamp does to a frame, and reports when it begins or ends to flicker."""
        did_flicker = self._flicker.flickers
        frame = self._flicker.feed(frame, is_disturbed=self._detector.is_disturbed)
        if self._flicker.flickers != did_flicker:
            self.light_news.append(LightState.EVEN if did_flicker else LightState.FLICKERS)
        return frame

    def _on_tray(self, frame: Frame) -> list[Sighting]:
        """Return what is new on the printed tray."""
        if self._tray is None:
            return []
        news = self._tray.feed(frame, is_disturbed=self._detector.is_disturbed)
        trouble = self._tray.trouble()
        if trouble is not None:
            self.troubles.append(trouble)
        return news

    @property
    def table(self) -> TableMap | None:
        """The mat's map, if it is sure now."""
        return self._places.table

    def _passed_by(self) -> list[ChangedPart]:
        """Return places where something was read in passing and that look as before again: it was carried
        on.
        """
        return [
            ChangedPart(thing.place)
            for thing in self._tracks.things
            if thing.number in self._in_passing and self._detector.is_settled(thing.place)
        ]

    def _look_in_other_light(self, frame: Frame) -> list[Sighting]:
        """Read what was not read before, in a darker frame, and nothing else."""
        news: list[Sighting] = []
        grey = frame.grey
        for turn in self._bracket.turns(frame.stops, frame.at_ms):
            self.looks += 1
            touched = self._tracks.touching(turn.region)
            read = self._read(grey, turn.region, touched, turn.look)
            read += self._read_faces(frame, turn.region, touched, read, look=1)
            looked = self._tracks.update(turn.region, read, frame.at_ms)
            self._remember_ground(looked.news, is_first=False)
            here = [code.shifted(-turn.region.left, -turn.region.top) for code in read]
            if looked.news:
                self._beside.look_at_zones(turn.region, self.table, self._now_ms)
            if here and not (looked.is_unsure or detailed_parts(turn.region.of(grey), here, CARD)):
                self._bracket.end(turn.region)
            news.extend((*looked.news, *self._no_more_unread(looked.news, frame.at_ms)))
        return news

    def _look(self, frame: Frame, changed: ChangedPart) -> list[Sighting]:
        """Read a part that changed. It is read again in later frames while something in it may still become readable."""
        region, grey, at_ms = changed.region, frame.grey, frame.at_ms
        self._bracket.forget(region)
        touched = self._tracks.touching(region)
        if changed.glance and self._is_accounted_for(region, touched):
            return []
        is_first = region.area_px == grey.size and not self._parts.has_seen_all
        if is_first and self._first_read is not None:
            return self._take_as_it_is(frame, region, self._first_read, is_first=True)
        if not (is_first or touched or self._may_hold_something(region)):
            return self._pass_over_bare(grey, changed, at_ms)
        self.looks += 1
        look = self._detector.count_look(region) if changed.is_apart else 1
        read = self._read(grey, region, touched, look, is_first=is_first and look == 1, glance=changed.glance)
        read += self._read_faces(frame, region, touched, read, look)
        looked = self._tracks.update(region, read, at_ms)
        self._note_read(region, looked, is_first=is_first)
        looked = self._without_left(grey, looked, at_ms)
        is_open = bool(looked.unread) or looked.is_unsure or self._has_more(region, read)
        is_open = is_open or (not read and self._may_hold_a_tag(region))
        if not changed.is_apart:
            if looked.is_unsure or (is_open and not looked.news):
                self._detector.glance_again(region)
            return [*looked.news, *self._half_covered(grey, region, looked.news)]
        if is_open and look < self._looks_for(looked, region, is_read=is_first or bool(read)):
            self._beside.look(region, self.table, self._now_ms, is_read=False)
            return [*looked.news, *self._half_covered(grey, region, looked.news)]
        if is_first:
            self._first_read = PartRead(looked, read, touched)
            return looked.news
        return [*looked.news, *self._take_as_it_is(frame, region, PartRead(looked, read, touched))]

    def _look_at_slots(self, frame: Frame, table: TableMap, bare: BareTable) -> list[Sighting]:
        """Look at some more slots of the mat for cards without codes that lay there from the first frame on."""
        known = filter(in_sight, self._tracks.things)
        found = self.faces.read_in_slots(frame, table, known, self._detector.moves_in)
        looks = [self._tracks.update(bounds(one.corners_px), [one], frame.at_ms) for one in found if one.text]
        news = [sighting for look in looks for sighting in look.news]
        self._read_here |= {sighting.thing for sighting in news}
        for one in (one for one in found if news or not one.text):
            bare.note_covered(one.corners_px)
            self._detector.note_covered(bounds(one.corners_px))
        self._remember_ground(news, is_first=True)
        return news

    def _take_as_it_is(
        self, frame: Frame, region: Region, done: PartRead, *, is_first: bool = False
    ) -> list[Sighting]:
        """Settle a part that was read as often as is useful, and report what is missed there or cannot be read."""
        grey, at_ms, missed = frame.grey, frame.at_ms, self._missed(done.looked.unread, frame.at_ms)
        has_new = self._settle(grey, region, done.touched, done.read)
        is_unread = bool(done.looked.unread) or self._has_more(region, done.read, PRINT_CELLS)
        if (is_unread or self.faces.unread_in(region)) and self._detector.has_glare(region):
            self._bracket.add(region, at_ms)
        if is_first:
            self._note_first(frame, region)
        self._beside.look(region, self.table, self._now_ms, is_read=True)
        unread = self._unread_in(grey, region, is_first=is_first, is_likely=is_unread or has_new)
        return [*missed, *unread]

    def _is_accounted_for(self, region: Region, touched: Sequence[TrackedObject]) -> bool:
        """Tell whether a part beside something that moves holds only objects that were read there since: a hand draws back
        from them. A token may be laid on a card, so that a card accounts for its part only where there are no tokens.
        """
        return (
            bool(touched)
            and all(thing.number in self._read_here and not thing.is_hidden for thing in touched)
            and not (self._tags and any(thing.what is What.QR for thing in touched))
            and not self._has_more(region, ())
        )

    def _looks_for(self, looked: TrackUpdate, region: Region, *, is_read: bool) -> int:
        """Return how often a part with more to read is looked at before it is taken as it is. The first frame counts as
        read: it was tried with every trick at once.
        """
        if looked.is_unsure:
            return 2 * LIVE_LOOKS
        if not (self._tags or looked.unread or self._unread.may_lie(region, self._codes_px())):
            return LOOKS_BESIDE
        has_all_left = looked.unread and all(map(self._has_left, looked.unread))
        return LOOKS_BESIDE if has_all_left or (is_read and not looked.unread) else LIVE_LOOKS

    def _pass_over_bare(self, grey: Grey, changed: ChangedPart, at_ms: int) -> list[Sighting]:
        """Settle a part in which there is nothing to read, unless something still moves beside it."""
        region = changed.region
        if not changed.is_apart:
            return []
        self._detector.settle(region, is_bare=True)
        self._note(grey, region, read=0)
        self._beside.look(region, self.table, self._now_ms, is_read=True)
        return self._unread.forget(region, at_ms)

    def _note_read(self, region: Region, looked: TrackUpdate, *, is_first: bool) -> None:
        """Note which objects were read in a part, and which were not."""
        absent = {thing.number for thing in looked.unread}
        self._read_here -= absent
        self._read_here |= {thing.number for thing in self._tracks.touching(region)} - absent
        self._parts.misses_tokens = any(thing.what is What.TAG for thing in looked.unread)
        self._remember_ground(looked.news, is_first=is_first)
        self._in_passing |= {sighting.thing for sighting in looked.news}

    def _settle(
        self, grey: Grey, region: Region, touched: Sequence[TrackedObject], read: Sequence[Detection]
    ) -> bool:
        """Settle a part that was read as often as is useful; tell whether an object newly lies there."""
        here = self._tracks.touching(region)
        self._detector.settle(region, is_bare=not (read or here or self._has_more(region, ())))
        if read or not touched:
            self._note(grey, region, len(read))
        numbers = {thing.number for thing in here}
        has_new = bool(self._in_passing & numbers)
        self._in_passing -= numbers | {thing.number for thing in touched}
        self._tracks.drop_unconfirmed(region)
        return has_new

    def _note_first(self, frame: Frame, region: Region) -> None:
        """Note what the table looks like where nothing lies, once the whole picture has been read."""
        # Only codes with their quiet zones are left out: what is under the rest of a card is seen when it goes.
        self._detector.note_bare(bounds(print_around(thing, QUIET, QUIET)) for thing in self._tracks.things)
        self._parts.has_seen_all = True
        self._beside.begin(frame, region)

    def _half_covered(self, grey: Grey, region: Region, news: Sequence[Sighting]) -> list[Sighting]:
        """Have codes searched for that a card covers which was just read; report those that were unread until now."""
        new = {one.thing for one in news if one.state is SightingState.START and one.what in BENEATH}
        if self.mat is None or not new:
            return []
        over = (one.place.grown(BENEATH[one.what]) for one in self._tracks.things if one.number in new)
        for place in over:
            if place.overlaps(region):
                beneath = place.cut(region).widened(MARGIN_PX, grey)
                self._unread.ask(beneath, self._now_ms, is_settled=False)
        return self._no_more_unread(news, self._now_ms)

    def _unread_in(self, grey: Grey, region: Region, *, is_first: bool, is_likely: bool) -> list[Sighting]:
        """Have codes searched for that lie in a part and cannot be read, where their place on a mat can be told; report
        which are there no more. `is_likely`: there is print that was not read, or something that newly lies there.
        """
        if self.mat is None:
            return []
        if not (is_first or is_likely):
            return self._unread.forget(region, self._now_ms)
        self._unread.ask(region.widened(MARGIN_PX, grey), self._now_ms, is_settled=not is_first)
        return []

    def _may_hold_cards(self, region: Region) -> bool:
        return self._beside.may_hold_cards(region, self.table)

    def _codes_px(self) -> list[Quad]:
        """Return the corners of all codes that are known, even covered ones."""
        return [thing.corners_px for thing in self._tracks.things]

    def _no_more_unread(self, news: Sequence[Sighting], at_ms: int) -> list[Sighting]:
        """Report that codes were unread until now."""
        now_read = {sighting.thing for sighting in news if sighting.state is SightingState.START}
        things = (thing for thing in self._tracks.things if thing.number in now_read)
        return [one for thing in things for one in self._unread.forget(thing.place, at_ms)]

    def _note(self, grey: Grey, region: Region, read: int) -> None:
        """Count what was read in a part that came to rest; what is unread beside the mat is no card."""
        if self.mat is not None and (read or self.mat.may_hold(region)):
            has_print = not read and self._detector.has_print(region, ())
            self.mat.sharpness.note(region, grey, read, has_print=has_print)

    def _without_left(self, grey: Grey, looked: TrackUpdate, at_ms: int) -> TrackUpdate:
        """Report at once that tags have left their old places, if they were seen elsewhere and the old place is bare, or what
        lay beneath was read there. This does not wait for a hand that moves beside the place.
        """
        left = [
            thing
            for thing in looked.unread
            if self._tracks.has_gone_on(thing)
            and (self._lies_under_what_was_read(thing) or self._is_bare_for_sure(grey, thing))
        ]
        if not left:
            return looked
        unread = [thing for thing in looked.unread if thing not in left]
        return replace(looked, news=[*looked.news, *self._missed(left, at_ms)], unread=unread)

    def _is_bare_for_sure(self, grey: Grey, thing: TrackedObject) -> bool:
        """Tell whether an object's place looks as before, and no hand lies there: a hand that rested there before may be
        what is remembered.
        """
        is_known = self._beside.bare is not None and self.table is not None
        if not (is_known and self._ground.is_as_before(thing, self._detector)):
            return False
        return not self._beside.is_hand(thing.place.widened(round(BESIDE_MM * self._places.px_per_mm), grey))

    def _missed(self, unread: Sequence[TrackedObject], at_ms: int) -> list[Sighting]:
        """Report objects that were not read where they lay, and forget the places of those that are gone."""
        news = self._tracks.give_up(unread, self._has_left, at_ms)
        for sighting in news:
            if sighting.state is SightingState.END:
                self._ground.forget(sighting.thing)
                self._places.forget(sighting.thing)
                self._in_passing.discard(sighting.thing)
        return news

    def _has_left(self, thing: TrackedObject) -> bool:
        """Tell whether the place of an object looks as if nothing lay there."""
        others = (
            one.covered for one in self._tracks.things if one.number != thing.number and not one.is_hidden
        )
        return self._ground.is_bare(thing, self._detector, others)

    def _remember_ground(self, news: Sequence[Sighting], *, is_first: bool) -> None:
        numbers = {sighting.thing for sighting in news}
        seen = (thing for thing in self._tracks.things if thing.number in numbers)
        self._ground.remember(seen, self._detector, is_first=is_first)

    def _has_more(self, region: Region, read: Sequence[Detection], fewest: int | None = None) -> bool:
        """Tell whether a part has print that belongs to no known object: enough for a code, or for a tag if
        tags are watched for.
        """
        fewest = fewest or (TAG_CELLS if self._tags else PRINT_CELLS)
        known = [*(thing.covered for thing in self._tracks.things), *map(covered_by, read)]
        return self._detector.has_print(region, filter(region.overlaps, known), fewest)

    def _read(
        self,
        grey: Grey,
        region: Region,
        touched: Sequence[TrackedObject],
        look: int,
        *,
        is_first: bool = False,
        glance: int = 0,
    ) -> list[Detection]:
        """Read a part of the frame, wide enough for every object that touches the region. Costly tricks are
        only for what a plain look misses; at the first glance a hand still covers what no trick can read.
        """
        wide = region
        for thing in touched:
            wide = wide.joined(thing.place)
        if not (self._tags or is_first):
            # In dim light a tag has too little print to be told from bare mat.
            wide = self._detector.cut_to_print(wide)
        wide = wide.widened(MARGIN_PX, grey)
        # In the first frame codes are tried with every trick; tags wait for the next.
        has_tags = not is_first and self._may_hold_a_tag(region)
        tags = tags_in(wide, self._tags, self._largest_tag_mm, self.table) if has_tags else None
        asked = PartLook(region, wide, self._codes_px(), look, glance, is_first=is_first, tags=tags)
        return self._parts.read(grey, asked, lambda read: self._is_lacking(region, touched, read))

    def _may_hold_something(self, region: Region) -> bool:
        """Tell whether there may be a tag, a code, or a card's face in a part."""
        if self._may_hold_a_tag(region) or self._has_more(region, ()):
            return True
        return self.table is not None and self.faces.may_hold_a_card(region, self._places.px_per_mm)

    def _read_faces(
        self, frame: Frame, region: Region, touched: Sequence[TrackedObject], read: list[Detection], look: int
    ) -> list[Detection]:
        """Read the faces of cards that lie in a part, without those on which something else was read."""
        bare = self._beside.bare
        if self.table is None or bare is None:
            return []
        seen = list(filter(in_sight, self._tracks.things))
        unmoved = [one for one in seen if one.what is What.FACE and one.number in self._read_here]
        detector = self._detector
        asked = FaceLook(
            frame, region, self.table, bare, look, detector.moves_in, unmoved, detector.as_looked_at
        )
        return self.faces.read(asked, touched, [*read, *seen])

    def _may_hold_a_tag(self, region: Region) -> bool:
        """Tell whether to look for a tag here: also on cards, where balls and markers are laid."""
        if not self._tags:
            return False
        return region.area_px <= TAG_PX or self._detector.has_print(region, (), TAG_CELLS)

    def _is_lacking(
        self, region: Region, touched: Sequence[TrackedObject], read: Sequence[Detection]
    ) -> bool:
        """Tell whether a plain look seems to have missed a code."""
        texts = {code.text for code in read}
        is_missing = any(
            thing.what is What.QR and thing.text not in texts and not self._has_left(thing)
            for thing in touched
        )
        return is_missing or self._has_more(region, read, PRINT_CELLS)
