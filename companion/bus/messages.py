"""The messages between a table and its hall, as values and as JSON.

log     {"log": ID, "records": [RECORD, …]}                     what the table has just kept
head    {"log": ID, "n": 17, "hash": H, "match": M, "seq": 4}   how far its log goes; again every five seconds
want    {"log": ID, "have": 12, "hash": H, "at": 0}             give me what follows record 12, whose hash is H
answer  {"log": ID, "have": 12, "is_known": true, "records": [RECORD, …]}
answer  {"log": ID, "have": 12, "is_known": true, "piece": {"record": RECORD, "at": 0, "of": 9000000}}
up      {"is_up": true, "version": "0.2.0"}                     also the last will, then with false
view    {"match": M, "seq": 4, …}                               what anybody may see of the match
report  {"match": M, "question": {…}, "call": {…}, …}           what a referee may see besides, and how the machine is
do      {"id": I, "by": NAME, "match": M, "expect": 4, "verb": "play", "args": {…}, "ttl_ms": 5000}
done    {"id": I, "outcome": "done", "seq": 5}
look    {"match": M, "seen": "c7-12", "at": 0}                  give me the picture of this observation, from byte 0 on
picture {"match": M, "seen": "c7-12", "at": 0, "of": 31000, "jpeg": BASE64}

RECORD  {"n": 13, "kind": "play", "match": M, "seq": 4, "body": TEXT, "hash": H}

A reader leaves out fields and languages that it does not know: a newer program may add some. Who adds a field gives it a
default, with which messages without it are right. Only an order is refused if any of it is not known.

A record that fits into no message travels in pieces: the body of such a RECORD is `of` characters long, and has only those
from `at` on; the next request says from where on the rest is wanted.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeVar

from companion.bus.view import ViewBoard, ViewFace, ViewMoment, ViewPitch, ViewTrack
from companion.codec import Range, read, write
from companion.errors import Malformed
from companion.locks import OfficeLocks
from companion.storage import strict_json
from companion.storage.outbox import HASH_OR_NONE, NAME, NAME_OR_NONE, NOTHING_YET, ChainedRecord
from companion.words import Text, Wording

LARGEST_BYTES = 4_000_000
"""The largest message. The largest record is the beginning of a match, which has the cards of its game."""
MOST_RECORDS = 64
"""The most records in one message."""
BATCH_CHARS = 250_000
"""The most text of records in one message, unless one record alone is longer."""
PIECE_CHARS = 500_000
"""The most text of one piece: as JSON inside of JSON it is twice as long at most."""
LARGEST_RECORD_CHARS = 64_000_000
"""The longest record that travels."""
LARGEST_PICTURE_BYTES = 16_000_000
"""The largest picture that travels; the crop of a card is a thousandth of it."""
PICTURE_PIECE_BYTES = 1_000_000
"""The most bytes of a picture in one message."""
HEARTBEAT_MS = 5_000
"""A table tells its head so often, whether there is news or not."""
LONGEST_TTL_MS = 60_000
DEEPEST = strict_json.DEEPEST + 4
LARGEST_STATE_BYTES = 256_000
"""The largest view or report. A view has 2 to 10 kB; each of them is on the pages of all who watch."""
MOST_OUTSIDE_TEXT_BYTES = 64_000
"""The most bytes of a message that stand outside of its texts: what is long is one text, such as the body of a record. A
million numbers would keep the hall busy for seconds.
"""
_TEXTS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+\\?(?:"|\Z)', re.DOTALL)

T = TypeVar("T")


class DamagedMessage(Malformed):
    """A message did not arrive as it was sent: it is no JSON."""


RecordCount = Annotated[int, Range(0, 10**12)]


def _read_records(data: Any, where: str) -> tuple[ChainedRecord, ...]:
    if isinstance(data, list) and len(data) > MOST_RECORDS:
        raise Malformed(where, Text("a message has at most {most} records", most=MOST_RECORDS))
    records: tuple[ChainedRecord, ...] = read(tuple[ChainedRecord, ...], data, where, skips_unknown=True)
    if any(after.n != before.n + 1 for before, after in pairwise(records)):
        raise Malformed(where, Text("the records of a message follow each other"))
    return records


_RECORDS: Any = {"read": _read_records}


@dataclass(frozen=True, slots=True)
class LogNews:
    """The records that a table has just kept, in order."""

    log: str = field(metadata=NAME)
    records: tuple[ChainedRecord, ...] = field(metadata=_RECORDS)


@dataclass(frozen=True, slots=True)
class LogHead:
    """The last record of a table's log. `cites` names the log that the table had before, if that log is lost."""

    log: str = field(metadata=NAME)
    n: RecordCount
    hash: str = field(default=NOTHING_YET, metadata=HASH_OR_NONE)
    match: str | None = field(default=None, metadata=NAME_OR_NONE)
    seq: RecordCount = 0
    cites: str | None = field(default=None, metadata=NAME_OR_NONE)


