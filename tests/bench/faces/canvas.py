"""A card's face being drawn: millimetres, typefaces and simple shapes on a picture of 10 px/mm."""

import colorsys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[Any]
"""A picture: (H, W, 3) uint8, BGR."""
Colour = tuple[int, int, int]
"""Red, green, blue."""
Rectangle = tuple[float, float, float, float]
"""Left, top, right and bottom, in mm."""

PX_PER_MM = 10

BLACK, WHITE = (12, 12, 14), (250, 250, 247)

TYPEFACES = {
    "condensed": "fontpkg_barlow_condensed/files/BarlowCondensed-SemiBold.ttf",
    "condensed black": "fontpkg_barlow_condensed/files/BarlowCondensed-Black.ttf",
    "condensed italic": "fontpkg_barlow_condensed/files/BarlowCondensed-BoldItalic.ttf",
    "narrow": "fontpkg_barlow_semi_condensed/files/BarlowSemiCondensed-Medium.ttf",
    "narrow light": "fontpkg_barlow_semi_condensed/files/BarlowSemiCondensed-Light.ttf",
    "narrow bold": "fontpkg_barlow_semi_condensed/files/BarlowSemiCondensed-ExtraBold.ttf",
    "grotesque": "reportlab/fonts/_a______.pfb",
    "grotesque bold": "reportlab/fonts/_ab_____.pfb",
    "grotesque italic": "reportlab/fonts/_abi____.pfb",
    "serif": "reportlab/fonts/_er_____.pfb",
    "serif bold": "reportlab/fonts/_eb_____.pfb",
    "serif italic": "reportlab/fonts/_ebi____.pfb",
    "typewriter": "reportlab/fonts/com_____.pfb",
    "typewriter bold": "reportlab/fonts/cob_____.pfb",
    "broad": "reportlab/fonts/Vera.ttf",
    "broad bold": "reportlab/fonts/VeraBd.ttf",
}
"""Typefaces that come with packages of the project, so that a seed draws the same deck everywhere."""


@cache
def typeface(name: str, size_px: int) -> ImageFont.FreeTypeFont:
    package, _, inside = TYPEFACES[name].partition("/")
    found = find_spec(package)
    assert found is not None
    assert found.origin is not None
    return ImageFont.truetype(str(Path(found.origin).parent / inside), size_px)


@dataclass(frozen=True, slots=True)
class Lettering:
    """How something is written: typeface, height of its letters, colour, and the colour of its outline, if it has one."""

    face: str
    height_mm: float
    colour: Colour = BLACK
    outline: Colour | None = None
    outline_mm: float = 0.25
    shadow: bool = False


