"""How a list moves under a finger: it glides and swings back at its ends, unless motion is reduced."""

from typing import Any

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.effects.scroll import ScrollEffect

Gliding = DampedScrollEffect


class Still(ScrollEffect):
    """A list without motion of its own: it follows the finger and stops where it is released."""

    def stop(self, val: float, t: float | None = None) -> Any:
        stopped = super().stop(val, t)
        self.velocity = 0
        return stopped

    def on_overscroll(self, *_: object) -> None:
        """Do nothing, because nothing is shown beyond the ends."""
