"""The stage of a match without a contest: how it begins and how it ends."""

import pytest

from companion.ids import SeatName
from companion.play import Concede
from companion.session.inbox import PlayIntent
from companion.showing.scene import Track, TrackStep
from companion.words import Text
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin, by_chance, snapshot
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.widgets.ending import EndBanner
from ui.widgets.news import NewsPanel, TrackBox, beside, played
from ui.widgets.pitch import PitchPanel
from ui.widgets.says import Says
from ui.widgets.sign_legend import SignLegend

SIZES = ((1280, 800), (800, 1280))


def news(one: Tablet) -> NewsPanel:
    return next(found for found in one.widgets() if isinstance(found, NewsPanel))


@first_quick("size", SIZES)
def test_a_match_that_begins_shows_the_ball_on_its_pitch(one: Tablet, size: tuple[int, int]) -> None:
    begin(one, "ofusaido", [])
    one.app.go(PlayersPage.called)
    one.resize(size)
    one.settle()
    (pitch,) = (
        found for found in one.widgets(news(one)) if isinstance(found, PitchPanel) and found.height > 1
    )
    assert [rim.says for rim in pitch.rims()] == ["ball"]
    assert min(pitch.size) > 0.2 * min(size)
    assert not faults(one)
    one.resize((1280, 800))


def test_the_card_of_an_attack_is_drawn_as_its_pitch_and_not_shown_beside_it(one: Tablet) -> None:
    plays = by_chance("ofusaido", 40)
    begin(one, "ofusaido", plays[: next(n for n, play in enumerate(plays, 1) if play.kind == "attempt")])
    one.app.go(PlayersPage.called)
    one.settle()
    panel = news(one)
    assert panel.has_pitch
    assert not panel.has_faces
    assert played(snapshot(one)), "the play names the card"


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


def test_two_tracks_that_follow_each_other_with_equally_many_steps_share_a_row() -> None:
    tracks = [Track(Text("bosses"), (TrackStep(Text("1"), "ahead"),) * steps) for steps in (21, 5, 5, 5, 9)]
    assert [[len(one.steps) for one in row] for row in beside(tracks)] == [[21], [5, 5], [5], [9]]


@pytest.mark.slow
def test_both_bosses_stand_beside_each_other_and_below_each_other_on_a_screen_that_stands(
    one: Tablet,
) -> None:
    begin(one, "ouaf", by_chance("ouaf", 1))
    one.app.go(PlayersPage.called)
    for size in ((800, 480), (800, 1280)):
        one.resize(size)
        one.settle()
        happy, angry = (
            box for box in one.widgets(news(one)) if isinstance(box, TrackBox) and box.abreast == 2
        )
        assert (happy.y == angry.y) is (size[0] > size[1])
        assert not faults(one)
    one.resize((1280, 800))


@first_quick("language", ("fr", "en"))
def test_the_signs_of_evaluations_are_explained_until_one_is_chosen(one: Tablet, language: str) -> None:
    one.app.look.language = language
    begin(one, "ouaf", [])
    one.app.go(PlayersPage.called)
    one.settle()
    legend = next(found for found in one.widgets(news(one)) if isinstance(found, SignLegend))
    said = [label.text for label in one.widgets(legend) if isinstance(label, Says)]
    assert len(said) == len(snapshot(one).scene.signs) > 0
    assert all(item.children[-1].canvas.length() > 1 for item in legend.children)
    assert not faults(one)
    one.app.put(PlayIntent(by_chance("ouaf", 1)[0]))
    one.until(lambda: snapshot(one).seq == 1)
    one.settle()
    assert not legend.children
    one.app.look.language = "en"
