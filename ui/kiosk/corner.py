"""The staff's way out of a kiosk: a corner that is pressed for some seconds, or tapped several times."""

from dataclasses import dataclass, replace

HOLD_MS = 3_000
"""Longer than a guest presses by accident or leans on the screen."""
TAPS = 5
WITHIN_MS = 4_000
"""All taps fall within this time."""


@dataclass(frozen=True, slots=True)
class Corner:
    """The touches of the corner so far. Times are of a clock that never goes back."""

    down_ms: int | None = None
    taps_ms: tuple[int, ...] = ()

    def pressed(self, now_ms: int) -> "Corner":
        """Note that a finger touched the corner."""
        lately = (at_ms for at_ms in self.taps_ms if now_ms - at_ms < WITHIN_MS)
        return Corner(now_ms, (*lately, now_ms)[-TAPS:])

    def let_go(self) -> "Corner":
        """Note that no finger touches the corner any more."""
        return replace(self, down_ms=None)

    def is_opened(self, now_ms: int) -> bool:
        """Tell whether the touches were long or many enough."""
        is_held = self.down_ms is not None and now_ms - self.down_ms >= HOLD_MS
        return is_held or len(self.taps_ms) >= TAPS
