"""The PIN of a kiosk's staff: only its scrypt hash is kept, it is compared in constant time, and guessing is slow.

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
"""From so many wrong tries in a row on, each costs a wait; a finger may slip before."""
FIRST_WAIT_MS = 30_000
"""The wait after the free tries, doubled with each further one: a person who forgot waits little, a machine that guesses much."""
LONGEST_WAIT_MS = 30 * 60_000
"""From there on it is two tries an hour: ten thousand PINs of four digits take seven months."""


class BadPin(CompanionError):
    """The digits cannot be a PIN."""


def _read_hex(data: Any, where: str) -> str:
    try:
        if isinstance(data, str) and SALT_BYTES <= len(bytes.fromhex(data)) <= 64:
            return data
    except ValueError:
        pass
    raise Malformed(where, Text("this is not the form in which a PIN is saved"))


@dataclass(frozen=True, slots=True, repr=False)
class Pin:
    """The hash of a PIN, with its salt and cost.

    The cost is scrypt's (RFC 7914): N = 2 to the power of `cost`, with blocks of r = 8. It takes 16 MB of memory, 40 ms
    on a desktop, and about 150 ms on a Raspberry Pi 4. Each PIN keeps its own cost, so that the default may grow.
    """

    salt: str = field(metadata={"read": _read_hex})
    key: str = field(metadata={"read": _read_hex})
    cost: Annotated[int, Range(10, 17)] = 14
    block: Annotated[int, Range(1, 16)] = 8
    lanes: Annotated[int, Range(1, 4)] = 1

    def __repr__(self) -> str:
        """Hide the hash, so that no log shows what a PIN could be guessed from."""
        return "Pin(...)"

    def opens_with(self, digits: str) -> bool:
        """Tell whether the digits are the PIN."""
        return hmac.compare_digest(bytes.fromhex(self.key), _key(digits, self))


@dataclass(frozen=True, slots=True)
class Tries:
    """How many wrong tries there were in a row, and until when no try is accepted, in ms of a clock that never goes back."""

    wrong: Annotated[int, Range(0, None)] = 0
    until_ms: int = 0

    def wait_ms(self, now_ms: int) -> int:
        """Return for how many ms no try is accepted; 0 if one is."""
        return max(0, self.until_ms - now_ms)

    def after_wrong(self, now_ms: int) -> "Tries":
        """Return the tries after one more wrong one: from the third on there is a wait, each twice as long as the last."""
        wrong = self.wrong + 1
        doubled = min(max(0, wrong - FREE_TRIES), 16)
        wait_ms = min(FIRST_WAIT_MS << doubled, LONGEST_WAIT_MS) if wrong >= FREE_TRIES else 0
        return Tries(wrong, now_ms + wait_ms)

    def by_the_clock(self, now_ms: int) -> "Tries":
        """Return the tries with the wait limited to the longest one, because a file may hold any time."""
        return Tries(self.wrong, min(self.until_ms, now_ms + LONGEST_WAIT_MS))


@dataclass(frozen=True, slots=True)
class PinAnswer:
    """Whether digits opened the lock, and the state of the tries afterwards."""

    is_right: bool
    tries: Tries


def new_pin(digits: str, salt: bytes | None = None) -> Pin:
    """Hash new digits, with a random salt unless one is given. Raises `BadPin`."""
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
