r"""Frames and checks the lines of DT1 as bytes; knows nothing of their meaning. Pure.

    ROLL 812 id=5 boot=9f3a1c22 req=q7 ...*0A4F\n
    \______________ body _________________/\__/ CRC-16/CCITT-FALSE of the body, in hex

A line is ASCII and at most 200 bytes long without its newline; `\r` is dropped. Anything else is damage: it
is counted, and never more than one line of it is held.
"""

import binascii
from dataclasses import dataclass

LONGEST_LINE = 200
"""Bytes of a line without its newline, as DT1 says."""


def frame_line(body: str) -> bytes:
    """Returns the bytes of a line. Raises `ValueError` for a text that no line can carry."""
    data = body.encode("ascii")
    if len(data) + 5 > LONGEST_LINE or not body.isprintable():
        raise ValueError(f"expected at most {LONGEST_LINE - 5} printable bytes, got {body!r}")
    return data + b"*%04X\n" % binascii.crc_hqx(data, 0xFFFF)


def unframe_line(line: bytes) -> str | None:
    """Returns the text of a line without its newline; None if it is damaged."""
    body, star, crc = line.rpartition(b"*")
    if not star or len(line) > LONGEST_LINE or crc != b"%04X" % binascii.crc_hqx(body, 0xFFFF):
        return None
    text = body.decode("ascii", "replace")
    return text if text.isascii() and text.isprintable() else None


@dataclass(slots=True)
class LineCounters:
    """Counts what came over a line."""

    lines: int = 0
    damaged: int = 0


class LineCutter:
    """Cuts incoming bytes into lines; damaged ones are counted."""

    def __init__(self) -> None:
        self.counters = LineCounters()
        self._line = bytearray()

    def reset(self) -> None:
        """Drops half a line: the connection is a new one."""
        self._line.clear()

    def cut(self, data: bytes) -> list[str | None]:
        """Returns the texts of the lines that `data` completes, in order; None for a damaged one."""
        found = []
        *ended, rest = data.replace(b"\r", b"").split(b"\n")
        for piece in ended:
            self._grow(piece)
            if self._line:
                body = unframe_line(bytes(self._line))
                self.counters.lines += body is not None
                self.counters.damaged += body is None
                found.append(body)
                self._line.clear()
        self._grow(rest)
        return found

    def _grow(self, piece: bytes) -> None:
        """Adds bytes up to one more than the longest line, which is enough to know that it is too long."""
        self._line += piece[: LONGEST_LINE + 1 - len(self._line)]
