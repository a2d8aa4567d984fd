"""The hall: takes records that continue its copies, asks for missing ones, and marks forks. It has no thread and no wire.

    letters ──► records that follow ──► store, in one transaction
            └─► heads ahead of the store ──► requests to those tables

What a table told and the store does not have is asked for again and again, until the answer has come: a request is the
only acknowledgement that counts. A letter that cannot be taken hinders no other: it is counted, and its table's lamp tells
it.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.bus.messages import (
    LARGEST_RECORD_CHARS,
    DamagedMessage,
    LogHead,
    LogNews,
    OrderResult,
    PictureAnswer,
    PublicView,
    RecordAnswer,
    RecordPiece,
    RecordRequest,
    TableReport,
    TableStatus,
    payload_of,
    read_message,
)
from companion.bus.wire import TO_TABLE, Letter, TableTopic, TopicPart, table_topic
from companion.errors import Malformed
from companion.hall.branches import BranchedLog, LogKey, Taking
from companion.hall.errors import StoreError
from companion.hall.links import LinkStanding, TableLink, standing_of
from companion.hall.store.changes import (
    FORK_CALL,
    PLAYERS_CALL,
    WITHDRAWN,
    KeptCall,
    KeptLink,
    NewRecord,
    StoreChanges,
)
from companion.hall.store.store import HallStore
from companion.storage.outbox import ChainedRecord
from companion.words import Text

_log = logging.getLogger(__name__)
ASK_AGAIN_MS = 1_000
"""A request that was not answered for so long is sent again; heads come every five seconds."""
MOST_DOUBLINGS = 2
"""The wait doubles so often: a hall that has more to do than it can does not have its tables send everything again."""

NOTED_MS = 1_000
"""How often the store is told that a table was heard, if nothing else is new of it."""
MOST_PIECES_CHARS = 2 * LARGEST_RECORD_CHARS
"""Characters of records in pieces that wait for the rest, of all tables together."""
CALLS_APART_MS = 1_000
"""Between two calls of the players at one table; each is kept for the evening."""
MOST_LOGS = 64
"""Logs of one table that are kept. A table begins another one when its log is lost."""

Known = Callable[[str], bool]
"""Tells whether an account is one of this hall's tables."""


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """What a table answered to an order. The account is that of the table that spoke, by its topic."""

    account: str
    result: OrderResult


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A piece of a picture that came. The account is that of the table that spoke, by its topic."""

    account: str
    answer: PictureAnswer


@dataclass(slots=True)
class _Asking:
    """What is asked of a table: where its log and ours part is looked for at ever earlier records."""

    asked_ms: int | None = None
    repeats: int = 0
    """How often the same was asked again."""
    places: list[tuple[int, int]] = field(default_factory=list)
    """Branch and record number of the requests to come; the first is the one that is asked now."""
    pieces: list[RecordPiece] = field(default_factory=list)
    """What has come of a record that is too long for one message."""

    def is_for(self, answer: RecordAnswer) -> bool:
        """Tell whether an answer is to the request that was made last."""
        return bool(self.places) and self.places[0][1] == answer.have

    @property
    def at(self) -> int:
        """The characters of that record that have come."""
        return sum(len(piece.record.body) for piece in self.pieces)

    def take(self, piece: RecordPiece) -> ChainedRecord | None:
        """Take a piece if it is the next one of its record; return the record when it is whole."""
        if self.pieces and (self.pieces[0].of, self.pieces[0].record.hash) != (piece.of, piece.record.hash):
            self.pieces.clear()
        if piece.at == self.at:
            self.pieces.append(piece)
            self.asked_ms = None
        if self.at < piece.of:
            return None
        body = "".join(one.record.body for one in self.pieces)
        self.pieces.clear()
        return replace(piece.record, body=body)


class Hall:
    """The copies of all tables' logs, and the state of each table's connection. One thread owns it."""

    def __init__(self, store: HallStore, wall_ms: Callable[[], int], is_known: Known) -> None:
        """Take what the store has. Raises `StoreError`."""
        self._store = store
        self._wall_ms = wall_ms
        self._is_known = is_known
        self._links: dict[str, TableLink] = {}
        self._asking: dict[str, _Asking] = {}
        self._logs: dict[LogKey, BranchedLog] = {}
        self._changes = StoreChanges()
        self._results: list[TableAnswer] = []
        self._pictures: list[TablePicture] = []
        self._now_ms = 0
        self.refused = 0
        """Letters and records that were no use: damaged, unreadable, or of nobody's log."""
        self._refusals: Counter[str] = Counter()
        self._odd: set[str] = set()
        """Tables that sent a letter that nobody foresaw: theirs are taken one by one."""
        self._load()

    def _load(self, account: str | None = None) -> None:
        """Take from the store what it has of one table, or of all; what was asked of them is asked anew."""
        self._changes = StoreChanges()
        self._asking = {name: one for name, one in self._asking.items() if account not in (None, name)}
        self._logs = {key: log for key, log in self._logs.items() if account not in (None, key.account)}
        for kept in self._store.branches(account):
            self._logs.setdefault(kept.key, self._log(kept.key)).restore(kept)
        for link in self._links.values():
            link.noted = None
            self._measure(link)

    # --- letters in, letters out

    def hear(self, letters: Iterable[Letter], now_ms: int) -> list[Letter]:
        """Take letters and return the requests that follow. All records that were taken are then in the store.

        Raises `StoreError`; then call `reload`. Nothing of these letters is kept then, and their tables will be asked for
        it.
        """
        self._now_ms = now_ms
        try:
            return self._took_together(self._known(letters))
        except BaseException:
            # What is in memory must not be ahead of what is in the store.
            self._changes, self._logs = StoreChanges(), {}
            raise

    def _known(self, letters: Iterable[Letter]) -> list[tuple[TableTopic, Letter]]:
        """Return the letters of this hall's tables."""
        known = []
        for letter in letters:
            topic = table_topic(letter.topic)
            if topic is None or not self._is_known(topic.account):
                self.refused += 1
            elif topic.part not in TO_TABLE:  # which are letters of the hall itself
                known.append((topic, letter))
        return known

    def _took_together(self, letters: list[tuple[TableTopic, Letter]]) -> list[Letter]:
        """Take letters in one transaction, or one by one if anything is wrong that nobody foresaw."""
        alone = [one for one in letters if one[0].account in self._odd]
        try:
            out = self._took_all([one for one in letters if one[0].account not in self._odd])
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - whatever a table sends may not stop the others; the letter is found below
            self._load()
            alone, out = letters, []
        for topic, letter in alone:
            out += self._took_alone(topic, letter)
        return out

    def _took_all(self, letters: Sequence[tuple[TableTopic, Letter]]) -> list[Letter]:
        """Take letters in one transaction. What is in memory is ahead of the store after an error."""
        before = {account: (link.report, link.called_ms) for account, link in self._links.items()}
        out: list[Letter] = []
        try:
            for topic, letter in letters:
                out.extend(self._heard(topic, letter))
            if not self._changes.is_empty:
                self._store.keep(self._changes)
                self._changes = StoreChanges()
        except BaseException:
            # Calls are seen by what a report has and the one before it has not.
            for account, link in self._links.items():
                link.report, link.called_ms = before.get(account, (None, None))
            raise
        return out

    def _took_alone(self, topic: TableTopic, letter: Letter) -> list[Letter]:
        """Take a letter in a transaction of its own, or refuse it, whatever is wrong with it."""
        try:
            return self._took_all([(topic, letter)])
        except StoreError:
            raise
        except Exception as problem:  # noqa: BLE001 - see `_took_together`
            if topic.account not in self._odd:
                _log.error("table %s sent a letter that cannot be taken", topic.account, exc_info=problem)
            self._odd.add(topic.account)
            self._load(topic.account)
            self._refuse(self._link(topic.account), topic.part)
            self._note(self._link(topic.account))
            return []

    def overflow(self, account: str, letters: int, now_ms: int) -> None:
        """Note that a table sent more than its share, and how many of its letters were not taken."""
        if self._is_known(account):
            link = self._link(account)
            link.flooded_ms, link.refused = now_ms, link.refused + letters

    def tick(self, now_ms: int) -> list[Letter]:
        """Return the requests to repeat now. Raises `StoreError` if the store is gone; then call `reload`."""
        self._now_ms = now_ms
        self._store.expect_there()
        return [
            letter
            for link in self._links.values()
            if link.is_up and link.behind
            for letter in self._ask(link)
        ]

    def reload(self) -> None:
        """Open the store again after it failed or was deleted, and continue from its contents. Raises `StoreError`."""
        self._store.reopen()
        self._load()

    def results(self) -> list[TableAnswer]:
        """Return the answers to orders that have come, each once."""
        taken, self._results = self._results, []
        return taken

    def refusals(self) -> Counter[str]:
        """Return how many letters of each table were refused since this was last asked."""
        taken, self._refusals = self._refusals, Counter()
        return taken

    def pictures(self) -> list[TablePicture]:
        """Return the pieces of pictures that have come, each once."""
        taken, self._pictures = self._pictures, []
        return taken

    def standings(self, now_ms: int) -> list[LinkStanding]:
        """Return the state of each table's connection, by account."""
        return [standing_of(self._links[account], now_ms) for account in sorted(self._links)]

    def tips(self, account: str) -> dict[str, list[tuple[int, str]]]:
        """Return the last record of each branch of a table's logs: its number and its hash."""
        return {
            key.log: [(log.tip(number).n, log.tip(number).hash) for number in log.numbers]
            for key, log in self._logs.items()
            if key.account == account
        }

    def _link(self, account: str) -> TableLink:
        return self._links.setdefault(account, TableLink(account, heard_ms=self._now_ms))

    def _refuse(self, link: TableLink, part: TopicPart, *, is_damaged: bool = False) -> None:
        self.refused += 1
        self._refusals[link.account] += 1
        link.refuse(part, is_damaged=is_damaged)

    def _heard(self, topic: TableTopic, letter: Letter) -> list[Letter]:
        link = self._link(topic.account)
        try:
            asks = self._took(link, topic.part, letter.payload)
        except DamagedMessage:
            self._refuse(link, topic.part, is_damaged=True)
            self._note(link)
            return []
        except Malformed:
            self._refuse(link, topic.part)
            asks = []
        else:
            link.understand(topic.part)
        # A last will is no word of the table's own, and what the broker kept is an old one.
        if not letter.is_kept and (topic.part is not TopicPart.UP or link.is_up):
            link.heard_ms, link.heard_at_ms = self._now_ms, self._wall_ms()
        self._note(link)
        return asks

    def _took(self, link: TableLink, part: TopicPart, payload: bytes) -> list[Letter]:
        asks: list[Letter] = []
        match part:
            case TopicPart.UP:
                status = read_message(TableStatus, payload)
                link.is_up, link.version = status.is_up, status.version[:64]
            case TopicPart.VIEW:
                link.view, link.view_text = read_message(PublicView, payload), payload.decode()
            case TopicPart.REPORT:
                self._take_report(link, read_message(TableReport, payload))
            case TopicPart.HEAD:
                self._take_head(link, read_message(LogHead, payload))
                asks = self._ask(link) if link.behind else []
            case TopicPart.LOG:
                asks = self._take_news(link, read_message(LogNews, payload))
            case TopicPart.ANSWER:
                asks = self._take_answer(link, read_message(RecordAnswer, payload))
            case TopicPart.DONE:
                self._results.append(TableAnswer(link.account, read_message(OrderResult, payload)))
            case TopicPart.PICTURE:
                self._pictures.append(TablePicture(link.account, read_message(PictureAnswer, payload)))
            case TopicPart.WANT | TopicPart.DO | TopicPart.LOOK:
                raise AssertionError(f"a table does not send {part}")
        return asks

    # --- what a table says of its log

    def _take_head(self, link: TableLink, head: LogHead) -> None:
        if link.head is not None and link.head.log != head.log:
            self._asking.pop(link.account, None)
            link.branch = 0
        link.head = head
        log = self._log(LogKey(link.account, head.log))
        found = log.branch_with(head.n, head.hash)
        if found is not None:
            link.branch = found
        self._measure(link)
        if found is None and not link.behind:
            # Our branch goes as far and says otherwise: what the table has of it is looked for.
            link.n = min(link.n, head.n - 1)

    def _take_report(self, link: TableLink, report: TableReport) -> None:
        """Open a call when the players call, and close it when they need nobody any more or were answered."""
        before = None if link.report is None else link.report.call
        call = report.call
        is_new = call is not None and (before is None or before.id != call.id)
        if is_new and link.called_ms is not None and self._now_ms - link.called_ms < CALLS_APART_MS:
            raise Malformed("call", Text("this table calls too often"))
        link.report = report
        if before is not None and (call is None or call.id != before.id):
            self._changes.calls_over.append((link.account, before.id, WITHDRAWN))
        if call is not None and is_new:
            link.called_ms = self._now_ms
            self._changes.calls.append(KeptCall(link.account, PLAYERS_CALL, call.id, self._wall_ms()))
        if call is not None and call.coming is not None:
            self._changes.calls_over.append((link.account, call.id, call.coming[:64]))

    def _take_news(self, link: TableLink, news: LogNews) -> list[Letter]:
        is_ahead = False
        if news.records and self._has(link, news):
            return []
        for record in news.records:
            is_ahead = self._take(link, news.log, record) is Taking.AHEAD or is_ahead
        if is_ahead and link.head is not None and link.head.log == news.log:
            return self._ask(link)
        return []

    def _take_answer(self, link: TableLink, answer: RecordAnswer) -> list[Letter]:
        asking = self._asking.get(link.account)
        is_of_log = link.head is not None and answer.log == link.head.log
        if asking is None or not is_of_log or not asking.is_for(answer):
            # Nobody waits for it any more; its records are as good as any. Asking on from here as well would bring the rest
            # once more for each answer that came twice.
            self._take_news(link, LogNews(answer.log, answer.records))
            return []
        log = self._log(LogKey(link.account, answer.log))
        if not answer.is_known:
            asking.places.pop(0)
            asking.pieces.clear()
            asking.asked_ms = None
            return self._ask(link)
        records = answer.records
        if answer.piece is not None:
            if sum(one.at for one in self._asking.values()) > MOST_PIECES_CHARS:
                asking.pieces.clear()
            whole = asking.take(answer.piece)
            if whole is None:
                return self._ask(link)
            records = (whole,)
        last: ChainedRecord | None = None
        for record in records:
            if self._take(link, answer.log, record) not in (Taking.NEXT, Taking.KNOWN, Taking.FORK):
                break
            last = record
        self._asking.pop(link.account, None)
        if last is None or not link.behind:
            return []
        branch = log.branch_with(last.n, last.hash)
        if branch is not None and last.n < log.tip(branch).n:
            # The table's log runs along one of ours still: it is asked from there on.
            self._asking[link.account] = _Asking(places=[(branch, last.n)])
        return self._ask(link)

    def _has(self, link: TableLink, news: LogNews) -> bool:
        """Tell whether the last of some records is here already, and so those before it: letters come twice."""
        last = news.records[-1]
        return self._log(LogKey(link.account, news.log)).branch_with(last.n, last.hash) is not None

    def _take(self, link: TableLink, name: str, record: ChainedRecord) -> Taking:
        log = self._log(LogKey(link.account, name))
        is_new = log.tip(0).n == 0
        if is_new and sum(key.account == link.account for key in self._logs) >= MOST_LOGS:
            raise Malformed("log", Text("this table has more than {most} logs", most=MOST_LOGS))
        taken = log.take(record)
        match taken.taking:
            case Taking.NEXT | Taking.FORK:
                if is_new or taken.taking is Taking.FORK:
                    cites = link.head.cites if link.head is not None and link.head.log == name else None
                    self._changes.branches.append((log.tip(taken.branch), cites))
                    self._logs[log.key] = log
                self._changes.records.append(NewRecord(log.key, taken.branch, record))
                if taken.taking is Taking.FORK:
                    self._changes.calls.append(KeptCall(link.account, FORK_CALL, name, self._wall_ms()))
                link.branch = taken.branch
                self._measure(link)
            case Taking.WRONG:
                self.refused += 1
            case Taking.KNOWN | Taking.AHEAD:
                pass
        return taken.taking

    # --- asking

    def _ask(self, link: TableLink) -> list[Letter]:
        """Ask a table for what is missing, unless that was asked a moment ago."""
        if link.head is None:
            return []
        log = self._log(LogKey(link.account, link.head.log))
        asking = self._asking.setdefault(link.account, _Asking())
        if asking.asked_ms is not None:
            if self._now_ms - asking.asked_ms < ASK_AGAIN_MS << min(asking.repeats, MOST_DOUBLINGS):
                return []
            asking.repeats += 1
        if not asking.places:
            asking.places = _places(log, link.branch)
        branch, have = asking.places[0]
        asking.asked_ms = self._now_ms
        request = RecordRequest(log.key.log, have, log.hash_at(branch, have) or "", asking.at)
        return [Letter(str(TableTopic(link.account, TopicPart.WANT)), payload_of(request))]

    # --- memory

    def _log(self, key: LogKey) -> BranchedLog:
        """Return a log; one of which nothing is kept is not remembered, because a table may name any number of them."""
        return self._logs.get(key) or BranchedLog(key, self._store.hashes_of)

    def _measure(self, link: TableLink) -> None:
        """Work out how far the hall has the branch of a table."""
        if link.head is None:
            return
        log = self._log(LogKey(link.account, link.head.log))
        link.branch = min(link.branch, len(log.numbers) - 1)
        link.n, link.is_forked = log.tip(link.branch).n, log.is_forked

    def _note(self, link: TableLink) -> None:
        """Have the store keep what is new of a table; that it was heard again, once a second."""
        head, before = link.head, link.noted
        now = KeptLink(
            link.account,
            None if head is None else head.log,
            link.branch,
            link.n,
            0 if head is None else head.n,
            link.is_up,
            link.version,
            link.heard_at_ms,
            link.view_text,
            " ".join(sorted(link.unread)),
        )
        is_same = before is not None and replace(before, heard_at_ms=now.heard_at_ms) == now
        if before is None or not is_same or abs(now.heard_at_ms - before.heard_at_ms) >= NOTED_MS:
            link.noted = self._changes.links[link.account] = now


def _places(log: BranchedLog, branch: int) -> list[tuple[int, int]]:
    """Return where the table's log may part from ours, the likeliest first: at the end of its own branch, at the ends of
    the others, and then ever earlier; at 0 all logs are the same.
    """
    tips = [(number, log.tip(number).n) for number in (branch, *log.numbers)]
    places = list(dict.fromkeys(tips))
    back = log.tip(branch).n
    while back > 0:
        back //= 2
        places.append((branch, back))
    return list(dict.fromkeys([*places, (branch, 0)]))
