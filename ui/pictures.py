"""Saves what a window shows as a picture file, drawn again at the wanted size.

The surface of a window that nobody sees keeps the size that it was opened with, whatever size the window says it has.
"""

from pathlib import Path

from kivy.core.window import Window
from kivy.graphics import ClearBuffers, ClearColor, Fbo, Scale, Translate


def save(path: Path) -> None:
    """Write the window as PNG."""
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
    buffer.texture.save(str(path), flipped=False)
    for page in pages:
        buffer.remove(page.canvas)
        Window.canvas.add(page.canvas)
