"""Opens the window of `companion play` with its first picture, before what takes longest is imported."""

import argparse
import gc
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from ui.start import Display, has_screen, prepare

if TYPE_CHECKING:
    from ui.opening import FirstPicture

WIDTH_PX, HEIGHT_PX = 1280, 800
_HELP = frozenset(("-h", "--help"))
_CHECKED = "--opponent"
"""What the command checks before anything is opened."""
_opened: "list[FirstPicture]" = []
"""The picture that is shown; empty before."""


class _Quiet(argparse.ArgumentParser):
    """A parser that says nothing of what it does not know: the command's own parser follows."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def open_early(arguments: Sequence[str]) -> None:
    """Show the first picture if these arguments will open a window; wrong ones are told by the command itself."""
    if list(arguments[:1]) != ["play"] or _HELP & set(arguments) or not has_screen(os.environ):
        return
    if any(argument.startswith(_CHECKED) for argument in arguments):
        return
    parser = _Quiet(add_help=False, allow_abbrev=False)
    parser.add_argument("--size", default=f"{WIDTH_PX}x{HEIGHT_PX}")
    parser.add_argument("--mode", default="")
    parser.add_argument("--fullscreen", action="store_true")
    try:
        args, _ = parser.parse_known_args(arguments[1:])
        width_px, height_px = map(int, args.size.split("x"))
    except ValueError:
        return
    opening(Display(width_px, height_px, is_fullscreen=args.fullscreen or args.mode == "kiosk"))


def opening(display: Display) -> "FirstPicture":
    """Return the first picture; it is shown now, unless it was before."""
    if not _opened:
        # What is imported now stays: the app has the collector run again once its first page is shown.
        gc.disable()
        prepare(display)
        # Kivy opens its window as it is imported: not before all is settled.
        from ui.opening import FirstPicture  # noqa: PLC0415

        _opened.append(FirstPicture())
    return _opened[0]
