"""Makes a phone's pictures a source: its page sends them, and shows what was read in them."""

from collections.abc import Callable

from companion.words import Text, Wording
from vision.errors import SourceLost
from vision.frame import Frame, Pixels
from vision.phone.composer import PictureComposer
from vision.phone.link import PhoneLink
from vision.phone.mailbox import PhonePicture, PictureKind, read_things
from vision.sources.source import Clock, RepeatedPicture, decode_jpeg, monotonic_ms
from vision.tracked_objects import TrackedObject

OPEN_MS = 1_500
"""How long the first picture may take until that is reported; the phone is then waited for again at once."""
SILENT_MS = 5_000
"""How long a phone may send nothing: while the table rests it sends every two seconds."""
SHOT_EVERY_MS, SHOT_STAYS_MS = 200, 60_000
"""A picture that was taken by hand stands for the table for so long, and is given again so often."""
Named = Callable[[TrackedObject], Text | Wording | str | None]
"""Returns the name of a thing for people, or None if it is not shown."""


class PhoneSource:
    """The phone that joins a link. Whoever makes the source holds the link as long as it is used."""

    is_live = True

    def __init__(self, link: PhoneLink, *, is_grey: bool = True, clock: Clock = monotonic_ms) -> None:
        self._link = link
        self._is_grey = is_grey
        self._clock = clock
        self._composer = PictureComposer()
        self._repeated = RepeatedPicture()
        self._number = 0
        self._shot: Pixels | None = None
        self._shot_ms = 0
        self._size_px = (1, 1)
        self.named: Named = lambda thing: thing.text

    @property
    def is_ready(self) -> bool:
        """Whether a picture waits, so that the source can be opened without waiting after a loss."""
        return self._link.mailbox.is_waiting

    def open(self) -> None:
        """Wait for a phone. Raises `SourceLost` if none has sent a picture yet."""
        mailbox = self._link.mailbox
        mailbox.begin(self)
        first = mailbox.take(OPEN_MS / 1000)
        if first is None:
            raise SourceLost(self._link.why_silent)
        mailbox.put_back(first)

    def read(self) -> Frame:
        deadline_ms = self._clock() + SILENT_MS
        while (left_ms := deadline_ms - self._clock()) > 0:
            wait_ms = left_ms if self._shot is None else min(left_ms, SHOT_EVERY_MS)
            picture = self._link.mailbox.take(wait_ms / 1000)
            frame = self._again() if picture is None else self._frame_of(picture)
            if frame is not None:
                return frame
        raise SourceLost(self._link.why_silent)

    def close(self) -> None:
        """Forget the last pictures; the link listens on."""
        self._composer, self._shot = PictureComposer(), None
        self._link.mailbox.end(self)

    def expose(self, stops: float) -> None:
        self._link.mailbox.expose(stops)

    def show(self, things: tuple[TrackedObject, ...], *, is_at_rest: bool) -> None:
        """Show on the phone what was read."""
        self._link.mailbox.show(read_things(things, self._size_px, self.named), is_at_rest=is_at_rest)

    def describe(self) -> Text:
        return Text("a phone")

    def _frame_of(self, picture: PhonePicture) -> Frame | None:
        pixels = decode_jpeg(picture.jpeg, is_grey=self._is_grey)
        if pixels is None:
            return None
        if picture.kind is not PictureKind.SHOT:
            self._repeated.expect_new(pixels, self._clock())
        self._shot = None
        composed = self._composed(picture, pixels)
        return None if composed is None else self._next(composed, picture)

    def _composed(self, picture: PhonePicture, pixels: Pixels) -> Pixels | None:
        if picture.stops:
            return self._composer.sized(pixels)
        match picture.kind:
            case PictureKind.SMALL:
                frame = self._composer.small(pixels)
                if not (picture.is_steady and self._composer.has_changed):
                    return frame
                # Something has changed too slowly for the phone to see it move, such as the light.
                self._link.mailbox.want_full()
                return None
            case PictureKind.FULL:
                return self._composer.full(pixels)
            case PictureKind.PHOTO:
                composed = self._composer.photo(pixels)
                if composed is None:
                    self._link.mailbox.refuse_photos()
                return composed
            case PictureKind.SHOT:
                self._shot, self._shot_ms = self._composer.shot(pixels), self._clock()
                return self._shot

    def _again(self) -> Frame | None:
        """Return the picture that was taken by hand once more; None if there is none, or it is too old."""
        if self._shot is None or self._clock() - self._shot_ms > SHOT_STAYS_MS:
            return None
        return self._next(self._shot, PhonePicture(b"", PictureKind.SHOT, is_steady=True))

    def _next(self, pixels: Pixels, picture: PhonePicture) -> Frame:
        self._number += 1
        self._size_px = pixels.shape[1], pixels.shape[0]
        # The time is that of the picture's end, decoded: while the phone waited for Wi-Fi nothing was seen anyway.
        is_steady = picture.is_steady and picture.kind is not PictureKind.SMALL
        return Frame(pixels, self._number - 1, self._clock(), picture.stops, is_steady)
