"""Connects the hall to the wire: it passes letters to the hall and sends the hall's requests. It decides nothing."""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue

from companion.bus.topics import EVERY_TABLE, HALL_ACCOUNT
from companion.bus.wire import Letter, Wire, WireUser
from companion.hall.errors import StoreError
from companion.hall.hall import Hall
from companion.hall.orders import OrderBook
from companion.hall.pictures import PictureDesk
from companion.words import Text, translate

_log = logging.getLogger(__name__)
MOST_AT_ONCE = 256
"""Letters that are taken in one transaction of the store."""
GATHER_MS = 25
"""How long letters are gathered for one transaction."""
TICK_MS = 500
"""How often the hall looks what is due again."""
HALL_USER = WireUser(HALL_ACCOUNT, (EVERY_TABLE,))


class HallDesk:
    """Moves letters between the wire and the hall. Only one thread may call `step`."""

    def __init__(
        self,
        hall: Hall,
        wire: Wire,
        now_ms: Callable[[], int],
        orders: OrderBook | None = None,
        pictures: PictureDesk | None = None,
    ) -> None:
        """`orders` None: no referee orders anything here; `pictures` None: nobody asks for pictures."""
        self._hall = hall
        self._wire = wire
        self._now_ms = now_ms
        self._orders = orders
        self._pictures = pictures
        self._inbox: SimpleQueue[Letter | None] = SimpleQueue()
        self._is_woken = False
        self._ticked_ms: int | None = None
        self.trouble: Text | None = None
        """Why the store did not take the last letters; None: it did."""

    def open(self) -> None:
        """Begin to listen."""
        self._wire.open(self._inbox.put, lambda: None)

    def step(self, wait_s: float = 0.0) -> int:
        """Take the letters that have come, waiting up to `wait_s` for the first; return how many there were."""
        letters = self._letters(wait_s)
        now_ms = self._now_ms()
        try:
            out = self._hall.hear(letters, now_ms) if letters else []
            is_due = self._ticked_ms is None or now_ms - self._ticked_ms >= TICK_MS
            if is_due:
                self._ticked_ms = now_ms
                out += self._hall.tick(now_ms)
            is_due, self._is_woken = is_due or self._is_woken, False
            out += self._ordered(now_ms, is_due=is_due)
            out += self._pictured(is_due=is_due)
        except StoreError as problem:
            self._begin_anew(problem)
            return len(letters)
        for letter in out:
            self._wire.send(letter)
        return len(letters)

    def wake(self) -> None:
        """Have the orders, and what pictures are asked for, looked at now; may be called in any thread."""
        self._inbox.put(None)

    def close(self) -> None:
        self._wire.close()

    def _ordered(self, now_ms: int, *, is_due: bool) -> list[Letter]:
        if self._orders is None:
            return []
        self._orders.take(self._hall.results())
        if not is_due:
            return []
        return self._orders.letters(self._hall.standings(now_ms), now_ms)

    def _pictured(self, *, is_due: bool) -> list[Letter]:
        if self._pictures is None:
            return []
        return self._pictures.take(self._hall.pictures()) + (self._pictures.letters() if is_due else [])

    def _letters(self, wait_s: float) -> list[Letter]:
        """Take what has come; who waits for it gathers for a moment, because a transaction costs more than a letter."""
        letters: list[Letter] = []
        try:
            if wait_s:
                is_letter = self._took(letters, self._inbox.get(timeout=wait_s))
                until_ms = self._now_ms() + GATHER_MS
                while is_letter and len(letters) < MOST_AT_ONCE and (left := until_ms - self._now_ms()) > 0:
                    is_letter = self._took(letters, self._inbox.get(timeout=left / 1000))
            while len(letters) < MOST_AT_ONCE:
                self._took(letters, self._inbox.get_nowait())
        except Empty:
            pass
        return letters

    def _took(self, letters: list[Letter], came: Letter | None) -> bool:
        """Take what came out of the inbox; tell whether it is a letter, or only a word that orders wait."""
        if came is None:
            self._is_woken = True
            return False
        letters.append(came)
        return True

    def _begin_anew(self, problem: StoreError) -> None:
        """Go on from what the store has: whatever was lost with these letters is asked for again."""
        self.trouble = problem.message
        _log.warning("the hall's store: %s", translate(problem.message, "en"))
        try:
            self._hall.reload()
        except StoreError as still:
            self.trouble = still.message
        else:
            self.trouble = None
