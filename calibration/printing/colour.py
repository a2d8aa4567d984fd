"""Defines the printed colours, those of the seats too, and mixes them.

The first seats' colours are from the palette of Okabe and Ito (2002), which people with any common colour
blindness tell apart.
"""

from typing import NewType

Colour = NewType("Colour", str)
"""A colour as `#rrggbb`."""

INK = Colour("#1d1f24")
"""Colour of texts: dark, but not a printer's richest black."""
CODE = Colour("#000000")
"""Codes are pure black: one ink, so that no coloured fringe appears where inks do not meet."""
PAPER = Colour("#ffffff")
SOFT = Colour("#5d6470")
"""Colour of texts that matter less."""
FAINT = Colour("#aeb4bd")
"""Colour of lines for scissors."""

SKY = Colour("#56b4e9")
ORANGE = Colour("#e69f00")
GRASS = Colour("#4f9a6a")
BERRY = Colour("#b8475f")

SEATS: dict[str, Colour] = {
    "home": SKY,
    "away": ORANGE,
    "yellow": Colour("#f0c419"),
    "red": Colour("#d5402b"),
    "orange": ORANGE,
    "green": Colour("#2f9e6b"),
    "blue": Colour("#3f7fd0"),
    "purple": Colour("#8a5bb5"),
}
"""Colour of each seat by its name, unless a game has its own."""


def split_channels(colour: Colour) -> tuple[float, float, float]:
    """Splits a colour into red, green and blue, 0 to 1."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Mixes two colours; `share` is the part of the other one, 0 to 1."""
    blend = (a + (b - a) * share for a, b in zip(split_channels(one), split_channels(other), strict=True))
    return Colour("#" + "".join(f"{round(part * 255):02x}" for part in blend))


def tint(colour: Colour, share: float) -> Colour:
    """Mixes a colour with white; `share` is the part of the colour, 0 to 1."""
    return mixed(PAPER, colour, share)


def shade(colour: Colour, share: float) -> Colour:
    """Mixes a colour with ink; `share` is the part of the ink, 0 to 1."""
    return mixed(colour, INK, share)


def lightness(colour: Colour) -> float:
    """Computes how light a colour looks, 0 to 1 (luma of ITU-R BT.709)."""
    red, green, blue = split_channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def legible_on(colour: Colour) -> Colour:
    """Chooses ink or paper, whichever is easier to read on a colour."""
    return INK if lightness(colour) > 0.5 else PAPER
