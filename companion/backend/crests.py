"""Reads a team's crest from the owner's image file; finds such files on USB sticks and in the owner's folder."""

import base64
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.errors import CompanionError
from companion.words import Text

CREST_PX, LEAST_PX = 96, 24
MOST_FILES = 40


def read_crest(path: Path) -> str:
    """Return a picture, made small, as PNG in base64. Raises `CompanionError` for what is no picture."""
    # The first page is there sooner without OpenCV.
    from vision.pictures import encode_png, fitted, read_picture  # noqa: PLC0415

    pixels = read_picture(path)
    height, width = pixels.shape[:2]
    if min(width, height) < LEAST_PX:
        raise CompanionError(
            Text(
                "{file} has only {width} x {height} pixels: a crest needs {least} at least",
                file=path.name,
                width=width,
                height=height,
                least=LEAST_PX,
            )
        )
    return base64.b64encode(encode_png(fitted(pixels, CREST_PX))).decode()


def crest_files(folders: Sequence[Path]) -> list[Path]:
    """Return the pictures that lie in these folders, by name."""
    return sorted(_pictures(folders), key=lambda path: path.name.casefold())[:MOST_FILES]


def _pictures(folders: Sequence[Path]) -> Iterator[Path]:
    from vision.pictures import READABLE  # noqa: PLC0415 - see above

    for folder in folders:
        try:
            yield from (path for path in folder.iterdir() if path.suffix.casefold() in READABLE)
        except OSError:
            continue  # a folder that is not there, or may not be read, has no pictures for us
