"""Fetches the pictures of plays from their tables, for referees who ask; the hall keeps none of them on its disk.

page ──ask──► request to the table, again each second ──► pieces ──► the whole picture, or that there is none
"""

import binascii
import threading
from base64 import b64decode
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field

from companion.bus.messages import PictureAnswer, PictureRequest, payload_of
from companion.bus.topics import TableTopic, TopicPart
from companion.bus.wire import Letter
from companion.hall.hall import TablePicture

FETCHED_MS = 6_000
"""How long a table has for a picture; who asked is then told that none came."""
FETCH_AGAIN_MS = 1_000
MOST_FETCHED = 64
"""Pictures that are fetched at the same time."""
JPEG = b"\xff\xd8\xff"
"""How each picture of a camera begins; anything else is not shown."""


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """A picture at a table: the one of an observation of a match."""

    account: str
    match: str
    seen: str


@dataclass(slots=True)
class _Fetched:
    """The part of a picture that has arrived. Others may wait for it too, so it is fetched on when one of them leaves."""

    until_ms: int
    whole: "Future[bytes | None]" = field(default_factory=Future)
    sent_ms: int | None = None
    bytes: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.whole.set_running_or_notify_cancel()


class PictureDesk:
    """The pictures that are being fetched. Any thread may call `ask`; only the hall's thread the other methods."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._fetched: dict[WantedPicture, _Fetched] = {}

    def ask(self, wanted: WantedPicture) -> "Future[bytes | None]":
        """Have a picture fetched; its result is the JPEG, or None: the table has none, or did not answer in time."""
        with self._lock:
            known = self._fetched.get(wanted)
            if known is None:
                known = _Fetched(self._now_ms() + FETCHED_MS)
                if len(self._fetched) < MOST_FETCHED:
                    self._fetched[wanted] = known
                else:
                    known.whole.set_result(None)
            return known.whole

    def letters(self) -> list[Letter]:
        """Return the requests that are to be sent now, for the first time or again."""
        now_ms = self._now_ms()
        with self._lock:
            for wanted, one in list(self._fetched.items()):
                if now_ms >= one.until_ms:
                    self._end(wanted, None)
            due = [
                (wanted, one)
                for wanted, one in self._fetched.items()
                if one.sent_ms is None or now_ms - one.sent_ms >= FETCH_AGAIN_MS
            ]
            for _, one in due:
                one.sent_ms = now_ms
            return [_request(wanted, len(one.bytes)) for wanted, one in due]

    def take(self, pieces: Iterable[TablePicture]) -> list[Letter]:
        """Take what tables sent; nobody answers for another table. Return the requests for what follows."""
        out: list[Letter] = []
        with self._lock:
            for piece in pieces:
                wanted = WantedPicture(piece.account, piece.answer.match, piece.answer.seen)
                one = self._fetched.get(wanted)
                if one is None:
                    continue
                self._take(wanted, one, piece.answer)
                if wanted in self._fetched:
                    one.sent_ms = self._now_ms()
                    out.append(_request(wanted, len(one.bytes)))
        return out

    def _take(self, wanted: WantedPicture, one: _Fetched, answer: PictureAnswer) -> None:
        if answer.at != len(one.bytes):
            return
        try:
            one.bytes += b64decode(answer.jpeg, validate=True)
        except (binascii.Error, ValueError):
            self._end(wanted, None)
            return
        if not answer.jpeg or len(one.bytes) >= answer.of:
            is_whole = len(one.bytes) == answer.of and one.bytes.startswith(JPEG)
            self._end(wanted, bytes(one.bytes) if is_whole else None)

    def _end(self, wanted: WantedPicture, jpeg: bytes | None) -> None:
        self._fetched.pop(wanted).whole.set_result(jpeg)


def _request(wanted: WantedPicture, at: int) -> Letter:
    request = PictureRequest(wanted.match, wanted.seen, at)
    return Letter(str(TableTopic(wanted.account, TopicPart.LOOK)), payload_of(request))
