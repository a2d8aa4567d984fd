"""Compares still frames: a die or a printed reference is reported when two of the last three frames agree on it.

Every frame has its own noise and light, so what one frame misreads, the next rarely misreads alike: of
references 10 px high, 3 of 450 were wrong in single frames, and none of 150 over three frames.
"""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace

from companion.observation import ReadingStatus, What
from vision.detectors.codes import Detection
from vision.quad import same_place

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
        """Drops all frames: something has moved."""
        self._frames.clear()

    def feed(self, seen: Sequence[Detection]) -> list[Detection]:
        """Takes what one frame shows; returns it with the texts that the last frames agree on, or without
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
    """Returns a detection without its text, with its own reason or because the frames disagree."""
    if not thing.text:
        return thing
    if thing.what is What.DIE:
        return replace(thing, text="", reading=ReadingStatus.UNSURE, candidates=(thing.text,))
    return replace(thing, text="", reading=ReadingStatus.UNREADABLE)
