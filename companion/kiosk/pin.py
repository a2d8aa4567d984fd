"""The PIN of a kiosk's staff: kept only as what scrypt makes of it, compared in constant time, and slow to be guessed.

settings = replace(settings, pin=new_pin("2580"))         # set or change it
settings = replace(settings, pin=None)                    # remove it

answer = store.attempt(pin, digits, monotonic_ms)         # `storage.pin_tries`: counted for all screens together
if (wait_ms := answer.tries.wait_ms(now_ms)):             # show the wait
    ...
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from companion.codec import Range
from companion.errors import CompanionError, Malformed
from companion.words import Text

LEAST_DIGITS, MOST_DIGITS = 4, 12
SALT_BYTES, KEY_BYTES = 16, 32
FREE_TRIES = 3
"""A finger slips."""
FIRST_WAIT_MS = 30_000
LONGEST_WAIT_MS = 30 * 60_000
"""From there on it is two tries an hour: ten thousand PINs of four digits take seven months."""


class BadPin(CompanionError):
    """Digits that cannot be a PIN."""


def _read_hex(data: Any, where: str) -> str:
    try:
        if isinstance(data, str) and SALT_BYTES <= len(bytes.fromhex(data)) <= 64:
            return data
    except ValueError:
        pass
    raise Malformed(where, Text("this is not what a PIN is kept as"))


@dataclass(frozen=True, slots=True, repr=False)
class Pin:
    """What is kept of a PIN. The cost is scrypt's (RFC 7914): N = 2 to the power of `cost`, with blocks of r = 8 it takes
    16 MB of memory, and 40 ms on a desktop, some 150 ms on a Raspberry Pi 4. Each PIN brings its own, so that it may grow.
    """

    salt: str = field(metadata={"read": _read_hex})
    key: str = field(metadata={"read": _read_hex})
    cost: Annotated[int, Range(10, 17)] = 14
    block: Annotated[int, Range(1, 16)] = 8
    lanes: Annotated[int, Range(1, 4)] = 1

    def __repr__(self) -> str:
        """No log ever shows what a PIN could be guessed from."""
        return "Pin(...)"

    def opens_with(self, digits: str) -> bool:
        """Whether these are the digits."""
        return hmac.compare_digest(bytes.fromhex(self.key), _key(digits, self))


@dataclass(frozen=True, slots=True)
class Tries:
    """How often digits were wrong in a row, and until when none are taken: of a clock that only goes forward."""

    wrong: Annotated[int, Range(0, None)] = 0
    until_ms: int = 0

    def wait_ms(self, now_ms: int) -> int:
        """How long no digits are taken yet; 0: they are."""
        return max(0, self.until_ms - now_ms)

    def after_wrong(self, now_ms: int) -> "Tries":
        """One more that was wrong: from the third on a wait, each twice as long as the last."""
        wrong = self.wrong + 1
        doubled = min(max(0, wrong - FREE_TRIES), 16)
        wait_ms = min(FIRST_WAIT_MS << doubled, LONGEST_WAIT_MS) if wrong >= FREE_TRIES else 0
        return Tries(wrong, now_ms + wait_ms)

    def by_the_clock(self, now_ms: int) -> "Tries":
        """The same, where nobody waits longer than the longest wait: a file may say anything."""
        return Tries(self.wrong, min(self.until_ms, now_ms + LONGEST_WAIT_MS))


@dataclass(frozen=True, slots=True)
class PinAnswer:
    """Whether digits opened, and how it stands with the tries then."""

    is_right: bool
    tries: Tries


def new_pin(digits: str, salt: bytes | None = None) -> Pin:
    """What is kept of new digits, salted by chance unless a salt is given. Raises `BadPin`."""
    if not (digits.isascii() and digits.isdecimal() and LEAST_DIGITS <= len(digits) <= MOST_DIGITS):
        raise BadPin(
            Text("a PIN has {least} to {most} digits, and nothing else", least=LEAST_DIGITS, most=MOST_DIGITS)
        )
    empty = Pin((salt or secrets.token_bytes(SALT_BYTES)).hex(), "")
    return replace(empty, key=_key(digits, empty).hex())


def _key(digits: str, pin: Pin) -> bytes:
    n = 1 << pin.cost
    room = 256 * pin.block * (n + pin.lanes + 2)
    return hashlib.scrypt(
        digits.encode("utf-8", "surrogatepass"),
        salt=bytes.fromhex(pin.salt),
        n=n, r=pin.block, p=pin.lanes, maxmem=room, dklen=KEY_BYTES,
    )  # fmt: skip
