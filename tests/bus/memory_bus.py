"""A bus inside one process that behaves like the real one: rights by account, kept letters, last wills.

It carries at once, in the thread of the sender.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.bus.messages import LARGEST_BYTES
from companion.bus.wire import FROM_TABLE, HALL_ACCOUNT, ROOT, TO_TABLE, Hear, Letter, WireUser


def is_matched(topic: str, subscription: str) -> bool:
    """Tell whether a subscription covers a topic: `+` stands for one part, `#` for all that follow."""
    parts, wanted = topic.split("/"), subscription.split("/")
    for n, one in enumerate(wanted):
        if one == "#":
            return True
        if n >= len(parts) or one not in ("+", parts[n]):
            return False
    return len(parts) == len(wanted)


def may_send(account: str, topic: str) -> bool:
    """Tell whether an account may send letters to a topic."""
    if account == HALL_ACCOUNT:
        return topic.startswith(f"{ROOT}/")
    return any(topic == f"{ROOT}/t/{account}/{part}" for part in FROM_TABLE)


def may_hear(account: str, topic: str) -> bool:
    """Tell whether an account may hear the letters of a topic."""
    if account == HALL_ACCOUNT or is_matched(topic, f"{ROOT}/hall/+"):
        return True
    return any(topic == f"{ROOT}/t/{account}/{part}" for part in TO_TABLE)


@dataclass(slots=True)
class MemoryBus:
    """The broker. While `is_running` is False, nobody can send or hear anything; the kept letters are then lost."""

    is_running: bool = True
    _kept: dict[str, Letter] = field(default_factory=dict)
    _wires: list["MemoryWire"] = field(default_factory=list)
    _waiting: deque[tuple["MemoryWire", Letter]] = field(default_factory=deque)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _is_carrying: bool = False

    def wire(self, user: WireUser) -> "MemoryWire":
        """Return a user's end of the wire, not yet open."""
        return MemoryWire(self, user)

    def stop(self) -> None:
        """End all connections and forget all kept letters, as a broker does that is killed."""
        with self._lock:
            self.is_running = False
            self._kept.clear()
            self._waiting.clear()
            for wire in self._wires:
                wire.is_connected = False

    def start(self) -> None:
        """Run again, and reconnect all users."""
        with self._lock:
            self.is_running = True
            for wire in list(self._wires):
                self.welcome(wire)

    def join(self, wire: "MemoryWire") -> None:
        with self._lock:
            # As with a real broker, the newer connection of an account ends the older one.
            for other in self._wires:
                if other.user.account == wire.user.account and other is not wire:
                    self.lose(other)
            self._wires = [one for one in self._wires if one.user.account != wire.user.account]
            self._wires.append(wire)
            if self.is_running:
                self.welcome(wire)

    def leave(self, wire: "MemoryWire") -> None:
        with self._lock:
            self._wires = [one for one in self._wires if one is not wire]
            wire.is_connected = False

    def lose(self, wire: "MemoryWire") -> None:
        """End a connection without a goodbye; the user's last will is sent."""
        with self._lock:
            was_connected = wire.is_connected
            self.leave(wire)
            if was_connected and wire.user.will is not None and self.is_running:
                self.carry(wire.user.account, wire.user.will)

    def welcome(self, wire: "MemoryWire") -> None:
        wire.is_connected = True
        for letter in list(self._kept.values()):
            self._hand(wire, letter)
        wire.welcomed()
        self._deliver()

    def carry(self, account: str, letter: Letter) -> None:
        """Deliver a letter from an account. A letter that the account may not send is dropped in silence."""
        with self._lock:
            if len(letter.payload) > LARGEST_BYTES or not may_send(account, letter.topic):
                return
            if letter.is_kept and letter.payload:
                self._kept[letter.topic] = letter
            elif letter.is_kept:
                self._kept.pop(letter.topic, None)
            # Only a letter that was kept for somebody who came later is marked as kept.
            for wire in self._wires:
                if wire.is_connected:
                    self._hand(wire, replace(letter, is_kept=False))
            self._deliver()

    def _hand(self, wire: "MemoryWire", letter: Letter) -> None:
        is_wanted = any(is_matched(letter.topic, one) for one in wire.user.hears)
        if is_wanted and may_hear(wire.user.account, letter.topic):
            self._waiting.append((wire, letter))

    def _deliver(self) -> None:
        """Deliver what waits; what is sent meanwhile is delivered afterwards, so that no letter comes inside another."""
        if self._is_carrying:
            return
        self._is_carrying = True
        try:
            while self._waiting:
                wire, letter = self._waiting.popleft()
                if wire.is_connected:
                    wire.hear(letter)
        finally:
            self._is_carrying = False


def _hear_nothing(_letter: Letter) -> None:
    pass


def _expect_nothing() -> None:
    pass


class MemoryWire:
    """A user's end of the bus inside one process (see `Wire`)."""

    def __init__(self, bus: MemoryBus, user: WireUser) -> None:
        self._bus = bus
        self.user = user
        self.is_connected = False
        self.hear: Hear = _hear_nothing
        self.welcomed: Callable[[], None] = _expect_nothing

    def open(self, hear: Hear, welcomed: Callable[[], None]) -> None:
        self.hear, self.welcomed = hear, welcomed
        self._bus.join(self)

    def send(self, letter: Letter) -> bool:
        if not self.is_connected:
            return False
        self._bus.carry(self.user.account, letter)
        return True

    def close(self) -> None:
        self._bus.leave(self)

    def lose(self) -> None:
        """Lose the connection without a goodbye, as in a power cut."""
        self._bus.lose(self)