@dataclass(frozen=True, slots=True)
class RecordRequest:
    """The hall's request for the records after number `have`, whose hash is `hash`."""

    log: str = field(metadata=NAME)
    have: RecordCount
    hash: str = field(default=NOTHING_YET, metadata=HASH_OR_NONE)
    at: RecordCount = 0
    """So many characters of the first of these records are there already."""


@dataclass(frozen=True, slots=True)
class RecordPiece:
    """A piece of a long record: its body has the characters from `at` on; the whole body has `of` characters."""

    record: ChainedRecord
    at: RecordCount
    of: Annotated[int, Range(1, LARGEST_RECORD_CHARS)]


@dataclass(frozen=True, slots=True)
class RecordAnswer:
    """The answer to a request. `is_known` False: this log has no record `have` with the hash of the request.

    `piece`: the next record is too long for one message.
    """

    log: str = field(metadata=NAME)
    have: RecordCount
    is_known: bool
    records: tuple[ChainedRecord, ...] = field(default=(), metadata=_RECORDS)
    piece: RecordPiece | None = None


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Whether a table is connected, and the version of its program."""

    is_up: bool
    version: str = field(metadata=NAME)


class OrderOutcome(StrEnum):
    """What became of an order."""

    DONE = "done"
    CONFLICT = "conflict"
    """The match had gone on; nothing was done."""
    REFUSED = "refused"
    """The rules, or the table, do not allow it."""
    BUSY = "busy"
    """Somebody at the table is deciding about a correction, or no match is open."""
    EXPIRED = "expired"
    """The order was too old when the table could carry it out."""


class OrderVerb(StrEnum):
    """The kinds of orders."""

    PLAY = "play"
    CORRECT = "correct"
    CLOCK = "clock"
    ANSWER = "answer"
    """Answer the question of the table."""
    APPROVE = "approve"
    """Say that the table is right, where table and match differ."""
    COMING = "coming"
    """Answer the call of the players: a referee is coming."""
    SETTINGS = "settings"
    """Begin the next matches with this language, these house rules and clocks, and lock from now on what it says; it names
    no match.
    """


@dataclass(frozen=True, slots=True)
class TableOrder:
    """An order of a referee to a table. `id` is kept with the play, so that a repeated order is not done again.

    `expect`: the match's last play, as the referee saw it; an order to the clocks needs none.
    """

    id: str = field(metadata=NAME)
    by: str
    match: str
    verb: OrderVerb
    args: Mapping[str, Any]
    expect: RecordCount | None = None
    ttl_ms: Annotated[int, Range(1, LONGEST_TTL_MS)] = 10_000


@dataclass(frozen=True, slots=True)
class UnknownOrder:
    """An order that this program does not know, such as one of a newer hall."""

    id: str = field(metadata=NAME)


@dataclass(frozen=True, slots=True)
class SettingsArgs:
    """The arguments of an order with settings. `language` None: it stays; `game` None: no game's settings are sent.

    What the order does not name of its game is as usual again. `locks` None: they stay; what they do not name, each owner
    decides. `minutes` by the clock's name. `before`: the orders with
    settings that were sent earlier and are not answered yet; one that comes after this order is too late.
    """

    language: Literal["fr", "en"] | None = None
    game: str | None = None
    house: Mapping[str, Any] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)
    locks: OfficeLocks | None = None
    before: tuple[str, ...] = ()


LANGUAGE_TOLD = {"fr": Text("language: French"), "en": Text("language: English")}


@dataclass(frozen=True, slots=True)
class OrderResult:
    """The table's answer to an order: `seq` is the last play of the match afterwards, `says` explains a refusal."""

    id: str = field(metadata=NAME)
    outcome: OrderOutcome
    seq: RecordCount = 0
    says: Wording | None = None


