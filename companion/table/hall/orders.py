"""Passes the orders of a referee at the hall to the match at this table, and returns the answers.

An order's id is kept with its play: who repeats an order is answered from the log, and it is done once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue

from companion.bus.messages import OrderOutcome, OrderResult, TableOrder, UnknownOrder
from companion.ids import MatchId, ObservationId
from companion.queues import taken
from companion.session.orders import ORDER, OrderAnswer, RefereeOrder
from companion.storage.outbox import OutboxReader, PlayFound
from companion.table.hall.view import wording_of
from companion.table.match_words import error_message
from companion.words import Text

REMEMBERED = 64
"""So many results are repeated from memory."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """The match that is played at this table now, and the function that gives it an order."""

    match: MatchId
    put: Callable[[RefereeOrder], None]


class OrderDesk:
    """The orders to one table. Any thread may call `open` and `close`; only the line's thread the other methods."""

    def __init__(self) -> None:
        self._open: OpenMatch | None = None
        self._pending: dict[str, int] = {}
        self._answers: SimpleQueue[tuple[str, OrderAnswer]] = SimpleQueue()
        self._answered: dict[str, OrderResult] = {}
        """The last results: an order to the clocks is in no log, and a repeat must not add the time twice."""

    def open(self, match: OpenMatch) -> None:
        """Pass orders to this match from now on."""
        self._open = match

    def close(self) -> None:
        """Note that no match is played any more."""
        self._open = None

    def take(self, order: TableOrder, log: OutboxReader, now_ms: int) -> OrderResult | None:
        """Pass an order to the match. Return the answer if it is known at once. Raises `StorageError`."""
        # A match that could not keep an order never answers it: it may be tried again.
        self._pending = {name: until_ms for name, until_ms in self._pending.items() if until_ms > now_ms}
        if order.id in self._pending:
            return None
        if order.id in self._answered:
            return self._answered[order.id]
        before = log.play_with(ObservationId(f"{ORDER}{order.id}"))
        if before is not None:
            return _answered_before(order.id, before)
        now_open = self._open
        if now_open is None or now_open.match != order.match:
            says = Text("this match is not open at the table: walk there")
            return OrderResult(order.id, OrderOutcome.BUSY, 0, wording_of(says))
        self._pending[order.id] = now_ms + 2 * order.ttl_ms
        answer = partial(self._answer, order.id)
        now_open.put(
            RefereeOrder(
                order.id, order.by[:40], order.verb, order.args, order.expect, now_ms + order.ttl_ms, answer
            )
        )
        return None

    def results(self) -> list[OrderResult]:
        """Return the answers that have come since, each once."""
        results = []
        for name, answer in taken(self._answers):
            self._pending.pop(name, None)
            says = None if answer.says is None else wording_of(answer.says)
            results.append(OrderResult(name, answer.outcome, answer.seq, says))
        for result in results:
            self._answered[result.id] = result
        for name in list(self._answered)[:-REMEMBERED]:
            del self._answered[name]
        return results

    def _answer(self, name: str, answer: OrderAnswer) -> None:
        self._answers.put((name, answer))


def refused_unknown(order: UnknownOrder) -> OrderResult:
    """Return the answer to an order that this program does not know."""
    says = Text(
        "the table's program is another version and does not know this order: update the older of the two, or do it at the"
        " table"
    )
    return OrderResult(order.id, OrderOutcome.REFUSED, 0, wording_of(says))


def _answered_before(name: str, found: PlayFound) -> OrderResult:
    if found.error is None:
        return OrderResult(name, OrderOutcome.DONE, found.seq)
    return OrderResult(name, OrderOutcome.REFUSED, found.seq, error_message(found.error))
