"""What must be settled before Kivy is imported for the first time: its window, its size, and that it leaves us alone.

Kivy reads the command line, a file in the home folder and environment variables as it is imported; none of these is
ours, so that all are switched off here.
"""

import os
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Display:
    """The window: its size in pixels, whether it fills the screen, and whether there is a screen at all."""

    width_px: int = 1280
    height_px: int = 800
    is_fullscreen: bool = False
    is_offscreen: bool = False


SWITCH_S = 0.000_5
"""How long a thread keeps the interpreter when others want it. Python's own 5 ms, with three threads at work, are a frame."""


def prepare(display: Display) -> None:
    """Settle it. Afterwards Kivy may be imported."""
    sys.setswitchinterval(SWITCH_S)
    os.environ.update(
        KIVY_NO_ARGS="1",
        KIVY_NO_CONFIG="1",
        KIVY_NO_FILELOG="1",
        KIVY_NO_CONSOLELOG="1",
        KIVY_LOG_MODE="PYTHON",
    )
    if display.is_offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from kivy.config import Config  # noqa: PLC0415 - the point of this module

    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "width", str(display.width_px))
    Config.set("graphics", "height", str(display.height_px))
    Config.set("graphics", "fullscreen", "auto" if display.is_fullscreen else "0")
    # Pictures that nobody sees wait for no screen.
    Config.set("graphics", "maxfps", "0" if display.is_offscreen else "60")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    # It finds touch screens that SDL has found already, and every tap would count twice.
    Config.remove_option("input", "%(name)s")


def has_screen(environment: dict[str, str]) -> bool:
    """Whether a window can be opened: an X or a Wayland session, or a screen that is driven without either."""
    if environment.get("SDL_VIDEODRIVER", "") not in ("", "offscreen", "dummy"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
