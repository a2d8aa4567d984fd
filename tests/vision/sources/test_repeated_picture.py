"""A camera that hangs sends its last picture again and again: it is lost, says what to do, and comes back by itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.words import LANGUAGES, translate
from tests.vision.sources.mjpeg_server import MjpegServer
from tests.vision.sources.test_sources import FakeCapture
from vision.errors import SourceLost
from vision.frame import Grey
from vision.phone.mailbox import PhonePicture, PictureKind
from vision.phone.opening import phone_link
from vision.sources.mjpeg import MjpegSource
from vision.sources.opencv_sources import CameraSource
from vision.sources.phone import PhoneSource
from vision.sources.source import REPEATS_MS, RepeatedPicture, Source

TABLE = cv2.resize(np.arange(64, dtype=np.uint8).reshape(8, 8) * 4, (256, 144))
NOISE = np.random.default_rng(8).integers(0, 2, TABLE.shape, dtype=np.uint8)
Show = Callable[[Grey], None]


@contextmanager
def webcam(now: list[int], _: Path) -> Iterator[tuple[Source, Show]]:
    capture = FakeCapture({"GREY": TABLE}, size=(256, 144))

    def show(grey: Grey) -> None:
        capture.formats = {"GREY": grey}

    yield CameraSource(0, size_px=(256, 144), opener=lambda: capture, clock=lambda: now[0]), show


@contextmanager
def stream(now: list[int], _: Path) -> Iterator[tuple[Source, Show]]:
    shown = [TABLE]

    class Hanging(MjpegServer):
        def _part(self) -> bytes:
            return b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg_of(shown[0]) + b"\r\n"

    server = Hanging()

    def show(grey: Grey) -> None:
        shown[0] = grey

    source = MjpegSource(server.url, clock=lambda: now[0])
    yield source, show
    source.close()
    server.kill()


@contextmanager
def phone(now: list[int], folder: Path) -> Iterator[tuple[Source, Show]]:
    link = phone_link(folder, addresses=("127.0.0.1",), port=0)
    link.hold("test")
    assert link.invitation is not None
    link.join(link.invitation.url.rpartition("/")[2])

    def show(grey: Grey) -> None:
        link.receive(PhonePicture(jpeg_of(grey), PictureKind.FULL, is_steady=True))

    yield PhoneSource(link, clock=lambda: now[0]), show
    link.drop("test")


def jpeg_of(grey: Grey) -> bytes:
    return cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


@pytest.mark.parametrize("kind", [webcam, stream, phone])
def test_a_camera_that_repeats_its_picture_is_lost_until_another_one_comes(
    kind: Callable[..., object], tmp_path: Path
) -> None:
    now = [0]
    with kind(now, tmp_path) as (source, show):  # type: ignore[attr-defined]
        show(TABLE)
        source.open()
        source.read()
        now[0] = REPEATS_MS - 1
        show(TABLE)
        source.read()
        now[0] = REPEATS_MS
        show(TABLE)
        with pytest.raises(SourceLost, match="the same picture for 10 s"):
            source.read()
        source.close()
        show(TABLE)
        source.open()
        with pytest.raises(SourceLost, match="the same picture"):
            source.read()
        source.close()
        show(TABLE + NOISE)
        source.open()
        assert source.read().size_px == (256, 144)


def test_a_resting_table_under_a_sensor_with_noise_is_never_lost() -> None:
    repeated = RepeatedPicture()
    for at_ms in range(0, 4 * REPEATS_MS, 500):
        repeated.expect_new(TABLE + NOISE * (at_ms // 500 % 2), at_ms)


def test_a_cap_on_the_lens_is_no_camera_that_hangs() -> None:
    repeated = RepeatedPicture()
    for at_ms in (0, REPEATS_MS, 2 * REPEATS_MS):
        repeated.expect_new(np.full_like(TABLE, 3), at_ms)


def test_a_picture_taken_by_hand_stands_for_the_table_as_long_as_it_is_valid(tmp_path: Path) -> None:
    now = [0]
    link = phone_link(tmp_path, addresses=("127.0.0.1",), port=0)
    source = PhoneSource(link, clock=lambda: now[0])
    for now[0] in (0, REPEATS_MS, 2 * REPEATS_MS):
        link.mailbox.put(PhonePicture(jpeg_of(TABLE), PictureKind.SHOT))
        source.open()
        source.read()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_has_all_its_words(language: str) -> None:
    repeated = RepeatedPicture(TABLE, 0)
    with pytest.raises(SourceLost) as lost:
        repeated.expect_new(TABLE, REPEATS_MS)
    said = translate(lost.value.message, language)
    assert "10" in said and ("USB" in said or "plug" in said or "rebranche" in said)
