"""A phone in somebody's hand: it sways, its exposure drifts, its pictures are compressed, and cards are read all the same."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.observation import Sighting
from companion.storage.shipped_data import mat_of
from vision.detectors.retries import read_photograph
from vision.frame import Frame, Grey
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.steadying import RESTS_MS, Steadier
from vision.virtual.camera import HeldCamera, VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

FRAME_MS = 66


class HeldTable:
    """The table of OFUSAIDO before a phone that is held: 1280 by 720, 8 frames a second, codes of 3 px a module."""

    def __init__(self, seed: int) -> None:
        self.mat = mat_of("ofusaido")
        camera = VirtualCamera.above(self.mat.width_mm, self.mat.height_mm, slant_deg=20, size_px=(1280, 720))
        self._module_mm = 3.0 / camera.px_per_mm((self.mat.width_mm / 2, self.mat.height_mm / 2))
        self.table = VirtualTable(self.mat, camera, sensor=Sensor(0.7, jpeg=50, is_grey=True), seed=seed)
        self.table.frames_per_second = 8
        self.table.command("hand-held")
        self.pipeline = Pipeline(MatWatch(self.mat))
        self.looked: list[set[str]] = []

    def watch(self, until_ms: float) -> Iterator[Sighting]:
        self.looked = []
        while self.table.now_ms < until_ms:
            frame = self.table.frame()
            self.looked.append({code.text for code in read_photograph(frame.grey)})
            yield from self.pipeline.feed(frame)

    def bring(self, text: str, zone: str) -> float:
        """A card is laid into a zone; returns when the hand has gone."""
        place = next(one for one in self.mat.zones if one.name == zone)
        print_ = CardPrint(text, text, "Nobody", module_mm=self._module_mm)
        return self.table.bring(print_, place.middle_mm)[1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_what_look_reads_in_two_frames_of_a_second_is_read_live_where_it_lies(seed: int) -> None:
    held = HeldTable(seed)
    assert list(held.watch(2500)) == []
    for text, zone in (("JO012-900", "home.pass"), ("JO031-900", "away.oppose")):
        gone_ms = held.bring(text, zone)
        seen = [*held.watch(gone_ms), *held.watch(gone_ms + 1000)]
        assert sum(text in texts for texts in held.looked) >= 2
        assert [(one.state.value, one.reads, one.zone) for one in seen] == [("start", text, zone)]


# --- the picture is held still


def test_a_held_picture_lies_still_within_two_thirds_of_a_pixel() -> None:
    steadier, held, table = Steadier(), HeldCamera.by(3), _textured()
    still = [steadier.feed(_frame(held.of(table, n * FRAME_MS), n), is_moving=True).pixels for n in range(40)]
    assert steadier.is_on
    anchor = still[20][60:-60, 60:-60].astype(np.float32)
    for picture in still[21:]:
        (across, down), _ = cv2.phaseCorrelate(anchor, picture[60:-60, 60:-60].astype(np.float32))
        assert max(abs(across), abs(down)) < 0.67


def test_the_picture_of_a_camera_on_a_stand_stays_as_it_is_while_hands_move() -> None:
    steadier, table = Steadier(), _textured()
    for number in range(60):
        picture = table.copy()
        cv2.ellipse(picture, (100 + 9 * number, 200), (110, 70), 20, 0, 360, (150,), -1)
        frame = _frame(picture, number)
        assert steadier.feed(frame, is_moving=True) is frame


def test_a_camera_that_was_put_down_is_no_longer_held() -> None:
    steadier, held, table = Steadier(), HeldCamera.by(4), _textured()
    for number in range(20):
        steadier.feed(_frame(held.of(table, number * FRAME_MS), number), is_moving=True)
    assert steadier.is_on
    for number in range(20, 24 + RESTS_MS // FRAME_MS):
        steadier.feed(_frame(table, number), is_moving=False)
    assert not steadier.is_on


def _textured() -> Grey:
    """A picture with details everywhere."""
    coarse = np.random.default_rng(1).integers(40, 220, (30, 53)).astype(np.uint8)
    return cv2.resize(coarse, (848, 480), interpolation=cv2.INTER_CUBIC)


def _frame(picture: Grey, number: int) -> Frame:
    return Frame(picture, number, number * FRAME_MS)
