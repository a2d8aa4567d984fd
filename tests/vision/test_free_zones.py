"""In which zones of a mat nothing lies but what was read, and where a hand rests."""

import pytest

from companion.mat import SQUARE_MM, Unrest
from companion.storage.mats import mat_of
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.scene import CardPrint
from vision.virtual.sensor import Sensor
from vision.virtual.table import VirtualTable

ZONE, OTHER = "red.bonus", "blue.bonus"
USUAL, EVENING = (
    Sensor(0.8, jpeg=None, is_grey=True),
    Sensor(0.8, 4.0, exposure=0.33, jpeg=None, is_grey=True),
)


class WatchedTable:
    """The table of a game before a usual camera."""

    def __init__(self, game: str = "boufbowl", zone: str = ZONE, sensor: Sensor = USUAL) -> None:
        mat = mat_of(game)
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10)
        self.table = VirtualTable(mat, camera, sensor=sensor, seed=3)
        self.table.frames_per_second = 15
        self._module_mm = 3.0 / camera.px_per_mm((mat.width_mm / 2, mat.height_mm / 2))
        self.middle_mm = next(one.middle_mm for one in mat.zones if one.name == zone)
        self.pipeline = Pipeline(MatWatch(mat))
        self.watch(10)

    def watch(self, frames: int) -> frozenset[str]:
        for _ in range(frames):
            self.pipeline.feed(self.table.frame())
        return self.pipeline.free_zones

    def put(self, code: str, away_mm: float, *, is_face_up: bool = False) -> int:
        x_mm, y_mm = self.middle_mm
        print_ = CardPrint(code, code, "Nobody", module_mm=self._module_mm)
        return self.table.put(print_, (x_mm + away_mm, y_mm), 3.0, is_face_up=is_face_up)

    def is_restless(self, at_mm: tuple[float, float]) -> bool:
        unrest = self.pipeline.unrest
        assert unrest is not None
        return (int(at_mm[0] // SQUARE_MM), int(at_mm[1] // SQUARE_MM)) in unrest.squares


@pytest.fixture
def watched() -> WatchedTable:
    return WatchedTable()


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


@pytest.mark.parametrize("away_mm", [-50, -40, 20])
def test_in_an_evening_room_a_card_face_down_is_seen_beside_one_that_was_read(away_mm: float) -> None:
    watched = WatchedTable(sensor=EVENING)
    assert ZONE in watched.watch(0)
    watched.put("AA001-900", -60, is_face_up=True)
    assert ZONE in watched.watch(10)
    watched.put("AA002-900", away_mm + 60)
    assert ZONE not in watched.watch(10)


def test_a_zone_is_not_free_while_a_card_face_down_lies_half_over_one_that_was_read(
    watched: WatchedTable,
) -> None:
    watched.put("AA001-900", -10, is_face_up=True)
    assert ZONE in watched.watch(10)
    watched.put("AA002-900", 16)
    assert ZONE not in watched.watch(12)


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
