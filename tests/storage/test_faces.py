"""The faces of cards are pictures beside the catalogue, and travel with the cards in one file."""

import zipfile
from pathlib import Path

import pytest

from companion.errors import CatalogueError, StorageError
from companion.storage.card_box import CARDS, MOST_FACE_BYTES, read_box, write_box
from companion.storage.faces import BACK, FRONT, FaceShelf


@pytest.fixture
def shelf(tmp_path: Path) -> FaceShelf:
    return FaceShelf(tmp_path, "ofusaido")


def test_a_face_is_found_under_its_card_and_side(shelf: FaceShelf) -> None:
    assert shelf.faces() == []
    shelf.keep("JO007-241", FRONT, b"a")
    shelf.keep("JO007-241", BACK, b"b")
    shelf.keep("", BACK, b"of all cards")
    assert [(face.ref, face.side) for face in shelf.faces()] == [
        ("", BACK),
        ("JO007-241", BACK),
        ("JO007-241", FRONT),
    ]
    assert [face.path.read_bytes() for face in shelf.of("JO007-241")] == [b"b", b"a"]


def test_a_face_that_is_shown_again_takes_the_place_of_the_first(shelf: FaceShelf) -> None:
    shelf.keep("JO007-241", FRONT, b"first")
    kept = shelf.keep("JO007-241", FRONT, b"second")
    assert (kept.path.read_bytes(), len(shelf.faces())) == (b"second", 1)


@pytest.mark.parametrize("ref", ["a/b", "..", "50 %", "é@è", "A" * 40])
def test_a_reference_of_any_form_is_the_name_of_a_file_in_the_folder(shelf: FaceShelf, ref: str) -> None:
    kept = shelf.keep(ref, FRONT, b"x")
    assert kept.path.parent == shelf.folder
    assert [face.ref for face in shelf.faces()] == [ref]


def test_other_files_beside_the_faces_are_passed_over(shelf: FaceShelf) -> None:
    shelf.keep("JO007-241", FRONT, b"x")
    (shelf.folder / "holiday.jpg").write_bytes(b"")
    (shelf.folder / "notes.txt").write_text("")
    assert [face.ref for face in shelf.faces()] == ["JO007-241"]


def test_a_face_that_is_gone_already_is_removed_without_a_word(shelf: FaceShelf) -> None:
    kept = shelf.keep("JO007-241", FRONT, b"x")
    shelf.remove([kept, kept])
    assert shelf.faces() == []


def test_a_name_that_would_lead_elsewhere_is_refused(shelf: FaceShelf, tmp_path: Path) -> None:
    for name in ("../out@front.jpg", "sub/a@front.jpg", "plain.jpg"):
        with pytest.raises(StorageError, match="not the name of a face"):
            shelf.put(name, b"x")
    assert not list(tmp_path.rglob("*.jpg"))


def test_a_box_holds_the_catalogue_and_the_faces(shelf: FaceShelf, tmp_path: Path) -> None:
    kept = [shelf.keep("JO007-241", FRONT, b"front"), shelf.keep("", BACK, b"back")]
    write_box(tmp_path / "box.zip", "game: ofusaido\n", kept)
    box = read_box(tmp_path / "box.zip")
    assert box.catalogue == b"game: ofusaido\n"
    assert box.faces == {"JO007-241@front.jpg": b"front", "@back.jpg": b"back"}


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04" + bytes(40)])
def test_what_is_no_box_is_said_with_what_writes_one(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "box.zip"
    path.write_bytes(content)
    with pytest.raises(CatalogueError, match="not an archive of cards"):
        read_box(path)


def test_an_archive_of_cards_with_any_byte_spoiled_is_read_or_told(tmp_path: Path) -> None:
    path = tmp_path / "box.zip"
    write_box(path, "game: ofusaido\n" * 50, [])
    whole = path.read_bytes()
    told = 0
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            read_box(path)
        except CatalogueError:
            told += 1
    assert told


def test_a_face_that_unpacks_to_more_than_any_picture_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "box.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CARDS, "game: ofusaido\n")
        archive.writestr("faces/A@front.jpg", bytes(MOST_FACE_BYTES + 1))
    with pytest.raises(CatalogueError, match="too large"):
        read_box(path)


def test_a_file_of_the_box_that_is_no_face_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "box.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(CARDS, "game: ofusaido\n")
        for name in ("faces/../../A@front.jpg", "A@front.jpg", "faces/notes.txt", "faces/deep/A@front.jpg"):
            archive.writestr(name, "x")
    assert read_box(path).faces == {}
