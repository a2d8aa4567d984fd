"""Defines in which colours the field of a board is drawn: pale on paper, and as the themes of the screens have them."""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.printing.typeface import GRASS, PAPER, Colour, mixed, tint


@dataclass(frozen=True, slots=True)
class FieldStyle:
    """Holds the colours of a field.

    All colours are mixed with the `ground`, of paper or of a screen; on screens with a larger part, `strength`, than on
    paper, where a camera must not take them for print.
    """

    ground: Colour
    chalk: Colour
    """Colour of the lines that matter in play."""
    cell_share: float
    """Part of the turf's colour in the thin lines between cells."""
    strength: float = 1.0

    def tint(self, colour: Colour, share: float) -> Colour:
        """Mix a colour with the ground; `share` is the part of the colour on paper, 0 to 1."""
        return mixed(self.ground, colour, min(1.0, share * self.strength))


ON_PAPER = FieldStyle(PAPER, tint(GRASS, 0.62), 0.42)
ON_SCREENS: Mapping[str, FieldStyle] = {
    "dark": FieldStyle(Colour("#0c1712"), Colour("#b9d3c3"), 0.3, 2.2),
    "light": FieldStyle(Colour("#fffdf7"), Colour("#2d6a47"), 0.42, 1.7),
}
"""The style of a field on screens, by theme."""
