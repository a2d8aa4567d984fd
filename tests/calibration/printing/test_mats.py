"""Mats on paper: markers where the data says, pale everywhere else, and sheets that join."""

import cv2
import numpy as np
import pytest

from calibration.printing.mats.sheet import (
    CROSS_MM,
    Tile,
    draw_mat_on_one_sheet,
    draw_mat_on_tiles,
    find_crosses,
    plan_tiles,
)
from calibration.printing.mats.style import MatStyle
from calibration.printing.paper import A3, A4, PAPERS, Box, PaperSize
from calibration.printing.typesetting import PrintLanguage
from companion.mat import Mat
from companion.rules.games import GAMES
from companion.storage.shipped_data import mat_of, shipped_style
from tests.calibration.printing.rasters import (
    Raster,
    fonts,
    letters,
    on_top_of_each_other,
    pictures,
    rasters,
    ruler_mm,
    shipped_board,
    words,
)
from vision.detectors.reference.reader import ReferenceFormat, read_references
from vision.detectors.reference.repair import REFERENCE, compile_pattern

EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
EVERY_PAPER = pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
WITHIN_MM = 0.2
PALEST_INK = 115
"""In grey levels: nothing on a mat but markers and ruler is darker."""


def marker_errors_mm(raster: Raster, mat: Mat) -> list[float]:
    """For each corner of the mat's markers, how far it is from where the data has it. All must be seen, and no other."""
    printed = {str(marker.id): marker.corners_mm for marker in mat.markers}
    seen = raster.tags()
    assert sorted(tag.text for tag in seen) == sorted(printed)
    return [
        float(np.hypot(*((np.array(place) + 0.5) / raster.px_per_mm - corner)))
        for tag in seen
        for place, corner in zip(tag.corners_px, printed[tag.text], strict=True)
    ]


@EVERY_GAME
def test_the_markers_of_a_mat_are_where_its_data_says(game: str) -> None:
    mat = mat_of(game)
    document = draw_mat_on_one_sheet(mat, PrintLanguage.BOTH, shipped_board(game))
    (raster,) = rasters(document, 100)
    assert raster.grey.shape == pytest.approx((450 * raster.px_per_mm, 800 * raster.px_per_mm), abs=2)
    assert max(marker_errors_mm(raster, mat)) < WITHIN_MM
    assert abs(ruler_mm(raster) - 100) < 0.4
    assert pictures(document) == 0
    assert all(fonts(document).values())


@EVERY_GAME
@pytest.mark.parametrize("language", PrintLanguage)
def test_every_name_on_a_mat_stands_in_its_zone_and_none_is_cut(game: str, language: PrintLanguage) -> None:
    mat = mat_of(game)
    document = draw_mat_on_one_sheet(mat, language, shipped_board(game))
    assert document.shortened == () and document.missing == ""
    signs = letters(document, 0)
    assert on_top_of_each_other(signs) == []
    page = Box(0, 0, mat.width_mm, mat.height_mm)
    assert all(page.holds(sign.box) for sign in signs)
    told = "".join(words(document, 0).split())
    titles = {said for zone in mat.zones for said in language.translate_each(zone.title)}
    assert all("".join(title.split()) in told for title in titles if " " not in title)


@EVERY_GAME
def test_a_mat_is_pale_so_that_only_markers_look_like_print(game: str) -> None:
    mat = mat_of(game)
    (raster,) = rasters(draw_mat_on_one_sheet(mat, PrintLanguage.FR, shipped_board(game)), 72)
    grey = raster.grey.copy()
    for marker in mat.markers:
        box = Box(marker.x_mm, marker.y_mm, marker.side_mm, marker.side_mm).inset(-1)
        left, top, right, bottom = (
            round(mm * raster.px_per_mm) for mm in (box.x_mm, box.y_mm, box.right_mm, box.bottom_mm)
        )
        grey[max(0, top) : bottom, max(0, left) : right] = 255
    dark = (grey < PALEST_INK).sum() / raster.px_per_mm**2
    assert dark < 60, "mm² of ink: the ruler alone has about 20"


@EVERY_PAPER
def test_a_mat_is_divided_over_few_sheets_and_no_seam_cuts_a_marker(paper: PaperSize) -> None:
    for game in GAMES:
        mat = mat_of(game)
        plan = plan_tiles(mat.width_mm, mat.height_mm, paper)
        assert len(plan.tiles) == (9 if paper is A4 else 4)
        for tile in plan.tiles:
            for marker in mat.markers:
                assert not any(marker.x_mm < seam < marker.x_mm + marker.side_mm for seam in tile.seams_x_mm)
                assert not any(marker.y_mm < seam < marker.y_mm + marker.side_mm for seam in tile.seams_y_mm)


