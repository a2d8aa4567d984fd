"""What hands have still to do, on the players' page: a line for each person, which nobody must touch and anybody may."""

import pytest
from kivy.core.window import Window

from companion.rules.ouaf.plays import Work
from companion.session.inbox import PlayIntent
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin, snapshot
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.widgets.duties import FOLDED, DutyBox
from ui.widgets.says import WholeText


def boxes(one: Tablet) -> list[DutyBox]:
    return [found for found in one.widgets() if isinstance(found, DutyBox)]


@pytest.fixture
def turned(one: Tablet) -> Tablet:
    """A round of L'Ouaf whose cards were turned over."""
    begin(one, "ouaf", [])
    one.app.go(PlayersPage.called)
    sides = [side.seat for side in snapshot(one).scene.sides]
    one.settle()
    (offer,) = (offer for offer in snapshot(one).offers if offer.kind == "round")
    one.app.put(PlayIntent(offer.plays[0].play))
    one.until(lambda: snapshot(one).seq == 1)
    cards = {seat: 11 if n == 0 else 3 for n, seat in enumerate(sides)}
    one.app.put(PlayIntent(Work(cards)))  # type: ignore[arg-type]
    one.until(lambda: snapshot(one).seq == 2)
    one.settle()
    return one


@pytest.mark.slow
def test_each_person_reads_what_to_do_and_ticks_it_or_not(turned: Tablet) -> None:
    assert turned.shows("put the cards just played onto your discard piles")
    every, *own = boxes(turned)[::-1] if boxes(turned)[0].role else boxes(turned)
    assert not every.role
    assert all(box.role for box in own)
    turned.touch("put the cards just played onto your discard piles, put")
    assert every.is_done


@first_quick("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_they_have_room_on_a_wide_screen(turned: Tablet, size: tuple[int, int], language: str) -> None:
    turned.app.look.language = language
    turned.resize(size)
    turned.settle()
    assert boxes(turned)
    assert not faults(turned)
    turned.resize((1280, 800))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_small_screen_shows_the_duties_of_three_and_of_more_the_first_and_how_many_more(
    turned: Tablet, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned.app.look.language = language
    turned.resize((800, 480))
    turned.settle()
    assert 1 < len(boxes(turned)) <= FOLDED
    assert not faults(turned)
    monkeypatch.setattr("ui.widgets.duties.FOLDED", len(boxes(turned)) - 1)
    turned.resize((1280, 800))
    turned.settle()
    turned.resize((800, 480))
    turned.settle()
    (box,) = boxes(turned)
    assert turned.app.look.say(box.more).startswith({"en": "+", "fr": "encore "}[language])
    assert box.height < turned.app.look.target, "the sum keeps its room"
    assert not faults(turned)
    touch = turned.finger(*box.to_window(*box.center))
    touch.touch_down()
    turned.frames()
    (whole,) = (found for found in Window.children if isinstance(found, WholeText))
    last = turned.app.look.say(snapshot(turned).scene.duties[-1].says)
    assert last.lower() in whole.words.lower()
    touch.touch_up()
    turned.frames(2)
    assert not box.is_done, "a touch opens the list and ticks nothing"
    turned.app.look.language = "en"
    turned.resize((1280, 800))
