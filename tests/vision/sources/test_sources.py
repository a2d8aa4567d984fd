"""Cameras, files and folders, each with what it says when it cannot."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.mat import Mat
from companion.words import LANGUAGES, translate
from vision.errors import EndOfPictures, NoSuchSource, SourceLost
from vision.sources.mjpeg import MjpegSource
from vision.sources.opencv_sources import CameraSource, RtspSource, VideoFileSource
from vision.sources.pictures import PictureSource
from vision.sources.source import unpack_pixels
from vision.sources.source_names import source_for
from vision.sources.virtual import VirtualSource
from vision.virtual.camera import VirtualCamera
from vision.virtual.table import VirtualTable


def no_sleep(seconds: float) -> None:
    pytest.fail(f"it slept {seconds} s")


BLUE = np.full((48, 64, 3), (200, 40, 20), np.uint8)


class FakeCapture:
    """A camera that knows some formats, as V4L2 does: what it cannot do it leaves as it was."""

    def __init__(
        self, formats: dict[str, Any], *, size: tuple[int, int] = (64, 48), rate: float = 30
    ) -> None:
        self.formats = formats
        self.now = "MJPG"
        self.size, self.rate = size, rate
        self.is_raw = False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return bool(self.formats)

    def set(self, what: int, value: float) -> bool:
        code = "".join(chr((int(value) >> shift) & 0xFF) for shift in (0, 8, 16, 24))
        if what == cv2.CAP_PROP_FOURCC and code in self.formats:
            self.now = code
        if what == cv2.CAP_PROP_CONVERT_RGB:
            self.is_raw = value == 0
        return True

    def get(self, what: int) -> float:
        match what:
            case cv2.CAP_PROP_FOURCC:
                return cv2.VideoWriter.fourcc(*self.now)
            case cv2.CAP_PROP_FRAME_WIDTH:
                return self.size[0]
            case cv2.CAP_PROP_FRAME_HEIGHT:
                return self.size[1]
            case _:
                return self.rate

    def read(self) -> tuple[bool, Any]:
        return (True, self.formats[self.now]) if self.is_raw else (True, BLUE)

    def release(self) -> None:
        self.formats = {}


def camera(capture: FakeCapture, **how: Any) -> CameraSource:
    return CameraSource(0, size_px=(64, 48), opener=lambda: capture, clock=lambda: 77, **how)


def test_a_camera_that_gives_yuv_is_asked_for_it_and_its_brightness_taken() -> None:
    yuyv = np.zeros((48, 64, 2), np.uint8)
    yuyv[..., 0] = 93
    source = camera(FakeCapture({"YUYV": yuyv, "MJPG": None}))
    source.open()
    frame = source.read()
    assert frame.pixels.shape == (48, 64) and (frame.pixels == 93).all()
    assert frame.at_ms == 77
    assert source.describe().args["format"] == "YUYV"


def test_a_camera_of_jpegs_is_decoded_here_to_grey() -> None:
    jpeg = cv2.imencode(".jpg", BLUE)[1].reshape(1, -1)
    source = camera(FakeCapture({"MJPG": jpeg}))
    source.open()
    assert source.read().pixels.shape == (48, 64)


def test_a_camera_too_slow_in_every_format_is_taken_as_it_comes() -> None:
    source = camera(FakeCapture({"YUYV": None}, rate=5), is_grey=False)
    source.open()
    assert (source.read().pixels == BLUE).all()


class ExposedCapture(FakeCapture):
    """A grey camera whose pictures are as light as its exposure was `late` frames ago, and which comes back to the usual one
    by `step` levels a frame; some do not do as they are told.
    """

    def __init__(self, *, obeys: bool = True, mode: float = 3, late: int = 0, step: float = 160) -> None:
        super().__init__({"GREY": None})
        self.mode, self.exposure, self.obeys = mode, 160.0, obeys
        self.reads, self.step, self.light = 0, step, 160.0
        self.coming = [160.0] * late

    def set(self, what: int, value: float) -> bool:
        if what == cv2.CAP_PROP_AUTO_EXPOSURE:
            self.mode = value
            self.exposure = 160.0 if value != 1 else self.exposure
        elif what == cv2.CAP_PROP_EXPOSURE:
            if self.obeys:
                self.exposure = value
        else:
            return super().set(what, value)
        return True

    def get(self, what: int) -> float:
        known = {cv2.CAP_PROP_AUTO_EXPOSURE: self.mode, cv2.CAP_PROP_EXPOSURE: self.exposure}
        return known.get(what, super().get(what))

    def read(self) -> tuple[bool, Any]:
        self.reads += 1
        is_by_hand = self.mode == 1
        self.light = self.exposure if is_by_hand else min(self.exposure, self.light + self.step)
        self.coming.append(self.light)
        return True, np.full((48, 64), self.coming.pop(0), np.uint8)


def test_a_camera_asked_for_darker_frames_gives_them_when_it_has_settled_and_then_chooses_again() -> None:
    capture = ExposedCapture()
    source = camera(capture)
    source.open()
    assert source.read().stops == 0
    source.expose(-2)
    reads = capture.reads
    dark = source.read()
    assert (dark.stops, int(dark.pixels[0, 0]), capture.reads - reads) == (-2, 40, 4)
    assert source.read().stops == -2
    source.expose(0)
    usual = source.read()
    assert (usual.stops, int(usual.pixels[0, 0]), capture.mode) == (0, 160, 3)


@pytest.mark.parametrize("late", [1, 4, 10])
@pytest.mark.parametrize("step", [160, 20, 12])
def test_no_frame_between_two_exposures_is_given(late: int, step: float) -> None:
    source = camera(ExposedCapture(late=late, step=step))
    source.open()
    given: list[tuple[float, int]] = []
    for stops in (0, 0, -2, -2, 0, 0, -2, 0):
        source.expose(stops)
        frame = source.read()
        given.append((frame.stops, int(frame.pixels[0, 0])))
    usual, dark = [level for stops, level in given if not stops], [level for stops, level in given if stops]
    assert set(dark) == {40}
    assert min(usual) >= 0.95 * 160


class BoastingCapture(ExposedCapture):
    """A camera that tells the exposure it was given and goes on as before."""

    def read(self) -> tuple[bool, Any]:
        super().read()
        return True, np.full((48, 64), 160, np.uint8)


def test_a_camera_whose_pictures_stay_as_light_as_they_were_is_not_asked_again() -> None:
    capture = BoastingCapture()
    source = camera(capture)
    source.open()
    source.read()
    source.expose(-2)
    source.read()
    reads = capture.reads
    given = [source.read() for _ in range(5)]
    assert [frame.stops for frame in given] == [0] * 5
    assert capture.mode == 3
    assert capture.reads - reads <= len(given) + 3


def test_a_camera_that_is_closed_in_a_dark_moment_is_left_as_it_was() -> None:
    capture = ExposedCapture()
    source = camera(capture)
    source.open()
    source.expose(-4)
    source.read()
    source.close()
    assert capture.mode == 3


@pytest.mark.parametrize("capture", [ExposedCapture(obeys=False), ExposedCapture(mode=1)])
def test_a_camera_that_does_not_follow_or_was_set_by_hand_is_left_alone(capture: ExposedCapture) -> None:
    source = camera(capture)
    source.open()
    mode = capture.mode
    source.expose(-2)
    assert [source.read().stops for _ in range(3)] == [0, 0, 0]
    assert (capture.mode, capture.exposure) == (mode, 160)


def test_a_camera_that_knows_no_mains_exposes_for_whole_periods_of_the_flicker_until_it_is_closed() -> None:
    capture = ExposedCapture()
    source = camera(capture)
    source.open()
    source.read()
    assert capture.mode == 3
    source.note_flicker(flickers=True)
    source.read()
    assert (capture.mode, capture.exposure) == (1, 200)
    source.close()
    assert capture.mode == 3


def test_a_camera_that_is_pulled_out_is_lost() -> None:
    capture = FakeCapture({"GREY": np.zeros((48, 64), np.uint8)})
    source = camera(capture)
    source.open()
    source.read()
    capture.read = lambda: (False, None)  # type: ignore[method-assign]
    with pytest.raises(SourceLost, match="still plugged in"):
        source.read()


def test_a_camera_that_is_not_there_is_told() -> None:
    with pytest.raises(NoSuchSource, match="no camera 0"):
        camera(FakeCapture({})).open()


def test_nv12_is_grey_above_and_colour_below() -> None:
    raw = np.concatenate([np.full((48, 64), 60, np.uint8), np.full((24, 64), 128, np.uint8)])
    grey = unpack_pixels(raw, "NV12", is_grey=True)
    colour = unpack_pixels(raw, "NV12", is_grey=False)
    assert grey is not None and grey.shape == (48, 64) and (grey == 60).all()
    assert colour is not None and colour.shape == (48, 64, 3)


def test_damaged_jpegs_are_no_pixels() -> None:
    assert unpack_pixels(np.array([[255, 216, 255, 1, 2]], np.uint8), "MJPG", is_grey=True) is None


class StreamCapture(FakeCapture):
    """A stream through OpenCV, whose pictures come at some times; by its own times they are so far apart, or 0: it tells
    none, as a bare stream of H.264, and OpenCV takes it for one of 25 pictures a second.
    """

    def __init__(self, *times_ms: int, own_ms: float) -> None:
        super().__init__({"MJPG": None}, rate=25)
        self.times_ms = list(times_ms)
        self.now_ms = 0
        self.own_ms, self.number = own_ms, 0

    def get(self, what: int) -> float:
        return self.number * self.own_ms if what == cv2.CAP_PROP_POS_MSEC else super().get(what)

    def read(self) -> tuple[bool, Any]:
        if not self.times_ms:
            return False, None
        self.now_ms = self.times_ms.pop(0)
        self.number += 1
        return True, BLUE


def opened_stream(*times_ms: int, own_ms: float = 33.0) -> RtspSource:
    capture = StreamCapture(*times_ms, own_ms=own_ms)
    source = RtspSource(
        "rtsp://me:secret@10.0.0.7/live", opener=lambda: capture, clock=lambda: capture.now_ms
    )
    source.open()
    return source


def test_a_stream_through_opencv_drops_what_it_had_kept_back() -> None:
    source = opened_stream(*range(0, 720, 40), 1720, 1721, 1723, 1763, 1803, own_ms=0.0)
    assert [source.read().at_ms for _ in range(4)] == [640, 680, 1763, 1803]
    with pytest.raises(SourceLost) as lost:
        source.read()
    assert "10.0.0.7" in str(lost.value) and "secret" not in str(lost.value)


@pytest.mark.parametrize("decoding_ms", [2, 12, 25])
@pytest.mark.parametrize("own_ms", [40.0, 0.0])
def test_what_waited_for_whoever_opens_a_stream_is_dropped_on_slow_machines_too(
    decoding_ms: int, own_ms: float
) -> None:
    """A hundred pictures waited, while others were taken; from then on each comes when it is taken."""
    times_ms, taken = [0], 100
    while len(times_ms) < 400:
        times_ms.append(max(times_ms[-1] + decoding_ms, (len(times_ms) - taken) * 40))
    source = opened_stream(*times_ms, own_ms=own_ms)
    first = times_ms.index(source.read().at_ms)
    assert times_ms[first] - (first - taken) * 40 <= 60
    assert first < taken / (1 - decoding_ms / 40) + 30


def test_a_stream_that_was_not_kept_back_is_seen_within_a_second() -> None:
    assert opened_stream(*range(0, 2000, 33)).read().at_ms < 800
    assert opened_stream(*range(0, 2000, 33), own_ms=40.0).read().at_ms < 800
    for period_ms in (33, 40, 66):
        assert opened_stream(*range(0, 2000, period_ms), own_ms=0.0).read().at_ms < 1100


def test_a_stream_that_comes_faster_than_it_tells_is_believed_in_the_end() -> None:
    source = opened_stream(*range(0, 16_000, 8))
    assert [source.read().at_ms for _ in range(2)] == [15_000, 15_008]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for level in range(10):
        writer.write(np.full((48, 64, 3), level * 20, np.uint8))
    writer.release()
    return path


def test_a_video_is_shown_at_its_own_pace(video: Path) -> None:
    slept: list[float] = []
    source = VideoFileSource(video, clock=lambda: 0, sleep=slept.append)
    source.open()
    frames = [source.read() for _ in range(10)]
    assert [frame.at_ms for frame in frames] == [n * 50 for n in range(10)]
    assert slept == pytest.approx([n * 0.05 for n in range(10)])
    with pytest.raises(EndOfPictures):
        source.read()


def test_a_video_for_tests_is_read_as_fast_as_it_goes(video: Path) -> None:
    source = VideoFileSource(video, is_paced=False, sleep=no_sleep)
    source.open()
    assert source.read().pixels.ndim == 2
    source.close()


class Timeless:
    """A video whose frames do not say when they were taken, as a bare stream's do not; or only some of them do."""

    def __init__(self, rate: float, told_ms: Sequence[float]) -> None:
        self._rate = rate
        self._told_ms = iter(told_ms)
        self._now_ms = 0.0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return True

    def read(self) -> tuple[bool, np.ndarray]:
        self._now_ms = next(self._told_ms)
        return True, np.zeros((48, 64, 3), np.uint8)

    def get(self, what: int) -> float:
        return self._rate if what == cv2.CAP_PROP_FPS else self._now_ms


