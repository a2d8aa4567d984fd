"""What the hall asks of tables: the orders of referees, and the pictures of plays. No thread, no wire."""

import binascii
import hashlib
import secrets
import threading
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from companion.bus.messages import OrderVerb, PictureAnswer, PictureRequest, TableOrder, payload_of
from companion.bus.wire import Letter, TableTopic, TopicPart
from companion.hall.hall import TableAnswer, TablePicture
from companion.hall.links import Lamp, LinkStanding
from companion.hall.store.changes import KeptOrder, OrderFate
from companion.hall.store.store import HallStore
from companion.storage import strict_json
from companion.words import Text

# --- orders
# Sends the orders of referees to tables, and keeps what became of them. No thread, no wire.
#
#     page or command ──► store (asked) ──► order to the table, again each second ──► answer ──► store (done, conflict, …)
#
# An order is in the store before it is sent, with who asked for it, when and why. Nothing waits for a table that is
# away.

SEND_AGAIN_MS = 1_000
"""An order that was not answered for so long is sent again; the table does it once."""
ANSWER_MS = 3_000
"""How long the hall waits for the answer after the order has expired at the table."""
TTL_MS = 10_000
ID_BYTES = 8
MOST_BEFORE = 16
"""So many earlier orders with settings are named in one."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks a table to do something: a name, a role, and why.

    `form` is a word of the form that was sent: of one form the same wish is one order, however often it is touched.
    """

    name: str
    role: str
    why: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class OrderWish:
    """What a table is to do with its match. `expect`: the match's last play as it was seen; None where it does not matter."""

    account: str
    match: str
    verb: OrderVerb
    args: Mapping[str, Any]
    expect: int | None = None


def new_order(wish: OrderWish, asker: Asker, at_ms: int) -> KeptOrder:
    """Return an order as it is kept, with an id of its own."""
    name = _form_id(wish, asker) if asker.form else secrets.token_hex(ID_BYTES)
    order = TableOrder(name, asker.name, wish.match, wish.verb, wish.args, wish.expect, TTL_MS)
    return KeptOrder(order, wish.account, asker.role, asker.why, at_ms)


def _form_id(wish: OrderWish, asker: Asker) -> str:
    said = [asker.name, asker.form, wish.account, wish.match, wish.verb.value, dict(wish.args)]
    return hashlib.sha256(strict_json.canonical(said).encode()).hexdigest()[: 2 * ID_BYTES]


def fate_told(fate: OrderFate | None) -> Text:
    """Return in plain words what became of an order."""
    match fate:
        case None:
            return Text("on its way to the table")
        case OrderFate.DONE:
            return Text("done: it is in the table's log")
        case OrderFate.CONFLICT:
            return Text("not done: the match had gone on; look at it again")
        case OrderFate.REFUSED:
            return Text("not done: the rules or the table refused it")
        case OrderFate.BUSY:
            return Text("not done: the table is busy; try again, or go there")
        case OrderFate.EXPIRED:
            return Text("not done: it came too late")
        case OrderFate.ABSENT:
            return Text("not sent: the table is not connected; go there")
        case OrderFate.UNANSWERED:
            return Text("no answer: look at the history before you repeat it, or go there")


@dataclass(slots=True)
class _Sent:
    kept: KeptOrder
    until_ms: int
    sent_ms: int


class OrderBook:
    """The orders that are on their way. It belongs to the thread that owns the store."""

    def __init__(self, store: HallStore, wall_ms: Callable[[], int]) -> None:
        self._store = store
        self._wall_ms = wall_ms
        self._began_ms = wall_ms()
        self._sent: dict[str, _Sent] = {}

    def letters(self, standings: Iterable[LinkStanding], now_ms: int) -> list[Letter]:
        """Return the orders that are to be sent now, for the first time or again. Raises `StoreError`."""
        lamps = {one.account: one.lamp for one in standings}
        out: list[Letter] = []
        before: dict[str, list[str]] = {}
        for kept in map(partial(_after, before), self._store.open_orders()):
            name = kept.order.id
            known = self._sent.get(name)
            age_ms = max(0, self._wall_ms() - kept.asked_at_ms)
            is_there = lamps.get(kept.account, Lamp.GONE).is_on_the_line
            is_late = age_ms > kept.order.ttl_ms
            # A hall that was killed may have sent it: the table knows, and does it once.
            is_of_before = kept.asked_at_ms < self._began_ms
            if known is None and is_of_before and not is_there and not is_late:
                continue
            if known is None and (is_late or not is_there):
                fate = OrderFate.UNANSWERED if is_of_before else OrderFate.ABSENT
                self._store.answer_order(name, fate, self._wall_ms())
            elif known is None:
                left_ms = kept.order.ttl_ms - age_ms if is_of_before else kept.order.ttl_ms
                self._sent[name] = _Sent(kept, now_ms + left_ms, now_ms)
                out.append(_letter(kept, left_ms))
            elif now_ms > known.until_ms + ANSWER_MS:
                del self._sent[name]
                self._store.answer_order(name, OrderFate.UNANSWERED, self._wall_ms())
            elif now_ms < known.until_ms and now_ms - known.sent_ms >= SEND_AGAIN_MS:
                known.sent_ms = now_ms
                out.append(_letter(kept, known.until_ms - now_ms))
        return out

    def take(self, answers: Iterable[TableAnswer]) -> None:
        """Keep what tables answered; nobody answers for another table. Raises `StoreError`."""
        for answer in answers:
            result = answer.result
            sent = self._sent.get(result.id)
            if sent is None or sent.kept.account != answer.account:
                continue
            del self._sent[result.id]
            fate = OrderFate(result.outcome.value)
            self._store.answer_order(result.id, fate, self._wall_ms(), seq=result.seq, says=result.says)


def _after(before: dict[str, list[str]], kept: KeptOrder) -> KeptOrder:
    """Return an order as it is sent: settings name those to the same table before them, so that the last ones hold."""
    if kept.order.verb is not OrderVerb.SETTINGS:
        return kept
    earlier = before.setdefault(kept.account, [])
    args = {**kept.order.args, "before": earlier[-MOST_BEFORE:]} if earlier else kept.order.args
    earlier.append(kept.order.id)
    return replace(kept, order=replace(kept.order, args=args))


def _letter(kept: KeptOrder, ttl_ms: int) -> Letter:
    order = replace(kept.order, ttl_ms=max(1, ttl_ms))
    return Letter(str(TableTopic(kept.account, TopicPart.DO)), payload_of(order))


# --- pictures
# Fetches the pictures of plays from their tables, for referees who ask; the hall keeps none of them on its disk.
#
# page ──ask──► request to the table, again each second ──► pieces ──► the whole picture, or that there is none

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
        """Ask a table for a picture. The future gives the JPEG; None if the table has none, or did not answer in time."""
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