@dataclass(frozen=True, slots=True)
class ViewPerson:
    """Who plays a side, as anybody may see it: a name, a mark and a colour."""

    name: str
    mark: str
    colour: str


@dataclass(frozen=True, slots=True)
class ViewCrest:
    """The two colours of the shield of the owners' team that plays a side, and the name of its picture, if it has one."""

    first: str
    second: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class ViewSide:
    """A side of a match as anybody may see it."""

    seat: str
    name: Wording
    role: str
    score: int | None = None
    is_active: bool = False
    marks: tuple[Wording, ...] = ()
    person: ViewPerson | None = None
    crest: ViewCrest | None = None


@dataclass(frozen=True, slots=True)
class ViewClock:
    """A clock of a match as it stood when the view was made."""

    name: str
    left_ms: int | None
    is_running: bool
    title: Wording | None = None


@dataclass(frozen=True, slots=True)
class ViewPlay:
    """The last play in words that anybody may read. `is_ruling`: a referee changed the match by his own word."""

    says: Wording
    is_ruling: bool = False


@dataclass(frozen=True, slots=True)
class ViewLine:
    """A line of the arithmetic of a contest; `amount` is its value as it is written, `?` while it lies face down."""

    says: Wording
    amount: str = ""
    is_under: bool = False
    """It belongs to the line above."""


@dataclass(frozen=True, slots=True)
class ViewScale:
    """A side of a contest as anybody may see it. Without a seat it stands for all players, or for the number to reach.

    `is_open`: more lines may come, or values that lie face down.
    """

    seat: str | None
    role: Wording
    lines: tuple[ViewLine, ...] = ()
    total: int | None = None
    is_open: bool = False
    chance_percent: int | None = None
    has_won: bool = False
    faces: tuple[ViewFace, ...] = ()
    """Its cards that lie open."""


@dataclass(frozen=True, slots=True)
class ViewContest:
    """A contest as it stands: its sides with their sums, their odds and what is left of these, and how it ended."""

    title: Wording
    scales: tuple[ViewScale, ...] = ()
    foul_percent: int | None = None
    level_percent: int | None = None
    outcome: Wording | None = None


@dataclass(frozen=True, slots=True)
class ViewDuty:
    """What hands of a seat (None: anybody's) have to do at the table after the last plays; `is_done`: the camera has seen
    it.
    """

    seat: str | None
    says: Wording
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class PublicView:
    """What anybody may see of a match, without the secrets of a seat. `waits`: what the match waits for."""

    match: str = field(metadata=NAME)
    seq: RecordCount
    game: str = field(metadata=NAME)
    headline: Wording
    sides: tuple[ViewSide, ...]
    waits: tuple[Wording, ...] = ()
    clocks: tuple[ViewClock, ...] = ()
    pauses: tuple[str, ...] = ()
    is_over: bool = False
    is_reviewed: bool = False
    """A play is under review, and this is the state before it."""
    result: Wording | None = None
    last: ViewPlay | None = None
    contest: ViewContest | None = None
    duties: tuple[ViewDuty, ...] = ()
    board: ViewBoard | None = None
    pitch: ViewPitch | None = None
    tracks: tuple[ViewTrack, ...] = ()
    order: Wording | None = None
    terms: tuple[Wording, ...] = ()
    visible: tuple[ViewFace, ...] = ()
    """Cards that lie open for all."""
    moment: ViewMoment | None = None
    """What the last play is remembered for."""


def is_news(before: PublicView | None, now: PublicView) -> bool:
    """Tell whether a view differs from the one before by more than the time on running clocks, which anybody can count."""
    return before is None or _without_time(before) != _without_time(now)


def _without_time(view: PublicView) -> PublicView:
    return replace(
        view, clocks=tuple(replace(one, left_ms=None) if one.is_running else one for one in view.clocks)
    )


