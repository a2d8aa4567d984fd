"""Follows objects on the table from their first sighting to their last.

Two copies of one card are told apart by their places. An object that is not read where it lay is looked for
again several times, because noise and light differ between frames; then it is gone if its place looks as
before it came, and hidden if not.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from companion.observation import Sighting, SightingState, What
from vision.detectors.codes import Detection, is_same
from vision.frame import Region, bounds
from vision.tracked_objects import ObjectRegister, TrackedObject

ONE_REST_MS = 200
"""Two looks so near to each other see one rest of a card."""


@dataclass(frozen=True, slots=True)
class _FirstLook:
    """What only one look has read so far, and when."""

    code: Detection
    at_ms: int


@dataclass(frozen=True, slots=True)
class TrackUpdate:
    """What a look changed: the sightings, the objects that should be there and were not read, and whether a
    code was read for the first time, so that another look must confirm it.
    """

    news: list[Sighting]
    unread: list[TrackedObject]
    is_unsure: bool


class Tracks:
    """The objects known to lie on the table.

    A text is believed when two looks have read it. Of some ten thousand readings of codes that are too small,
    one is wrong, and never the same way twice (docs/truth.md).
    """

    def __init__(
        self,
        register: ObjectRegister | None = None,
        rests_since_ms: Callable[[Region], float] = lambda _part: math.inf,
    ) -> None:
        """`rests_since_ms` returns since when a part of the picture looks as it does now, as far as that is known."""
        self._register = register or ObjectRegister()
        self._rests_since_ms = rests_since_ms
        self._things: dict[int, TrackedObject] = {}
        self._arrived: dict[int, int] = {}
        """When each object was told of where it lies: counted, not timed."""
        self._told = 0
        self._read_once: list[_FirstLook] = []

    @property
    def things(self) -> tuple[TrackedObject, ...]:
        return tuple(self._things.values())

    def touching(self, region: Region) -> list[TrackedObject]:
        """Return the objects that lie at least partly in a region."""
        return [thing for thing in self._things.values() if thing.place.overlaps(region)]

    def update(self, region: Region, codes: Sequence[Detection], at_ms: int) -> TrackUpdate:
        """Take the codes read in a look at a changed region, wide enough for every object that touches it;
        return what they change.
        """
        news: list[Sighting] = []
        unread = {thing.number: thing for thing in self.touching(region)}
        new: list[Detection] = []
        for code in codes:
            known = self._at_its_place(code)
            if known is None:
                new.append(code)
            else:
                unread.pop(known.number, None)
                news.extend(self._again(known, code, at_ms))
        for code in new:
            moved = next((thing for thing in self._absent(unread) if _may_be(thing, code)), None)
            if moved is not None:
                unread.pop(moved.number, None)
                news.extend(self._again(moved, code, at_ms))
            elif first := [one for one in self._read_once if is_same(code, one.code)]:
                self._read_once = [one for one in self._read_once if one not in first]
                news.append(self._start(code, at_ms, first[0].at_ms))
            else:
                self._read_once.append(_FirstLook(code, at_ms))
        is_unsure = any(bounds(one.code.corners_px).overlaps(region) for one in self._read_once)
        return TrackUpdate(news, list(unread.values()), is_unsure)

    def drop_unconfirmed(self, region: Region) -> None:
        """Drop the codes in a region that only one look has read. The caller has finished looking there."""
        self._read_once = [one for one in self._read_once if not bounds(one.code.corners_px).overlaps(region)]

    def give_up(
        self, things: Sequence[TrackedObject], is_bare: Callable[[TrackedObject], bool], at_ms: int
    ) -> list[Sighting]:
        """Stop looking for objects where they lay: they are gone if the place is bare or they have gone on, else hidden."""
        news = []
        for thing in things:
            if is_bare(thing) or self.has_gone_on(thing):
                del self._things[thing.number]
                del self._arrived[thing.number]
                news.append(self._sighting(thing, SightingState.END, at_ms))
            elif not thing.is_hidden:
                hidden = self._keep(replace(thing, is_hidden=True))
                news.append(self._sighting(hidden, SightingState.HIDDEN, at_ms))
        return news

    def has_gone_on(self, thing: TrackedObject) -> bool:
        """Tell whether the same tag has come into sight elsewhere since this one was told of. A mat has one token of each
        tag; of a card there may be two.
        """
        return thing.what is What.TAG and any(
            _may_be(thing, other)
            and not other.is_hidden
            and self._arrived[other.number] > self._arrived[thing.number]
            for other in self._things.values()
        )

    def tell_again(self, numbers: Collection[int], at_ms: int) -> list[Sighting]:
        """Report some objects again, if they are there and not hidden."""
        return [
            self._sighting(thing, SightingState.UPDATE, at_ms)
            for thing in self._things.values()
            if thing.number in numbers and not thing.is_hidden
        ]

    def _at_its_place(self, code: Detection) -> TrackedObject | None:
        for thing in self._things.values():
            if is_same(code, thing):
                return thing
        return None

    def _absent(self, unread: dict[int, TrackedObject]) -> list[TrackedObject]:
        """Return the objects that may have moved: not read at their places just now, or hidden. What was in sight comes
        first: what is hidden may still lie there.
        """
        hidden = (thing for thing in self._things.values() if thing.is_hidden)
        return sorted((*unread.values(), *hidden), key=lambda thing: thing.is_hidden)

    def _start(self, code: Detection, at_ms: int, first_ms: int) -> Sighting:
        """Report a new object."""
        since_ms = first_ms if at_ms - first_ms <= ONE_REST_MS else at_ms
        thing = self._arrive(self._register.thing(code))
        return self._sighting(thing, SightingState.START, at_ms, self._rested_ms(thing, since_ms, at_ms))

    def _again(self, known: TrackedObject, code: Detection, at_ms: int) -> list[Sighting]:
        """Report an object that was read again if it was hidden or has moved."""
        if not known.is_hidden and known.lies_at(code.corners_px):
            return []
        thing = self._arrive(replace(known, corners_px=code.corners_px, is_hidden=False))
        return [self._sighting(thing, SightingState.UPDATE, at_ms, self._rested_ms(thing, at_ms, at_ms))]

    def _rested_ms(self, thing: TrackedObject, since_ms: int, at_ms: int) -> int:
        """Return for how long an object has rested that was seen at its place from `since_ms` on.

        A card that is known by its face rests from then on, or from before that on, as long as nothing has moved over it: all
        of it was seen then, so no finger held it. A code or a tag may be seen while fingers hold the card, so its rest begins
        now.
        """
        if thing.what is not What.FACE:
            return 0
        return round(at_ms - min(since_ms, self._rests_since_ms(bounds(thing.corners_px))))

    def _keep(self, thing: TrackedObject) -> TrackedObject:
        self._things[thing.number] = thing
        return thing

    def _arrive(self, thing: TrackedObject) -> TrackedObject:
        """Keep an object that is told of where it lies."""
        self._told += 1
        self._arrived[thing.number] = self._told
        return self._keep(thing)

    def _sighting(
        self, thing: TrackedObject, state: SightingState, at_ms: int, rested_ms: int = 0
    ) -> Sighting:
        return self._register.sighting(thing, state, at_ms, rested_ms)


def _may_be(thing: TrackedObject, code: Detection | TrackedObject) -> bool:
    """Tell whether a code may be this object, moved here from elsewhere."""
    return thing.text == code.text and thing.what is code.what
