"""Draws the faces of cards as pictures for screens: whole fronts with a pale code, and mini faces without any."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.printing.box import Box
from calibration.printing.colour import PAPER, SEATS
from calibration.printing.deck.deck import DeckEntry
from calibration.printing.deck.frame import PALE_CODE, CardStyle
from calibration.printing.games import PRINTS
from calibration.printing.language import PrintLanguage
from calibration.printing.pen import Pen
from calibration.printing.proportions import CARD_MM, MINI_MM
from calibration.printing.raster import RasterSize, RgbaPicture, rasterize, rasterize_parts
from calibration.printing.sheets import CardSides, Drawing

CARD_RADIUS_MM, MINI_RADIUS_MM = 3.4, 3.0
"""Radius of the round corners that faces have on screens."""


class FaceForm(StrEnum):
    """Names a kind of face: the whole card, or a small picture of what matters on it."""

    WHOLE = "whole"
    MINI = "mini"


class FaceSide(StrEnum):
    """Names a side of a card."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """Says how faces are drawn: their game, their kind, their language, and their width in pixels."""

    game: str
    kind: FaceForm
    language: PrintLanguage
    width_px: int

    @property
    def size(self) -> RasterSize:
        """Returns the size of these faces."""
        mm, radius = (MINI_MM, MINI_RADIUS_MM) if self.kind is FaceForm.MINI else (CARD_MM, CARD_RADIUS_MM)
        return RasterSize(*mm, self.width_px, radius)


def draw_faces(style: FaceStyle, cards: Sequence[tuple[DeckEntry, FaceSide]]) -> list[RgbaPicture]:
    """Draws the faces of cards in their order; a card without a mini back shows its front instead."""
    return rasterize([_drawing(style, entry, side) for entry, side in cards], style.size)


def draw_face_parts(
    style: FaceStyle, entry: DeckEntry, side: FaceSide
) -> tuple[RgbaPicture, Sequence[tuple[str, Box]]]:
    """Draws one face, and returns with it where the fields of its card are drawn, in mm."""
    return rasterize_parts([_drawing(style, entry, side)], style.size)[0]


def _drawing(style: FaceStyle, entry: DeckEntry, side: FaceSide) -> Drawing:
    sides = sides_for(style, entry)
    drawing = sides.back if side is FaceSide.BACK and sides.back is not None else sides.front

    def on_paper(pen: Pen) -> None:
        pen.box(Box(0, 0, style.size.width_mm, style.size.height_mm), PAPER)
        drawing(pen)

    return on_paper


def sides_for(style: FaceStyle, entry: DeckEntry) -> CardSides:
    """Returns the drawings of a card's faces."""
    prints = PRINTS[style.game]
    make = prints.minis if style.kind is FaceForm.MINI else prints.sides
    assert make is not None, style.game
    colour = SEATS.get(entry.seat or "", prints.colour)
    return make(entry.card, CardStyle(style.language, colour, PALE_CODE))
