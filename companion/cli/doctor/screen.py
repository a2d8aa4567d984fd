"""Checks in a process of its own whether Kivy can open a window with OpenGL, because this may hang or crash."""

import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.backend.findings import Finding, FindingLevel
from companion.backend.time_limit import tried
from companion.storage.places import Places
from companion.words import Text

SCREEN_S = 25.0
"""Longest opening of a window, its import included; see `libraries.IMPORT_S`."""
CARDS = Path("/dev/dri")
_WINDOW = """
from kivy.config import Config
Config.set("graphics", "window_state", "hidden")
from kivy.core.window import Window
assert Window is not None, "no window"
from kivy.graphics.opengl import glGetString, GL_VERSION
print(glGetString(GL_VERSION).decode())
"""


def screen(_where: Places) -> list[Finding]:
    """Return one finding: no Kivy, no display, no OpenGL, or the version that works."""
    what = Text("screen")
    if importlib.util.find_spec("kivy") is None:
        says = Text("Kivy is not installed: until it is, everything can be played in the terminal")
        return [Finding(what, FindingLevel.WARN, says, f"{sys.executable} -m pip install kivy")]
    if not has_display(os.environ):
        says = Text("there is no display here: log in at the machine itself, or start a desktop")
        return [Finding(what, FindingLevel.WARN, says, "echo $DISPLAY $WAYLAND_DISPLAY")]
    quiet = {**os.environ, "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}
    one = tried(_WINDOW, SCREEN_S, environment=quiet)
    if one.is_well:
        return [Finding(what, FindingLevel.OK, Text("a window opens, OpenGL {version}", version=one.last))]
    says = Text("no window opens: {problem}", problem=one.says)
    return [Finding(what, FindingLevel.BROKEN, says, "sudo apt install libgl1-mesa-dri libgles2")]


def has_display(environment: Mapping[str, str], cards: Path = CARDS) -> bool:
    """Tell whether there is a display: a desktop, or a graphics card without one."""
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")) or any(cards.glob("card*"))
