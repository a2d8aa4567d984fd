"""The fields of boards on screens: what is printed, in the colours of a theme, without a word."""

import numpy as np
import pytest

from calibration.printing.boufbowl.mat import WAY_MM
from calibration.printing.games import PRINTS
from calibration.printing.mats.field_picture import draw_field_picture
from calibration.printing.mats.field_style import ON_SCREENS
from calibration.printing.mats.style import box_of
from calibration.printing.paper import Box, enclose
from calibration.printing.raster import RgbaPicture
from companion.rules.boufbowl.board import Seat
from companion.storage.shipped_data import mat_of
from tests.calibration.printing.rasters import shipped_board

WITH_FIELDS = [game for game, prints in PRINTS.items() if prints.draw_field is not None]


def cells_of(game: str) -> dict[str, Box]:
    return {zone.name: box_of(zone) for zone in mat_of(game).zones if zone.role in PRINTS[game].roles}


def drawn(game: str, theme: str, cells: dict[str, Box], width_px: int = 400) -> RgbaPicture:
    picture = draw_field_picture(game, shipped_board(game), cells, theme, width_px)
    assert picture is not None
    return picture


@pytest.mark.parametrize("game", WITH_FIELDS)
@pytest.mark.parametrize("theme", ON_SCREENS)
def test_a_field_fills_the_cells_of_its_board(game: str, theme: str) -> None:
    cells = cells_of(game)
    whole = enclose(cells.values())
    picture = drawn(game, theme, cells)
    assert picture.shape == (round(400 * whole.height_mm / whole.width_mm), 400, 4)
    assert (picture[4:-4, 4:-4, 3] == 255).all()


@pytest.mark.parametrize("game", WITH_FIELDS)
def test_a_dark_theme_has_a_dark_field(game: str) -> None:
    dark, light = (drawn(game, theme, cells_of(game))[..., :3].mean() for theme in ("dark", "light"))
    assert dark < 90
    assert light > 180


@pytest.mark.parametrize("game", WITH_FIELDS)
def test_all_that_is_drawn_stands_out_from_nothing_else_than_lines(game: str) -> None:
    """Left and right half are mirrored in shape, so that as much ink stands on both sides."""
    picture = drawn(game, "dark", cells_of(game), 800)[..., :3].astype(np.int16)
    edges = np.abs(np.diff(picture.sum(axis=2), axis=1)) > 40
    left, right = edges[:, :399].sum(), edges[:, 400:].sum()
    assert left > 100
    assert abs(int(left) - int(right)) < 0.35 * max(left, right)


def test_benches_are_drawn_where_a_board_has_them() -> None:
    cells = cells_of("boufbowl")
    whole = enclose(cells.values())
    bench = Box(whole.x_mm, whole.bottom_mm + 6, whole.width_mm / 2, 50)
    picture = drawn("boufbowl", "light", {**cells, "red.bench": bench})
    assert picture[-20, 40, 3] == 255
    assert picture[-20, -40, 3] == 0


def test_a_game_without_a_board_has_no_field() -> None:
    assert draw_field_picture("ouaf", None, {"a": Box(0, 0, 1, 1)}, "dark", 100) is None


def test_the_goals_on_a_screen_have_no_numbers_that_lie_on_their_side() -> None:
    cells = cells_of("lignes")
    picture = drawn("lignes", "dark", cells, 1600)
    whole = enclose(cells.values())
    scale = 1600 / whole.width_mm
    for goal in (cell for board in shipped_board("lignes").defences.values() for cell in board.goal):
        box = cells[goal].inset(3)
        left, top = round((box.x_mm - whole.x_mm) * scale), round((box.y_mm - whole.y_mm) * scale)
        inside = picture[top : top + round(box.height_mm * scale), left : left + round(box.width_mm * scale)]
        assert np.ptp(inside[..., :3].astype(np.int16), axis=(0, 1)).max() < 8, goal


@pytest.mark.parametrize(("seat", "aside", "channel"), [(Seat.RED, -6, 0), (Seat.BLUE, 6, 2)])
def test_free_ways_to_the_zones_above_and_below_have_their_arrows_there(
    seat: Seat, aside: int, channel: int
) -> None:
    cells = cells_of("boufbowl")
    whole, board = enclose(cells.values()), shipped_board("boufbowl")
    picture = drawn("boufbowl", "light", cells, 1600)[..., :3].astype(int)
    seen = 0
    for name, box in cells.items():
        for other in board.zones[name].next if not board.is_endzone(name) else ():
            to = cells[other]
            if other in board.zones[name].forward.get(seat, ()) or abs(to.middle[0] - box.middle[0]) > 1:
                continue
            down = 1 if to.y_mm > box.y_mm else -1
            at_mm = (box.middle[0] + aside, box.middle[1] + down * (box.height_mm / 2 - 2.5 - WAY_MM / 2))
            x, y = (round(n * 1600 / whole.width_mm) for n in (at_mm[0] - whole.x_mm, at_mm[1] - whole.y_mm))
            others = [picture[y, x, n] for n in (0, 2) if n != channel]
            assert picture[y, x, channel] > others[0] + 40, (name, other)
            seen += 1
    assert seen > 4
