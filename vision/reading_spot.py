"""Watches a part of the picture, such as a dice tray, and reads it again after something changed there and came to rest.

Reading dice takes some 10 ms. So the part has a change detector of its own: nothing is read while something moves in it, and
what lies still is read two or three times, until its frames agree, and then not again before it changes.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from companion.observation import ReadingStatus, Sighting, SightingState, What
from companion.words import Text
from vision.change_detector import ChangeDetector
from vision.detection_settings import PartReader
from vision.detectors.codes import Detection
from vision.errors import SpotCovered, VisionError
from vision.frame import Frame, Pixels, Quad, Region, same_place
from vision.place_memory import PlaceMemory
from vision.tracked_objects import ObjectRegister, TrackedObject

# --- votes
# Compares still frames: a die or a printed reference is reported when two of the last three frames agree on it.
#
# Every frame has its own noise and light, so what one frame misreads, the next rarely misreads alike: of
# references 10 px high, 3 of 450 were wrong in single frames, and none of 150 over three frames.

FRAMES = 3
"""How many frames are compared; `NEEDED` of them must agree."""
NEEDED = 2
"""The majority of `FRAMES`."""


class Votes:
    """Follows what lies still in one part of a camera's picture."""

    def __init__(self) -> None:
        self._frames: deque[Sequence[Detection]] = deque(maxlen=FRAMES)
        self._said: list[Detection] = []

    @property
    def is_done(self) -> bool:
        """Whether no further frame is needed: there were three, or all so far agree on everything."""
        counts = {len(frame) for frame in self._frames}
        agree = len(self._frames) >= NEEDED and len(counts) == 1 and all(thing.text for thing in self._said)
        return agree or len(self._frames) == FRAMES

    def forget(self) -> None:
        """Drop all frames: something has moved."""
        self._frames.clear()

    def feed(self, seen: Sequence[Detection]) -> list[Detection]:
        """Take what one frame shows; return it with the texts that the last frames agree on, or without
        text.
        """
        self._frames.append(seen)
        self._said = [self._voted(thing) for thing in seen]
        return self._said

    def _voted(self, thing: Detection) -> Detection:
        votes = [
            other for frame in self._frames if (other := _there(frame, thing)) is not None and other.text
        ]
        counted = Counter((vote.text, vote.reading) for vote in votes).most_common(1)
        if not counted or counted[0][1] < NEEDED:
            return _unsaid(thing)
        (text, reading), _ = counted[0]
        agreeing = [vote.confidence for vote in votes if vote.text == text]
        return replace(thing, text=text, reading=reading, confidence=max(agreeing), candidates=())


def _there(frame: Sequence[Detection], thing: Detection) -> Detection | None:
    near = (
        other
        for other in frame
        if other.what is thing.what and same_place(other.corners_px, thing.corners_px)
    )
    return next(near, None)


def _unsaid(thing: Detection) -> Detection:
    """Return a detection without its text, with its own reason or because the frames disagree."""
    if not thing.text:
        return thing
    if thing.what is What.DIE:
        return replace(thing, text="", reading=ReadingStatus.UNSURE, candidates=(thing.text,))
    return replace(thing, text="", reading=ReadingStatus.UNREADABLE)


# --- reading spots

PATIENCE_MS = 700
"""What cannot be read is read once more after this time, because a hand may still cover it; then it is reported."""
COVERED_TOLD_MS = 6_000
"""People are told of what covers a tray for so long, because a hand that throws dice is gone earlier."""


FreeFinder = Callable[[Pixels, Sequence[Quad]], list[bool]]
"""Tells of objects in the picture of a spot, by their corners, whether nothing lies where they lay, nor as near as they can
have been pushed.
"""


class SpotPlace(Protocol):
    """Where a spot is in the picture: a region, or a printed tray."""

    def of(self, pixels: Pixels) -> Pixels:
        """Return the picture of the spot."""

    def in_picture(self, corners: Quad) -> Quad:
        """Return where corners in the picture of the spot are in the whole picture."""

    def is_in(self, frame: Frame) -> bool:
        """Tell whether a frame shows the spot."""


