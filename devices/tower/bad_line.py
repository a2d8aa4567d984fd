"""Simulates one direction of a bad line: bytes are damaged, lost, late or silent. Pure, seeded.

It stands between a tower and the program that talks to it: in tests, in the soak test, and in the virtual
tower.
"""

from collections import deque
from dataclasses import dataclass
from random import Random

HELD_BYTES = 65_536
"""How many bytes a slow line holds at most; the rest is lost, as in any buffer."""


@dataclass(slots=True)
class LineFaults:
    """What a line does to bytes. `damage` and `drop` are shares of all bytes, 0 to 1."""

    damage: float = 0.0
    drop: float = 0.0
    slow_ms: int = 0
    is_mute: bool = False


class BadLine:
    """Passes bytes on, spoilt by its faults."""

    def __init__(self, faults: LineFaults, random: Random) -> None:
        self.faults = faults
        self._random = random
        self._held: deque[tuple[int, bytes]] = deque()
        self._size = 0

    def put(self, data: bytes, now_ms: int) -> None:
        """Puts bytes in at one end."""
        faults = self.faults
        if faults.is_mute or not data:
            return
        if faults.damage or faults.drop:
            data = bytes(
                self._random.randrange(256) if self._random.random() < faults.damage else byte
                for byte in data
                if not faults.drop or self._random.random() >= faults.drop
            )
        if self._size + len(data) <= HELD_BYTES:
            self._size += len(data)
            self._held.append((now_ms + faults.slow_ms, data))

    def take(self, now_ms: int) -> bytes:
        """Takes out the bytes that have arrived by now."""
        found = bytearray()
        while self._held and self._held[0][0] <= now_ms:
            found += self._held.popleft()[1]
        self._size -= len(found)
        return bytes(found)

    def clear(self) -> None:
        """Drops all bytes on their way."""
        self._held.clear()
        self._size = 0
