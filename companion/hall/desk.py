"""Connects the hall to the wire: it passes letters to the hall and sends the hall's requests. It decides nothing."""

import logging
from collections.abc import Callable

from companion.bus.topics import EVERY_TABLE, HALL_ACCOUNT
from companion.bus.wire import Letter, Wire, WireUser
from companion.hall.errors import HallError
from companion.hall.hall import Hall
from companion.hall.inbox import FairInbox
from companion.hall.orders import OrderBook
from companion.hall.pictures import PictureDesk
from companion.words import Text, translate

_log = logging.getLogger(__name__)
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
        self._inbox = FairInbox(now_ms)
        self._ticked_ms: int | None = None
        self.trouble: Text | None = None
        """Why the store did not take the last letters; None: it did."""

    def open(self) -> None:
        """Begin to listen."""
        self._wire.open(self._inbox.put, lambda: None)

    def step(self, wait_s: float = 0.0) -> int:
        """Take the letters that have come, waiting up to `wait_s` for the first; return how many there were."""
        letters, is_woken = self._inbox.take(wait_s)
        now_ms = self._now_ms()
        for account, lost in self._inbox.overflow().items():
            self._hall.overflow(account, lost, now_ms)
        try:
            out = self._hall.hear(letters, now_ms) if letters else []
            self._inbox.charge(self._hall.refusals())
            is_due = self._ticked_ms is None or now_ms - self._ticked_ms >= TICK_MS
            if is_due:
                self._ticked_ms = now_ms
                out += self._hall.tick(now_ms)
            is_due = is_due or is_woken
            out += self._ordered(now_ms, is_due=is_due)
            out += self._pictured(is_due=is_due)
        except HallError as problem:
            self._begin_anew(problem)
            return len(letters)
        for letter in out:
            self._wire.send(letter)
        return len(letters)

    def wake(self) -> None:
        """Have the orders, and what pictures are asked for, looked at now; may be called in any thread."""
        self._inbox.wake()

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

    def _begin_anew(self, problem: HallError) -> None:
        """Go on from what the store has: whatever was lost with these letters is asked for again."""
        self.trouble = problem.message
        _log.warning("the hall's store: %s", translate(problem.message, "en"))
        try:
            self._hall.reload()
        except HallError as still:
            self.trouble = still.message
        else:
            self.trouble = None
