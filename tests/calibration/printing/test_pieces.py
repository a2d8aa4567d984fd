"""Tokens, command cards, the board for the lens and the dice tray: read, true to size, nothing on top of another."""

from collections import Counter

import cv2
import numpy as np
import pytest

from calibration.board import BOARDS, TRAYS, BoardSize
from calibration.printing.codes import STICKER_MODULE_MM
from calibration.printing.paper import A3, A4, PAPERS, Box, PaperSize
from calibration.printing.pen import Document
from calibration.printing.target import draw_target_sheet, draw_tray_sheet
from calibration.printing.tokens import (
    draw_command_cards,
    draw_token_sheets,
    fold_tokens,
    lay_out_pages,
    side_mm,
)
from calibration.printing.typesetting import PrintLanguage
from companion.rules.games import GAMES
from companion.storage.shipped_data import mat_of
from tests.calibration.printing.rasters import (
    fonts,
    letters,
    on_top_of_each_other,
    pictures,
    rasters,
    ruler_mm,
    words,
)

EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
EVERY_SIZE = pytest.mark.parametrize("size", BoardSize)
WITH_TOKENS = ("boufbowl", "lignes", "ofusaido")
QUICK_AND_SLOW = [200, pytest.param(300, marks=pytest.mark.slow)]


def print_is_right(document: Document) -> None:
    assert document.shortened == () and document.missing == ""
    assert pictures(document) == 0
    assert all(fonts(document).values())
    for page in range(document.pages):
        assert on_top_of_each_other(letters(document, page)) == []


@pytest.mark.parametrize("game", WITH_TOKENS)
@pytest.mark.parametrize("dpi", QUICK_AND_SLOW)
def test_every_token_is_read_and_true_to_its_size(game: str, dpi: int) -> None:
    mat = mat_of(game)
    document = draw_token_sheets(mat, PrintLanguage.FR, A4)
    sizes = {str(token.tag): token.side_mm for token in mat.tokens}
    seen = [
        (tag.text, raster.box_mm(tag).width_mm) for raster in rasters(document, dpi) for tag in raster.tags()
    ]
    assert sorted(text for text, _ in seen) == sorted(sizes)
    assert all(width == pytest.approx(sizes[text], abs=0.2) for text, width in seen)


@pytest.mark.parametrize("game", WITH_TOKENS)
@pytest.mark.parametrize("language", PrintLanguage)
def test_the_name_of_a_token_is_on_it(game: str, language: PrintLanguage) -> None:
    mat = mat_of(game)
    document = draw_token_sheets(mat, language, A4)
    print_is_right(document)
    told = "".join("".join(words(document, page).split()) for page in range(document.pages))
    assert all("".join(language.translate_line(token.title).split()) in told for token in mat.tokens)


def test_a_player_who_may_lie_has_two_sides_to_be_folded() -> None:
    cuts = fold_tokens(mat_of("boufbowl").tokens)
    assert Counter(len(cut.sides) for cut in cuts) == {1: 1, 2: 10}
    assert {cut.sides[0].means.rpartition(":")[0] for cut in cuts if len(cut.sides) == 2} == {
        cut.sides[1].means.rpartition(":")[0] for cut in cuts if len(cut.sides) == 2
    }


def test_a_piece_fits_in_a_cell_of_its_board() -> None:
    mat = mat_of("lignes")
    cell = next(zone for zone in mat.zones if zone.role == "cell")
    for token in mat.tokens:
        width, height = side_mm(token)
        assert width <= cell.width_mm and height <= cell.height_mm


@pytest.mark.parametrize("paper", [A4, A3], ids=str)
def test_no_two_tokens_are_cut_from_the_same_place(paper: PaperSize) -> None:
    for game in WITH_TOKENS:
        for page in lay_out_pages(fold_tokens(mat_of(game).tokens) * 4, paper):
            boxes = [Box(x, y, *cut.size_mm) for cut, x, y in page]
            assert not any(one.meets(other) for n, one in enumerate(boxes) for other in boxes[n + 1 :])
            assert all(Box(5, 5, 200, 275).holds(box) for box in boxes) or paper is A3


