"""A phone as a source: it waits for the phone, reads what it sends, and says what to do when it is silent."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.observation import SightingState
from companion.words import LANGUAGES, translate
from tests.vision.phone.test_page import Caller
from tests.vision.virtual.tables import MAT, card, small_table
from vision.errors import NoSuchSource, SourceLost
from vision.frame import Grey
from vision.mat_watch import MatWatch
from vision.phone import PHONE
from vision.phone.link import PhoneLink
from vision.phone.mailbox import PhoneMailbox, PhonePicture, PictureKind, ReadThing
from vision.phone.opening import phone_link
from vision.pipeline import Pipeline
from vision.sources.newest_frame import NewestFrame, SourceState
from vision.sources.phone import PhoneSource
from vision.sources.source import ExposableSource, ReturningSource, ShowingSource, Source
from vision.sources.source_names import source_for
from vision.virtual.light import Sensor
from vision.worker import News, SightingNews, Worker

FULL = np.full((144, 256), 100, np.uint8)


def jpeg_of(grey: Grey, quality: int = 90) -> bytes:
    return cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def picture(grey: Grey = FULL, kind: PictureKind = PictureKind.FULL, **more: object) -> PhonePicture:
    return PhonePicture(jpeg_of(grey), kind, **more)  # type: ignore[arg-type]


@pytest.fixture
def link(tmp_path: Path) -> Iterator[PhoneLink]:
    link = phone_link(tmp_path, addresses=("127.0.0.1",), port=0)
    link.hold("test")
    yield link
    link.drop("test")


@pytest.fixture
def joined(link: PhoneLink) -> PhoneLink:
    assert link.invitation is not None
    assert link.join(link.invitation.url.rpartition("/")[2]) is not None
    return link


def test_it_is_called_phone_where_a_link_is_at_hand_and_is_all_that_a_source_can_be(link: PhoneLink) -> None:
    source: Source = source_for(PHONE, phone=link)
    assert isinstance(source, PhoneSource)
    assert all(isinstance(source, kind) for kind in (ExposableSource, ReturningSource, ShowingSource))
    with pytest.raises(NoSuchSource, match="phone is not a camera"):
        source_for(PHONE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_until_a_phone_has_joined_the_source_says_how(link: PhoneLink, language: str) -> None:
    source = PhoneSource(link, clock=lambda: 0)
    with pytest.raises(SourceLost) as lost:
        source.open()
    assert link.invitation is not None
    assert link.invitation.url in translate(lost.value.message, language)


def test_a_phone_that_falls_silent_is_lost_with_what_to_do(
    joined: PhoneLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.sources.phone.SILENT_MS", 50)
    source = PhoneSource(joined)
    joined.receive(picture())
    source.open()
    assert source.read().size_px == (256, 144)
    with pytest.raises(SourceLost, match="the phone sends nothing any more: unlock it"):
        source.read()


@pytest.mark.parametrize("is_grey", [True, False])
def test_its_frames_are_grey_or_in_colour_and_timed_as_they_come(joined: PhoneLink, is_grey: bool) -> None:
    source = PhoneSource(joined, is_grey=is_grey, clock=lambda: 777)
    joined.receive(picture(is_steady=True, stops=0.0))
    source.open()
    frame = source.read()
    assert (frame.pixels.ndim, frame.number, frame.at_ms, frame.is_steady) == (
        2 if is_grey else 3,
        0,
        777,
        True,
    )


def test_a_damaged_picture_is_passed_over(joined: PhoneLink) -> None:
    source = PhoneSource(joined)
    joined.receive(picture())
    source.open()
    source.read()
    joined.receive(PhonePicture(jpeg_of(FULL)[:60], PictureKind.FULL))
    threading.Timer(0.1, lambda: joined.receive(picture(FULL // 2))).start()
    assert source.read().pixels[5, 5] == 50


def test_what_changes_too_slowly_to_be_seen_moving_is_asked_for_in_full(joined: PhoneLink) -> None:
    source, box = PhoneSource(joined), joined.mailbox
    joined.receive(picture())
    source.open()
    source.read()
    box.show((), is_at_rest=True)
    assert not box.answer().wants_more
    later = FULL.copy()
    later[60:100, 100:140] = 220
    joined.receive(picture(later, PictureKind.SMALL, is_steady=True))
    threading.Timer(0.1, lambda: joined.receive(picture(later, is_steady=True))).start()
    frame = source.read()
    assert frame.is_steady and abs(int(frame.pixels[80, 120]) - 220) < 4


def test_a_photograph_that_cannot_be_used_is_not_asked_for_again(joined: PhoneLink) -> None:
    source = PhoneSource(joined)
    joined.receive(picture(kind=PictureKind.PHOTO))
    source.open()
    threading.Timer(0.1, lambda: joined.receive(picture())).start()
    source.read()
    assert not joined.mailbox.answer().takes_photos


def test_a_darker_picture_is_asked_for_and_tells_its_exposure(joined: PhoneLink) -> None:
    source, box = PhoneSource(joined), joined.mailbox
    joined.receive(picture(can_expose=True))
    source.open()
    source.read()
    box.show((), is_at_rest=True)
    source.expose(-2)
    assert (box.answer().stops, box.answer().wants_more) == (-2, True)
    joined.receive(picture(FULL // 4, stops=-2.0, can_expose=True))
    assert source.read().stops == -2
    source.expose(0)
    joined.receive(picture(kind=PictureKind.SMALL, can_expose=True))
    assert source.read().pixels[5, 5] == 100, "a dark picture is not what small ones are compared with"


def test_a_phone_that_cannot_be_set_is_not_asked_for_other_exposures(joined: PhoneLink) -> None:
    source = PhoneSource(joined)
    joined.receive(picture())
    source.open()
    source.expose(-2)
    assert joined.mailbox.answer().stops == 0


# --- what passes between page and reader


def test_only_the_newest_picture_waits() -> None:
    box = PhoneMailbox()
    box.put(picture(FULL // 2))
    newest = picture()
    box.put(newest)
    assert box.take(0) is newest and box.take(0) is None


def test_full_pictures_are_wanted_until_all_is_read_and_never_without_end() -> None:
    box = PhoneMailbox()
    assert not box.answer().wants_more, "nobody looks"
    box.begin("reader")
    assert box.answer().wants_more
    box.show((), is_at_rest=False)
    wanted = []
    for _ in range(20):
        box.put(picture(is_steady=True))
        wanted.append(box.answer().wants_more)
    assert wanted == [True] * 11 + [False] * 9
    box.put(picture(kind=PictureKind.SMALL))
    assert box.answer().wants_more, "something has moved"


def test_a_reader_that_ends_late_does_not_end_the_next_one() -> None:
    box = PhoneMailbox()
    box.begin("one")
    box.begin("other")
    box.end("one")
    assert box.answer().wants_more
    box.end("other")
    assert not box.answer().wants_more


def test_the_page_waits_for_what_is_read_in_its_own_picture() -> None:
    box = PhoneMailbox()
    box.begin("reader")
    number = box.put(picture())
    assert box.is_shown(number), "nobody shows what is read"
    box.show((), is_at_rest=False)
    assert not box.is_shown(number)
    woken: list[bool] = []
    box.wake_at_show(lambda: woken.append(True))
    box.take(0)
    box.show((ReadThing("one", ()),), is_at_rest=True)
    assert woken == [True] and box.is_shown(number) and box.answer().things[0].name == "one"


# --- all of it


@pytest.mark.slow
def test_a_source_that_is_back_is_opened_without_waiting(
    joined: PhoneLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.sources.phone.OPEN_MS", 10)
    monkeypatch.setattr("vision.sources.newest_frame.FIRST_WAIT_MS", 60_000)
    newest = NewestFrame(PhoneSource(joined))
    newest._back_off.waits_ms = 60_000
    newest.start()
    try:
        assert newest.take(0.4) is None and newest.health().state is SourceState.LOST
        joined.receive(picture())
        assert newest.take(5) is not None
    finally:
        newest.stop()


@pytest.mark.slow
def test_cards_are_read_from_two_pictures_of_a_table_at_rest_and_named_on_the_phone(link: PhoneLink) -> None:
    table = small_table(sensor=Sensor(is_grey=True))
    phone, heard = Caller(link), list[News]()
    assert phone.join() == 200
    source = PhoneSource(link)
    source.named = lambda thing: f"<i>{thing.text}</i>"
    worker = Worker(source, Pipeline(MatWatch(MAT)), heard.append)
    worker.start()

    def send(how: str) -> Any:
        return phone.send(jpeg_of(table.frame().grey), how)[1]

    def read() -> list[tuple[str, str | None]]:
        sighted = (one.sighting for one in heard if isinstance(one, SightingNews))
        return [(one.reads, one.zone) for one in sighted if one.state is SightingState.START]

    try:
        answer = {"more": True}
        for _ in range(8):
            answer = send("kind=full&steady=1")
            if not answer["more"] and worker.health().frames > 2:
                break
        assert answer == {"things": [], "more": False, "photos": True, "stops": 0.0}
        table.put(card(1), (120.0, 245.0))
        assert send("kind=small&steady=0")["more"]
        assert read() == []
        send("kind=full&steady=1")
        answer = send("kind=full&steady=1")
        assert read() == [("AC001-241", "hand")]
        assert [one["name"] for one in answer["things"]] == ["<i>AC001-241</i>"]
        assert all(0 < share < 1 for corner in answer["things"][0]["at"] for share in corner)
    finally:
        worker.stop()
