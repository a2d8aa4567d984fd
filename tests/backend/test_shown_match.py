"""A show and the picture of a table: what goes wrong in their threads is told."""

import time
from collections.abc import Callable

import numpy as np
import pytest

from companion.backend.offers import games
from companion.backend.pictures import PictureMaker, PictureThread
from companion.backend.shown_match import ShownMatch
from companion.rules.games import GAMES
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.table.show import Scenery
from companion.threads import ACCIDENTS, Stumble
from companion.words import translate
from tests.quick import first_quick
from vision.frame import Frame
from vision.worker import Preview

pytestmark = pytest.mark.drawn

LONGEST_S = 120.0
SHOWN = [(game.name, mode.name) for game in games() for mode in game.modes]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.threads.PAUSE_S", 0.0)
    ACCIDENTS.taken()


def until(is_so: Callable[[], object]) -> None:
    until_s = time.monotonic() + LONGEST_S
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(0.001)


@pytest.mark.slow
def test_a_show_that_fails_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise ValueError("expected a request of 1 to 16 letters")

    monkeypatch.setattr(ShownMatch, "_act", fails)
    shown = ShownMatch("ofusaido", "demo-match", Scenery(531083))
    shown.start()
    until(lambda: not shown.is_running)
    told: list[SessionEvent] = list(shown.news())
    shown.stop()
    assert len(told) == 1 and isinstance(told[0], RemarkEvent) and told[0].is_trouble
    assert "expected a request" in translate(told[0].says, "en")
    assert len(ACCIDENTS.taken()) == 1


def test_a_picture_that_cannot_be_made_is_told_and_the_next_is_made() -> None:
    failures = [ZeroDivisionError("upside down")]

    def preview() -> Preview:
        if failures:
            raise failures.pop()
        return Preview(Frame(np.zeros((90, 160), np.uint8), 1, 0), ())

    told: list[Stumble] = []
    pictures = PictureThread(PictureMaker(None), preview, told.append)
    pictures.start()
    until(lambda: pictures.newest is not None)
    pictures.stop()
    assert ["upside down" in translate(one.says, "fr") for one in told] == [True]


@pytest.mark.slow
@first_quick(("game", "mode"), SHOWN)
def test_every_mode_that_is_offered_can_be_shown(game: str, mode: str) -> None:
    shown = ShownMatch(game, mode, Scenery(1, speed=1.0))
    shown.start()
    shown.stop()
    assert shown.setup["game"] == game
    assert not [told for told in shown.news() if isinstance(told, RemarkEvent) and told.is_trouble]


@pytest.mark.slow
def test_a_match_on_show_is_seen_in_colour() -> None:
    shown = ShownMatch("ouaf", "demo-match", Scenery(1, speed=1.0))
    shown.start()
    try:
        until(lambda: shown.picture() is not None)
        picture = shown.picture()
        assert picture is not None
        blue, green, red = (np.frombuffer(picture.pixels, np.uint8)[n::3].astype(int) for n in range(3))
        assert np.abs(blue - red).mean() > 10
        assert np.abs(green - red).mean() > 5
    finally:
        shown.stop()


@pytest.mark.slow
@first_quick("game", list(GAMES))
def test_a_choice_comes_with_a_line_about_what_it_decides(game: str) -> None:
    shown = ShownMatch(game, GAMES[game].description.lesson, Scenery(3), is_guided=True)
    shown.start()
    try:
        until(lambda: shown.invitation() is not None)
        asked = shown.invitation()
        assert asked is not None and asked.decides is not None
        assert translate(asked.decides, "en") != translate(asked.decides, "fr")
    finally:
        shown.stop()
