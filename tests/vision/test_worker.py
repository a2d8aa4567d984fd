"""A table watched in a thread, and frame by frame: what is seen is told, and whatever goes wrong too."""

import itertools
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import dist

import cv2
import numpy as np
import pytest

from companion.ids import ObservationId
from companion.observation import Sighting
from companion.threads import ACCIDENTS
from companion.words import LANGUAGES, Text, translate
from tests.bench.pictures.drawn_play import MAT
from tests.vision import test_mat_watch as mats
from tests.vision.test_pipeline import Table
from vision.detection_settings import DetectionSettings
from vision.errors import EndOfPictures, SourceLost, VisionError
from vision.frame import Frame
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.preview import LONGEST_PX, MOST_BYTES, evidence_jpeg
from vision.sources.source import monotonic_ms
from vision.sources.virtual import VirtualSource
from vision.virtual.camera import BadDay, VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable
from vision.worker import (
    SILENT_MS,
    News,
    NoticeNews,
    Reporter,
    RestNews,
    SightingNews,
    Worker,
    frame_by_frame,
)

LONGEST_S = 10.0


class Handed:
    """A source that gives what the test hands it, when it does."""

    is_live = False

    def __init__(self) -> None:
        self.waiting: queue.Queue[Frame | VisionError] = queue.Queue()
        self.is_open = False

    def open(self) -> None:
        self.is_open = True

    def read(self) -> Frame:
        item = self.waiting.get(timeout=LONGEST_S)
        if isinstance(item, VisionError):
            raise item
        return item

    def close(self) -> None:
        self.is_open = False

    def describe(self) -> Text:
        return Text("a film")


class Stepped(Pipeline):
    """A pipeline that says when it has looked at a frame."""

    def __init__(self) -> None:
        super().__init__()
        self.fed = threading.Semaphore(0)
        self.fails = False

    def feed(self, frame: Frame) -> list[Sighting]:
        self.fed.release()
        if self.fails:
            raise ZeroDivisionError("the picture is upside down")
        return super().feed(frame)


class Watching:
    """A worker with all it needs, stepped by the test."""

    def __init__(self, hear: Callable[[News], None] | None = None) -> None:
        self.source, self.pipeline, self.table = Handed(), Stepped(), Table()
        self.heard: queue.Queue[News] = queue.Queue()
        # A clock that stands: on a busy machine no frame is too old to be given.
        self.worker = Worker(self.source, self.pipeline, hear or self._note, clock=lambda: 0)

    def _note(self, news: News) -> None:
        """That the table is at rest, or not, has a test of its own."""
        if not isinstance(news, RestNews):
            self.heard.put(news)

    def show(self, frames: int = 1) -> None:
        """Hand frames over, each when the one before has been looked at."""
        for _ in range(frames):
            self.source.waiting.put(self.table.frame())
            assert self.pipeline.fed.acquire(timeout=LONGEST_S)

    def next(self) -> News:
        return self.heard.get(timeout=LONGEST_S)

    def said(self) -> tuple[str, str]:
        one = self.next()
        assert isinstance(one, NoticeNews)
        return one.notice.device, one.notice.says


@contextmanager
def watching(hear: Callable[[News], None] | None = None) -> Iterator[Watching]:
    watched = Watching(hear)
    watched.worker.start()
    try:
        yield watched
    finally:
        watched.source.waiting.put(EndOfPictures(Text("over")))
        watched.worker.stop()