@pytest.mark.parametrize(
    ("rate", "told_ms", "means_ms"),
    [
        (20.0, [0.0, 0.0, 0.0, 0.0], [0, 50, 100, 150]),
        (0.0, [0.0, 0.0, 0.0], [0, 40, 80]),
        (25.0, [0.0, 41.7, 83.4, 0.0], [0, 42, 83, 123]),
    ],
)
def test_the_frames_of_a_video_that_tells_no_time_are_as_far_apart_as_its_rate_says(
    video: Path,
    monkeypatch: pytest.MonkeyPatch,
    rate: float,
    told_ms: list[float],
    means_ms: list[int],
) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", lambda path: Timeless(rate, told_ms))
    source = VideoFileSource(video, is_paced=False, sleep=no_sleep)
    source.open()
    assert [source.read().at_ms for _ in told_ms] == means_ms


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("cannot be read as a video")
    with pytest.raises(NoSuchSource, match="cannot be read as a video"):
        VideoFileSource(tmp_path / "notes.txt", sleep=no_sleep).open()
    with pytest.raises(NoSuchSource, match="no file"):
        VideoFileSource(tmp_path / "nothing.avi", sleep=no_sleep).open()


def test_pictures_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("c.txt", 0)):
        if name.endswith("png"):
            cv2.imwrite(str(tmp_path / name), np.full((4, 4), level, np.uint8))
        else:
            (tmp_path / name).touch()
    slept: list[float] = []
    source = PictureSource(tmp_path, period_ms=200, sleep=slept.append)
    source.open()
    assert [(frame.pixels[0, 0], frame.at_ms) for frame in (source.read(), source.read())] == [
        (10, 0),
        (20, 200),
    ]
    assert slept == [0.2]
    with pytest.raises(EndOfPictures):
        source.read()


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSuchSource, match="no pictures"):
        PictureSource(tmp_path, sleep=no_sleep).open()


