"""Things on the table from their first sighting to their last: what a look at a part of the picture changes.

Two copies of one card are told apart by place. A thing that is not read where it lay is looked for again some times,
with other frames' light and noise; then it is gone if its place looks as it did before it came, and hidden if not.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from companion.observation import Sighting, SightingState
from vision.detectors.codes import Detection, is_same
from vision.region import Region, bounds
from vision.tracked_objects import ObjectRegister, TrackedObject


@dataclass(frozen=True, slots=True)
class TrackUpdate:
    """What a look changed: the news, the things that should be there and were not read, and whether a code was read
    for the first time that another look must read too.
    """

    news: list[Sighting]
    unread: list[TrackedObject]
    is_unsure: bool


class Tracks:
    """The things known to lie on the table.

    A text is believed when two looks have read it: one decoder in some ten thousand readings of codes too small for it
    reads something else, and never the same twice.
    """

    def __init__(self, register: ObjectRegister | None = None) -> None:
        self._register = register or ObjectRegister()
        self._things: dict[int, TrackedObject] = {}
        self._read_once: list[Detection] = []

    @property
    def things(self) -> tuple[TrackedObject, ...]:
        return tuple(self._things.values())

    def touching(self, region: Region) -> list[TrackedObject]:
        """The things that lie in a part of the picture, or partly in it."""
        return [thing for thing in self._things.values() if thing.place.overlaps(region)]

    def looked(self, region: Region, codes: Sequence[Detection], at_ms: int) -> TrackUpdate:
        """What a look at what changed in `region` changes. It must have been wide enough for all things that touch the
        region.
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
            elif any(is_same(code, other) for other in self._read_once):
                self._read_once = [other for other in self._read_once if not is_same(code, other)]
                news.append(self._start(code, at_ms))
            else:
                self._read_once.append(code)
        is_unsure = any(bounds(code.corners_px).overlaps(region) for code in self._read_once)
        return TrackUpdate(news, list(unread.values()), is_unsure)

    def let_be(self, region: Region) -> None:
        """A part is looked at no more: what only one look has read there was nothing."""
        self._read_once = [code for code in self._read_once if not bounds(code.corners_px).overlaps(region)]

    def missed(
        self, things: Sequence[TrackedObject], is_bare: Callable[[TrackedObject], bool], at_ms: int
    ) -> list[Sighting]:
        """Give up looking for things where they lay: gone where the place is bare, hidden where it is not."""
        news = []
        for thing in things:
            if is_bare(thing):
                del self._things[thing.number]
                news.append(self._sighting(thing, SightingState.END, at_ms))
            elif not thing.is_hidden:
                hidden = self._keep(replace(thing, is_hidden=True))
                news.append(self._sighting(hidden, SightingState.HIDDEN, at_ms))
        return news

    def tell_again(self, numbers: Collection[int], at_ms: int) -> list[Sighting]:
        """Some things once more, as they lie: those of them that are there and seen."""
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
        """Things that may have come here from elsewhere: not read at their own place just now, or hidden there."""
        hidden = (thing for thing in self._things.values() if thing.is_hidden)
        return [*unread.values(), *hidden]

    def _start(self, code: Detection, at_ms: int) -> Sighting:
        return self._sighting(self._keep(self._register.thing(code)), SightingState.START, at_ms)

    def _again(self, known: TrackedObject, code: Detection, at_ms: int) -> list[Sighting]:
        """Read again: news if it was hidden or lies elsewhere now."""
        if not known.is_hidden and known.lies_at(code.corners_px):
            return []
        thing = self._keep(replace(known, corners_px=code.corners_px, is_hidden=False))
        return [self._sighting(thing, SightingState.UPDATE, at_ms)]

    def _keep(self, thing: TrackedObject) -> TrackedObject:
        self._things[thing.number] = thing
        return thing

    def _sighting(self, thing: TrackedObject, state: SightingState, at_ms: int) -> Sighting:
        return self._register.sighting(thing, state, at_ms)


def _may_be(thing: TrackedObject, code: Detection) -> bool:
    """Whether what was read may be this thing, come from elsewhere."""
    return thing.text == code.text and thing.what is code.what
