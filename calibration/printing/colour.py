"""The colours that are printed: those of the seats, told apart under all common colour-blindness, and their tints."""

from typing import NewType

Colour = NewType("Colour", str)
"""`#rrggbb`."""

INK = Colour("#1d1f24")
"""What is read: as dark as it gets without being a printer's richest black."""
CODE = Colour("#000000")
"""Codes are pure black: one ink, and no coloured fringe where the inks do not meet."""
PAPER = Colour("#ffffff")
SOFT = Colour("#5d6470")
"""What is said beside something."""
FAINT = Colour("#aeb4bd")
"""Lines that guide a knife or an eye."""

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
"""The colour of a seat, by its name, where a game has no other."""


def parts(colour: Colour) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with a share, from 0 to 1, of another one in it."""
    blend = (a + (b - a) * share for a, b in zip(parts(one), parts(other), strict=True))
    return Colour("#" + "".join(f"{round(part * 255):02x}" for part in blend))


def tint(colour: Colour, share: float) -> Colour:
    """So much of a colour on white paper: 0.1 is a breath of it."""
    return mixed(PAPER, colour, share)


def shade(colour: Colour, share: float) -> Colour:
    """A colour with so much ink in it."""
    return mixed(colour, INK, share)


def lightness(colour: Colour) -> float:
    """How light a colour looks, 0 to 1 (Rec. 709)."""
    red, green, blue = parts(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def legible_on(colour: Colour) -> Colour:
    """Ink or paper, whichever is read better on a colour."""
    return INK if lightness(colour) > 0.5 else PAPER
