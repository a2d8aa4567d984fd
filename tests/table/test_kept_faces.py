"""How the faces of a game compare is kept beside them, and found out again when anything of it has changed."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import StorageError
from companion.storage.card_sizes import USUAL, CardSize
from companion.storage.faces import FaceShelf
from companion.storage.places import Places
from companion.table import faces
from companion.words import Text
from tests.vision.faces.drawn_cards import face, picture_card
from vision.faces import face_group
from vision.faces.face import FACE_PX_PER_MM, Face, size_px
from vision.faces.face_group import FaceGroup
from vision.faces.pictures import face_jpeg


class Box:
    """The faces of two cards, and how many were laid over others since the last start."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.where, self.laid = Places(folder), 0
        self.shelf = FaceShelf(self.where.catalogues[1], "ouaf")
        self.show("A", 1)
        self.show("B", 2)
        add = FaceGroup.add

        def counted(group: FaceGroup, one: Face) -> None:
            self.laid += 1
            add(group, one)

        monkeypatch.setattr(FaceGroup, "add", counted)
        monkeypatch.setattr(faces, "demonstration_faces", lambda _game: ())

    def show(self, ref: str, seed: int) -> None:
        pixels = face(ref, picture_card(seed)).pixels
        self.shelf.keep(ref, "front", cv2.imencode(".jpg", pixels)[1].tobytes())

    def start(self) -> list[str]:
        """The cards that are known after a start of the program."""
        self.laid = 0
        faces._kept_gallery.cache_clear()
        reader = faces.face_reader("ouaf", self.where)
        assert reader is not None
        return [one.card for group in reader.gallery.groups for one in group.faces]


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    return Box(tmp_path, monkeypatch)


def test_the_second_start_compares_nothing(box: Box) -> None:
    assert (box.start(), box.laid) == (["A", "B"], 2)
    assert (box.start(), box.laid) == (["A", "B"], 0)


def test_a_face_that_was_added_or_shown_again_is_compared(box: Box) -> None:
    box.start()
    box.show("C", 3)
    assert (box.start(), box.laid) == (["A", "B", "C"], 3)
    path = box.shelf.keep("A", "front", box.shelf.of("B")[0].path.read_bytes()).path
    os.utime(path, ns=(1, 1))
    assert (box.start(), box.laid) == (["A", "B", "C"], 3)


def test_a_damaged_file_is_made_again(box: Box) -> None:
    box.start()
    box.shelf.index.write_bytes(box.shelf.index.read_bytes()[:-100])
    assert (box.start(), box.laid) == (["A", "B"], 2)
    assert (box.start(), box.laid) == (["A", "B"], 0)


def test_what_is_found_out_at_the_table_is_kept_for_the_next_start(box: Box) -> None:
    box.start()
    reader = faces.face_reader("ouaf", box.where)
    assert reader is not None
    reader.prepare(lambda: False)
    box.start()
    again = faces.face_reader("ouaf", box.where)
    assert again is not None
    assert [sorted(group.compared()) for group in again.gallery.groups] == [[0, 1]]


def test_more_faces_than_are_kept_compared_are_written_once(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face_group, "MOST_KEPT", 2)
    box.show("C", 3)
    written = []
    for _ in range(2):
        box.start()
        reader = faces.face_reader("ouaf", box.where)
        assert reader is not None
        reader.prepare(lambda: False)
        written.append(box.shelf.index.stat().st_ino)
        assert [len(group.compared()) for group in reader.gallery.groups] == [2]
    assert written[0] == written[1]


def test_where_nothing_can_be_written_faces_are_compared_at_each_start(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_named: object) -> None:
        raise StorageError(Text("the disk is full"))

    monkeypatch.setattr(faces, "replace_file", full)
    assert (box.start(), box.laid) == (["A", "B"], 2)
    assert (box.start(), box.laid) == (["A", "B"], 2)


def test_the_size_of_the_cards_is_that_of_the_face_that_was_kept_last(tmp_path: Path) -> None:
    where = Places(tmp_path)
    shelf = FaceShelf(where.catalogues[1], "ouaf")
    assert faces.size_of_cards("ouaf", where) == USUAL
    for ref, size in (("A", CardSize(63.0, 88.0)), ("B", CardSize(56.5, 87.0))):
        width_px, height_px = size_px(size.mm, FACE_PX_PER_MM)
        shelf.keep(ref, "front", face_jpeg(np.full((height_px, width_px, 3), 90, np.uint8)))
        assert faces.size_of_cards("ouaf", where) == size


def test_a_damaged_face_leaves_the_usual_size(tmp_path: Path) -> None:
    where = Places(tmp_path)
    FaceShelf(where.catalogues[1], "ouaf").keep("A", "front", b"no picture")
    assert faces.size_of_cards("ouaf", where) == USUAL
