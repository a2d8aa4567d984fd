"""Lays a game's printed mat out in a picture: its zones as boxes, each with its side."""

from dataclasses import dataclass
from functools import cache

from companion.storage.mats import mat_of


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