@EVERY_PAPER
def test_two_sheets_have_their_crosses_at_the_same_places_of_the_mat(paper: PaperSize) -> None:
    plan = plan_tiles(800, 450, paper)
    for one in plan.tiles:
        for other in plan.tiles:
            if (other.row - one.row, other.column - one.column) in ((0, 1), (1, 0)):
                shared = _on(one, other)
                assert len(shared) >= 2
                assert shared == _on(other, one)


def _on(one: Tile, other: Tile) -> set[tuple[float, float]]:
    """The crosses of a sheet that the other one should have too."""
    room = other.window.inset(CROSS_MM)
    return {(x, y) for x, y in find_crosses(one) if room.holds(Box(x, y, 0, 0), 1e-6)}


def test_each_sheet_says_its_name_and_has_a_ruler() -> None:
    mat = mat_of("ouaf")
    document = draw_mat_on_tiles(mat, A3, PrintLanguage.FR, None)
    names = ["A1", "A2", "B1", "B2"]
    assert document.pages == len(names)
    for n, (name, raster) in enumerate(zip(names, rasters(document, 100), strict=True)):
        assert name in words(document, n)
        assert abs(ruler_mm(raster) - 100) < 0.5


@pytest.mark.slow
@EVERY_GAME
@EVERY_PAPER
@pytest.mark.parametrize("dpi", [200, 300])
def test_sheets_laid_together_show_the_whole_mat(game: str, paper: PaperSize, dpi: int) -> None:
    mat = mat_of(game)
    board = shipped_board(game)
    (whole,) = rasters(draw_mat_on_one_sheet(mat, PrintLanguage.FR, board), dpi)
    joined = np.full_like(whole.grey, 255)
    plan = plan_tiles(mat.width_mm, mat.height_mm, paper)
    for tile, raster in zip(
        plan.tiles, rasters(draw_mat_on_tiles(mat, paper, PrintLanguage.FR, board), dpi), strict=True
    ):
        window = tile.window
        shown = raster.part(Box(7, 7, window.width_mm, window.height_mm)).grey
        left, top = round(window.x_mm * raster.px_per_mm), round(window.y_mm * raster.px_per_mm)
        bottom, right = (
            min(top + shown.shape[0], joined.shape[0]),
            min(left + shown.shape[1], joined.shape[1]),
        )
        joined[top:bottom, left:right] = shown[: bottom - top, : right - left]
    assert max(marker_errors_mm(Raster(joined, whole.px_per_mm), mat)) < WITHIN_MM
    small = [cv2.resize(grey, (800, 450), interpolation=cv2.INTER_AREA) for grey in (joined, whole.grey)]
    assert np.abs(small[0].astype(int) - small[1]).mean() < 1.0


@pytest.mark.slow
@EVERY_GAME
@pytest.mark.parametrize("dpi", [200, 300])
def test_one_sheet_is_true_at_a_printers_resolutions(game: str, dpi: int) -> None:
    mat = mat_of(game)
    (raster,) = rasters(draw_mat_on_one_sheet(mat, PrintLanguage.BOTH, shipped_board(game)), dpi)
    assert max(marker_errors_mm(raster, mat)) < WITHIN_MM
    assert abs(ruler_mm(raster) - 100) < 0.3


@pytest.mark.slow
@EVERY_GAME
def test_nothing_on_a_mat_is_taken_for_the_reference_of_a_card(game: str) -> None:
    (raster,) = rasters(draw_mat_on_one_sheet(mat_of(game), PrintLanguage.BOTH, shipped_board(game)), 72)
    assert read_references(np.dstack([raster.grey] * 3), ReferenceFormat(compile_pattern(REFERENCE))) == []
    assert raster.codes() == []


def test_every_place_of_ofusaidos_mat_has_a_name_in_both_languages() -> None:
    mat = mat_of("ofusaido")
    assert [zone.name for zone in mat.zones if not (zone.title.en and zone.title.fr)] == []
    told = words(draw_mat_on_one_sheet(mat, PrintLanguage.BOTH, None), 0)
    assert [zone.name for zone in mat.zones if zone.role == "pitch" and zone.title.fr not in told] == []


@pytest.mark.parametrize("game", GAMES)
def test_two_sides_of_a_mat_have_the_marks_that_screens_give_them(game: str) -> None:
    sides, style = shipped_style().sides, MatStyle.of(mat_of(game), PrintLanguage.EN)
    for seat in style.seats:
        assert style.mark(seat) == (sides[seat].shape if len(style.seats) == 2 else None)