def small_table() -> VirtualTable:
    return VirtualTable(Mat("ofusaido", 300, 200, (), ()), VirtualCamera.above(300, 200, size_px=(320, 200)))


def test_the_virtual_table_is_paced_like_a_camera_and_lost_when_its_camera_is_gone() -> None:
    slept: list[float] = []
    table = small_table()
    source = VirtualSource(table, ends_after=3, clock=lambda: 0, sleep=slept.append)
    source.open()
    source.read()
    source.read()
    assert slept == pytest.approx([0, 0.033])
    table.command("camera-gone")
    with pytest.raises(SourceLost):
        source.read()
    table.command("back")
    source.read()
    with pytest.raises(EndOfPictures):
        source.read()


def test_a_source_is_known_by_what_was_typed(tmp_path: Path, video: Path) -> None:
    assert isinstance(source_for("0"), CameraSource)
    assert isinstance(source_for("http://10.0.0.7:8080/video"), MjpegSource)
    assert isinstance(source_for("HTTP://10.0.0.7:8080/video"), MjpegSource)
    assert isinstance(source_for("rtsp://10.0.0.7/live"), RtspSource)
    assert isinstance(source_for(str(tmp_path)), PictureSource)
    assert isinstance(source_for(str(video)), VideoFileSource)
    assert isinstance(source_for("virtual:board"), VirtualSource)
    with pytest.raises(NoSuchSource, match="nowhere is not a camera"):
        source_for("nowhere")


