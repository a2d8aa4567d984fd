"""Writes a gallery as one file, so that its faces need not be laid over each other again, and reads it: a NumPy archive.

key                          what the gallery was made of: a file with another key is not read
GROUP.size_mm, .frames       of the faces of one size: their width and height, and which lie over each other
GROUP.cards, .sides          their names
GROUP.faces, .pictures       as they were enrolled, and laid over each other: PNG, with the .*_bytes of each
GROUP.compared, .rivals      the faces that were compared with their rivals, and how many rivals each has
GROUP.numbers, .places, .pixels, .beyond    of all these rivals, one after the other, as in `Rivals`
"""

import io
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.regular_files import DAMAGED_ARCHIVE
from companion.words import Text
from vision.errors import NoPicture
from vision.faces.face import Face
from vision.faces.face_group import FaceGroup, Rivals
from vision.faces.gallery import Gallery
from vision.frame import Pixels

QUICK = (cv2.IMWRITE_PNG_COMPRESSION, 1)
"""Twice as quick as usual, and hardly larger."""
NOT_USED = Text("the file of compared faces is damaged, or is of other faces")
Arrays = dict[str, NDArray[Any]]


def gallery_to_bytes(gallery: Gallery, key: str) -> bytes:
    """Return a gallery as the content of a file, with what is known of rivals by now."""
    arrays: Arrays = {"key": np.array(key)}
    for number, group in enumerate(gallery.groups):
        arrays |= {f"{number}.{name}": array for name, array in _group_arrays(group).items()}
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def gallery_from_bytes(data: bytes, key: str) -> Gallery:
    """Return the gallery of a file. Raises `NoPicture` if the file is damaged, or its gallery was made of something else."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            if str(arrays["key"]) != key:
                raise NoPicture(NOT_USED)
            groups = sum(name.endswith(".size_mm") for name in arrays.files)
            return Gallery.of_groups(
                [_group(lambda name, n=n: arrays[f"{n}.{name}"]) for n in range(groups)]  # type: ignore[misc]
            )
    except (*DAMAGED_ARCHIVE, OSError, cv2.error) as problem:
        raise NoPicture(NOT_USED) from problem


def _group_arrays(group: FaceGroup) -> Arrays:
    compared = group.compared()
    empty = Rivals.none()
    rivals = [empty, *compared.values()]
    faces, faces_bytes = _to_png([face.pixels for face in group.faces])
    pictures, pictures_bytes = _to_png(group.pictures)
    return {
        "size_mm": np.array(group.size_mm),
        "frames": np.array(group.frames),
        "cards": np.array([face.card for face in group.faces]),
        "sides": np.array([face.side for face in group.faces]),
        "faces": faces,
        "faces_bytes": faces_bytes,
        "pictures": pictures,
        "pictures_bytes": pictures_bytes,
        "compared": np.array(list(compared), np.intp),
        "rivals": np.array([len(one.numbers) for one in compared.values()], np.intp),
        "numbers": np.concatenate([one.numbers for one in rivals]),
        "places": np.concatenate([one.places for one in rivals]),
        "pixels": np.concatenate([one.pixels for one in rivals]),
        "beyond": np.concatenate([one.beyond for one in rivals]),
    }


def _group(array: Callable[[str], NDArray[Any]]) -> FaceGroup:
    width, height = array("size_mm").tolist()
    faces = [
        Face(card, side, pixels, (width, height))
        for card, side, pixels in zip(
            array("cards").tolist(),
            array("sides").tolist(),
            _from_png(array("faces"), array("faces_bytes")),
            strict=True,
        )
    ]
    pictures = _from_png(array("pictures"), array("pictures_bytes"))
    ends = np.cumsum([0, *array("rivals")])
    every = [array(name) for name in ("numbers", "places", "pixels", "beyond")]
    compared = {
        int(number): Rivals(*(one[begin:end] for one in every))
        for number, (begin, end) in zip(array("compared"), pairwise(ends), strict=True)
    }
    return FaceGroup.restored((width, height), faces, array("frames").tolist(), pictures, compared)


def _to_png(pictures: Sequence[Pixels] | Pixels) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return pictures as PNG, one after the other, and how many bytes each has."""
    files = [cv2.imencode(".png", picture, QUICK)[1] for picture in pictures]
    return np.concatenate(files), np.array([len(file) for file in files])


def _from_png(files: NDArray[Any], sizes: NDArray[Any]) -> list[Pixels]:
    pictures: list[Pixels] = []
    for file in np.split(files, np.cumsum(sizes)[:-1]):
        picture: Pixels | None = cv2.imdecode(file, cv2.IMREAD_COLOR)
        if picture is None:
            raise NoPicture(NOT_USED)
        pictures.append(picture)
    return pictures
