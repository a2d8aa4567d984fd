"""Defines the printed colours, including the colours of the seats, and mixes them.

The first seats' colours are from the palette of Okabe and Ito (2002), which people with any common colour
blindness tell apart. The numbers are in `companion/data/look.yaml`.
"""

from typing import NewType

from companion.storage.house_styles import shipped_style

Colour = NewType("Colour", str)
"""A colour as `#rrggbb`."""

_STYLE = shipped_style()

INK = Colour(_STYLE.printed.ink)
"""Colour of texts: dark, but not a printer's richest black."""
CODE = Colour(_STYLE.printed.code)
"""Codes are pure black: one ink, so that no coloured fringe appears where inks do not meet."""
PAPER = Colour(_STYLE.printed.paper)
SOFT = Colour(_STYLE.printed.soft)
"""Colour of texts that matter less."""
FAINT = Colour(_STYLE.printed.faint)
"""Colour of lines for scissors."""
GRASS = Colour(_STYLE.printed.grass)
BERRY = Colour(_STYLE.printed.berry)

SEATS: dict[str, Colour] = {name: Colour(side.printed) for name, side in _STYLE.sides.items()}
"""Colour of each seat by its name, unless a game has its own."""
SHAPES: dict[str, str] = {name: side.shape for name, side in _STYLE.sides.items()}
"""Mark of each seat by its name, the same as on the screens."""
SKY, ORANGE = SEATS["home"], SEATS["away"]


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
