"""What is drawn flat reads as what it was meant to be: by other people's readers, and by published tables."""

import hashlib

import cv2
import numpy as np
import pytest
import zxingcpp

from tests.vision.photos import PHOTOS, needs_photos
from tests.vision.virtual.tables import card
from vision.virtual.flat_drawings import code_corners_mm, draw_card, draw_flat, qr_cells
from vision.virtual.scene import CARD_MM, CardPrint, SceneTag
from vision.virtual.sheet import Sheet, tag_cells

# The published words of the family: 36 bits, a 1 for each light cell. A quarter of the cells is told, then the next as
# the tag is turned. What the family's makers call its top is OpenCV's bottom.
QUARTER = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (4, 2), (3, 3)]
PUBLISHED = {0: 0xD7E00984B, 1: 0xDDA664CA7, 2: 0xDC4A1C821, 77: 0x59CA62775, 300: 0x22D9A43ED}
FAMILY_SHA256 = "f40bbf18bad9ccc3eed59750b1588358e0f5c3a3d36eb096a62c8fc6f9444fca"


def word_of(number: int) -> int:
    bits, cells = "", np.rot90(tag_cells(number), 2)
    for _ in range(4):
        bits += "".join("0" if cells[y, x] else "1" for x, y in QUARTER)
        cells = np.rot90(cells)
    return int(bits, 2)


def test_a_card_is_63_by_88_millimetres_and_its_sleeve_a_little_more() -> None:
    assert draw_card(card(1), True, False, 8.0).size_mm == pytest.approx(CARD_MM)
    assert draw_card(card(1), True, True, 8.0).size_mm == pytest.approx((66, 91))


@pytest.mark.parametrize("module_mm", [1.0, 1.25, 1.5])
def test_a_cards_code_is_version_1_and_is_read_where_it_was_drawn(module_mm: float) -> None:
    print_ = CardPrint("AC001-241", "AC001-241", module_mm=module_mm)
    assert qr_cells(print_.code).shape == (21, 21)
    face = draw_card(print_, True, False, 8.0)
    [read] = zxingcpp.read_barcodes(
        face.layer[..., :3].copy(), formats=zxingcpp.BarcodeFormats((zxingcpp.BarcodeFormat.QRCode,))
    )
    assert read.text == "AC001-241"
    left, top = np.array(code_corners_mm(print_)[0]) * 8
    assert (read.position.top_left.x, read.position.top_left.y) == pytest.approx((left, top), abs=3)


def test_cards_of_one_print_are_alike_and_of_another_are_not() -> None:
    first, again, other = (
        draw_card(print_, True, False, 6.0).layer for print_ in (card(1), card(1), card(2))
    )
    assert (first == again).all()
    assert np.abs(first.astype(int) - other).mean() > 10


def test_backs_show_no_code() -> None:
    back = draw_card(card(1), False, False, 8.0)
    assert not zxingcpp.read_barcodes(back.layer[..., :3].copy())


def test_a_cards_corners_are_round() -> None:
    cover = draw_card(card(1), True, False, 8.0).layer[..., 3]
    assert cover[0, 0] == 0
    assert cover[0, cover.shape[1] // 2] == 255


def test_letters_come_out_as_tall_as_was_asked() -> None:
    sheet = Sheet.blank(60, 20, 20)
    sheet.write("ECH", (30, 10), 3.0, (0, 0, 0))
    rows = np.flatnonzero((sheet.pixels[..., 0] < 128).any(axis=1))
    assert np.ptp(rows) / 20 == pytest.approx(3.0, abs=0.15)


def test_accents_are_drawn() -> None:
    plain, accented = Sheet.blank(20, 12, 20), Sheet.blank(20, 12, 20)
    plain.write("E", (10, 6), 4.0, (0, 0, 0))
    accented.write("É", (10, 6), 4.0, (0, 0, 0))
    assert (accented.pixels < 128).sum() > (plain.pixels < 128).sum()


@pytest.mark.parametrize(("number", "word"), PUBLISHED.items())
def test_tags_are_those_that_were_published(number: int, word: int) -> None:
    assert word_of(number) == word


def test_all_587_tags_are_those_that_were_published() -> None:
    words = "".join(f"{word_of(number):09x}\n" for number in range(587))
    assert hashlib.sha256(words.encode()).hexdigest() == FAMILY_SHA256


def test_a_tag_has_a_dark_frame_and_a_light_margin() -> None:
    frame = tag_cells(0).copy()
    frame[1:-1, 1:-1] = True
    assert frame.all()
    sticker = draw_flat(SceneTag(1, 0, (0, 0), side_mm=16), 10.0)
    assert sticker.size_mm == pytest.approx((20, 20))
    assert (sticker.layer[5, 100, :3] > 200).all()


@needs_photos
def test_a_drawn_tag_is_the_one_in_a_photograph_made_by_others() -> None:
    name = "34139872896_defdb2f8d9_c"
    file = PHOTOS / "apriltag-test" / f"{name}.jpg"
    picture = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    lines = (PHOTOS / "apriltag-test" / f"{name}.txt").read_text().split("\n")[:1]
    number, *numbers = lines[0].replace("(", " ").replace(")", " ").replace(",", " ").split()
    corners = np.array(numbers, np.float32).reshape(4, 2)
    # Told from the bottom right on, anticlockwise or not: of all ways to lay it down, one must fit.
    likeness = []
    meant = np.where(tag_cells(int(number)), 0.0, 1.0)
    for order in (corners, corners[::-1]):
        for first in range(4):
            flat = np.array([(0, 0), (80, 0), (80, 80), (0, 80)], np.float32)
            way = cv2.getPerspectiveTransform(np.roll(order, first, axis=0).astype(np.float32), flat)
            cells = (
                cv2.warpPerspective(picture, way, (80, 80))
                .reshape(8, 10, 8, 10)[:, 3:7, :, 3:7]
                .mean(axis=(1, 3))
            )
            likeness.append(float(np.corrcoef(cells.ravel(), meant.ravel())[0, 1]))
    assert max(likeness) > 0.9
