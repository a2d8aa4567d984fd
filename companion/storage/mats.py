"""The mats that ship, one a game: FOLDER/GAME/mat.yaml. An owner's own of the same name replaces it."""

from collections.abc import Sequence
from pathlib import Path

from companion.errors import CatalogueError, Malformed
from companion.mat import Mat, read_mat
from companion.storage.catalogue import read_data
from companion.storage.shipped import SHIPPED
from companion.words import Text


def mat_of(game: str, folders: Sequence[Path] = ()) -> Mat:
    """The mat of a known game. Raises `CatalogueError`, which names the file."""
    own = [folder / game / "mat.yaml" for folder in folders]
    path = next((path for path in reversed(own) if path.is_file()), SHIPPED / game / "mat.yaml")
    try:
        return read_mat(read_data(path))
    except Malformed as problem:
        raise CatalogueError(Text("{file}: {problem}", file=str(path), problem=problem.message)) from problem
