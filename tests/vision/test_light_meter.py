"""When the lamp goes out nothing leaves the table, and what was done in the dark is seen in the light."""

import pytest

from companion.observation import Sighting, SightingState
from companion.storage.shipped_data import mat_of
from companion.words import Text
from tests.quick import first_quick
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import BadDay, VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable
from vision.worker import News, NoticeNews, Reporter, SightingNews

FRAMES_PER_SECOND = 15
CARD = CardPrint("JO001-900", "JO001-900", "No. 1", 1.5)
PLACE_MM = (300.0, 200.0)


class Room:
    """A mat under a camera, in a room with a lamp."""

    def __init__(self, exposure: float = 1.0) -> None:
        mat = mat_of("ofusaido")
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10)
        sensor = Sensor(0.8, exposure=exposure, jpeg=None, is_grey=True)
        self.table = VirtualTable(mat, camera, sensor=sensor, seed=3)
        self.table.frames_per_second = FRAMES_PER_SECOND
        self._reporter = Reporter(Pipeline(MatWatch(mat)), Text("a room"))
        self.card = self.table.put(CARD, PLACE_MM)

    def look(self, seconds: float) -> list[News]:
        frames = self.table.frames(int(seconds * FRAMES_PER_SECOND))
        return [news for frame in frames for news in self._reporter.frame(frame)]


def notices(news: list[News]) -> list[str]:
    return [one.notice.says for one in news if isinstance(one, NoticeNews)]


def sightings(news: list[News]) -> list[Sighting]:
    return [one.sighting for one in news if isinstance(one, SightingNews)]


@pytest.mark.slow
def test_when_the_lamp_goes_out_it_is_told_and_nothing_leaves_the_table() -> None:
    room = Room()
    room.look(0.6)
    room.table.befall(BadDay.LIGHTS_OUT)
    dark = room.look(1.5)
    room.table.befall(BadDay.BACK)
    light = room.look(0.8)
    assert notices(dark) == ["dark"]
    assert notices(light) == ["light"]
    assert sightings([*dark, *light]) == []


@pytest.mark.slow
def test_what_was_taken_and_laid_in_the_dark_is_seen_in_the_light() -> None:
    room = Room()
    room.look(0.6)
    room.table.befall(BadDay.LIGHTS_OUT)
    room.look(0.6)
    room.table.take(room.card)
    room.table.put(CardPrint("JO002-900", "JO002-900", "No. 2", 1.5), (450.0, 200.0))
    room.look(0.6)
    room.table.befall(BadDay.BACK)
    seen = sightings(room.look(1))
    assert {(one.reads, one.state) for one in seen} == {
        ("JO001-900", SightingState.END),
        ("JO002-900", SightingState.START),
    }


@first_quick("exposure", [1.0, 0.33])
def test_an_evening_room_is_not_dark(exposure: float) -> None:
    room = Room(exposure)
    assert "dark" not in notices(room.look(0.6))


@pytest.mark.slow
def test_a_finger_before_the_lens_is_not_darkness() -> None:
    room = Room()
    room.look(0.6)
    room.table.befall(BadDay.FINGER)
    assert "dark" not in notices(room.look(0.6))
