"""Finds the sticks and discs that are plugged in."""

import os
from pathlib import Path

FOLDERS_OF_STICKS = (Path("/media"), Path("/run/media"))
"""Where Debian's desktops mount what is plugged in: in a folder of the user, or right here."""


def sticks() -> list[Path]:
    """Return the sticks and discs that are plugged in and may be written to."""
    found = [
        path
        for place in FOLDERS_OF_STICKS
        for pattern in ("*", "*/*")
        for path in (place.glob(pattern) if place.is_dir() else ())
        if path.is_mount() and os.access(path, os.W_OK)
    ]
    return sorted(found)
