"""Tells whether there is enough light to read the table; darkness must not look like cards taken away."""

from enum import StrEnum

import numpy as np

from vision.frame import Grey, thinned

STRIDE = 4
"""Only every fourth pixel of every fourth row of the small picture is looked at, because bright things on a table are larger."""
PAPER = 0.01
"""The brightest hundredth of a table is taken for paper: cards, and the margins of the mat's markers."""
DARK, LIGHT = 32, 40
"""Grey levels of that paper: below `DARK` it is dark, from `LIGHT` on it is light again, between them nothing
changes.

Measured on the virtual table: 160 and more in a usual room; 55 with a third of the light; 23 with an eighth,
where no code is read (docs/truth.md); 28 with the lamp out, which is camera noise.
"""


class LightState(StrEnum):
    """Whether there is enough light."""

    LIGHT = "light"
    DARK = "dark"


class LightMeter:
    """Follows the light in one camera's frames; starts with enough light."""

    def __init__(self) -> None:
        self.is_dark = False

    def feed(self, small: Grey) -> LightState | None:
        """Takes a frame's small picture, (H, W) uint8 grey; returns the new state if it has changed."""
        lit = thinned(small, STRIDE) >= (LIGHT if self.is_dark else DARK)
        was_dark, self.is_dark = self.is_dark, bool(np.count_nonzero(lit) < PAPER * lit.size)
        if was_dark == self.is_dark:
            return None
        return LightState.DARK if self.is_dark else LightState.LIGHT
