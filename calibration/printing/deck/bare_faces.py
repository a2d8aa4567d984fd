"""Draws the cards of a deck that have no code, front and back, as a camera above them would see them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.printing.deck.deck import DeckEntry, make_card_sides
from calibration.printing.paper import CARD_MM
from calibration.printing.raster import RasterSize, RgbaPicture, rasterize
from calibration.printing.typesetting import PrintLanguage
from vision.frame import Pixels


@dataclass(frozen=True, slots=True, eq=False)
class BareCard:
    """A card without a code: the pictures of its sides, (H, W, 3) uint8 BGR. The back is None if several cards share it."""

    entry: DeckEntry
    front: Pixels
    back: Pixels | None


@dataclass(frozen=True, slots=True, eq=False)
class BareDeck:
    """The cards of a deck without codes, and the backs that several of them share."""

    cards: Sequence[BareCard]
    shared_backs: Sequence[Pixels]
    back_of: dict[str, Pixels]
    """The back of each card, its own or a shared one, by reference."""


def draw_bare_deck(
    game: str, entries: Sequence[DeckEntry], language: PrintLanguage, px_per_mm: float
) -> BareDeck:
    """Draw all sides of a deck at once, at a scale."""
    sides = [make_card_sides(game, entry, language, code=None) for entry in entries]
    width, height = CARD_MM
    size = RasterSize(width, height, round(width * px_per_mm))
    fronts = map(_on_paper, rasterize([one.front for one in sides], size))
    with_back = [entry for entry, one in zip(entries, sides, strict=True) if one.back is not None]
    drawn = map(_on_paper, rasterize([one.back for one in sides if one.back is not None], size))
    backs = {str(entry.ref): back for entry, back in zip(with_back, drawn, strict=True)}
    alike: dict[bytes, list[str]] = {}
    for ref, back in backs.items():
        alike.setdefault(back.tobytes(), []).append(ref)
    own = {refs[0] for refs in alike.values() if len(refs) == 1}
    cards = [
        BareCard(entry, front, backs[entry.ref] if entry.ref in own else None)
        for entry, front in zip(entries, fronts, strict=True)
    ]
    return BareDeck(cards, [backs[refs[0]] for refs in alike.values() if len(refs) > 1], backs)


def _on_paper(picture: RgbaPicture) -> Pixels:
    """Return a drawing on white paper, (H, W, 3) uint8 BGR."""
    opacity = picture[..., 3:].astype(np.float32) / 255
    paper = picture[..., 2::-1] * opacity + 255 * (1 - opacity)
    return np.ascontiguousarray(paper.round().astype(np.uint8))
