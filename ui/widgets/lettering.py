"""Draws words once, keeps the result while there is room, and shows it again.

To draw a line of text costs a millisecond or two, to show one that is drawn hardly anything: a list that moves up by a row
shows a dozen lines that it has shown before, and a row that is chosen says the same in another colour. So all are drawn in
white, and coloured as they are shown.
"""

from collections import OrderedDict
from dataclasses import dataclass

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

MOST_BYTES = 12_000_000
"""Some hundred lines and a few large numerals: more than any two pages show together."""
BYTES_A_PIXEL = 4


@dataclass(frozen=True, slots=True)
class Lettered:
    """Words in a typeface and a size in pixels. They are wrapped at `width_px`; `padding`: left, top, right, bottom."""

    text: str
    face: str
    size_px: float
    width_px: int
    halign: str
    padding: tuple[float, ...]


class Lettering:
    """The last drawn words. Only for the thread that draws."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Lettered, Texture] = OrderedDict()
        self._bytes = 0

    def texture(self, wanted: Lettered) -> Texture:
        """Return the words as a texture, no wider than their longest line."""
        kept = self._kept.get(wanted)
        if kept is not None:
            self._kept.move_to_end(wanted)
            return kept
        drawn = _drawn(wanted)
        self._kept[wanted] = drawn
        self._bytes += _bytes(drawn)
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1])
        return drawn


def _drawn(wanted: Lettered) -> Texture:
    label = CoreLabel(
        text=wanted.text,
        font_name=wanted.face,
        font_size=wanted.size_px,
        halign=wanted.halign,
        valign="middle",
        padding=list(wanted.padding),
    )
    if "\n" in wanted.text or label.get_extents(wanted.text)[0] > wanted.width_px:
        label.usersize = (wanted.width_px, None)
    label.refresh()
    return label.texture


def _bytes(texture: Texture) -> int:
    return int(texture.width * texture.height * BYTES_A_PIXEL)
