"""In which zones of a mat nothing lies but what was read, and where a hand rests."""

import pytest

from companion.mat import Unrest
from companion.storage.shipped_data import mat_of
from tests.quick import first_quick
from tests.vision.watched_table import EVENING, OTHER, ZONE, WatchedTable


@pytest.fixture
def watched() -> WatchedTable:
    return WatchedTable()


@pytest.mark.slow
def test_a_zone_is_free_when_the_last_card_face_down_has_been_turned_up(watched: WatchedTable) -> None:
    assert watched.watch(0) >= {ZONE, OTHER}
    one, other = watched.put("AA001-900", -66), watched.put("AA002-900", 4)
    free = watched.watch(10)
    assert ZONE not in free
    assert OTHER in free
    watched.table.turn_over(one)
    assert ZONE not in watched.watch(10)
    watched.table.turn_over(other)
    assert ZONE in watched.watch(10)


@pytest.mark.slow
def test_a_zone_into_which_a_card_came_face_down_is_free_in_no_picture_that_shows_it(
    watched: WatchedTable,
) -> None:
    """Also before it was looked at as often as is useful: few pictures come at a slow table."""
    watched.put("AA001-900", -66, is_face_up=True)
    assert ZONE in watched.watch(10)
    watched.put("AA002-900", 4)
    assert [ZONE in watched.watch(1) for _ in range(6)] == 6 * [False]


@first_quick("away_mm", [-50, -40, 20])
def test_in_an_evening_room_a_card_face_down_is_seen_beside_one_that_was_read(away_mm: float) -> None:
    watched = WatchedTable(sensor=EVENING)
    assert ZONE in watched.watch(0)
    watched.put("AA001-900", -60, is_face_up=True)
    assert ZONE in watched.watch(10)
    watched.put("AA002-900", away_mm + 60)
    assert ZONE not in watched.watch(10)


@pytest.mark.slow
def test_a_zone_is_not_free_while_a_card_face_down_lies_half_over_one_that_was_read(
    watched: WatchedTable,
) -> None:
    watched.put("AA001-900", -10, is_face_up=True)
    assert ZONE in watched.watch(10)
    watched.put("AA002-900", 16)
    assert ZONE not in watched.watch(12)


@pytest.mark.slow
def test_a_hand_that_rests_beside_a_card_is_still_there(watched: WatchedTable) -> None:
    watched.put("AA001-900", 0, is_face_up=True)
    watched.watch(10)
    x_mm, y_mm = watched.middle_mm
    gone_ms = watched.table.pass_hand((x_mm + 60, y_mm - 10), rest_ms=2000)
    resting = [
        watched.watch(1) is not None and watched.is_restless((x_mm + 95, y_mm + 40)) for _ in range(42)
    ]
    assert any(resting[18:30])
    assert all(resting[24:36])
    while watched.table.now_ms < gone_ms + 1000:
        watched.watch(1)
    assert watched.pipeline.unrest == Unrest()


@pytest.mark.slow
def test_after_a_bump_the_bare_table_has_moved_with_the_mat(watched: WatchedTable) -> None:
    one, other = watched.put("AA001-900", -66), watched.put("AA002-900", 4)
    watched.watch(10)
    watched.table.command("bump")
    watched.watch(40)
    watched.table.turn_over(one)
    assert ZONE not in watched.watch(12)
    watched.table.turn_over(other)
    assert ZONE in watched.watch(12)
    assert watched.pipeline.unrest == Unrest()


@pytest.mark.slow
def test_a_place_where_a_hand_rested_is_forgotten_when_the_camera_is_bumped(watched: WatchedTable) -> None:
    x_mm, y_mm = watched.middle_mm
    gone_ms = watched.table.pass_hand((x_mm + 60, y_mm - 10), rest_ms=2500)
    while watched.table.now_ms < gone_ms - 1300:
        watched.watch(1)
    assert watched.is_restless((x_mm + 95, y_mm + 40))
    watched.table.command("bump")
    while watched.table.now_ms < gone_ms + 3000:
        watched.watch(1)
    assert watched.pipeline.unrest == Unrest()


@pytest.mark.slow
def test_a_ball_under_a_piece_that_was_read_is_no_hand() -> None:
    watched = WatchedTable("lignes", "b4")
    ball, piece = mat_of("lignes").tokens[:2]
    x_mm, y_mm = watched.middle_mm
    here_mm = (x_mm + 6, y_mm + 6)  # not at the edge of a square
    watched.table.put_sticker(int(ball.tag), here_mm, 0.0, ball.side_mm)
    watched.watch(15)
    _, gone_ms = watched.table.bring_sticker(int(piece.tag), here_mm, piece.side_mm)
    while watched.table.now_ms < gone_ms - 400:
        watched.watch(1)
    assert watched.pipeline.unrest != Unrest(), "the arm is still over the table"
    assert not watched.is_restless(here_mm)
