"""Reads and writes picture files: any format of OpenCV; the marks of a JPEG are read before anything is decoded."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.errors import UnreadableFile
from companion.regular_files import read_regular_file
from companion.words import Text
from vision import LARGEST_PX, LONGEST_SIDE_PX
from vision.errors import NoPicture
from vision.frame import Pixels

# --- jpeg
# Reads the marks of a JPEG before anything is decoded: its size (10 kB may claim to be 900 megapixels), and its end.
#
#     FF D8  FF marker length(2) …  FF C0 length(2) bits(1) height(2) width(2) …  FF DA (pixels)  FF D9
#
# The header is read as libjpeg reads it: bytes between two segments are skipped, and a mark may begin with several FF.

START_MARK, END_MARK = b"\xff\xd8\xff", b"\xff\xd9"
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of frame headers (ITU-T T.81, table B.1); the three excluded ones are tables."""
WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
"""The markers without a length."""
END, SCAN = 0xD9, 0xDA
"""The markers of the end of the picture and of the start of its pixels."""
BLOCK_PX = 8
"""The side of the smallest square that a JPEG codes."""
NOT_THERE = 128
"""The level that libjpeg gives to squares whose bytes are missing."""


def jpeg_size_px(data: bytes) -> tuple[int, int] | None:
    """Return the width and height that a JPEG claims; None if it is no JPEG, or ends before it tells."""
    for marker, at in _segments(data):
        if marker in FRAMES:
            height, width = (int.from_bytes(data[at + n : at + n + 2], "big") for n in (3, 5))
            return width, height
    return None


def jpeg_end(data: bytes | bytearray) -> int:
    """Return where a JPEG that begins at 0 ends; -1 if that has not come.

    One without an end mark ends where the next picture begins. Both are looked for from the first pixels on: before
    these there may be a small picture with marks of its own, and in the pixels FF is followed by neither mark.
    """
    pixels_at = next((at for marker, at in _segments(data) if marker == SCAN), None)
    if pixels_at is None:
        return -1
    end, following = (data.find(mark, pixels_at) for mark in (END_MARK, START_MARK))
    if end >= 0 and not 0 <= following < end:
        return end + len(END_MARK)
    return following


def with_end_mark(jpeg: bytes) -> bytes:
    """Return a JPEG with an end mark, which some cameras leave out and OpenCV wants."""
    has_mark = jpeg.endswith(END_MARK) or jpeg.rfind(END_MARK) > jpeg.rfind(bytes((0xFF, SCAN)))
    return jpeg if has_mark else jpeg + END_MARK


def is_cut_off(pixels: Pixels) -> bool:
    """Tell of a JPEG that had no end mark whether pixels are missing too: then its last square is all grey."""
    down, across = ((size - 1) // BLOCK_PX * BLOCK_PX for size in pixels.shape[:2])
    # At its edges colours of the square beside it show through.
    return bool(np.mean(pixels[down:, across:] == NOT_THERE) > 0.5)


def has_lost_rows(pixels: Pixels) -> bool:
    """Tell whether a camera's JPEG lacks its last pixels although it has an end mark: they are all of the level of what is
    missing, from side to side, as no camera's are.
    """
    return bool((pixels[-BLOCK_PX:] == NOT_THERE).all())


def _segments(data: bytes | bytearray) -> Iterator[tuple[int, int]]:
    """Yield the marker of each segment up to the pixels or the end, and where the segment stands after it."""
    at = 2 if data[:2] == START_MARK[:2] else len(data)
    while (at := data.find(b"\xff", at)) >= 0:
        while at < len(data) and data[at] == 0xFF:
            at += 1
        if at + 8 > len(data):
            return
        marker, at = data[at], at + 1
        yield marker, at
        if marker in (END, SCAN):
            return
        if marker and marker not in WITHOUT_LENGTH:
            at += max(2, int.from_bytes(data[at : at + 2], "big"))


# --- pictures

READABLE = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".ppm", ".avif"})
"""The suffixes of the picture files in a folder that are read."""
UNREADABLE = frozenset({".heic", ".heif"})
"""Those of pictures that phones take and OpenCV does not read: they are told, not passed over."""
HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
"""The names by which the first bytes of a file tell that it is HEIF, whatever its suffix is."""
PNG_MARK, PNG_SIZE_ENDS = b"\x89PNG\r\n\x1a\n", 24
LARGEST_BYTES = 400_000_000
"""The largest file that is read: as large as the largest picture, uncompressed."""
SENSOR_BITS = (8, 10, 12, 14, 16)
"""How many bits a camera may give to a level, in files that have 16 for it."""
LIGHT = 128
"""The level from which print on a transparent ground is light, so that it is seen on dark paper alone."""
_AS_HELD = cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH
"""A JPEG is turned as the camera that took it was held, which its EXIF data say."""


