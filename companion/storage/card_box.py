"""Carries cards with their faces in one file, a ZIP archive: `cards.yaml`, and `faces/REF@SIDE.jpg`."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.errors import CatalogueError, StorageError, UnreadableFile
from companion.regular_files import DAMAGED_ARCHIVE, read_regular_file
from companion.storage.catalogue import MOST_BYTES
from companion.storage.faces import FOLDER, KeptFace
from companion.storage.kept_files import replacing_file
from companion.system_errors import system_says
from companion.words import Text

SUFFIX = ".zip"
CARDS = "cards.yaml"
MOST_BOX_BYTES = 200_000_000
MOST_FACES, MOST_FACE_BYTES = 5_000, 1_000_000
"""Some 40 kB are usual; what has more is no face."""


@dataclass(frozen=True, slots=True)
class CardBox:
    """The contents of such a file: the catalogue as it is written, and JPEG pictures by the names of their files."""

    catalogue: bytes
    faces: dict[str, bytes]


def write_box(path: Path, catalogue: str, faces: Sequence[KeptFace]) -> None:
    """Write a catalogue and faces into one file, whole or not at all. Raises `StorageError`."""
    with replacing_file(path) as file, zipfile.ZipFile(file, "w") as archive:
        archive.writestr(CARDS, catalogue, zipfile.ZIP_DEFLATED)
        for face in faces:
            try:
                archive.write(face.path, f"{FOLDER}/{face.path.name}")
            except OSError as problem:
                raise StorageError(
                    Text("{file}: {problem}", file=str(face.path), problem=system_says(problem))
                ) from problem


def read_box(path: Path) -> CardBox:
    """Read such a file. Raises `CatalogueError` if it is none, or too large; nothing is written to the disk."""
    try:
        data = read_regular_file(path, most_bytes=MOST_BOX_BYTES)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            faces = [info for info in archive.infolist() if _is_face(info.filename)]
            if len(faces) > MOST_FACES:
                raise CatalogueError(
                    Text("{file} has more than {most} faces", file=str(path), most=MOST_FACES)
                )
            return CardBox(
                _member(archive, CARDS, MOST_BYTES),
                {
                    PurePosixPath(info.filename).name: _member(archive, info.filename, MOST_FACE_BYTES)
                    for info in faces
                },
            )
    except UnreadableFile as problem:
        raise CatalogueError(problem.message) from problem
    except DAMAGED_ARCHIVE as problem:
        raise CatalogueError(
            Text(
                "{file} is not an archive of cards, or it is damaged; `companion cards export --to zip` writes one",
                file=str(path),
            )
        ) from problem


def _is_face(name: str) -> bool:
    path = PurePosixPath(name)
    return path.parent == PurePosixPath(FOLDER) and path.suffix == ".jpg" and "@" in path.stem


def _member(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    """Return a file of an archive. What it claims to be when unpacked is not believed."""
    with archive.open(name) as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise CatalogueError(Text("{file} in the archive is too large", file=name))
    return data
