"""Cuts a stream of bytes into JPEGs, as phones and network cameras send them.

    --frame CR LF
    Content-Type: image/jpeg CR LF
    Content-Length: 48213 CR LF        (not all servers say it, and some say less or more)
    CR LF
    ... 48213 bytes ...

Parts with something else may stand between them, and what a camera says of a picture's length is only believed where
the picture has no end mark.
"""

from dataclasses import dataclass

from vision.jpeg import END_MARK, START_MARK, jpeg_end

LARGEST_BYTES = 32_000_000
"""The largest JPEG of a stream; data without an end by then is dropped."""
LONGEST_HEADERS = 65_536
"""The most bytes kept while looking for the start of a picture."""


@dataclass(frozen=True, slots=True)
class JpegPart:
    """A JPEG, and when its first bytes arrived; a stream that stalls may send the last ones much later."""

    jpeg: bytes
    began_ms: int


class JpegCutter:
    """Cuts a stream of bytes into JPEGs."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._told: int | None = None
        """The length of the picture whose bytes come, as the camera told it, or 0; None between two pictures."""
        self._began_ms = 0

    def feed(self, data: bytes, at_ms: int) -> list[JpegPart]:
        """Takes bytes; returns the pictures that they complete."""
        self._bytes += data
        found = []
        while (part := self._next(at_ms)) is not None:
            found.append(part)
        if len(self._bytes) > LARGEST_BYTES:
            self._bytes.clear()
            self._told = None
        return found

    def end(self) -> JpegPart | None:
        """Ends the stream; returns the picture that had begun, which may lack its end."""
        begun, self._told = self._told is not None, None
        jpeg = bytes(self._bytes)
        self._bytes.clear()
        return JpegPart(jpeg, self._began_ms) if begun else None

    def _next(self, at_ms: int) -> JpegPart | None:
        if self._told is None:
            if not self._skip_headers():
                return None
            self._began_ms = at_ms
        end = self._end(self._told or 0)
        if end < 0:
            return None
        jpeg = bytes(self._bytes[:end])
        del self._bytes[:end]
        self._told = None
        return JpegPart(jpeg, self._began_ms)

    def _end(self, told: int) -> int:
        """Returns where the picture ends; -1 if its last bytes have not come."""
        if len(self._bytes) < told:
            return -1
        if self._bytes.endswith(END_MARK, 0, told):
            return told
        end = jpeg_end(self._bytes)
        is_sure = end >= 0 and (end < told or self._bytes.endswith(END_MARK, 0, end))
        return end if is_sure or not told else told

    def _skip_headers(self) -> bool:
        """Skips to the first byte of a picture; returns whether it has come."""
        start = self._bytes.find(START_MARK)
        if start < 0:
            del self._bytes[:-LONGEST_HEADERS]
            return False
        self._told = _told_length(bytes(self._bytes[:start]))
        del self._bytes[:start]
        return True


def _told_length(before: bytes) -> int:
    """Returns the length in the headers just before a picture, not in those of other parts; 0 if there is none."""
    *_, headers = before.replace(b"\r\n", b"\n").strip(b"\n").split(b"\n\n")
    for line in headers.lower().splitlines():
        name, _, value = line.partition(b":")
        if name.strip() == b"content-length" and value.strip().isdigit():
            return min(int(value), LARGEST_BYTES)
    return 0