def read_picture(path: Path) -> Pixels:
    """Read a picture file; transparent pixels become white, or black around light print. Raises `NoPicture`."""
    try:
        data = read_regular_file(path, most_bytes=LARGEST_BYTES)
    except UnreadableFile as problem:
        raise NoPicture(problem.message) from problem
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Pixels:
    """Decode the bytes of a picture file, as `read_picture` does. Raises `NoPicture`."""
    how = _AS_HELD if data.startswith(START_MARK) else cv2.IMREAD_UNCHANGED
    return _on_paper(_in_bytes(decode_picture_as(data, how, name)))


def decode_picture_as(data: bytes, how: int, name: str) -> Pixels:
    """Decode the bytes of a picture file with OpenCV's flags `how`. Raises `NoPicture`."""
    size_px = jpeg_size_px(data)
    if is_too_large(size_px or _png_size_px(data)):
        raise _no_picture(data, name)
    whole = data if size_px is None else with_end_mark(data)
    coded = np.frombuffer(whole, np.uint8)
    try:
        pixels: Pixels | None = cv2.imdecode(coded, how)
        unturned = pixels if whole is data else cv2.imdecode(coded, cv2.IMREAD_UNCHANGED)
    except cv2.error as problem:
        raise _no_picture(data, name) from problem
    if whole is not data and (unturned is None or is_cut_off(unturned)):
        raise NoPicture(
            Text("{file} is cut off: the end of the picture is missing; copy or take it again", file=name)
        )
    if pixels is None or is_too_large(pixels.shape):
        raise _no_picture(data, name)
    return pixels


def is_too_large(size_px: tuple[int, ...] | None) -> bool:
    """Tell whether a picture has too many pixels in all or on a side; None, an unknown size, is not too
    large.
    """
    if size_px is None:
        return False
    one, other = size_px[:2]
    return max(one, other) > LONGEST_SIDE_PX or one * other > LARGEST_PX


def _no_picture(data: bytes, name: str) -> NoPicture:
    """Return why a file is no picture for this program: a phone's HEIC, too many pixels, or anything else."""
    if data[4:8] == b"ftyp" and data[8:12] in HEIF_BRANDS:
        return NoPicture(
            Text(
                "{file} is a HEIC picture, which this program cannot read: save it as JPEG, or let the phone take JPEG "
                "pictures (on an iPhone: Settings, Camera, Formats, Most Compatible)",
                file=name,
            )
        )
    size_px = jpeg_size_px(data) or _png_size_px(data)
    if is_too_large(size_px):
        assert size_px is not None
        return NoPicture(
            Text(
                "{file} has {width} by {height} pixels; at most {most} megapixels and {side} pixels a side can be read: "
                "make it smaller",
                file=name,
                width=size_px[0],
                height=size_px[1],
                most=LARGEST_PX // 1_000_000,
                side=LONGEST_SIDE_PX,
            )
        )
    return NoPicture(
        Text(
            "{file} cannot be read as a picture: it is damaged, or it is not a picture; use JPEG or PNG",
            file=name,
        )
    )


def _png_size_px(data: bytes) -> tuple[int, int] | None:
    """Return the width and height in the header of a PNG; None of anything else."""
    if not data.startswith(PNG_MARK) or len(data) < PNG_SIZE_ENDS:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:PNG_SIZE_ENDS], "big")


def _in_bytes(pixels: Pixels) -> Pixels:
    """Convert 16 bits or floats to uint8."""
    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        bits = next(bits for bits in SENSOR_BITS if int(pixels.max()) >> bits == 0)
        return (pixels >> (bits - 8)).astype(np.uint8)
    lowest, highest = np.nanmin(pixels), np.nanmax(pixels)
    spread = highest - lowest if np.isfinite(highest - lowest) and highest > lowest else 1.0
    return np.clip(np.nan_to_num((pixels - lowest) / spread) * 255, 0, 255).astype(np.uint8)


def _on_paper(pixels: Pixels) -> Pixels:
    """Put a picture on white paper, or light print on black: (H, W) grey or (H, W, 3) BGR, without transparency."""
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
    """Return a picture, (H, W, 3) uint8 BGR, as bytes of red, green, blue and opacity, row by row from the top left."""
    return bytes(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGBA).tobytes())


def fitted(pixels: Pixels, side_px: int) -> Pixels:
    """Return a picture made so small, or so large, that its longer side has this many pixels."""
    height, width = pixels.shape[:2]
    share = side_px / max(width, height)
    size = max(1, round(width * share)), max(1, round(height * share))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)


def encode_png(pixels: Pixels) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    done, data = cv2.imencode(".png", pixels)
    assert done
    return data.tobytes()


def use_one_thread() -> None:
    """Limit OpenCV to one thread: for single pictures, waking threads costs more than they save."""
    cv2.setNumThreads(1)


def pictures_in(path: Path) -> list[Path]:
    """Return the path itself if it is a file, or the pictures of a folder, by name. Raises `NoPicture` if it has none."""
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.iterdir() if file.suffix.lower() in READABLE | UNREADABLE)
    if not found:
        raise NoPicture(Text("there are no pictures in {path}", path=str(path)))
    return found
