"""A real browser opens the page, films a drawn table, and the match is read from what it sends."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page

from companion.ids import MatchId
from companion.play import Play, UnreadablePlay
from companion.rules.ouaf.plays import Work
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.shipped_data import mat_of
from companion.table.live_table import TableCamera, TableEquipment, ThreadedTable
from companion.table.wiring import bare_controller
from tests.phone.browser import needs_chromium, phone_browser
from tests.phone.film import ActedFilm, acted_film, match_of
from vision.errors import SourceLost
from vision.frame import Frame
from vision.mat_watch import MatWatch
from vision.phone.link import PhoneLink
from vision.phone.opening import phone_link
from vision.pipeline import Pipeline
from vision.sources.phone import PhoneSource

pytestmark = [pytest.mark.process, needs_chromium]

GAME = "ouaf"
WAIT_MS = 20_000


@pytest.fixture
def link(tmp_path: Path) -> Iterator[PhoneLink]:
    link = phone_link(tmp_path / "phone", addresses=("127.0.0.1",), port=0)
    link.hold("test")
    yield link
    link.drop("test")
    assert not link.is_listening


def open_page(page: Page, link: PhoneLink) -> None:
    assert link.invitation is not None
    page.goto(link.invitation.url)


def read_from(
    film: ActedFilm, link: PhoneLink, is_enough: Callable[[list[RulingEvent]], bool]
) -> list[RulingEvent]:
    """What a live table reads of the film, until it is enough. Chromium shows large pictures slower than their film says."""
    told: list[SessionEvent] = []
    camera = TableCamera(PhoneSource(link), Pipeline(MatWatch(mat_of(GAME))))
    table = ThreadedTable(
        lambda: bare_controller(MatchId("phone"), match_of(GAME)), TableEquipment(camera), told.append
    )
    table.start()

    def rulings() -> list[RulingEvent]:
        return [one for one in told if isinstance(one, RulingEvent)]

    try:
        with phone_browser(film.path, language="fr") as page:
            open_page(page, link)
            page.click("#begin")
            ends_s = time.monotonic() + 2 * film.seconds
            while time.monotonic() < ends_s and not is_enough(rulings()):
                page.wait_for_timeout(200)
            named = page.locator("#names").inner_text()
    finally:
        table.stop()
    assert named, "the phone shows what was read"
    return rulings()


@pytest.mark.slow
def test_the_first_plays_of_a_match_are_read_from_a_phone_and_named_on_it(
    link: PhoneLink, tmp_path: Path
) -> None:
    film = acted_film(GAME, tmp_path, plays=1)
    read = read_from(film, link, lambda rulings: len(rulings) >= 1)
    assert [one.play for one in read[:1]] == list(film.plays[:1])
    assert read[0].by == "camera" and read[0].refusal is None


@pytest.mark.slow
@pytest.mark.soak
def test_a_whole_match_is_read_from_a_phone(link: PhoneLink, tmp_path: Path) -> None:
    """The film plays as fast as it was acted, whatever else the machine does: beside other tests, plays are missed."""
    film = acted_film(GAME, tmp_path)
    assert film.is_over
    read = read_from(film, link, lambda rulings: len(said_in(rulings)) >= len(film.plays))
    assert said_in(read) == list(film.plays)


def said_in(rulings: Sequence[RulingEvent]) -> list[Play | UnreadablePlay]:
    """The plays that count."""
    return turned_together([one.play for one in rulings if one.refusal is None])


def turned_together(plays: Sequence[Play | UnreadablePlay]) -> list[Play | UnreadablePlay]:
    """The plays, with work cards of one turn in one play: a machine with much to do sees few pictures a second, and cards
    that are turned at once are read one after the other then.
    """
    found: list[Play | UnreadablePlay] = []
    for play in plays:
        before = found[-1] if found else None
        if isinstance(play, Work) and isinstance(before, Work) and before.cards.keys().isdisjoint(play.cards):
            found[-1] = replace(before, cards={**before.cards, **play.cards})
        else:
            found.append(play)
    return found


@pytest.mark.slow
def test_a_browser_without_a_camera_takes_one_picture_by_hand(link: PhoneLink, tmp_path: Path) -> None:
    [frame] = acted_picture(tmp_path)
    source = PhoneSource(link)
    with phone_browser() as page:
        open_page(page, link)
        page.set_input_files("#shot", tmp_path / "picture.jpg")
        page.get_by_text("The picture was sent").wait_for(timeout=WAIT_MS)
        source.open()
        seen = [source.read() for _ in range(2)]
    assert [one.size_px for one in seen] == [frame.size_px] * 2, "it is given again, so that it is read twice"
    source.close()
    with pytest.raises(SourceLost, match="the phone sends nothing any more"):
        source.open()


def acted_picture(folder: Path) -> list[Frame]:
    """A picture of the drawn table, also in a file."""
    from vision.virtual.camera import VirtualCamera  # noqa: PLC0415
    from vision.virtual.table import VirtualTable  # noqa: PLC0415

    mat = mat_of(GAME)
    frame = VirtualTable(mat, VirtualCamera.above(mat.width_mm, mat.height_mm)).frame()
    cv2.imwrite(str(folder / "picture.jpg"), frame.pixels)
    return [frame]


@pytest.mark.slow
def test_a_second_browser_is_told_that_the_code_was_used(link: PhoneLink) -> None:
    invitation = link.invitation
    assert invitation is not None
    assert link.join(invitation.url.rpartition("/")[2]) is not None
    with phone_browser(language="fr") as page:
        answer = page.goto(invitation.url)
        assert answer is not None and answer.status == 404
        assert page.locator("#begin").count() == 0
        assert "Scannez le code" in page.inner_text("main")
