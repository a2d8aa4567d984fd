"""Tells the hall what the table's log keeps. It has no thread, no clock and no wire of its own.

It reads the log through a connection of its own: whoever plays never waits for it. What is lost on the way is asked for by
the hall.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from companion.bus.messages import (
    BATCH_CHARS,
    HEARTBEAT_MS,
    LARGEST_BYTES,
    MOST_RECORDS,
    PIECE_CHARS,
    LogHead,
    LogNews,
    RecordAnswer,
    RecordPiece,
    RecordRequest,
    TableStatus,
    payload_of,
    read_message,
)
from companion.bus.topics import RETAINED, TO_TABLE, TableTopic, TopicPart, table_topic
from companion.bus.wire import Letter, WireUser
from companion.errors import Malformed
from companion.storage.outbox import ChainedRecord, LogTip


class TellableLog(Protocol):
    """A log as it is told: an `OutboxReader`, or what stands for one in a trial."""

    @property
    def log(self) -> str: ...

    def expect_there(self) -> None: ...

    def tip(self) -> LogTip: ...

    def hash_at(self, n: int) -> str | None: ...

    def after(self, n: int, most: int, most_chars: int) -> tuple[ChainedRecord, ...]: ...


def letter_of(account: str, part: TopicPart, message: object) -> Letter:
    """Return a message of a table as a letter."""
    return Letter(str(TableTopic(account, part)), payload_of(message), part in RETAINED)


def table_user(account: str, version: str) -> WireUser:
    """Return a table as a user of the wire: what it hears, and its last will."""
    hears = tuple(str(TableTopic(account, part)) for part in TO_TABLE)
    return WireUser(
        account, hears, letter_of(account, TopicPart.UP, TableStatus(is_up=False, version=version))
    )


@dataclass(frozen=True, slots=True)
class TellerName:
    """The account under which a table tells its log, and the version of its program."""

    account: str
    version: str


def _piece(record: ChainedRecord, at: int) -> RecordPiece:
    at = min(at, len(record.body) - 1)
    return RecordPiece(replace(record, body=record.body[at : at + PIECE_CHARS]), at, len(record.body))


class LogTeller:
    """Tells one log to the hall. Use it only in the thread that opened the log."""

    def __init__(self, name: TellerName, outbox: TellableLog, cites: str | None = None) -> None:
        """`cites` is the log that this table had before, if that is gone."""
        self._name = name
        self._outbox = outbox
        self._cites = cites
        self._told = outbox.tip().n
        """The last record that was told; what was there before is fetched by the hall."""
        self._head_ms: int | None = None

    def welcomed(self) -> list[Letter]:
        """Return what is told at each new connection. What was missed meanwhile is fetched by the hall."""
        self._told = self._outbox.tip().n
        return [
            self._letter(TopicPart.UP, TableStatus(is_up=True, version=self._name.version)),
            self._head(),
        ]

    def tick(self, now_ms: int) -> list[Letter]:
        """Return the records that are new, with the head after them; or the head alone when it is time. Raises `StorageError`."""
        self._outbox.expect_there()
        before = self._told
        letters = list(self._news())
        # Also if all of the news was too long for a letter: the head has the hall ask for it.
        if self._told != before or self._head_ms is None or now_ms - self._head_ms >= HEARTBEAT_MS:
            letters.append(self._head())
            self._head_ms = now_ms
        return letters

    def hear(self, letter: Letter) -> list[Letter]:
        """Answer a letter of the hall, if it is a request for records. Raises `StorageError`."""
        topic = table_topic(letter.topic)
        if topic is None or topic.account != self._name.account or topic.part is not TopicPart.WANT:
            return []
        try:
            wanted = read_message(RecordRequest, letter.payload)
        except Malformed:
            return []
        if wanted.log != self._outbox.log:
            return [self._head()]
        is_known = self._outbox.hash_at(wanted.have) == wanted.hash
        records = self._outbox.after(wanted.have, MOST_RECORDS, BATCH_CHARS) if is_known else ()
        answer = RecordAnswer(self._outbox.log, wanted.have, is_known, records)
        letter = self._letter(TopicPart.ANSWER, answer)
        if len(letter.payload) <= LARGEST_BYTES:
            return [letter]
        # Several records together are short enough, so it is the first one alone.
        piece = _piece(records[0], wanted.at)
        return [self._letter(TopicPart.ANSWER, replace(answer, records=(), piece=piece))]

    def _news(self) -> Iterator[Letter]:
        while records := self._outbox.after(self._told, MOST_RECORDS, BATCH_CHARS):
            self._told = records[-1].n
            letter = self._letter(TopicPart.LOG, LogNews(self._outbox.log, records))
            if len(letter.payload) <= LARGEST_BYTES:
                yield letter

    def _head(self) -> Letter:
        tip = self._outbox.tip()
        head = LogHead(self._outbox.log, tip.n, tip.hash, tip.match, tip.seq, self._cites)
        return self._letter(TopicPart.HEAD, head)

    def _letter(self, part: TopicPart, message: object) -> Letter:
        return letter_of(self._name.account, part, message)
