"""Cards that lay face down before they were read, and cards in a pile: all are seen to go."""

import pytest

from companion.mat import Marker, Mat
from companion.observation import SightingState
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

MAT = Mat(
    "ofusaido",
    400,
    300,
    (Marker(0, 8, 8, 30), Marker(1, 362, 8, 30), Marker(2, 362, 262, 30), Marker(3, 8, 262, 30)),
    (),
)
PLACE_MM = (200.0, 150.0)
BESIDE_MM = (268.0, 150.0)


class Watched:
    """A table and what its pipeline says of it."""

    def __init__(self) -> None:
        camera = VirtualCamera.above(400, 300, slant_deg=8, size_px=(1280, 960))
        sensor = Sensor(is_grey=True, jpeg=None)
        self.table = VirtualTable(MAT, camera, sensor=sensor, seed=5)
        self.table.frames_per_second = 15
        self._pipeline = Pipeline(MatWatch(MAT))

    def see(self, until_ms: float) -> list[tuple[str, SightingState]]:
        """What is said until a time, and in the second after it."""
        told: list[tuple[str, SightingState]] = []
        while self.table.now_ms < until_ms + 1000:
            news = self._pipeline.feed(self.table.frame())
            told += ((sighting.reads, sighting.state) for sighting in news)
        return told


@pytest.fixture
def watched() -> Watched:
    watched = Watched()
    watched.table.put(CardPrint("GB001-900", "GB001-900"), BESIDE_MM)
    watched.see(0)
    return watched


@pytest.mark.slow
def test_a_card_turned_over_where_it_lay_face_down_is_seen_to_come_and_to_go(watched: Watched) -> None:
    card, until_ms = watched.table.bring(CardPrint("EN001-900", "EN001-900"), PLACE_MM, is_face_up=False)
    assert watched.see(until_ms) == []
    assert watched.see(watched.table.turn(card)) == [("EN001-900", SightingState.START)]
    assert watched.see(watched.table.clear(card))[-1] == ("EN001-900", SightingState.END)


@pytest.mark.slow
def test_of_a_pile_that_is_swept_away_every_card_is_seen_to_go(watched: Watched) -> None:
    below, until_ms = watched.table.bring(CardPrint("JO001-900", "JO001-900"), PLACE_MM)
    watched.see(until_ms)
    above, until_ms = watched.table.bring(CardPrint("JO002-900", "JO002-900"), PLACE_MM)
    told = watched.see(until_ms)
    assert ("JO001-900", SightingState.HIDDEN) in told
    assert ("JO002-900", SightingState.START) in told
    gone = watched.see(watched.table.sweep([below, above]))
    assert sorted(gone) == [("JO001-900", SightingState.END), ("JO002-900", SightingState.END)]
