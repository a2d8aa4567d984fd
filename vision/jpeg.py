"""Reads the size of a JPEG from its header before anything is decoded: 10 kB may claim to be 900 megapixels.

    FF D8  FF marker length(2) …  FF C0 length(2) bits(1) height(2) width(2) …  FF DA (pixels)

The header is read as libjpeg reads it: bytes between two segments are skipped.
"""

FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of frame headers (ITU-T T.81, table B.1); the three excluded ones are tables."""
WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
"""The markers without a length."""
END, SCAN = 0xD9, 0xDA
"""The markers of the end of the picture and of the start of its pixels."""


def jpeg_size_px(data: bytes) -> tuple[int, int] | None:
    """Returns the width and height that a JPEG claims; None if it is no JPEG, or ends before it tells."""
    at = 2 if data[:2] == b"\xff\xd8" else len(data)
    while (at := data.find(b"\xff", at)) >= 0:
        while at < len(data) and data[at] == 0xFF:
            at += 1
        if at + 8 > len(data) or data[at] in (END, SCAN):
            return None
        marker, at = data[at], at + 1
        if marker in FRAMES:
            height, width = (int.from_bytes(data[at + n : at + n + 2], "big") for n in (3, 5))
            return width, height
        if marker and marker not in WITHOUT_LENGTH:
            at += max(2, int.from_bytes(data[at : at + 2], "big"))
    return None
