"""Keeps the faces of the owner's cards: pictures beside his catalogue.

    CATALOGUES/GAME/faces/REF@SIDE.jpg    one side of a card, straight from above; without REF: of every card, such as a back
    CATALOGUES/GAME/faces/index.npz       how the faces compare, which takes seconds to find out: made again whenever it is
    missing

The names of the pictures say which cards they show, so that nothing else can be damaged or lost.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from companion.errors import StorageError
from companion.storage.kept_files import files_in, replace_file
from companion.system_errors import system_says
from companion.words import Text

FOLDER = "faces"
FRONT, BACK = "front", "back"
SHARED_MODE = 0o666
"""As of catalogues, which a club may share."""


@dataclass(frozen=True, slots=True, order=True)
class KeptFace:
    """One side of a card, and the file of its picture."""

    ref: str
    side: str
    path: Path


class FaceShelf:
    """The faces of one game's cards. Nothing is made before the first face is kept."""

    def __init__(self, catalogues: Path, game: str) -> None:
        self.folder = catalogues / game / FOLDER
        self.index = self.folder / "index.npz"

    def faces(self) -> list[KeptFace]:
        """Return all faces, in the order of their references. Raises `StorageError` if the folder cannot be read."""
        return sorted(map(_face_at, files_in(self.folder, "*@*.jpg")))

    def of(self, ref: str) -> list[KeptFace]:
        """Return the faces of one card."""
        return [face for face in self.faces() if face.ref == ref]

    def keep(self, ref: str, side: str, jpeg: bytes) -> KeptFace:
        """Keep a face, in place of the one that was kept of this side. Raises `StorageError`; the earlier one is then as
        before.
        """
        return self.put(f"{quote(ref, safe=' ')}@{side}.jpg", jpeg)

    def put(self, name: str, jpeg: bytes) -> KeptFace:
        """Keep the picture of a face under the name of its file, as `keep` does; a name with a folder in it is refused."""
        path = self.folder / name
        if path.parent != self.folder or "@" not in path.stem:
            raise StorageError(Text("{file} is not the name of a face", file=name[:80]))
        replace_file(path, jpeg, most_mode=SHARED_MODE)
        return _face_at(path)

    def remove(self, faces: Iterable[KeptFace]) -> None:
        """Delete faces; one that is gone already is no error. Raises `StorageError`."""
        for face in faces:
            try:
                face.path.unlink(missing_ok=True)
            except OSError as problem:
                raise StorageError(
                    Text("{file}: {problem}", file=str(face.path), problem=system_says(problem))
                ) from problem


def _face_at(path: Path) -> KeptFace:
    ref, _, side = path.stem.rpartition("@")
    return KeptFace(unquote(ref), side, path)
