"""Whether a picture has light enough to say anything: when a lamp goes out, cards do not leave the table."""

from enum import StrEnum

import numpy as np

from vision.frame import Grey

STRIDE = 8
"""Every eighth pixel of every eighth row: what is light on a table is larger."""
PAPER = 0.01
"""The lightest hundredth of a table is paper: cards, and the margins of the mat's markers."""
DARK, LIGHT = 32, 40
"""Grey levels of that paper. In a usual room it has 160 and more, in an evening room with a third of the light 55; in an
eighth of it, 23, no code is read (docs/truth.md), nor with the lamp out, 28, which is the camera's own noise. Between the
two it stays as it was.
"""


class LightState(StrEnum):
    """What there is to see by."""

    LIGHT = "light"
    DARK = "dark"


class LightMeter:
    """Follows the light of one camera's frames; at first there is enough."""

    def __init__(self) -> None:
        self.is_dark = False

    def feed(self, grey: Grey) -> LightState | None:
        """A frame; the state that begins with it, if it is another one."""
        lit = grey[::STRIDE, ::STRIDE] >= (LIGHT if self.is_dark else DARK)
        was_dark, self.is_dark = self.is_dark, bool(np.count_nonzero(lit) < PAPER * lit.size)
        if was_dark == self.is_dark:
            return None
        return LightState.DARK if self.is_dark else LightState.LIGHT
