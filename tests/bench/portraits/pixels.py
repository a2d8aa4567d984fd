"""Saves what a window shows as a picture file, drawn again at the wanted size.

The surface of a window that nobody sees keeps the size that it was opened with, whatever size the window says it has.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from kivy.core.window import Window
from kivy.graphics import ClearBuffers, ClearColor, Fbo, Scale, Translate
from kivy.graphics.texture import Texture


def save(path: Path) -> "Pixels":
    """Write the window as PNG, and return what was written."""
    drawn = _drawn()
    drawn.save(str(path), flipped=False)
    return Pixels(drawn.width, drawn.height, bytes(drawn.pixels))


def seen() -> "Pixels":
    """Return what the window shows."""
    drawn = _drawn()
    return Pixels(drawn.width, drawn.height, bytes(drawn.pixels))


@dataclass(frozen=True, slots=True)
class Pixels:
    """The pixels of a picture, four bytes each, row by row from the top."""

    width: int
    height: int
    rgba: bytes

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Return red, green and blue of a place of the window, whose y goes up."""
        begin = ((self.height - 1 - y) * self.width + x) * 4
        red, green, blue = self.rgba[begin : begin + 3]
        return red, green, blue

    def colours(
        self, box_px: tuple[float, float, float, float], samples: int
    ) -> Counter[tuple[int, int, int]]:
        """Return the colours at `samples` x `samples` places of a box, with how often each is there. Places outside the
        picture are left out. The box is left, bottom, width and height, as the window has them.
        """
        left, bottom, width, height = box_px
        steps = (np.arange(samples) + 0.5) / samples
        columns, rows = (
            (left + width * steps).astype(int),
            self.height - 1 - (bottom + height * steps).astype(int),
        )
        columns = columns[(columns >= 0) & (columns < self.width)]
        rows = rows[(rows >= 0) & (rows < self.height)]
        picture = np.frombuffer(self.rgba, np.uint8).reshape(self.height, self.width, 4)
        seen = picture[rows[:, np.newaxis], columns, :3].reshape(-1, 3)
        return Counter((red, green, blue) for red, green, blue in seen.tolist())


def _drawn() -> Texture:
    width, height = Window.size
    buffer = Fbo(size=(width, height), with_stencilbuffer=True)
    with buffer:
        ClearColor(*Window.clearcolor)
        ClearBuffers()
        Scale(1, -1, 1)
        Translate(0, -height, 0)
    pages = list(reversed(Window.children))
    for page in pages:
        Window.canvas.remove(page.canvas)
        buffer.add(page.canvas)
    buffer.draw()
    for page in pages:
        buffer.remove(page.canvas)
        Window.canvas.add(page.canvas)
    return buffer.texture
