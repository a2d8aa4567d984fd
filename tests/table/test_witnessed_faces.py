"""The owner's cards have a second witness if their references are found on the faces that he has shown."""

from pathlib import Path

import cv2
import pytest

from companion.storage.faces import BACK, FRONT, FaceShelf
from companion.storage.places import Places
from companion.table.faces import witnessed_faces
from tests.vision.faces.drawn_cards import face, picture_card
from tests.vision.test_printed_witness import printed_card
from vision.faces.reader import FaceReader
from vision.frame import Pixels
from vision.printed_witness import WitnessedFaces

GAME, REF = "ouaf", "RO006-900"


def keep(where: Places, ref: str, side: str, drawn: Pixels) -> None:
    jpeg = cv2.imencode(".jpg", face(ref, drawn).pixels)[1].tobytes()
    FaceShelf(where.catalogues[1], GAME).keep(ref, side, jpeg)


def test_a_reference_on_a_face_that_was_shown_makes_the_print_a_witness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.faces.demonstration_faces", lambda _game: [])
    where = Places(tmp_path)
    assert witnessed_faces(GAME, where) is None
    keep(where, "", BACK, picture_card(3))
    keep(where, REF, FRONT, picture_card(5))
    assert isinstance(witnessed_faces(GAME, where), FaceReader)
    keep(where, REF, FRONT, printed_card(REF))
    reader = witnessed_faces(GAME, where)
    assert isinstance(reader, WitnessedFaces)
    assert list(reader._spots) == ["RO"]
    assert REF in (reader._wanted.known or ())