class ReadingSpot:
    """One spot or tray, and the objects in it, whose corners are relative to the spot."""

    def __init__(
        self, see: PartReader, register: ObjectRegister, find_free: FreeFinder | None = None
    ) -> None:
        self._see = see
        self._find_free = find_free
        self._register = register
        self._place: SpotPlace | None = None
        self._detector = ChangeDetector()
        self._was_settled = False
        self._votes = Votes()
        self._doubted_ms: int | None = None
        self._covered_ms: int | None = None
        """Since when something covers it."""
        self._ground = PlaceMemory()
        self._things: dict[int, TrackedObject] = {}
        self.looks = 0
        """How often it was read."""
        self.trouble: Text | None = None
        """Why it could not be read; the reader clears it."""

    @property
    def things(self) -> tuple[TrackedObject, ...]:
        """The objects there, with corners in the whole picture."""
        return tuple(map(self._in_picture, self._things.values()))

    def feed(self, frame: Frame, place: SpotPlace) -> list[Sighting]:
        """Take a frame and the spot's place in it; return what is new in the spot."""
        if place != self._place:
            # The mat has a new map: the spot is read again, and its objects keep their identity.
            self._detector, self._place, self._was_settled = ChangeDetector(), place, False
            self._start_anew()
        spot = replace(frame, pixels=place.of(frame.evened().pixels), row_gains=None)
        if not self._rests_changed(spot):
            return self._left(spot.pixels, frame.at_ms)
        if self._is_patient(frame.at_ms):
            return []
        self.looks += 1
        try:
            seen = self._votes.feed(self._see(spot.pixels))
        except SpotCovered as problem:
            self._wait_until_uncovered(problem.message, frame.at_ms)
            return []
        except VisionError as problem:
            self.trouble = problem.message
            self._settle(spot)
            return []
        self._covered_ms = None
        if not self._votes.is_done or self._is_doubtful(seen, frame.at_ms):
            return []
        news = self._told(seen, frame.at_ms)
        self._settle(spot, is_empty=not (seen or self._things))
        return news

    def _left(self, pixels: Pixels, at_ms: int) -> list[Sighting]:
        """Report objects that are seen to have left while something still moves: whatever comes to rest in their places is
        another one, or was taken up.
        """
        if self._find_free is None or not (self._detector.is_moving and self._things):
            return []
        things = list(self._things.values())
        is_free = self._find_free(pixels, [thing.corners_px for thing in things])
        return [self._end(thing, at_ms) for thing, free in zip(things, is_free, strict=True) if free]

    def _end(self, thing: TrackedObject, at_ms: int) -> Sighting:
        del self._things[thing.number]
        self._ground.forget(thing.number)
        return self._sighting(thing, SightingState.END, at_ms)

    def _settle(self, spot: Frame, *, is_empty: bool = False) -> None:
        """Note that the spot was read as it is now. How it looks when empty is kept: a thing may come where another one lay
        at the last look, and when it goes, that look does not tell that it has gone.
        """
        self._detector.settle(Region(0, 0, *spot.size_px), is_bare=is_empty)
        self._was_settled = True
        self._start_anew()

    def _wait_until_uncovered(self, says: Text, at_ms: int) -> None:
        """Have the spot read again a little later, because something covers it; tell people if it is covered for long."""
        self._votes.forget()
        self._doubted_ms = at_ms
        if self._covered_ms is None:
            self._covered_ms = at_ms
        elif at_ms - self._covered_ms >= COVERED_TOLD_MS:
            self.trouble = says

    def _start_anew(self) -> None:
        """Drop what was read so far."""
        self._votes.forget()
        self._doubted_ms = None

    def _is_patient(self, at_ms: int) -> bool:
        return self._doubted_ms is not None and at_ms < self._doubted_ms + PATIENCE_MS

    def _is_doubtful(self, seen: Sequence[Detection], at_ms: int) -> bool:
        """Tell whether something there cannot be read, for the first time."""
        if self._doubted_ms is not None or all(map(_is_said, seen)):
            return False
        self._doubted_ms = at_ms
        return True

    def _rests_changed(self, spot: Frame) -> bool:
        """Tell whether the spot has changed since it was read, and all of it keeps still."""
        changed = self._detector.feed(spot)
        if self._detector.is_moving:
            self._start_anew()
            return False
        return bool(changed)

    def _told(self, seen: Sequence[Detection], at_ms: int) -> list[Sighting]:
        """Compare what the frames agree on with the objects known there."""
        news: list[Sighting] = []
        unseen = dict(self._things)
        for code in seen:
            known = next((thing for thing in unseen.values() if _may_be(thing, code)), None)
            if known is None:
                news.append(self._start(code, at_ms))
            else:
                del unseen[known.number]
                news.extend(self._again(known, code, at_ms))
        for thing in unseen.values():
            news.extend(self._missed(thing, at_ms))
        return news

    def _start(self, code: Detection, at_ms: int) -> Sighting:
        thing = self._keep(self._register.thing(code))
        self._ground.remember([thing], self._detector, is_first=not self._was_settled)
        return self._sighting(thing, SightingState.START, at_ms)

    def _again(self, known: TrackedObject, code: Detection, at_ms: int) -> list[Sighting]:
        """Report an object that was seen again if it was hidden, has moved, or read differently."""
        is_as_told = (known.text, known.reading, known.candidates) == (
            code.text, code.reading, code.candidates,
        )  # fmt: skip
        if is_as_told and not known.is_hidden and known.lies_at(code.corners_px):
            return []
        seen = replace(
            known, text=code.text, corners_px=code.corners_px, is_hidden=False, reading=code.reading,
            candidates=code.candidates, confidence=code.confidence,
        )  # fmt: skip
        return [self._sighting(self._keep(seen), SightingState.UPDATE, at_ms)]

    def _missed(self, thing: TrackedObject, at_ms: int) -> list[Sighting]:
        """Report an object that is not seen where it lay: gone if its place is bare or holds another, hidden
        if covered.
        """
        is_replaced = any(
            other.number > thing.number and same_place(other.corners_px, thing.corners_px)
            for other in self._things.values()
        )
        if is_replaced or self._ground.is_bare(thing, self._detector):
            return [self._end(thing, at_ms)]
        if thing.is_hidden:
            return []
        return [self._sighting(self._keep(replace(thing, is_hidden=True)), SightingState.HIDDEN, at_ms)]

    def _keep(self, thing: TrackedObject) -> TrackedObject:
        self._things[thing.number] = thing
        return thing

    def _sighting(self, thing: TrackedObject, state: SightingState, at_ms: int) -> Sighting:
        return self._register.sighting(self._in_picture(thing), state, at_ms)

    def _in_picture(self, thing: TrackedObject) -> TrackedObject:
        assert self._place is not None, "no frame was fed yet"
        return replace(thing, corners_px=self._place.in_picture(thing.corners_px))


def _is_said(code: Detection) -> bool:
    """Tell whether more looks would say no more: it was read, or is a die with a bare face."""
    return bool(code.text) or (code.what is What.DIE and code.reading is ReadingStatus.AMBIGUOUS)


def _may_be(thing: TrackedObject, code: Detection) -> bool:
    """Tell whether a detection may be this object: at its place, and not read as something else."""
    agrees = thing.text == code.text or not thing.text or not code.text
    return agrees and thing.what is code.what and same_place(thing.corners_px, code.corners_px)
