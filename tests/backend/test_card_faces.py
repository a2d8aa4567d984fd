"""The faces of cards as the screens get them."""

from pathlib import Path

import pytest

from companion.backend.cards import CardFaces
from companion.backend.interface import FaceRequest, FaceSet
from companion.backend.local import LocalBackend
from companion.storage.places import Places

SMALL = FaceSet("ofusaido", "fr", 96)
ENERGY = FaceRequest("EN001-900")
OWN = """\
game: ofusaido
cards:
  - {{kind: energy, ref: EN777-001, attack: {attack}, defence: {defence}, colour: red, whistle: false}}
"""


def keep(folder: Path, attack: int) -> None:
    file = folder / "catalogues" / "ofusaido" / "own.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(OWN.format(attack=attack, defence=3 - attack), encoding="utf-8")


def test_a_face_has_the_width_that_was_asked_for(tmp_path: Path) -> None:
    picture = LocalBackend(Places(tmp_path)).draw_faces(SMALL, [ENERGY])[ENERGY]
    assert (picture.width_px, picture.height_px) == (96, 60)
    assert len(picture.pixels) == 96 * 60 * 4


def test_a_card_of_no_catalogue_has_no_face(tmp_path: Path) -> None:
    stranger = FaceRequest("EN999-999")
    assert set(CardFaces(Places(tmp_path)).draw(SMALL, [stranger, ENERGY])) == {ENERGY}


def test_a_face_has_the_colour_of_the_seat_that_it_is_asked_for(tmp_path: Path) -> None:
    player, faces = "JO001-900", CardFaces(Places(tmp_path))
    usual, home, away = (FaceRequest(player, seat=seat) for seat in ("", "home", "away"))
    drawn = faces.draw(SMALL, [usual, home, away])
    assert drawn[usual] == drawn[home] != drawn[away]


def test_a_face_is_drawn_once(tmp_path: Path) -> None:
    faces = CardFaces(Places(tmp_path))
    assert faces.draw(SMALL, [ENERGY])[ENERGY] is faces.draw(SMALL, [ENERGY, ENERGY])[ENERGY]


def test_faces_beyond_the_limit_are_drawn_again(tmp_path: Path) -> None:
    faces = CardFaces(Places(tmp_path), most_bytes=96 * 60 * 4)
    first = faces.draw(SMALL, [ENERGY])[ENERGY]
    faces.draw(SMALL, [FaceRequest("EN002-900")])
    again = faces.draw(SMALL, [ENERGY])[ENERGY]
    assert again is not first
    assert again == first


def test_the_owners_own_cards_have_faces_too_and_new_ones_when_they_change(tmp_path: Path) -> None:
    faces, own = CardFaces(Places(tmp_path)), FaceRequest("EN777-001")
    assert not faces.draw(SMALL, [own])
    keep(tmp_path, 3)
    before = faces.draw(SMALL, [own])[own]
    keep(tmp_path, 2)
    assert faces.draw(SMALL, [own])[own] != before


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_face_speaks_the_language_of_the_screen(tmp_path: Path, language: str) -> None:
    faces = CardFaces(Places(tmp_path))
    other = "en" if language == "fr" else "fr"
    mine, others = (faces.draw(FaceSet("ofusaido", one, 96), [ENERGY])[ENERGY] for one in (language, other))
    assert mine != others


def test_cards_that_cannot_be_read_have_no_faces_and_stop_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "catalogues" / "ofusaido"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text("cards: [{kind: energy, ref: nonsense}]", encoding="utf-8")
    assert not CardFaces(Places(tmp_path)).draw(SMALL, [ENERGY])
