"""The picture of a game: its mat as boxes, drawn into pixels, and some cards that lie fanned out as in a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from calibration.printing.paper import CARD_MM
from companion.storage.shipped_data import mat_of
from ui.presenters.plan import Rectangle

# --- hand of cards
# Computes the places of some cards that lie fanned out, as in a hand.

HIGH = 0.82
"""The height of a card, as a share of the room's."""
WIDEST = 0.92
"""The width of the whole hand, as a share of the room's, at most."""
STEP = 0.62
"""From one card to the next, as a share of a card's width."""
LEAN_DEG = 8.0
"""How much each card leans more than the one before."""
DROP = 0.05
"""How much lower the outer cards lie, as a share of a card's height."""


def hand_of_cards(count: int, room: Rectangle) -> tuple[tuple[Rectangle, float], ...]:
    """Return the place of each card, and by how many degrees it leans to the left."""
    if not count:
        return ()
    ratio = CARD_MM[0] / CARD_MM[1]
    across = 1 + STEP * (count - 1)
    height = min(room.height * HIGH, room.width * WIDEST / across / ratio)
    width = height * ratio
    left = room.x + (room.width - width * across) / 2
    bottom = room.y + (room.height - height) / 2
    middle = (count - 1) / 2
    return tuple(
        (
            Rectangle(
                left + n * STEP * width,
                bottom - DROP * height * (n - middle) ** 2 + DROP * height / 2,
                width,
                height,
            ),
            (middle - n) * LEAN_DEG,
        )
        for n in range(count)
    )


# --- mat pixels
# Draws boxes with round corners and rims into pixels: the small picture of a mat.
#
# A toolkit's instruction for each of its boxes takes a millisecond, in a program that four tiles and their themes
# share.

Shade = tuple[float, float, float, float]
"""Red, green, blue and opacity, from 0 to 1."""
Shares = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box, in pixels whose y goes up. `rim_px` is the width of the line along its edge, half of it inside; 0: none."""

    place: Rectangle
    fill: Shade
    rim: Shade
    radius_px: float = 0.0
    rim_px: float = 0.0


def drawn_boxes(size_px: tuple[int, int], ground: Shade, boxes: Sequence[DrawnBox]) -> bytes:
    """Return the pixels of boxes on a ground, row by row from the top: red, green, blue and opacity."""
    width, height = size_px
    pixels = np.empty((height, width, 3), np.float32)
    pixels[:] = ground[:3]
    for box in boxes:
        _draw(pixels, box)
    opaque = np.full((height, width, 1), 255, np.uint8)
    shown = np.concatenate(((pixels * 255 + 0.5).astype(np.uint8), opaque), axis=2)
    return shown[::-1].tobytes()


def _draw(pixels: Shares, box: DrawnBox) -> None:
    """Draw a box; what lies outside the picture is cut off."""
    height, width = pixels.shape[:2]
    place, out = box.place, box.rim_px / 2 + 1
    left, right = max(0, int(place.x - out)), min(width, int(place.x + place.width + out) + 1)
    bottom, top = max(0, int(place.y - out)), min(height, int(place.y + place.height + out) + 1)
    if left >= right or bottom >= top:
        return
    part = pixels[bottom:top, left:right]
    outside = _outside_px(box, np.arange(left, right) + 0.5, np.arange(bottom, top) + 0.5)
    _blend(part, box.fill, 0.5 - outside)
    if box.rim_px:
        _blend(part, box.rim, box.rim_px / 2 + 0.5 - np.abs(outside))


def _outside_px(box: DrawnBox, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> Shares:
    """Return how far each pixel lies outside the edge of a box; inside it is negative."""
    place = box.place
    radius = min(box.radius_px, place.width / 2, place.height / 2)
    across = np.abs(x - place.x - place.width / 2) - (place.width / 2 - radius)
    along = np.abs(y - place.y - place.height / 2) - (place.height / 2 - radius)
    corner = np.hypot(np.maximum(across, 0)[None, :], np.maximum(along, 0)[:, None])
    inner = np.minimum(np.maximum(across[None, :], along[:, None]), 0)
    distance: Shares = corner + inner - radius
    return distance


def _blend(part: Shares, shade: Shade, covered: Shares) -> None:
    strength = (np.clip(covered, 0, 1) * shade[3])[..., None]
    part += (np.array(shade[:3], np.float32) - part) * strength


# --- mat art


@dataclass(frozen=True, slots=True)
class MatBox:
    """A zone of the mat, by its name, in a picture of width 1 whose y goes up. `seat` is empty for a zone of both sides.

    `is_for_command`: only command cards are laid there.
    """

    zone: str
    x: float
    y: float
    width: float
    height: float
    seat: str
    is_for_command: bool


@dataclass(frozen=True, slots=True)
class MatArt:
    """The mat as boxes; `height` is that of the picture, whose width is 1."""

    height: float
    boxes: tuple[MatBox, ...]


@cache
def mat_art(game: str) -> MatArt:
    """Return the program's own mat of a game. Raises `CatalogueError`."""
    mat = mat_of(game)
    boxes = tuple(
        MatBox(
            zone.name,
            zone.x_mm / mat.width_mm,
            (mat.height_mm - zone.y_mm - zone.height_mm) / mat.width_mm,
            zone.width_mm / mat.width_mm,
            zone.height_mm / mat.width_mm,
            zone.seat or "",
            zone.role == "command",
        )
        for zone in mat.zones
    )
    return MatArt(mat.height_mm / mat.width_mm, boxes)
