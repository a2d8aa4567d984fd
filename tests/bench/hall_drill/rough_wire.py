"""A wire that loses, doubles, delays, reorders and damages letters, at random with a seed."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from companion.bus.wire import Hear, Letter, Wire


@dataclass(frozen=True, slots=True)
class Roughness:
    """How often each fault happens to a letter, from 0 to 1."""

    drops: float = 0.04
    doubles: float = 0.05
    holds_back: float = 0.06
    damages: float = 0.03


_HEX_LETTERS = b"abcdef"

SMOOTH = Roughness(0, 0, 0, 0)


class RoughWire:
    """A wire (see `Wire`) between a program and its real connection; `release` sends delayed letters, in random
    order.
    """

    def __init__(self, wire: Wire, chance: Random, roughness: Roughness, done: "Counter[str]") -> None:
        """`done` counts what happened to letters."""
        self._wire = self.end = wire
        """The real end of the wire."""
        self._chance = chance
        self.roughness = roughness
        self._done = done
        self._held: list[Letter] = []

    def open(self, hear: Hear, welcomed: Callable[[], None]) -> None:
        self._wire.open(hear, welcomed)

    def send(self, letter: Letter) -> bool:
        rough, chance = self.roughness, self._chance
        if chance.random() < rough.drops:
            self._done["dropped"] += 1
            return True
        if chance.random() < rough.damages:
            self._done["damaged"] += 1
            letter = replace(letter, payload=_damaged(letter.payload, chance))
        if chance.random() < rough.holds_back:
            self._done["late"] += 1
            self._held.append(letter)
            return True
        if chance.random() < rough.doubles:
            self._done["doubled"] += 1
            self._wire.send(letter)
        return self._wire.send(letter)

    def release(self) -> None:
        """Send the delayed letters."""
        held, self._held = self._held, []
        self._chance.shuffle(held)
        for letter in held:
            self._wire.send(letter)

    def close(self) -> None:
        self._wire.close()

    @property
    def is_connected(self) -> bool:
        return self._wire.is_connected


def _damaged(payload: bytes, chance: Random) -> bytes:
    """Return a payload with one byte changed: a digit or a small letter into another, anything else by one bit.

    A damaged id or hash still looks like one, whatever it was. Ids are random, and a drill with the same seed must be the
    same.
    """
    if not payload:
        return payload
    at = chance.randrange(len(payload))
    step = chance.randrange(1, len(_HEX_LETTERS))
    byte = payload[at : at + 1]
    if byte.isdigit():
        other = b"%d" % ((int(byte) + step) % 10)
    elif byte.islower():
        other = _HEX_LETTERS[(byte[0] - ord("a") + step) % len(_HEX_LETTERS)].to_bytes()
    else:
        other = (byte[0] ^ (1 << step)).to_bytes()
    return payload[:at] + other + payload[at + 1 :]
