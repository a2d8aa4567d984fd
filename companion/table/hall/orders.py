"""Does what the hall asks of this table: the orders of referees, the office's settings, and pictures of plays.

An order's id is kept with its play: who repeats an order is answered from the log, and it is done once.
"""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from companion.bus.messages import (
    LANGUAGE_TOLD,
    LARGEST_PICTURE_BYTES,
    PICTURE_PIECE_BYTES,
    OrderOutcome,
    OrderResult,
    PictureAnswer,
    PictureRequest,
    SettingsArgs,
    TableOrder,
    UnknownOrder,
)
from companion.codec import read
from companion.errors import CompanionError, Malformed
from companion.ids import MatchId, ObservationId
from companion.locks import locks_told
from companion.session.inbox import ORDER, OrderAnswer, RefereeOrder
from companion.showing.house_rules import agreed_told
from companion.storage.evidence import EvidenceStore
from companion.storage.outbox import OutboxReader, PlayFound
from companion.storage.places import Places
from companion.storage.settings import Agreements, AgreementStore, SettingsStore, expect_fitting
from companion.table.hall.view_drawing import wording_of
from companion.table.recorded_match import error_message
from companion.threads import taken
from companion.words import Text, Wording

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
            says = Text("this match is not open at the table: go there")
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


# --- settings
# Takes the settings that a hall's office sends to this table: language, house rules, lengths of clocks, locks.
#
# They are checked and kept in the data folder. Rules and clocks hold from the next match on: a running match keeps what it
# began with. Locks hold at once.

LONGEST_BY = 40


class SettingsDesk:
    """Takes orders with settings for one table. Only the line's thread may use it."""

    def __init__(self, where: Places) -> None:
        self._agreed = AgreementStore(where.agreements)
        self._settings = SettingsStore(where.settings)

    def take(self, order: TableOrder) -> OrderResult:
        """Keep the settings of an order, once; return the answer, which says why if they are refused."""
        if self._agreed.has_passed(order.id):
            says = Text("newer settings were accepted already: they stay in force")
            return OrderResult(order.id, OrderOutcome.CONFLICT, 0, wording_of(says))
        try:
            if not self._agreed.has_taken(order.id):
                self._keep(order)
        except CompanionError as problem:
            return OrderResult(order.id, OrderOutcome.REFUSED, 0, wording_of(problem.message))
        return OrderResult(order.id, OrderOutcome.DONE)

    def told(self) -> tuple[Wording, ...]:
        """Return in words what matches begin with here, if it is not what is usual."""
        language = self._settings.look().settings.language
        spoken = () if language is None else (wording_of(LANGUAGE_TOLD[language]),)
        locks = self._agreed.locks()
        return (
            *spoken,
            *((wording_of(locks_told(locks)),) if locks else ()),
            *(
                wording_of(agreed_told(game, one.house, one.minutes))
                for game, one in self._agreed.load().items()
            ),
        )

    def _keep(self, order: TableOrder) -> None:
        """Check everything before anything is kept. Raises `Malformed` or `StorageError`."""
        args: SettingsArgs = read(SettingsArgs, dict(order.args))
        if args.language is None and args.game is None and args.locks is None:
            raise Malformed("", Text("the order names neither a language nor a game nor locks"))
        if args.game is None and (args.house or args.minutes):
            raise Malformed("game", Text("house rules and clocks need the game that they are for"))
        agreed = Agreements(args.house, args.minutes, order.by[:LONGEST_BY])
        if args.game is not None:
            expect_fitting(args.game, agreed)
        if args.language is not None:
            language = args.language
            self._settings.change(lambda settings: replace(settings, language=language))
        self._agreed.take(order.id, args.game, agreed, args.before, args.locks)


# --- pictures
# Sends the hall the pictures of plays that a referee there asks for; the log's records travel without them.


def picture_answer(request: PictureRequest, folder: Path) -> PictureAnswer:
    """Return the piece of the picture that is asked for, from the folder of the pictures; nothing is raised.

    A picture that was deleted, or cannot be read, is answered as one that is not there.
    """
    nothing = PictureAnswer(request.match, request.seen)
    path = EvidenceStore(folder).find(MatchId(request.match), ObservationId(request.seen))
    if path is None:
        return nothing
    try:
        of = path.stat().st_size
        if not 0 < of <= LARGEST_PICTURE_BYTES:
            return nothing
        with path.open("rb") as file:
            file.seek(min(request.at, of))
            piece = file.read(PICTURE_PIECE_BYTES)
    except OSError:
        return nothing
    return PictureAnswer(request.match, request.seen, request.at, of, b64encode(piece).decode("ascii"))