class Canvas:
    """The face of one card, in which all places are millimetres from its top left corner."""

    def __init__(self, size_mm: tuple[float, float], colour: Colour) -> None:
        self.size_mm = size_mm
        self._image = Image.new("RGB", (px(size_mm[0]), px(size_mm[1])), colour)
        self._draw = ImageDraw.Draw(self._image, "RGBA")

    def picture(self) -> Picture:
        return np.ascontiguousarray(np.asarray(self._image)[:, :, ::-1])

    def paste(self, picture: Picture, rectangle: Rectangle, *, round_mm: float = 0.0) -> None:
        """Put a picture into a rectangle, as large as that is."""
        left, top, right, bottom = (px(mm) for mm in rectangle)
        art = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
        art = art.resize((right - left, bottom - top), Image.Resampling.BICUBIC)
        mask = Image.new("L", art.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, art.width - 1, art.height - 1), px(round_mm), fill=255)
        self._image.paste(art, (left, top), mask)

    def box(
        self,
        rectangle: Rectangle,
        colour: Colour | None,
        *,
        round_mm: float = 0.0,
        edge: Colour | None = None,
        edge_mm: float = 0.4,
        veil: int = 255,
    ) -> None:
        """Draw a rectangle; `veil` is how much of what is below it hides, of 255."""
        fill = None if colour is None else (*colour, veil)
        self._draw.rounded_rectangle(
            [px(mm) for mm in rectangle], px(round_mm), fill, edge, max(1, px(edge_mm)) if edge else 0
        )

    def disc(self, at_mm: tuple[float, float], radius_mm: float, colour: Colour, edge: Colour | None) -> None:
        x, y = at_mm
        bounds = [px(x - radius_mm), px(y - radius_mm), px(x + radius_mm), px(y + radius_mm)]
        self._draw.ellipse(bounds, colour, edge, px(0.5) if edge else 0)

    def shape(
        self, points_mm: list[tuple[float, float]], colour: Colour, edge: Colour | None, edge_mm: float = 0.5
    ) -> None:
        points = [(px(x), px(y)) for x, y in points_mm]
        self._draw.polygon(points, colour)
        if edge is not None:
            self._draw.line([*points, points[0]], edge, px(edge_mm), joint="curve")

    def line(self, points_mm: list[tuple[float, float]], colour: Colour, width_mm: float) -> None:
        self._draw.line([(px(x), px(y)) for x, y in points_mm], colour, max(1, px(width_mm)))

    def write(self, at_mm: tuple[float, float], words: str, how: Lettering, anchor: str = "lm") -> None:
        """Write words at a place; `anchor` as Pillow has it: l, m, r and a, m, s, d."""
        font = typeface(how.face, self._size_px(how))
        where = (px(at_mm[0]), px(at_mm[1]))
        edge = px(how.outline_mm) if how.outline is not None else 0
        if how.shadow:
            below = (where[0] + px(0.4), where[1] + px(0.4))
            self._draw.text(
                below, words, (0, 0, 0, 150), font, anchor, stroke_width=edge, stroke_fill=(0, 0, 0, 150)
            )
        self._draw.text(where, words, how.colour, font, anchor, stroke_width=edge, stroke_fill=how.outline)

    def width_mm(self, words: str, how: Lettering) -> float:
        return float(typeface(how.face, self._size_px(how)).getlength(words)) / PX_PER_MM

    def paragraph(self, rectangle: Rectangle, words: str, how: Lettering) -> None:
        """Write words in lines from the top of a rectangle, in smaller letters if they do not fit."""
        left, top, right, bottom = rectangle
        height = how.height_mm
        while True:
            small = Lettering(how.face, height, how.colour, how.outline, how.outline_mm)
            lines = self._lines(words, right - left, small)
            if len(lines) * 1.75 * height <= bottom - top or height < 1.0:
                break
            height *= 0.93
        for n, line in enumerate(lines):
            self.write((left, top + (n + 0.6) * 1.75 * height), line, small)

    def _lines(self, words: str, width_mm: float, how: Lettering) -> list[str]:
        lines = [""]
        for word in words.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width_mm(longer, how) > width_mm:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    @staticmethod
    def _size_px(how: Lettering) -> int:
        # A capital is about 0.7 of a typeface's size.
        return max(6, round(how.height_mm / 0.7 * PX_PER_MM))


def px(mm: float) -> int:
    return round(mm * PX_PER_MM)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two; `share` is how much of the other it has."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def any_colour(
    chance: np.random.Generator, light: tuple[float, float], strength: tuple[float, float]
) -> Colour:
    """Return a colour of any hue whose light and strength lie between bounds, 0 to 1."""
    values = colorsys.hls_to_rgb(
        chance.uniform(), float(chance.uniform(*light)), float(chance.uniform(*strength))
    )
    red, green, blue = (round(255 * value) for value in values)
    return red, green, blue


def bgr(colour: Colour) -> tuple[int, int, int]:
    return colour[2], colour[1], colour[0]


def as_picture(values: NDArray[Any]) -> Picture:
    picture: Picture = np.clip(values, 0, 255).astype(np.uint8)
    return picture
