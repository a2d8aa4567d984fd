"""The lock before changes of the past: if there is a PIN, it is asked once and is good for some minutes."""

from dataclasses import dataclass, field

from companion.kiosk.pin import Pin, PinAnswer, Tries
from companion.words import Text

GOOD_FOR_MS = 10 * 60_000
"""So long nobody is asked again."""


@dataclass(frozen=True, slots=True)
class Lock:
    """How it stands with the lock: wrong tries, and until when it is open, on a clock that only goes forward."""

    tries: Tries = field(default_factory=Tries)
    open_until_ms: int = 0

    def asks(self, pin: Pin | None, now_ms: int) -> bool:
        """Whether the PIN has to be said first."""
        return pin is not None and now_ms >= self.open_until_ms

    def answered(self, answer: PinAnswer, now_ms: int) -> "Lock":
        """With digits tried: open for a while, or a wait that grows."""
        open_until_ms = now_ms + GOOD_FOR_MS if answer.is_right else self.open_until_ms
        return Lock(answer.tries, open_until_ms)

    def says(self, now_ms: int) -> Text:
        """What to tell whoever stands before it."""
        wait_ms = self.tries.wait_ms(now_ms)
        if wait_ms:
            return Text("wrong; wait {seconds} s before the next try", seconds=-(-wait_ms // 1000))
        if self.tries.wrong:
            return Text("that is not the PIN")
        return Text("this changes what was played: the PIN, please")