@EVERY_GAME
@pytest.mark.parametrize("dpi", QUICK_AND_SLOW)
def test_every_command_card_is_read_once_a_seat(game: str, dpi: int) -> None:
    mat = mat_of(game)
    document = draw_command_cards(mat, PrintLanguage.BOTH, A4)
    seats = sum(zone.role == "command" for zone in mat.zones)
    seen: Counter[str] = Counter()
    for raster in rasters(document, dpi):
        codes = raster.codes()
        assert Counter(raster.texts_by_zxing()) == Counter(code.text for code in codes)
        assert all(raster.box_mm(c).width_mm == pytest.approx(21 * STICKER_MODULE_MM, abs=0.2) for c in codes)
        assert abs(ruler_mm(raster) - 100) < 0.4
        seen.update(code.text for code in codes)
    assert seen == Counter({command.code: max(1, seats) for command in mat.commands})


@EVERY_GAME
@pytest.mark.parametrize("language", PrintLanguage)
def test_a_command_card_says_what_it_does(game: str, language: PrintLanguage) -> None:
    mat = mat_of(game)
    document = draw_command_cards(mat, language, A4)
    print_is_right(document)
    told = "".join("".join(words(document, page).split()) for page in range(document.pages))
    for command in mat.commands:
        for said in (*language.translate_each(command.title), *language.translate_each(command.says)):
            assert "".join(said.split()) in told


@EVERY_SIZE
@pytest.mark.parametrize("dpi", QUICK_AND_SLOW)
def test_the_board_for_the_lens_is_found_whole_and_true(size: BoardSize, dpi: int) -> None:
    board, paper = BOARDS[size], PAPERS[size.value].turned
    (raster,) = rasters(draw_target_sheet(size, PrintLanguage.FR), dpi)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board.charuco()).detectBoard(raster.grey)
    assert len(ids) == len(board.corners_mm())
    offset = (np.array([paper.width_mm, paper.height_mm]) - board.size_mm) / 2
    expected = board.corners_mm()[np.ravel(ids), :2] + offset
    apart = np.linalg.norm((corners.reshape(-1, 2) + 0.5) / raster.px_per_mm - expected, axis=1)
    assert apart.max() < 0.2
    assert abs(ruler_mm(raster) - 100) < 0.4


@EVERY_SIZE
def test_the_board_says_its_sizes(size: BoardSize) -> None:
    document = draw_target_sheet(size, PrintLanguage.BOTH)
    print_is_right(document)
    assert f"{BOARDS[size].square_mm:g} mm" in words(document, 0)
    assert f"{BOARDS[size].marker_mm:g} mm" in words(document, 0)
    assert "5x5_100" in words(document, 0)


@EVERY_SIZE
@pytest.mark.parametrize("dpi", QUICK_AND_SLOW)
def test_the_tags_of_the_tray_are_where_its_data_says(size: BoardSize, dpi: int) -> None:
    mat, paper = TRAYS[size], PAPERS[size.value].turned
    document = draw_tray_sheet(size, PrintLanguage.BOTH)
    (raster,) = rasters(document, dpi)
    left = (paper.width_mm - mat.width_mm) / 2
    tags = {tag.text: raster.box_mm(tag) for tag in raster.tags()}
    assert sorted(tags) == ["110", "111", "112", "113"]
    for marker in mat.markers:
        box = tags[str(marker.id)]
        assert (box.x_mm - left, box.y_mm - 5) == pytest.approx((marker.x_mm, marker.y_mm), abs=0.3)
        assert (box.width_mm, box.height_mm) == pytest.approx((marker.side_mm, marker.side_mm), abs=0.2)
    print_is_right(document)


def test_no_tag_is_printed_for_two_purposes() -> None:
    numbers: Counter[int] = Counter(marker.id for game in GAMES for marker in mat_of(game).markers)
    numbers.update(marker.id for marker in TRAYS[BoardSize.A4].markers)
    for game in GAMES:
        numbers.update({token.tag for token in mat_of(game).tokens if token.role != "ball"})
    assert max(numbers.values()) == 1
    assert max(numbers) < 200