def test_what_is_seen_is_told_with_a_picture_of_it() -> None:
    with watching() as watched:
        watched.show(4)
        watched.table.cards["a"] = ("AC001-241", 300, 200)
        watched.show(6)
        assert watched.said() == ("camera", "live")
        seen = watched.next()
        assert isinstance(seen, SightingNews)
        assert seen.sighting.reads == "AC001-241"
        crop = cv2.imdecode(np.frombuffer(seen.crop_jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert crop is not None and 150 < max(crop.shape) <= LONGEST_PX
        assert seen.table is not None
        table = cv2.imdecode(np.frombuffer(seen.table(), np.uint8), cv2.IMREAD_COLOR)
        assert table is not None
        for picture in (crop, table):
            blue, _, red = (picture[:, :, n].astype(int) for n in range(3))
            assert np.any(red - blue > 60), "a yellow line frames what was read"
        assert watched.heard.empty()


def test_a_picture_that_cannot_be_looked_at_is_told_once_and_the_next_is_looked_at() -> None:
    with watching() as watched:
        watched.show(4)
        watched.pipeline.fails = True
        watched.show(3)
        watched.pipeline.fails = False
        watched.table.cards["a"] = ("A-1", 300, 200)
        watched.show(6)
        assert watched.said() == ("camera", "live")
        failed = watched.next()
        assert isinstance(failed, NoticeNews) and failed.notice.says == "failed"
        assert "the picture is upside down" in translate(failed.words, "en")
        seen = watched.next()
        assert isinstance(seen, SightingNews) and seen.sighting.reads == "A-1"


def test_a_fault_where_news_are_heard_is_told_and_the_table_is_watched_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.threads.PAUSE_S", 0.0)
    ACCIDENTS.taken()
    heard: queue.Queue[News] = queue.Queue()
    failures = [ZeroDivisionError("nobody foresaw this")]

    def hear(news: News) -> None:
        if failures:
            raise failures.pop()
        heard.put(news)

    with watching(hear) as watched:
        watched.source.waiting.put(watched.table.frame())
        failed = heard.get(timeout=LONGEST_S)
        assert isinstance(failed, NoticeNews) and failed.notice.says == "failed"
        assert "nobody foresaw this" in translate(failed.words, "en")
        watched.show(4)
        assert watched.worker.is_running
        assert [str(problem) for problem in ACCIDENTS.taken()] == ["nobody foresaw this"]


class Silent(Handed):
    """A source that opens and opens, until the test has heard enough."""

    def __init__(self) -> None:
        super().__init__()
        self.may_open = threading.Event()

    def open(self) -> None:
        assert self.may_open.wait(LONGEST_S)


def test_a_source_that_gives_nothing_is_told_within_seconds_and_once() -> None:
    heard: queue.Queue[News] = queue.Queue()
    source = Silent()
    ticks = itertools.count(step=1_000)
    worker = Worker(source, Pipeline(), heard.put, clock=lambda: next(ticks))
    worker.start()
    try:
        told = heard.get(timeout=LONGEST_S)
        assert isinstance(told, NoticeNews) and told.notice.says == "lost"
        assert "no picture has come yet" in translate(told.words, "en")
        assert told.notice.at_ms >= SILENT_MS
    finally:
        source.may_open.set()
        source.waiting.put(EndOfPictures(Text("over")))
        worker.join(LONGEST_S)
    assert [one.notice.says for one in list(heard.queue) if isinstance(one, NoticeNews)] == ["ended"]


def test_a_camera_that_sends_too_seldom_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handed, "period_ms", 2_000.0, raising=False)
    with watching() as watched:
        watched.show(6)
        assert watched.said() == ("camera", "live")
        slow = watched.next()
        assert isinstance(slow, NoticeNews) and slow.notice.says == "slow"
        assert "a picture only every 2.0 seconds" in translate(slow.words, "en")
        assert watched.heard.empty()


def test_a_source_that_is_lost_is_told_and_so_is_its_return() -> None:
    with watching() as watched:
        watched.show()
        assert watched.said() == ("camera", "live")
        watched.source.waiting.put(SourceLost(Text("unplugged")))
        lost = watched.next()
        assert isinstance(lost, NoticeNews)
        assert (lost.notice.says, lost.words) == ("lost", Text("unplugged"))
        watched.show()
        assert watched.said() == ("camera", "live")


def test_at_the_end_of_a_film_the_worker_ends_and_says_so() -> None:
    with watching() as watched:
        watched.show(2)
        watched.source.waiting.put(EndOfPictures(Text("that was all")))
        watched.worker.join(LONGEST_S)
        assert not watched.worker.is_running
        assert [watched.said(), watched.said()] == [("camera", "live"), ("camera", "ended")]
        assert not watched.source.is_open


def test_stopped_it_is_quiet_and_the_source_is_closed() -> None:
    watched = Watching()
    watched.worker.start()
    watched.show(2)
    watched.source.waiting.put(watched.table.frame())
    watched.worker.stop()
    assert not watched.worker.is_running
    assert watched.worker.preview().frame is not None


def test_who_hears_may_stop_it() -> None:
    stopped = threading.Event()

    def enough(_news: News) -> None:
        watched.source.waiting.put(EndOfPictures(Text("over")))
        watched.worker.stop()
        stopped.set()

    with watching(enough) as watched:
        watched.show()
        assert stopped.wait(LONGEST_S)


def test_the_preview_is_the_newest_frame_and_nobody_can_draw_on_it() -> None:
    with watching() as watched:
        assert watched.worker.preview().frame is None
        watched.table.cards["a"] = ("A-1", 300, 200)
        watched.show(6)
        watched.next()
        preview = watched.worker.preview()
        assert preview.frame is not None
        with pytest.raises(ValueError, match="read-only"):
            preview.frame.pixels[0, 0] = 0


def test_a_trouble_of_a_spot_is_told() -> None:
    with watching() as watched:
        watched.show()
        assert watched.said() == ("camera", "live")
        watched.pipeline.troubles.append(Text("no models"))
        watched.show()
        assert watched.said() == ("camera", "unread")


# --- frame by frame


def film(seed: int = 2) -> tuple[VirtualTable, VirtualSource]:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=10, size_px=(1280, 720))
    table = VirtualTable(MAT, camera, sensor=Sensor(0.6, 2.0, jpeg=None, is_grey=True), seed=seed)
    table.frames_per_second = 15
    return table, VirtualSource(
        table, is_paced=False, ends_after=60, clock=monotonic_ms, sleep=lambda _s: None
    )


