"""A gallery is kept as a file, so that its faces are laid over each other once."""

import numpy as np
import pytest

from tests.vision.faces.drawn_cards import face, picture_card
from vision.errors import NoPicture
from vision.faces.gallery import Gallery
from vision.faces.gallery_file import gallery_from_bytes, gallery_to_bytes

GALLERY = Gallery(
    [face(f"T{digit}", picture_card(1, digit)) for digit in "13"] + [face("P", picture_card(2))]
)


def test_what_is_kept_is_what_is_read() -> None:
    (group,) = GALLERY.groups
    rivals = group.rivals_of(1)
    (again,) = gallery_from_bytes(gallery_to_bytes(GALLERY, "key"), "key").groups
    assert [one.name for one in again.faces] == [one.name for one in group.faces]
    for one, other in zip(again.faces, group.faces, strict=True):
        assert np.array_equal(one.pixels, other.pixels)
    assert again.frames == group.frames
    assert np.array_equal(again.pictures, group.pictures)
    for mine, its in zip(again.landmarks, group.landmarks, strict=True):
        assert np.array_equal(mine, its)
    (kept,) = again.compared().values()
    assert kept.numbers.tolist() == rivals.numbers.tolist()
    assert kept.beyond.tolist() == rivals.beyond.tolist()
    others = [
        again.rivals_of(n) for n in (0, 2)
    ]  # Those that were not kept are compared when they are asked for.
    assert all(
        np.array_equal(one.pixels, group.rivals_of(n).pixels) for n, one in zip((0, 2), others, strict=True)
    )


def test_nothing_was_compared_yet_in_a_gallery_that_is_kept_at_once() -> None:
    fresh = Gallery([face("P", picture_card(2))])
    (again,) = gallery_from_bytes(gallery_to_bytes(fresh, "key"), "key").groups
    assert not again.compared()
    assert gallery_from_bytes(gallery_to_bytes(Gallery([]), "key"), "key").groups == []


@pytest.mark.parametrize("damage", [lambda data: data[:-200], lambda data: b"", lambda data: b"PK" * 90])
def test_a_damaged_file_is_not_read(damage) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NoPicture):
        gallery_from_bytes(damage(gallery_to_bytes(GALLERY, "key")), "key")


def test_a_file_in_which_one_byte_changed_is_not_read() -> None:
    data = bytearray(gallery_to_bytes(GALLERY, "key"))
    data[len(data) // 2] ^= 0x55
    with pytest.raises(NoPicture):
        gallery_from_bytes(bytes(data), "key")


def test_a_file_of_other_faces_is_not_read() -> None:
    with pytest.raises(NoPicture):
        gallery_from_bytes(gallery_to_bytes(GALLERY, "key"), "another key")
