"""What means something without letters stands out from its ground: measured on drawn pixels."""

from collections.abc import Callable

import pytest

from tests.bench.portraits.pixels import Pixels
from tests.bench.portraits.sign_faults import contrast_of_rim
from tests.ui.table import Tablet
from ui.presenters.palette import box_rim, round_rim, way_rim
from ui.presenters.plan import Rectangle
from ui.widgets.mark import Icon

SIDE = 60
WHITE, PALE, DARK = (255, 255, 255), (230, 220, 160), (12, 23, 18)
Colour = tuple[int, int, int]


def drawn(colour_at: Callable[[float, float], Colour]) -> Pixels:
    """A picture whose y goes up, as a window's does."""
    rows = [
        bytes((*colour_at(x + 0.5, SIDE - 1 - row + 0.5), 255)) for row in range(SIDE) for x in range(SIDE)
    ]
    return Pixels(SIDE, SIDE, b"".join(rows))


def disc(rim: Colour) -> Callable[[float, float], Colour]:
    def colour_at(x: float, y: float) -> Colour:
        away = ((x - 30) ** 2 + (y - 30) ** 2) ** 0.5
        return WHITE if away > 20 else rim if away > 18 else PALE

    return colour_at


def test_a_pale_disc_on_white_is_told_by_its_dark_rim_alone() -> None:
    outline = round_rim("disc", (30, 30), 20)
    assert contrast_of_rim(outline, drawn(disc(PALE))) < 1.5
    assert contrast_of_rim(outline, drawn(disc(DARK))) > 10


def test_a_box_that_is_seen_on_one_of_its_four_sides_is_not_seen() -> None:
    outline = box_rim("box", Rectangle(10, 10, 40, 40))
    assert contrast_of_rim(outline, drawn(lambda x, _: DARK if 10 <= x < 12 else WHITE)) < 1.5


def test_what_lies_over_a_third_of_an_outline_does_not_count_against_it() -> None:
    outline = round_rim("disc", (30, 30), 20)
    assert contrast_of_rim(outline, drawn(lambda x, y: DARK if x > 44 else disc(DARK)(x, y))) > 10


def test_a_line_is_measured_on_both_its_sides() -> None:
    line = way_rim("line", [(10, 30), (50, 30)], 6)
    assert contrast_of_rim(line, drawn(lambda _, y: DARK if 27 <= y < 33 else WHITE)) > 10
    assert contrast_of_rim(line, drawn(lambda _, y: PALE if 27 <= y < 33 else WHITE)) < 1.5


@pytest.mark.slow
def test_a_weak_icon_on_a_page_is_told_by_its_name(one: Tablet) -> None:
    one.app.go("cards")
    one.settle()
    pen = next(found for found in one.widgets() if isinstance(found, Icon) and found.name == "pen")
    assert not [fault for fault in one.faults() if "icon pen" in fault]
    before, pen.color = pen.color, one.app.look.raised
    one.frames(2)
    assert [fault for fault in one.faults() if "icon pen" in fault]
    pen.color = before