def acted(seed: int = 2) -> list[News]:
    """A card, a plug that is pulled, and a bump."""
    table, source = film(seed)
    news: list[News] = []
    for number, told in enumerate(frame_by_frame(source, Pipeline(MatWatch(MAT), DetectionSettings()))):
        news += told.news
        if number == 4:
            table.put(CardPrint("AC001-241", "AC001-241", module_mm=2.0), (300.0, 200.0))
        if number == 14:
            table.befall(BadDay.CAMERA_GONE)
        if number == 18:
            table.befall(BadDay.BACK)
        if number == 22:
            table.befall(BadDay.BUMP)
    return news


@pytest.mark.slow
def test_a_table_is_at_rest_when_the_hand_has_gone_and_what_it_brought_was_looked_at() -> None:
    table, _ = film()
    reporter = Reporter(Pipeline(MatWatch(mats.MAT)), Text("a table"))
    news: list[News] = []
    for number in range(60):
        if number == 20:
            assert [one.is_at_rest for one in news if isinstance(one, RestNews)] == [True]
            table.bring(CardPrint("AC001-241", "AC001-241", module_mm=2.0), (300.0, 200.0))
        news += reporter.frame(table.frame())
    first, stirs, rests = (one for one in news if isinstance(one, RestNews))
    assert (first.is_at_rest, stirs.is_at_rest, rests.is_at_rest) == (True, False, True)
    last = [one.sighting for one in news if isinstance(one, SightingNews)][-1]
    assert last.reads == "AC001-241"
    assert stirs.at_ms < last.at_ms < rests.at_ms


def told_of(news: SightingNews | NoticeNews) -> str:
    return (
        news.sighting.reads if isinstance(news, SightingNews) else f"{news.notice.device} {news.notice.says}"
    )


@pytest.mark.slow
def test_a_film_is_told_from_its_first_frame_to_its_end_and_again_the_same() -> None:
    news = acted()
    told = [told_of(one) for one in news if not isinstance(one, RestNews)]
    assert told[:5] == ["camera live", "mat locked", "AC001-241", "camera lost", "camera live"]
    assert set(told[5:-1]) == {"AC001-241", "mat drifted"}
    assert told[-1] == "camera ended"
    places = [one.sighting.at_mm for one in news if isinstance(one, SightingNews)]
    assert all(place is None or dist(place, (300, 212)) < 5 for place in places), "a bump moves no card"
    assert acted() == news


def told_of_mat(scale: float) -> list[str]:
    picture = cv2.resize(mats.seen(mats.sheet()), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    news = Reporter(Pipeline(MatWatch(mats.MAT)), Text("a test")).frame(Frame(picture, 0, 0))
    return [told_of(one) for one in news if isinstance(one, NoticeNews)]


def test_a_picture_that_is_too_coarse_for_cards_is_told_when_the_mat_is_found() -> None:
    assert told_of_mat(1.0) == ["mat locked"]
    assert told_of_mat(0.6) == ["mat locked", "camera coarse"]


@pytest.mark.slow
def test_a_camera_that_never_rests_is_told_so_seldom() -> None:
    reporter = Reporter(Pipeline(MatWatch(mats.MAT)), Text("a test"))
    told: list[str] = []
    for n in range(10):
        for at_ms in range(1500 * n, 1500 * (n + 1), 100):
            picture = mats.seen(mats.sheet(), (6 * n, 0))
            news = reporter.frame(Frame(picture, at_ms // 100, at_ms))
            told += [told_of(one) for one in news if isinstance(one, NoticeNews)]
    assert told == ["mat locked", "mat drifted", "mat drifted"]


@pytest.mark.slow
def test_every_notice_reads_as_a_sentence_in_both_languages() -> None:
    words = [one.words for one in acted() if isinstance(one, NoticeNews)]
    for language in LANGUAGES:
        assert all("{" not in translate(text, language) for text in words)


# --- evidence


def lying(corners: tuple[tuple[int, int], ...]) -> Sighting:
    return Sighting(ObservationId("sight-1"), 0, "A", corners_px=corners)


def test_evidence_is_small_whatever_the_picture() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), dtype=np.uint8)
    for size in (500, 40):
        corners = ((800, 300), (800 + size, 300), (800 + size, 300 + size), (800, 300 + size))
        assert 0 < len(evidence_jpeg(Frame(noise, 0, 0), lying(corners))) <= MOST_BYTES


def test_what_lies_outside_the_picture_leaves_no_evidence() -> None:
    corners = ((-90, -90), (-50, -90), (-50, -50), (-90, -50))
    assert evidence_jpeg(Frame(np.zeros((100, 100), np.uint8), 0, 0), lying(corners)) == b""
