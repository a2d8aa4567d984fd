"""Reveals and goals on the players' page, by a clock that the tests advance."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.backend.interface import PlayRequest, TableDevices
from companion.match import Match
from companion.play import Play, Undo
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import chosen_play
from tests.bench.portraits.language_faults import language_faults
from tests.quick import first_quick
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.presenters.duel_plan import CRY_MS, GLANCE_MS, REVEAL_MS, SLIDE_MS, TURN_MS
from ui.public.page import PublicPage
from ui.widgets.card_face import TurningCard
from ui.widgets.contest import ContestPanel, ScaleBox
from ui.widgets.score import SideBox
from ui.widgets.stage import CryPanel
from ui.widgets.step_frame import only

MOST = 400


def up_to(game: str, kind: str) -> list[Play]:
    """Play by chance whose last one is the first with an event of a kind."""
    match, chance, plays = Match(GAMES[game], *demonstrations(game)["demo-match"]), Random(4), list[Play]()
    while len(plays) < MOST:
        play = chosen_play(match, chance)
        assert play is not None
        plays.append(play)
        match.submit(play)
        if any(event.kind == kind for event in match.entries[-1].events):
            return plays
    raise AssertionError(kind)


@pytest.fixture
def stage(one: Tablet) -> Iterator[Tablet]:
    """An app that plays highlights, in colours and motion as usual."""
    with one.time_stands():
        yield one
    one.app.plays_highlights = False
    reduce_motion(one, is_reduced=False)


def reduce_motion(one: Tablet, *, is_reduced: bool) -> None:
    """As a person does it: a page may read the saved settings again at any time."""
    one.app.change(lambda settings: replace(settings, is_motion_reduced=is_reduced))
    one.settle()


def put(one: Tablet, play: Play, seq: int) -> None:
    one.app.put(PlayIntent(play))
    until_seq(one, seq)


def until_seq(one: Tablet, seq: int) -> None:
    one.until(lambda: one.app.snapshot is not None and one.app.snapshot.seq >= seq)


def play(one: Tablet, game: str, plays: list[Play]) -> None:
    """Play a match, and the last of its plays with highlights."""
    setup, _ = demonstrations(game)["demo-match"]
    match = one.app.backend.begin(PlayRequest(setup, TableDevices()))
    for one_play in plays[:-1]:
        match.put(PlayIntent(one_play))
    one.app.plays_highlights = False
    one.app.watch(match, TableDevices(), PlayersPage.called)
    until_seq(one, len(plays) - 1)
    one.settle()
    one.app.plays_highlights = True
    put(one, plays[-1], len(plays))


def seq(one: Tablet) -> int:
    assert one.app.snapshot is not None
    return one.app.snapshot.seq


def cries(one: Tablet) -> list[CryPanel]:
    return [found for found in one.widgets() if isinstance(found, CryPanel)]


@pytest.mark.slow
def test_the_reveal_counts_up_before_the_winner_has_his_colour(stage: Tablet) -> None:
    play(stage, "ofusaido", up_to("ofusaido", "duel"))
    boxes = [found for found in stage.widgets() if isinstance(found, ScaleBox)]
    assert len(boxes) == 2
    assert all(box.won == box.slid == 0 for box in boxes)
    stage.later(REVEAL_MS)
    stage.frames(2)
    assert sorted(box.won for box in boxes) == [0, 1]
    assert all(box.slid == 1 for box in boxes)


def turned(one: Tablet) -> list[float]:
    """How far each laid card has turned that has a front, in the order of the sides."""
    cards = [found for found in one.widgets() if isinstance(found, TurningCard)]
    return [card.turned for card in cards if card.has_front]


@pytest.mark.slow
def test_an_energy_turns_from_its_back_to_its_front_and_those_before_stay(stage: Tablet) -> None:
    play(stage, "ofusaido", up_to("ofusaido", "duel"))
    assert sorted(turned(stage)) == [0, 1], "the attack's energy was turned before"
    stage.later(SLIDE_MS + TURN_MS // 4)
    stage.frames(2)
    assert sorted(turned(stage)) == pytest.approx([0.25, 1], abs=0.05)
    stage.later(TURN_MS)
    stage.frames(2)
    assert turned(stage) == [1, 1]


@pytest.mark.slow
def test_the_first_energy_turns_while_the_duel_goes_on(stage: Tablet) -> None:
    play(stage, "ofusaido", up_to("ofusaido", "duel")[:-1])
    assert turned(stage) == [0]
    stage.later(TURN_MS)
    stage.frames(2)
    assert turned(stage) == [1]


def test_with_reduced_motion_an_energy_lies_open_at_once(stage: Tablet) -> None:
    reduce_motion(stage, is_reduced=True)
    play(stage, "ofusaido", up_to("ofusaido", "duel")[:-1])
    assert turned(stage) == [1]


@pytest.mark.slow
def test_a_goal_stands_above_the_board_for_its_time_and_the_match_goes_on_below(stage: Tablet) -> None:
    play(stage, "lignes", up_to("lignes", "goal"))
    (cry,) = cries(stage)
    page = stage.app.page
    assert isinstance(page, PlayersPage)
    board = page._stage.board
    assert cry.to_window(0, cry.y)[1] >= board.to_window(0, board.top)[1], "the board is seen below it"
    assert cry.to_window(cry.right, 0)[0] <= page.ids.lower.to_window(page.ids.lower.x, 0)[0]
    assert stage.shows("GOAL!")
    stage.later(CRY_MS)
    stage.frames(2)
    assert not cries(stage)


@pytest.mark.slow
def test_while_a_goal_is_called_what_to_do_next_is_said_in_a_low_voice(stage: Tablet) -> None:
    play(stage, "lignes", up_to("lignes", "goal"))
    page = stage.app.page
    assert isinstance(page, PlayersPage)
    (order,) = (one for one in stage.labels() if one.text.startswith("Roll the dice"))
    low_px, duties = order.size_px, page.ids.duties
    assert duties.children
    assert not duties.opacity
    stage.later(CRY_MS)
    stage.frames(3)
    assert order.size_px > low_px
    assert duties.opacity


@pytest.mark.slow
def test_a_try_gives_way_after_a_glance_to_the_board_on_which_the_players_are_placed(stage: Tablet) -> None:
    play(stage, "boufbowl", up_to("boufbowl", "try"))
    page = stage.app.page
    assert isinstance(page, PlayersPage)
    stage.frames(3)
    assert page._board.offered
    assert stage.shows("TRY!")
    stage.later(GLANCE_MS)
    stage.frames(2)
    assert not cries(stage)


@pytest.mark.slow
def test_a_goal_is_told_in_the_language_that_is_spoken_now(stage: Tablet) -> None:
    play(stage, "lignes", up_to("lignes", "goal"))
    (cry,) = cries(stage)
    (step,) = cry.ids.steps.children
    assert stage.app.look.say(step.says).startswith("the keeper rolls "), (
        "where the ball went is told in cells, which nobody reads in this moment"
    )
    stage.app.look.language = "fr"
    stage.frames(3)
    assert stage.shows("but\u00a0!")
    wrong = list(language_faults(stage.labels(), "fr"))
    stage.app.look.language = "en"
    assert not wrong


@pytest.mark.slow
def test_a_touch_skips_a_goal_and_touches_nothing_that_it_covers(stage: Tablet) -> None:
    play(stage, "lignes", up_to("lignes", "goal"))
    before = seq(stage)
    (cry,) = cries(stage)
    stage.touch_at(*cry.center)
    stage.frames(5)
    assert not cries(stage)
    assert seq(stage) == before


@pytest.mark.slow
def test_the_next_play_takes_the_place_of_a_goal(stage: Tablet) -> None:
    plays = up_to("lignes", "goal")
    play(stage, "lignes", plays)
    assert cries(stage)
    truth = Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"])
    for one_play in plays:
        truth.submit(one_play)
    following = chosen_play(truth, Random(1))
    assert following is not None
    put(stage, following, len(plays) + 1)
    assert not cries(stage)


@pytest.mark.slow
def test_a_board_has_its_room_again_after_a_goal_that_gave_way_to_something_else(stage: Tablet) -> None:
    play(stage, "lignes", up_to("lignes", "goal"))
    page = stage.app.page
    assert isinstance(page, PlayersPage) and page._stage.is_cheering
    only(page.ids.middle, page._news)
    stage.later(CRY_MS)
    stage.frames(2)
    assert not cries(stage) and not page._stage.is_cheering


@pytest.mark.slow
def test_with_reduced_motion_a_goal_is_a_still_and_a_reveal_is_over_at_once(stage: Tablet) -> None:
    reduce_motion(stage, is_reduced=True)
    play(stage, "lignes", up_to("lignes", "goal"))
    (cry,) = cries(stage)
    assert cry.shown == 1
    assert cry.score in ("1\u00a0–\u00a00", "0\u00a0–\u00a01")
    stage.later(CRY_MS // 2)
    stage.frames(2)
    assert cries(stage)
    stage.later(CRY_MS)
    stage.frames(2)
    assert not cries(stage)


@pytest.mark.slow
def test_a_page_that_is_opened_does_not_play_what_happened_before(stage: Tablet) -> None:
    play(stage, "ofusaido", up_to("ofusaido", "duel"))
    stage.app.go("home")
    stage.app.go(PlayersPage.called)
    stage.frames(2)
    assert not cries(stage)
    panels = [found for found in stage.widgets() if isinstance(found, ContestPanel)]
    assert all(box.slid == 1 for panel in panels for box in panel.ids.scales.children)


@pytest.mark.slow
def test_a_settled_duel_to_which_an_undo_leads_back_shows_its_winner(stage: Tablet) -> None:
    play(stage, "ofusaido", up_to("ofusaido", "duel"))
    stage.later(REVEAL_MS + CRY_MS)
    stage.frames(2)
    assert stage.app.snapshot is not None
    following = next(
        one.play for offer in stage.app.snapshot.offers for one in offer.plays if not offer.is_aside
    )
    put(stage, following, seq(stage) + 1)
    stage.frames(2)
    put(stage, Undo(), seq(stage) + 1)
    stage.later(REVEAL_MS)
    stage.frames(3)
    boxes = [found for found in stage.widgets() if isinstance(found, ScaleBox)]
    (panel,) = (found for found in stage.widgets() if isinstance(found, ContestPanel))
    assert sorted(box.won for box in boxes) == [0, 1]
    assert panel.ids.outcome.opacity == 1


@first_quick("page", ["players", "public"])
def test_scores_change_when_the_last_card_is_turned_and_not_before(stage: Tablet, page: str) -> None:
    plays = up_to("ouaf", "reveal")
    play(stage, "ouaf", plays[:-1])
    stage.app.go(page)
    stage.settle()
    before = scores(stage)
    put(stage, plays[-1], len(plays))
    stage.later(REVEAL_MS - 100)
    stage.frames(2)
    assert scores(stage) == before
    stage.later(200)
    stage.frames(2)
    assert scores(stage) != before


def scores(one: Tablet) -> tuple[str, ...]:
    """The scores in the head of the page, or on the public one."""
    page = one.app.page
    if isinstance(page, PublicPage):
        return page.scores
    return tuple(str(found.score) for found in one.widgets() if isinstance(found, SideBox))
