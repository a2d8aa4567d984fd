"""What a window shows, as a file: read back from the graphics card after a frame was drawn."""

from pathlib import Path

from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
from kivy.graphics.texture import Texture


def save(path: Path) -> None:
    """Write the window as PNG."""
    width, height = (int(side) for side in Window.size)
    pixels = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    texture.save(str(path), flipped=True)
