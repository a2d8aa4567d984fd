"""Draws the faces of cards for pages, as the screens have them: small pictures of what matters on a card, as PNG."""

from functools import lru_cache

import numpy as np

from companion.backend.cards import CardFaces
from companion.backend.interface import FaceRequest, FaceSet
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.storage.places import Places
from companion.web.public.shown import FacePainter
from vision.pictures import encode_png

WIDTH_PX = 320
"""Twice as wide as a page shows it, for the fine screens of phones."""
MOST_KEPT = 400
"""Faces that are kept as PNG, of some 15 kB each: the deck of a game."""


def face_painter(where: Places) -> FacePainter:
    """Return what draws the cards of the shipped decks and of this folder of data. It may be called in any thread."""
    faces = CardFaces(where)

    @lru_cache(MOST_KEPT)
    def paint(game: str, ref: str, language: str, counts: str | None) -> bytes | None:
        if game not in GAMES:
            return None
        # No other value is drawn for a caller: each would take its time and its place.
        order = FaceRequest(
            ref, counts=counts if counts is None or counts in SCENE_BUILDERS[game].stats else ""
        )
        drawn = faces.draw(FaceSet(game, language, WIDTH_PX), [order]).get(order)
        if drawn is None:
            return None
        rgba = np.frombuffer(drawn.pixels, np.uint8).reshape(drawn.height_px, drawn.width_px, 4)
        return encode_png(np.ascontiguousarray(rgba[..., (2, 1, 0, 3)]))

    return paint
