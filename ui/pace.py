"""Keeps the app from asking for frames faster than they are drawn.

Mesa's software renderer draws in threads of its own, and keeps up to 64 frames that wait, each with some MB of orders. Without
a screen whose refresh is waited for, an app soon is so far ahead: after 60 loops, a kiosk had taken 2.4 GB.
"""

from functools import cache

from kivy.graphics.opengl import GL_RENDERER, glFinish, glGetString

DRAWS_BEHIND = b"llvmpipe"
"""A word in the names of renderers that still draw when the app believes that a frame is done."""


@cache
def _is_drawn_behind() -> bool:
    return DRAWS_BEHIND in glGetString(GL_RENDERER)


def wait_for_last_frame() -> None:
    """Wait until the last frame is drawn. To be called before the next one is begun; other renderers wait by themselves."""
    if _is_drawn_behind():
        glFinish()