def test_a_virtual_table_that_nobody_set_is_refused_with_those_there_are() -> None:
    with pytest.raises(NoSuchSource, match="no virtual table is called disco; possible: virtual:table"):
        source_for("virtual:disco")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("²", "is not a camera, an address"),
        ("9" * 20, "is not a camera, an address"),
        ("9" * 5_000, "the name is too long"),
        ("a" * 5_000, "the name is too long"),
        ("http://[::1", "no machine can have that name"),
        ("http://" + "a" * 70 + ".fr/", "no machine can have that name"),
        ("http://192.168.1.7:99999/video", "its port is not a number from 1 to 65535"),
        ("rtsp://192.168.1.7:x/", "its port is not a number"),
        ("http://192.168.1.7:8080/my video", "it contains a space"),
        ("http://192.168.1.7/\x1b[2J", "a character that cannot be typed"),
        ("http:///video", "the name of a machine is missing in it"),
    ],
)
def test_what_can_name_no_source_is_told_at_once_in_short(typed: str, says: str) -> None:
    with pytest.raises(NoSuchSource) as told:
        source_for(typed)
    for language in LANGUAGES:
        assert len(translate(told.value.message, language)) < 330
    assert says in str(told.value)


def test_a_number_of_a_file_is_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cv2.imwrite(str(tmp_path / "1234.png"), BLUE)
    (tmp_path / "1234").mkdir()
    assert isinstance(source_for("1234"), PictureSource)


def test_a_folder_with_a_device_in_it_shows_the_pictures_beside(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), BLUE)
    (tmp_path / "b.png").symlink_to("/dev/zero")
    source = PictureSource(tmp_path, is_paced=False, sleep=no_sleep)
    source.open()
    assert source.read().pixels.shape == (48, 64)
    with pytest.raises(EndOfPictures):
        source.read()
