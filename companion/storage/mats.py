"""Loads the mat of a game from FOLDER/GAME/mat.yaml; an owner's own file replaces the program's."""

from collections.abc import Sequence
from pathlib import Path

from companion.mat import Mat, read_mat
from companion.storage.catalogue import SHIPPED, read_as


def mat_of(game: str, folders: Sequence[Path] = ()) -> Mat:
    """Return the mat of a game. Raises `CatalogueError`, which names the file."""
    own = [folder / game / "mat.yaml" for folder in folders]
    path = next((path for path in reversed(own) if path.is_file()), SHIPPED / game / "mat.yaml")
    return read_as(path, read_mat)
