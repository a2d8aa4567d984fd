"""In dim light everything differs from everything by less: what is overlooked there has not gone."""

from companion.observation import SightingState
from tests.quick import first_quick
from tests.vision.test_carried_off import BOARD, OTHER, PIECE, PIECE_MM
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.table import VirtualTable

HERE_MM, AWAY_MM = (200.0, 150.0), (280.0, 220.0)
ACROSS_MM = 8.0
"""So much of a token is covered by the one that is pushed against it: its tag cannot be read any more."""


class Room:
    """A board in a room, on which one piece is put, and then another brought upon its edge."""

    def __init__(self, brightness: float) -> None:
        camera = VirtualCamera.above(400, 300, slant_deg=8, size_px=(960, 720))
        sensor = Sensor(0.8, 4.0, brightness, is_grey=True, jpeg=None)
        self.table = VirtualTable(BOARD, camera, sensor=sensor, seed=5)
        self.table.frames_per_second = 12
        self._pipeline = Pipeline(MatWatch(BOARD))
        self.told: list[tuple[str, SightingState]] = []
        self.see(0)
        self.piece = self.bring(PIECE, HERE_MM)
        self.other = self.bring(OTHER, AWAY_MM)

    def see(self, until_ms: float) -> None:
        while self.table.now_ms < until_ms + 800:
            news = self._pipeline.feed(self.table.frame())
            self.told += ((sighting.reads, sighting.state) for sighting in news)

    def bring(self, tag: int, at_mm: tuple[float, float]) -> int:
        name, until_ms = self.table.bring_sticker(tag, at_mm, PIECE_MM)
        self.see(until_ms)
        return name


@first_quick("brightness", [0.22, 0.33, 1.0])
def test_a_token_against_which_another_is_pushed_is_covered_and_has_not_gone(brightness: float) -> None:
    room = Room(brightness)
    assert room.told == [(str(PIECE), SightingState.START), (str(OTHER), SightingState.START)]
    pushed_mm = (HERE_MM[0] + PIECE_MM - ACROSS_MM, HERE_MM[1])
    room.see(room.table.carry(room.other, pushed_mm))
    assert (str(PIECE), SightingState.HIDDEN) in room.told
    assert (str(PIECE), SightingState.END) not in room.told


@first_quick("brightness", [0.22, 0.33, 1.0])
def test_a_token_that_is_taken_away_has_gone(brightness: float) -> None:
    room = Room(brightness)
    room.see(room.table.clear(room.piece))
    assert (str(PIECE), SightingState.END) in room.told
