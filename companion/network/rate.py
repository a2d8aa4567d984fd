"""Limits how often something may be done."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.clock import monotonic_ms

BURST_S = 1.0
"""What was not used in so many seconds may be used at once."""


@dataclass(slots=True)
class Rate:
    """A limit: something may be done `per_s` times a second on average."""

    per_s: float
    clock: Callable[[], int] = monotonic_ms
    _left: float = field(init=False)
    _at_ms: int = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at_ms = self.per_s * BURST_S, self.clock()

    def allows(self) -> bool:
        """Tell whether it may be done once more now, and count it if so."""
        now_ms = self.clock()
        self._left = min(self.per_s * BURST_S, self._left + (now_ms - self._at_ms) * self.per_s / 1000)
        self._at_ms = now_ms
        if self._left < 1:
            return False
        self._left -= 1
        return True


MOST_REMEMBERED = 1_000
"""Who did something last; somebody else begins with a whole share again, and is held by the limit for all."""
SHARES = 300
"""So many callers may use up their shares before others are refused: more than a usual network has addresses."""
TRIES_PER_S = 3.0
"""How often a token may be tried from one address.

All addresses together may try 900 times a second: 900 * 36,000 = 32 million times in an evening of ten hours. A hall's
token has nine of 31 signs, so there are 26 million million tokens. If 20 of them were valid the whole time, somebody would
guess one in one of 40,000 evenings, and a person would still have to say yes to three digits. A phone's token has twelve
signs, and only one is valid.
"""


@dataclass(slots=True)
class RateEach:
    """A limit for each of those who do something, and `SHARES` times as much for all of them, so that nobody uses up what
    others need.
    """

    per_s: float
    clock: Callable[[], int] = monotonic_ms
    _each: dict[str, Rate] = field(default_factory=dict)
    _all: Rate = field(init=False)

    def __post_init__(self) -> None:
        self._all = Rate(SHARES * self.per_s, self.clock)

    def allows(self, who: str) -> bool:
        """Tell whether somebody may do it once more now, and count it if so."""
        own = self._each.pop(who, None) or Rate(self.per_s, self.clock)
        self._each[who] = own
        if len(self._each) > MOST_REMEMBERED:
            del self._each[next(iter(self._each))]
        return own.allows() and self._all.allows()


def token_tries() -> RateEach:
    """Return the limit for those who try tokens, by their addresses."""
    return RateEach(TRIES_PER_S)
