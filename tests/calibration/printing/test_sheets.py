"""Cards on sheets: how many, where, and that a back meets its front."""

import pytest

from calibration.printing.paper import A3, A4, CARD_MM, PAPERS, Box, PaperSize
from calibration.printing.pen import Pen, new_pages
from calibration.printing.sheets import CardSides, SheetGrid, make_card_grid, print_cards
from calibration.printing.stickers import SHEETS, LabelSheet
from calibration.printing.typeface import INK
from calibration.printing.typesetting import PrintLanguage
from tests.calibration.printing.rasters import Raster, rasters, ruler_mm, words
from vision.frame import Grey


def covered_mm(raster: Raster, line: Grey) -> float:
    """How much of a line of pixels is covered with ink, parts of pixels counted as parts."""
    ink = 255 - line.astype(float)
    return float((ink[ink > 20] / ink.max()).sum() / raster.px_per_mm)


def test_nine_cards_go_on_a_sheet_and_a_few_more_on_a_larger_one() -> None:
    assert make_card_grid(A4).count == 9
    assert make_card_grid(A3).count == 16


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_turned_on_its_long_edge_every_back_lies_behind_its_front(paper: PaperSize) -> None:
    grid = make_card_grid(paper)
    for front, back in zip(grid.places(), grid.places(is_mirrored=True), strict=True):
        assert paper.width_mm - back.right_mm == pytest.approx(front.x_mm)
        assert back.y_mm == pytest.approx(front.y_mm)


def test_a_card_is_true_to_its_size_and_where_its_cut_marks_say() -> None:
    def black(pen: Pen) -> None:
        pen.box(Box(0, 0, *CARD_MM), INK)

    with new_pages("") as pages:
        print_cards(
            pages,
            [CardSides(black, black), CardSides(black)],
            SheetGrid.filling(A4, *CARD_MM),
            "Cartes",
            PrintLanguage.FR,
        )
        document = pages.finished()
    front, back = rasters(document, 300)
    grid = make_card_grid()
    for raster, filled in ((front, grid.places()[:2]), (back, grid.places(is_mirrored=True)[:1])):
        shown = raster.part(grid.box.inset(-0.5))
        across = round((filled[0].middle[0] - grid.box.x_mm) * raster.px_per_mm)
        down = round((filled[0].middle[1] - grid.box.y_mm) * raster.px_per_mm)
        assert covered_mm(raster, shown.grey[down]) == pytest.approx(len(filled) * CARD_MM[0], abs=0.2)
        assert covered_mm(raster, shown.grey[:, across]) == pytest.approx(CARD_MM[1], abs=0.2)
    assert abs(ruler_mm(front) - 100) < 0.3
    assert "Cartes · 1" in words(document, 0)


@pytest.mark.parametrize("labels", SHEETS.values(), ids=list(SHEETS))
def test_the_labels_of_a_sheet_lie_on_it_side_by_side(labels: LabelSheet) -> None:
    places = labels.places()
    page = Box(0, 0, A4.width_mm, A4.height_mm)
    assert len(places) == labels.count
    assert all(page.holds(place) for place in places)
    assert not any(one.meets(other.inset(0.001)) for n, one in enumerate(places) for other in places[n + 1 :])
