"""Reads the marks of a JPEG before anything is decoded: its size (10 kB may claim to be 900 megapixels), and its end.

    FF D8  FF marker length(2) …  FF C0 length(2) bits(1) height(2) width(2) …  FF DA (pixels)  FF D9

The header is read as libjpeg reads it: bytes between two segments are skipped, and a mark may begin with several FF.
"""

from collections.abc import Iterator

import numpy as np

from vision.frame import Pixels

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
    """Returns the width and height that a JPEG claims; None if it is no JPEG, or ends before it tells."""
    for marker, at in _segments(data):
        if marker in FRAMES:
            height, width = (int.from_bytes(data[at + n : at + n + 2], "big") for n in (3, 5))
            return width, height
    return None


def jpeg_end(data: bytes | bytearray) -> int:
    """Returns where a JPEG that begins at 0 ends; -1 if that has not come.

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
    """Returns a JPEG with an end mark, which some cameras leave out and OpenCV wants."""
    has_mark = jpeg.endswith(END_MARK) or jpeg.rfind(END_MARK) > jpeg.rfind(bytes((0xFF, SCAN)))
    return jpeg if has_mark else jpeg + END_MARK


def is_cut_off(pixels: Pixels) -> bool:
    """Tells of a JPEG that had no end mark whether pixels are missing too: then its last square is all grey."""
    down, across = ((size - 1) // BLOCK_PX * BLOCK_PX for size in pixels.shape[:2])
    # At its edges colours of the square beside it show through.
    return bool(np.mean(pixels[down:, across:] == NOT_THERE) > 0.5)


def _segments(data: bytes | bytearray) -> Iterator[tuple[int, int]]:
    """Yields the marker of each segment up to the pixels or the end, and where the segment stands after it."""
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
