"""Passes pictures from the phone's page to the thread that reads the table, and its results to the page.

Only the newest picture is kept: an old picture of a table is worse than none.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.words import Text, Wording
from vision.tracked_objects import TrackedObject

MOST_STEADY = 12
"""The most full pictures of what does not move; what is unread by then stays unread until something moves."""


class PictureKind(StrEnum):
    """How a phone made a picture."""

    SMALL = "small"
    """A small picture of the video, while something moves or to say that the phone is there."""
    FULL = "full"
    """A picture of the video in its full size."""
    PHOTO = "photo"
    """A photograph of what the video shows."""
    SHOT = "shot"
    """A picture that a person took by hand, of anything."""


@dataclass(frozen=True, slots=True)
class PhonePicture:
    """A picture as a phone sent it. `is_steady`: the phone saw that nothing has moved for a while before it.

    `stops` tells how much longer than usual it was exposed, in powers of two.
    """

    jpeg: bytes
    kind: PictureKind
    is_steady: bool = False
    stops: float = 0.0
    can_expose: bool = False


@dataclass(frozen=True, slots=True)
class ReadThing:
    """A thing that was read: its name, and its corners as shares of the picture's width and height."""

    name: Text | Wording | str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PhoneAnswer:
    """The answer to a phone's picture: what was read, and which pictures are wanted next."""

    things: tuple[ReadThing, ...] = ()
    wants_more: bool = True
    """Whether another full picture is wanted though nothing moves."""
    takes_photos: bool = True
    """Whether photographs can be used; else the full picture of the video is wanted."""
    stops: float = 0.0
    """The exposure of the next full picture."""


class PhoneMailbox:
    """The newest picture and the newest answer; any thread may use it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._picture: PhonePicture | None = None
        self._answer = PhoneAnswer(wants_more=False)
        self._reader: object = None
        self._sent = self._taken = self._shown = 0
        self._steady = 0
        """How many full pictures the phone has sent since something moved."""
        self._is_read = self._is_shown = self._wants_full = False
        self._can_expose = False
        self._stops = 0.0
        self._takes_photos = True
        self._wakes: list[Callable[[], object]] = []

    # --- what the reader of the table does

    def begin(self, reader: object) -> None:
        """Start a reader: what an earlier reader knew is forgotten."""
        with self._changed:
            self._reader = reader
            self._answer, self._is_read, self._is_shown = PhoneAnswer(), True, False
            self._stops, self._steady, self._takes_photos = 0.0, 0, True

    def end(self, reader: object) -> None:
        """Stop a reader; nothing happens if another reader has started since."""
        with self._changed:
            if self._reader is reader:
                self._answer, self._is_read, self._is_shown = PhoneAnswer(wants_more=False), False, False

    def take(self, timeout_s: float) -> PhonePicture | None:
        """Return the newest picture that was not taken yet, and wait for one; None if none comes."""
        with self._changed:
            self._changed.wait_for(lambda: self._picture is not None, timeout_s)
            picture, self._picture = self._picture, None
            if picture is not None:
                self._taken = self._sent
            return picture

    def put_back(self, picture: PhonePicture) -> None:
        """Put a picture back that was taken, so that it waits again, unless a newer one has come."""
        with self._changed:
            self._picture = self._picture or picture

    @property
    def is_waiting(self) -> bool:
        """Whether a picture waits to be taken."""
        return self._picture is not None

    def expose(self, stops: float) -> None:
        """Ask for pictures of another exposure."""
        self._stops = stops

    def refuse_photos(self) -> None:
        """Ask for pictures of the video instead of photographs."""
        self._takes_photos = False

    def want_full(self) -> None:
        """Ask for one full picture, though nothing moves."""
        self._wants_full = True

    def show(self, things: tuple[ReadThing, ...], *, is_at_rest: bool) -> None:
        """Tell what the reader knows after a frame; `is_at_rest`: it needs no other picture of what lies there."""
        with self._changed:
            self._answer, self._is_shown = PhoneAnswer(things, wants_more=not is_at_rest), True
            self._shown = self._taken
            wakes, self._wakes = self._wakes, []
        for wake in wakes:
            wake()

    # --- what the page does

    def put(self, picture: PhonePicture) -> int:
        """Take a picture of the phone; return its number."""
        with self._changed:
            self._picture, self._sent, self._can_expose = picture, self._sent + 1, picture.can_expose
            if not picture.is_steady:
                self._steady = 0
            elif picture.kind is not PictureKind.SMALL:
                self._steady, self._wants_full = self._steady + 1, False
            self._changed.notify_all()
            return self._sent

    def is_shown(self, number: int) -> bool:
        """Tell whether the answer to a picture is there; True if nothing shows answers."""
        return not self._is_shown or self._shown >= number

    def wake_at_show(self, wake: Callable[[], object]) -> None:
        """Make the mailbox call a function once, in another thread, when something is shown."""
        with self._changed:
            self._wakes.append(wake)

    def answer(self) -> PhoneAnswer:
        """Return the newest answer."""
        with self._changed:
            stops = self._stops if self._can_expose else 0.0
            is_enough = self._is_shown and self._steady >= MOST_STEADY
            wants_more = (self._answer.wants_more and not is_enough) or stops != 0
            wants_more = self._is_read and (wants_more or self._wants_full)
            return replace(self._answer, wants_more=wants_more, takes_photos=self._takes_photos, stops=stops)


def read_things(
    things: tuple[TrackedObject, ...],
    size_px: tuple[int, int],
    called: Callable[[TrackedObject], Text | Wording | str | None],
) -> tuple[ReadThing, ...]:
    """Return what a phone shows of the things in a frame of a size; things that `called` gives no name are left out."""
    width, height = size_px
    return tuple(
        ReadThing(name, tuple((x / width, y / height) for x, y in thing.corners_px.tolist()))
        for thing in things
        if not thing.is_hidden and (name := called(thing)) is not None
    )
