"""Sees what rests beside the things that are known: hands, and what lies in the zones for cards.

All is compared with the bare table, whose picture follows the light.
"""

from collections.abc import Sequence

from companion.mat import NOTHING_SEEN, Mat, ZonesSeen
from vision.bare_table import BareTable, CardZones
from vision.change_detector import ChangeDetector, ChangedPart
from vision.detectors.retries import CARD
from vision.face_looks import FaceLooks
from vision.frame import Frame, Region
from vision.place_memory import KNOWN, StillHands
from vision.table_map import TableMap
from vision.tracked_objects import print_around
from vision.tracks import Tracks


class Surroundings:
    """What lies beside the objects that one camera follows on a table."""

    def __init__(self, mat: Mat | None, detector: ChangeDetector, tracks: Tracks, faces: FaceLooks) -> None:
        self.bare: BareTable | None = None
        """The table as it looks where nothing lies; None before the first frame was read."""
        self._detector, self._tracks, self._faces = detector, tracks, faces
        self._hands = StillHands()
        self._are_checked = False
        """Whether the hands that rest were checked in the present light since nothing moves."""
        self._zones = None if mat is None else CardZones(mat)

    @property
    def zones(self) -> ZonesSeen:
        """What lies in the zones for cards, besides the cards that were read."""
        return NOTHING_SEEN if self._zones is None else self._zones.seen_now(self._detector)

    def hands_px(self) -> list[tuple[float, float]]:
        """Return points all over the hands that rest, in px of the frame."""
        return self._hands.places_px()

    def begin(self, frame: Frame, region: Region) -> None:
        """Take the first frame that was read: its table is bare besides what lies there."""
        beneath = (print_around(thing, CARD, KNOWN) for thing in self._tracks.things)
        self.bare = BareTable(self._detector, region, beneath, self._faces.tints_of(frame))

    def follow(self, frame: Frame, parts: Sequence[ChangedPart], table: TableMap | None, at_ms: int) -> None:
        """Take a frame, the parts of it that are to be read, and where the mat lies."""
        self._hands.follow(table)
        if self.bare is not None and table is not None:
            self.bare.follow(table)
            self._follow_light(self.bare, frame, parts, table, at_ms)

    def _follow_light(
        self, bare: BareTable, frame: Frame, parts: Sequence[ChangedPart], table: TableMap, at_ms: int
    ) -> None:
        """Adapt the picture of the bare table to this frame's light, if it is time. Then what was taken for a hand in the
        earlier light is checked again.
        """
        hands, covered = self._hands.are_there, (thing.covered for thing in self._tracks.things)
        self._are_checked &= self._detector.is_at_rest
        is_calm = self._detector.is_at_rest and (self._are_checked or not hands)
        if self._detector.is_disturbed or not bare.is_due(frame, parts, is_calm=is_calm):
            return
        is_relit = bare.relight(self._detector, covered, is_hand_seen=hands)
        for part in self._hands.look_again(bare, self._tracks.things, self._detector):
            self._detector.note_things(part)
        self._are_checked = self._detector.is_at_rest
        if is_relit:
            self.look_at_zones(Region(0, 0, *frame.size_px), table, at_ms)

    def look(self, region: Region, table: TableMap | None, at_ms: int, *, is_read: bool) -> None:
        """See what rests in a part. `is_read`: it need not be looked at again."""
        if self.bare is None:
            return
        is_hand = self.is_hand(region)
        if not is_hand:
            self._detector.note_things(region)
        if is_read:
            self._hands.note(region, is_hand=is_hand)
            self.look_at_zones(region, table, at_ms)

    def is_hand(self, region: Region) -> bool:
        """Tell whether something plain lies in a part that rests; not before the first frame was read."""
        return self.bare is not None and self._hands.is_hand(
            region, self.bare, self._tracks.things, self._detector
        )

    def look_at_zones(self, region: Region, table: TableMap | None, at_ms: int) -> None:
        """See what lies in the zones of a part."""
        if self._zones is not None and self.bare is not None:
            known = (*self._tracks.things, *self._faces.one_of_several())
            self._zones.look(region, table, self.bare, known, self._detector, at_ms)

    def may_hold_cards(self, region: Region, table: TableMap | None) -> bool:
        """Tell whether some of a part lies in a zone for cards, as far as that is known."""
        return self._zones is None or self._zones.overlap(region, table)
