"""Colours and shapes of the screens; everybody can tell the sides apart, colour-blind people included.

Fills of the sides are the lighter colours of Okabe and Ito's palette, so that the same dark ink reads on each of them in
either theme. A side is never told by colour alone: it has a shape and a letter too.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Literal

Rgb = str
"""A colour as #RRGGBB."""
LEAST_CONTRAST = 7.0
"""WCAG 2.1, enhanced (1.4.6), for all that players read."""

ON_LIVERIES = "#0C1712"
"""The ink of the letters on the sides' fills, which are the same in either theme."""


class Shape(StrEnum):
    """The shape that stands beside a side's name."""

    TRIANGLE = "triangle"
    DISC = "disc"
    SQUARE = "square"
    DIAMOND = "diamond"
    PENTAGON = "pentagon"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Livery:
    """The signs of one side: the colour of its marks, their shape, and its letter in each language."""

    fill: Rgb
    shape: Shape
    letter_en: str
    letter_fr: str

    def letter(self, language: str) -> str:
        return self.letter_fr if language == "fr" else self.letter_en


LIVERIES: dict[str, Livery] = {
    "home": Livery("#56B4E9", Shape.TRIANGLE, "H", "D"),
    "away": Livery("#E69F00", Shape.DISC, "A", "E"),
    "red": Livery("#FF9A7A", Shape.DISC, "R", "R"),
    "yellow": Livery("#F0E442", Shape.TRIANGLE, "Y", "J"),
    "green": Livery("#4CC790", Shape.DIAMOND, "G", "V"),
    "blue": Livery("#7CC4F0", Shape.SQUARE, "B", "B"),
    "purple": Livery("#D8A6C6", Shape.PENTAGON, "P", "P"),
    "orange": Livery("#E69F00", Shape.CROSS, "O", "O"),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of one theme, by purpose.

    Text of `ink` stands on `ground`, `panel` and `raised`; text of `paper_ink` on `paper`, on `accent` and on the
    sides' fills.
    """

    ground: Rgb
    panel: Rgb
    raised: Rgb
    line: Rgb
    ink: Rgb
    quiet: Rgb
    """For text that is only read from near: citations, hints."""
    paper: Rgb
    paper_ink: Rgb
    accent: Rgb
    """A question, and nothing else."""
    alarm: Rgb
    pitch: Rgb
    pitch_other: Rgb
    area: Rgb
    goal: Rgb


DARK = Palette(
    ground="#0C1712",
    panel="#13241C",
    raised="#1D3529",
    line="#3C5A4B",
    ink="#F4EFE2",
    quiet="#C3CDC4",
    paper="#F4EFE2",
    paper_ink="#0C1712",
    accent="#F7D84A",
    alarm="#FFB3A0",
    pitch="#1B4332",
    pitch_other="#1F4A38",
    area="#24553F",
    goal="#3A4A3C",
)
LIGHT = Palette(
    ground="#F4EFE2",
    panel="#FFFDF7",
    raised="#E6E0CF",
    line="#A79F8B",
    ink="#0C1712",
    quiet="#3B463F",
    paper="#FFFFFF",
    paper_ink="#0C1712",
    accent="#F7D84A",
    alarm="#7A1500",
    pitch="#CFE3D3",
    pitch_other="#C6DDCB",
    area="#B9D5C0",
    goal="#DAD3BF",
)
THEMES: dict[Literal["dark", "light"], Palette] = {"dark": DARK, "light": LIGHT}


@lru_cache(maxsize=256)
def rgb(colour: Rgb) -> tuple[float, float, float]:
    """Return red, green and blue, each 0 to 1."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.1, 1.4.3)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Rgb) -> float:
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
