"""The owner's cards have a second witness if their references are found on the faces that he has shown."""

from pathlib import Path

import cv2
import pytest

from companion.storage.faces import BACK, FRONT, FaceShelf
from companion.storage.places import Places
from companion.table.faces import printed_witness
from tests.vision.faces.drawn_cards import face, picture_card
from tests.vision.test_printed_witness import printed_card
from vision.frame import Pixels

GAME, REF = "ouaf", "RO006-900"


def keep(where: Places, ref: str, side: str, drawn: Pixels) -> None:
    jpeg = cv2.imencode(".jpg", face(ref, drawn).pixels)[1].tobytes()
    FaceShelf(where.catalogues[1], GAME).keep(ref, side, jpeg)


@pytest.mark.slow
def test_a_reference_on_a_face_that_was_shown_makes_the_print_a_witness(tmp_path: Path) -> None:
    where = Places(tmp_path)
    assert printed_witness(GAME, where) is None
    keep(where, "", BACK, picture_card(3))
    keep(where, REF, FRONT, picture_card(5))
    assert printed_witness(GAME, where) is None
    keep(where, REF, FRONT, printed_card(REF))
    witness = printed_witness(GAME, where)
    assert witness is not None
    assert list(witness._spots) == ["RO"]
    assert REF in (witness._wanted.known or ())
