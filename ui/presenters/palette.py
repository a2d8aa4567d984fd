"""Colours and shapes of the screens; everybody can tell the sides apart, colour-blind people included.

Fills of the sides are the lighter colours of Okabe and Ito's palette, so that the same dark ink reads on each of them in
either theme. A side is never told by colour alone: it has a shape and a letter too. The numbers are in `data/look.yaml`.
"""

from dataclasses import asdict, dataclass
from functools import cache, lru_cache

from companion.house_style import FaceColours, Rgb, Shape, ThemeName
from companion.storage.house_styles import shipped_style

LEAST_CONTRAST = 7.0
"""WCAG 2.1, enhanced (1.4.6), for all that players read."""
LEAST_CONTRAST_OF_SIGNS = 3.0
"""WCAG 2.1, of objects (1.4.11), for all that means something and is no text."""

STYLE = shipped_style()
RIM = STYLE.rim
"""Around the marks of the sides."""
ON_LIVERIES = STYLE.rim
"""The ink of the letters on the sides' fills, which are the same in either theme."""


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
    name: Livery(side.fill, side.shape, side.letter.en, side.letter.fr) for name, side in STYLE.sides.items()
}


@dataclass(frozen=True, slots=True)
class Palette(FaceColours):
    """All colours of one theme and one face, by purpose.

    Text of `ink` stands on `ground`, `panel` and `raised`; text of `paper_ink` on `paper`, on `question` and on the
    sides' fills; text of `accent_ink` on `accent`. `quiet` is for text that is only read from near.
    """

    ink: Rgb
    quiet: Rgb
    paper: Rgb
    paper_ink: Rgb
    question: Rgb
    alarm: Rgb
    pitch: Rgb
    pitch_other: Rgb
    area: Rgb
    goal: Rgb


@cache
def palette_of(theme: ThemeName, game: str = "") -> Palette:
    """Return the colours of a theme in the face of a game; without one, in the face of the house."""
    return Palette(**asdict(STYLE.face(game).of(theme)), **asdict(STYLE.themes[theme]))


@lru_cache(maxsize=256)
def rgb(colour: Rgb) -> tuple[float, float, float]:
    """Return red, green and blue, each 0 to 1."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.1, 1.4.3)."""
    return contrast_of(rgb(one), rgb(other))


def contrast_of(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return the contrast of two colours given as red, green and blue, each 0 to 1."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: tuple[float, float, float]) -> float:
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
