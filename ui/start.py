"""Configures Kivy before its first import (window, size, no influence from outside); tells whether there is a screen.

Kivy reads the command line, a file in the home folder and environment variables as it is imported; none of these is
ours, so that all are switched off here.
"""

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

X_PORT = 6000
"""The TCP port of the X display `:0`; display `:1` has the next one."""
PATIENCE_S = 1.0


@dataclass(frozen=True, slots=True)
class Display:
    """The window: its size in pixels, whether it fills the screen, and whether there is a visible screen."""

    width_px: int = 1280
    height_px: int = 800
    is_fullscreen: bool = False
    is_offscreen: bool = False


SWITCH_S = 0.000_5
"""How long a thread keeps the interpreter when others want it. Python's own 5 ms, with three threads at work, are a frame.
"""


SDL_VIDEO = 0x20
"""SDL_INIT_VIDEO, as SDL.h calls it."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""As glibc calls them, in malloc.h."""
HEAPS = 2
OWN_BYTES = 4_000_000
"""Larger blocks of memory are returned as soon as they are free: each picture in full size, but not the small parts of
one.
"""
SPARE_BYTES = 4_000_000
"""How much free memory stays at the end of a heap for the next use."""


KIVY_ENVIRONMENT = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
}
"""With it Kivy reads no arguments, writes nothing into the owner's home, and leaves the log to the program."""


def prepare(display: Display) -> None:
    """Configure Kivy; afterwards it may be imported."""
    sys.setswitchinterval(SWITCH_S)
    give_memory_back()
    os.environ.update(KIVY_ENVIRONMENT)
    # What draws keeps no programs of the screen's in the owner's folders: ours are few, and made in a moment.
    os.environ.setdefault("MESA_SHADER_CACHE_DISABLE", "true")
    os.environ.setdefault("__GL_SHADER_DISK_CACHE", "0")
    if display.is_offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    else:
        display = fitted(display, _screen_px())
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


def fitted(display: Display, screen_px: tuple[int, int] | None) -> Display:
    """Return the window as large as fits on the screen, and as large as the screen if it fills it. Without a window manager,
    as on a machine that shows nothing else, nobody else would do so, and the window's edges would lie outside.
    """
    if screen_px is None:
        return display
    width_px, height_px = screen_px
    if not display.is_fullscreen:
        width_px, height_px = min(width_px, display.width_px), min(height_px, display.height_px)
    return replace(display, width_px=width_px, height_px=height_px)


class _DisplayMode(ctypes.Structure):
    """What SDL 2 tells of a screen."""

    _fields_ = (
        ("format", ctypes.c_uint32),
        ("width_px", ctypes.c_int),
        ("height_px", ctypes.c_int),
        ("refresh_hz", ctypes.c_int),
        ("driver", ctypes.c_void_p),
    )


def _screen_px() -> tuple[int, int] | None:
    """Return the width and height of the first screen; None if it cannot be told."""
    kivy = find_spec("kivy")
    if kivy is None or kivy.origin is None:
        return None
    mode = _DisplayMode()
    # SDL is asked through the part of Kivy that is linked to it: its own file has another name in each version.
    for module in Path(kivy.origin).parent.glob("core/window/_window_sdl2*"):
        with suppress(AttributeError, OSError):
            sdl = ctypes.CDLL(str(module))
            if sdl.SDL_InitSubSystem(SDL_VIDEO) != 0:
                continue
            is_told = sdl.SDL_GetDesktopDisplayMode(0, ctypes.byref(mode)) == 0
            sdl.SDL_QuitSubSystem(SDL_VIDEO)
            if is_told and mode.width_px > 0 and mode.height_px > 0:
                return mode.width_px, mode.height_px
    return None


def give_memory_back() -> None:
    """Make the memory allocator return memory to the system at once.

    glibc otherwise keeps a heap for each thread that there was, and learns to keep pictures of 32 MB in them: a kiosk of
    260 MB took 1000 after nine shown matches. Other libraries do as they do.
    """
    with suppress(AttributeError, OSError):
        mallopt = ctypes.CDLL(None).mallopt
        for option, value in (
            (M_ARENA_MAX, HEAPS),
            (M_MMAP_THRESHOLD, OWN_BYTES),
            (M_TRIM_THRESHOLD, SPARE_BYTES),
        ):
            mallopt(option, value)


def trim_memory() -> None:
    """Return free memory inside the heaps to the system; to be called after much was released."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def has_screen(environment: Mapping[str, str]) -> bool:
    """Tell whether a window would be visible: there is an X or Wayland session that answers, or a screen without
    either.

    SDL draws where nobody looks when the session that is named is not there, as after a lost `ssh -X`.
    """
    driver = environment.get("SDL_VIDEODRIVER", "")
    if driver in ("offscreen", "dummy"):
        return False
    if driver and driver not in ("x11", "wayland"):
        return True
    wayland = environment.get("WAYLAND_DISPLAY", "")
    if wayland and Path(environment.get("XDG_RUNTIME_DIR", "/run")).joinpath(wayland).is_socket():
        return True
    return _answers(environment.get("DISPLAY", ""))


def _answers(display: str) -> bool:
    """Tell whether an X server answers at an address: `:0`, `unix:0`, or `localhost:10.0` over a network."""
    host, _, rest = display.rpartition(":")
    number = rest.split(".")[0]
    if not number.isdecimal():
        return False
    local = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - where every X server listens
    targets: tuple[tuple[int, str | tuple[str, int]], ...] = (
        ((socket.AF_UNIX, local), (socket.AF_UNIX, f"\0{local}"))
        if host in ("", "unix")
        else ((socket.AF_INET, (host, X_PORT + int(number))),)
    )
    return any(_connects(family, address) for family, address in targets)


def _connects(family: int, address: str | tuple[str, int]) -> bool:
    with socket.socket(family, socket.SOCK_STREAM) as wire:
        wire.settimeout(PATIENCE_S)
        try:
            wire.connect(address)
        except OSError:
            return False
    return True
