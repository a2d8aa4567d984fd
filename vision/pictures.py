"""Reads and writes picture files: any format of OpenCV, as (H, W) or (H, W, 3) uint8, without rotation by
EXIF.
"""

from pathlib import Path

import cv2
import numpy as np

from companion.errors import UnreadableFile
from companion.regular_files import read_regular_file
from companion.words import Text
from vision import LARGEST_PX, LONGEST_SIDE_PX
from vision.errors import NoPicture
from vision.frame import Pixels
from vision.jpeg import is_cut_off, jpeg_size_px, with_end_mark

READABLE = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".ppm", ".avif"})
"""The suffixes of the picture files in a folder that are read."""
UNREADABLE = frozenset({".heic", ".heif"})
"""Those of pictures that phones take and OpenCV does not read: they are told, not passed over."""
LARGEST_BYTES = 400_000_000
"""The largest file that is read: as large as the largest picture, uncompressed."""
SENSOR_BITS = (8, 10, 12, 14, 16)
"""How many bits a camera may give to a level, in files that have 16 for it."""
LIGHT = 128
"""The level from which print on a transparent ground is light, so that it is seen on dark paper alone."""
_AS_STORED = cv2.IMREAD_UNCHANGED | cv2.IMREAD_IGNORE_ORIENTATION


def read_picture(path: Path) -> Pixels:
    """Reads a picture file; transparent pixels become white, or black around light print. Raises `NoPicture`."""
    try:
        data = read_regular_file(path, most_bytes=LARGEST_BYTES)
    except UnreadableFile as problem:
        raise NoPicture(problem.message) from problem
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Pixels:
    """Decodes the bytes of a picture file, as `read_picture` does. Raises `NoPicture`."""
    return _on_paper(_in_bytes(decode_picture_as(data, _AS_STORED, name)))


def decode_picture_as(data: bytes, how: int, name: str) -> Pixels:
    """Decodes the bytes of a picture file with OpenCV's flags `how`. Raises `NoPicture`."""
    size_px = jpeg_size_px(data)
    if is_too_large(size_px):
        raise _no_picture(name)
    whole = data if size_px is None else with_end_mark(data)
    try:
        pixels: Pixels | None = cv2.imdecode(np.frombuffer(whole, np.uint8), how)
    except cv2.error as problem:
        raise _no_picture(name) from problem
    if whole is not data and (pixels is None or is_cut_off(pixels)):
        raise NoPicture(
            Text("{file} is cut off: the end of the picture is missing; copy or take it again", file=name)
        )
    if pixels is None or is_too_large(pixels.shape):
        raise _no_picture(name)
    return pixels


def is_too_large(size_px: tuple[int, ...] | None) -> bool:
    """Tells whether a picture has too many pixels in all or on a side; None, an unknown size, is not too
    large.
    """
    if size_px is None:
        return False
    one, other = size_px[:2]
    return max(one, other) > LONGEST_SIDE_PX or one * other > LARGEST_PX


def _no_picture(name: str) -> NoPicture:
    return NoPicture(
        Text(
            "{file} cannot be read as a picture; use JPEG or PNG of up to {most} megapixels and {side} pixels a "
            "side",
            file=name,
            most=LARGEST_PX // 1_000_000,
            side=LONGEST_SIDE_PX,
        )
    )


def _in_bytes(pixels: Pixels) -> Pixels:
    """Converts 16 bits or floats to uint8."""
    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        bits = next(bits for bits in SENSOR_BITS if int(pixels.max()) >> bits == 0)
        return (pixels >> (bits - 8)).astype(np.uint8)
    lowest, highest = np.nanmin(pixels), np.nanmax(pixels)
    spread = highest - lowest if np.isfinite(highest - lowest) and highest > lowest else 1.0
    return np.clip(np.nan_to_num((pixels - lowest) / spread) * 255, 0, 255).astype(np.uint8)


def _on_paper(pixels: Pixels) -> Pixels:
    """Puts a picture on white paper, or light print on black: (H, W) grey or (H, W, 3) BGR, without transparency."""
    if pixels.ndim == 2:
        return pixels
    channels = pixels.shape[2]
    if channels in (2, 4):
        cover = pixels[:, :, -1:].astype(np.uint16)
        paper = 0 if np.all(pixels[:, :, :-1][pixels[:, :, -1] > LIGHT] >= LIGHT) else 255
        mixed = (pixels[:, :, :-1] * cover + paper * (255 - cover)) // 255
        pixels, channels = mixed.astype(np.uint8), channels - 1
    return pixels[:, :, 0] if channels == 1 else np.ascontiguousarray(pixels[:, :, :3])


def rgba(pixels: Pixels) -> bytes:
    """Returns a picture, (H, W, 3) uint8 BGR, as bytes of red, green, blue and opacity, row by row from the top left."""
    return bytes(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGBA).tobytes())


def encode_png(pixels: Pixels) -> bytes:
    """Returns a picture as the bytes of a PNG file."""
    done, data = cv2.imencode(".png", pixels)
    assert done
    return data.tobytes()


def use_one_thread() -> None:
    """Limits OpenCV to one thread: for single pictures, waking threads costs more than they save."""
    cv2.setNumThreads(1)


def pictures_in(path: Path) -> list[Path]:
    """Returns the path itself if it is a file, or the pictures of a folder, by name."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix.lower() in READABLE | UNREADABLE)
