"""Connects the hall to the wire: it passes letters to the hall and sends the hall's requests. It decides nothing."""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue

from companion.bus.topics import EVERY_TABLE, HALL_ACCOUNT
from companion.bus.wire import Letter, Wire, WireUser
from companion.hall.errors import StoreError
from companion.hall.hall import Hall
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

    def __init__(self, hall: Hall, wire: Wire, now_ms: Callable[[], int]) -> None:
        self._hall = hall
        self._wire = wire
        self._now_ms = now_ms
        self._inbox: SimpleQueue[Letter] = SimpleQueue()
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
            if self._ticked_ms is None or now_ms - self._ticked_ms >= TICK_MS:
                self._ticked_ms = now_ms
                out += self._hall.tick(now_ms)
        except StoreError as problem:
            self._begin_anew(problem)
            return len(letters)
        for letter in out:
            self._wire.send(letter)
        return len(letters)

    def close(self) -> None:
        self._wire.close()

    def _letters(self, wait_s: float) -> list[Letter]:
        """Take what has come; who waits for it gathers for a moment, because a transaction costs more than a letter."""
        letters: list[Letter] = []
        try:
            if wait_s:
                letters.append(self._inbox.get(timeout=wait_s))
                until_ms = self._now_ms() + GATHER_MS
                while len(letters) < MOST_AT_ONCE and (left_ms := until_ms - self._now_ms()) > 0:
                    letters.append(self._inbox.get(timeout=left_ms / 1000))
            while len(letters) < MOST_AT_ONCE:
                letters.append(self._inbox.get_nowait())
        except Empty:
            pass
        return letters

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
