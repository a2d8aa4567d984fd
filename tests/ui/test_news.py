"""The stage of a match without a contest: how it begins and how it ends."""

import pytest

from companion.ids import SeatName
from companion.play import Concede
from companion.session.inbox import PlayIntent
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin, snapshot
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.widgets.ending import EndBanner
from ui.widgets.game_art import MatPicture
from ui.widgets.news import NewsPanel

SIZES = ((1280, 800), (800, 1280))


def news(one: Tablet) -> NewsPanel:
    return next(found for found in one.widgets() if isinstance(found, NewsPanel))


@first_quick("size", SIZES)
def test_a_match_that_begins_shows_its_mat(one: Tablet, size: tuple[int, int]) -> None:
    begin(one, "ofusaido", [])
    one.app.go(PlayersPage.called)
    one.resize(size)
    one.settle()
    (art,) = (found for found in one.widgets(news(one)) if isinstance(found, MatPicture))
    assert art.game == "ofusaido"
    assert min(art.size) > 0.2 * min(size)
    assert not faults(one)
    one.resize((1280, 800))


@pytest.mark.slow
def test_a_match_that_is_over_shows_its_result_and_score_in_large(one: Tablet) -> None:
    begin(one, "ofusaido", [])
    one.app.go(PlayersPage.called)
    one.settle()
    one.app.put(PlayIntent(Concede(SeatName(snapshot(one).scene.sides[0].seat))))
    one.until(lambda: snapshot(one).is_over)
    one.settle()
    result = snapshot(one).scene.result
    assert result is not None
    panel = next(found for found in one.widgets() if isinstance(found, EndBanner))
    scores = [str(side.score) for side in snapshot(one).scene.sides]
    shown = {
        label.text.replace("\u00a0", " "): label.size_px
        for label in one.labels()
        if label in list(one.widgets(panel))
    }
    assert shown[" – ".join(scores)] == 128
    said = one.app.look.say(result)[:1].upper() + one.app.look.say(result)[1:]
    assert shown[said] >= 32
    for size in ((1280, 800), (800, 1280), (800, 480)):
        one.resize(size)
        one.settle()
        assert [label.text for label in one.labels() if label.opacity].count(said) == 1, "it is told once"
        assert not faults(one)
    one.resize((1280, 800))