@dataclass(frozen=True, slots=True)
class ReportedQuestion:
    """A question that the table asks: what it asks, and its options; `key` tells one question from the next."""

    key: str
    asks: Wording
    options: tuple[Wording, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportedDifference:
    """How table and match differ, in sentences; `key` tells one difference from the next."""

    key: str
    says: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class ReportedCall:
    """The players at the table call a referee. `coming`: who answered; None: nobody yet."""

    id: str = field(metadata=NAME)
    coming: str | None = None


@dataclass(frozen=True, slots=True)
class ReportedDevice:
    """The last word of a camera or a tower."""

    device: str = field(metadata=NAME)
    says: Wording


@dataclass(frozen=True, slots=True)
class MachineState:
    """The state of a table's machine: free space on its disk, the temperature of its processor (None: it has no such
    sensor).
    """

    disk_free_mb: RecordCount
    celsius: Annotated[int, Range(-100, 200)] | None = None


@dataclass(frozen=True, slots=True)
class TableReport:
    """What a referee may see of a table besides the public view. Only the hall may read it."""

    machine: MachineState
    match: str | None = field(default=None, metadata=NAME_OR_NONE)
    question: ReportedQuestion | None = None
    difference: ReportedDifference | None = None
    puzzle: Wording | None = None
    """Something lies on the table that cannot be played: why."""
    is_deciding: bool = False
    """Somebody at the table is deciding about a correction."""
    call: ReportedCall | None = None
    devices: tuple[ReportedDevice, ...] = ()
    protests: RecordCount = 0
    """Protests that are not settled."""
    settings: tuple[Wording, ...] = ()
    """What matches begin with here, where it is not what is usual: language, house rules, clocks."""


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """The hall's request for the picture of an observation of a match, from byte `at` on."""

    match: str = field(metadata=NAME)
    seen: str = field(metadata=NAME)
    at: RecordCount = 0


@dataclass(frozen=True, slots=True)
class PictureAnswer:
    """A piece of a picture, as base64: its bytes from `at` on, of `of` in all; 0: the table has no such picture any more."""

    match: str = field(metadata=NAME)
    seen: str = field(metadata=NAME)
    at: RecordCount = 0
    of: Annotated[int, Range(0, LARGEST_PICTURE_BYTES)] = 0
    jpeg: str = ""


def payload_of(message: Any) -> bytes:
    """Return the bytes of a message."""
    return strict_json.canonical(write(message)).encode("ascii")


def read_message(kind: type[T], payload: bytes) -> T:
    """Read a message that came from outside; fields that only a newer program knows are left out.

    Raises `Malformed`, also if the message is too large, and `DamagedMessage` if it is no JSON.
    """
    most = LARGEST_STATE_BYTES if kind in (PublicView, TableReport) else LARGEST_BYTES
    return read(kind, _parsed(payload, most), skips_unknown=True)


def read_order(payload: bytes) -> TableOrder | UnknownOrder:
    """Read an order. None of its fields is left out, because an order is carried out exactly as it was meant or not at
    all.

    Raises `Malformed` if it cannot even be answered.
    """
    data = _parsed(payload)
    try:
        return read(TableOrder, data)
    except Malformed:
        return read(UnknownOrder, data, skips_unknown=True)


def _parsed(payload: bytes, most: int = LARGEST_BYTES) -> Any:
    if len(payload) > most:
        raise Malformed("", Text("the message is larger than {most} bytes", most=most))
    if _is_crowded(payload):
        raise Malformed("", Text("the message has too many parts"))
    try:
        data = strict_json.parse(payload, deepest=DEEPEST, unique_keys=True)
    except Malformed as problem:
        raise DamagedMessage(problem.where, problem.problem) from problem
    strict_json.expect_plain(data)
    return data


def _is_crowded(payload: bytes) -> bool:
    """Tell whether a long message has many small parts, in far less time than it takes to read them."""
    if len(payload) <= MOST_OUTSIDE_TEXT_BYTES:
        return False
    ends_of_texts = payload.count(b'"') - payload.count(b'\\"')
    return ends_of_texts > MOST_OUTSIDE_TEXT_BYTES or len(_TEXTS.sub(b"", payload)) > MOST_OUTSIDE_TEXT_BYTES
