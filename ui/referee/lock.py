"""The lock before changes of the past: the PIN, if there is one, is asked once and is valid for some minutes."""

from dataclasses import dataclass, field

from companion.kiosk.pin import Pin, PinAnswer, Tries
from companion.words import Text

GOOD_FOR_MS = 10 * 60_000
"""How long the PIN is not asked again."""


@dataclass(frozen=True, slots=True)
class Lock:
    """The state of the lock: wrong tries, and until when it is open, by a clock that never goes back."""

    tries: Tries = field(default_factory=Tries)
    open_until_ms: int = 0

    def asks(self, pin: Pin | None, now_ms: int) -> bool:
        """Tell whether the PIN must be entered first."""
        return pin is not None and now_ms >= self.open_until_ms

    def answered(self, answer: PinAnswer, now_ms: int) -> "Lock":
        """Return the lock after a try: open for a while, or closed for a growing wait."""
        open_until_ms = now_ms + GOOD_FOR_MS if answer.is_right else self.open_until_ms
        return Lock(answer.tries, open_until_ms)

    def says(self, now_ms: int) -> Text:
        """Return the message for the person at the lock."""
        wait_ms = self.tries.wait_ms(now_ms)
        if wait_ms:
            return Text("wrong PIN; wait {seconds} s before the next try", seconds=-(-wait_ms // 1000))
        if self.tries.wrong:
            return Text("that is not the PIN")
        return Text("this changes what was played: the PIN, please")
