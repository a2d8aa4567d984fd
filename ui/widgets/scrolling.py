"""How a list moves under a finger: it glides on and swings back at its ends, unless motion is reduced."""

from typing import Any

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.effects.scroll import ScrollEffect

Gliding = DampedScrollEffect


class Still(ScrollEffect):
    """The list follows the finger, and stands where it is let go."""

    def stop(self, val: float, t: float | None = None) -> Any:
        stopped = super().stop(val, t)
        self.velocity = 0
        return stopped

    def on_overscroll(self, *_: object) -> None:
        """Nothing shows behind the ends."""
