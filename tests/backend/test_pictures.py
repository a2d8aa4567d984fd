"""Pictures of the table for screens show what was recognised, and where a card is to be laid."""

import numpy as np

from companion.backend.pictures import PictureMaker
from companion.observation import What
from companion.reading.identity import Identities
from companion.reading.laying import ToLay
from companion.storage.shipped_data import mat_of
from companion.words import Text, translate
from vision.frame import Frame, quad
from vision.lens import pinhole
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject
from vision.worker import Preview

MAT = mat_of("ofusaido")
BOARD = mat_of("boufbowl")
CARD = ToLay("JO012-900", frozenset(("away.oppose",)), Text("a card"), Text("a zone"))


def test_the_place_of_a_card_that_is_to_be_laid_is_outlined() -> None:
    maker = PictureMaker(Identities(MAT, {}, {}), lambda: (CARD,))
    # One pixel to a millimetre, seen from straight above.
    table = TableMap(pinhole(MAT.width_mm, MAT.height_mm), (1, 0, 0, 0, 1, 0, 0, 0, 1), 0.0)
    frame = Frame(np.zeros((MAT.height_mm, MAT.width_mm), np.uint8), 1, 0)
    picture = maker.picture(Preview(frame, (), table), None)
    assert picture is not None
    (mark,) = picture.marks
    zone = next(one for one in MAT.zones if one.name == "away.oppose")
    scale = picture.width_px / MAT.width_mm
    wanted = [(x * scale, y * scale) for x, y in zone.corners_mm]
    assert mark.is_wanted
    assert np.allclose(mark.corners_px, wanted, atol=1)


def test_nothing_is_outlined_while_the_place_of_the_mat_is_not_known() -> None:
    maker = PictureMaker(Identities(MAT, {}, {}), lambda: (CARD,))
    picture = maker.picture(Preview(Frame(np.zeros((90, 160), np.uint8), 1, 0), ()), None)
    assert picture is not None
    assert picture.marks == ()


def test_what_was_read_is_outlined_with_its_name_and_the_marker_of_a_mat_is_not() -> None:
    token = next(one for one in BOARD.tokens if one.means == "red:1:standing")
    corners = quad([(10, 10), (20, 10), (20, 20), (10, 20)])
    things = (
        TrackedObject(1, What.QR, "JO012-900", corners),
        TrackedObject(2, What.TAG, str(token.tag), corners),
        TrackedObject(3, What.TAG, "586", corners),
        TrackedObject(4, What.QR, "JO013-900", corners, is_hidden=True),
    )
    maker = PictureMaker(Identities(BOARD, {"JO012-900": "Lucien Orbec", "JO013-900": "Kaito"}, {}))
    picture = maker.picture(Preview(Frame(np.zeros((90, 160), np.uint8), 1, 0), things), None)
    assert picture is not None
    assert [translate(mark.says, "en") for mark in picture.marks] == ["Lucien Orbec", "Red 1"]
