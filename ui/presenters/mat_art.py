"""Lays a game's printed mat out in a picture: its zones as boxes, each with its side, for the tile of the game."""

from dataclasses import dataclass
from functools import cache

from companion.storage.mats import mat_of


@dataclass(frozen=True, slots=True)
class MatBox:
    """A zone of the mat in a picture of width 1 whose y goes up. `seat` is empty for a zone of both sides."""

    x: float
    y: float
    width: float
    height: float
    seat: str


@dataclass(frozen=True, slots=True)
class MatArt:
    """The mat as boxes; `height` is that of the picture, whose width is 1."""

    height: float
    boxes: tuple[MatBox, ...]


@cache
def mat_art(game: str) -> MatArt:
    """Return the program's own mat of a game, without the places of command cards. Raises `CatalogueError`."""
    mat = mat_of(game)
    boxes = tuple(
        MatBox(
            zone.x_mm / mat.width_mm,
            (mat.height_mm - zone.y_mm - zone.height_mm) / mat.width_mm,
            zone.width_mm / mat.width_mm,
            zone.height_mm / mat.width_mm,
            zone.seat or "",
        )
        for zone in mat.zones
        if zone.role != "command"
    )
    return MatArt(mat.height_mm / mat.width_mm, boxes)
