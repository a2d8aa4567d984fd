"""What the public sees, opened over a match from either screen; and what is needed seldom, behind one button."""

from dataclasses import replace

import pytest

from companion.house_style import TextRole
from companion.play import Note
from companion.session.inbox import PlayIntent
from companion.settings import Settings
from companion.words import Text
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin, by_chance, said, snapshot
from tests.ui.table import Tablet
from ui.presenters.hotkeys import Act
from ui.public.page import PublicPage, PublicSide, RankedSide
from ui.widgets.news import StepBox

REVIEW, OVER = Note("[review] the line"), Note("[review over] goal")


def public(one: Tablet) -> PublicPage:
    found = one.app.page
    assert isinstance(found, PublicPage)
    return found


def scores(one: Tablet) -> list[str]:
    return list(public(one).scores)


@pytest.mark.slow
@first_quick("opened_from", ["players", "referee"])
def test_it_is_reached_by_a_key_from_either_screen_and_left_by_the_same(
    one: Tablet, opened_from: str
) -> None:
    begin(one, "lignes", by_chance("lignes", 4))
    one.app.go(opened_from)
    assert one.app.page.key("v", ())
    assert one.app.page.called == "public"
    assert one.app.page.key("escape", ())
    assert one.app.page.called == opened_from
    one.app.page.key("v", ())
    assert one.app.page.key("v", ())
    assert one.app.page.called == opened_from


@first_quick("opened_from", ["players", "referee"])
def test_it_is_reached_and_left_by_touches(one: Tablet, opened_from: str) -> None:
    begin(one, "lignes", by_chance("lignes", 4))
    one.app.go(opened_from)
    one.settle()
    if opened_from == "players":
        one.touch("Menu")
        one.touch("Spectator screen")
    else:
        one.touch("More settings")
        one.touch("What the public sees")
    one.settle()
    assert public(one).called == "public"
    assert not one.shows("Back"), "nothing on it but the match"
    one.touch_at(400, 400)
    one.touch("Back")
    assert one.app.page.called == opened_from
    if opened_from == "players":
        assert one.shows("Back to the match"), "the menu it was opened from"


def test_a_match_that_was_never_judged_here_is_shown_as_such(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 4))
    one.app.go("public")
    one.settle()
    told = Text("not judged again: shown as it was recorded under the rules {theirs}", theirs="lignes-0")
    # On a slow machine a snapshot of the match itself may come in between, and is shown instead.
    for _ in range(10):
        public(one).show(replace(snapshot(one), unjudged=told))
        one.settle()
        if one.shows("not judged again"):
            break
    assert one.shows("not judged again")
    assert not faults(one)


def test_where_all_are_level_nobody_has_a_place_and_all_stand_on_the_track(one: Tablet) -> None:
    begin(one, "ouaf", by_chance("ouaf", 1))
    one.app.go("public")
    one.settle()
    ranked = [box for box in public(one).walk() if isinstance(box, RankedSide)]
    assert ranked and {box.place for box in ranked} == {""}
    steps = [box for box in public(one).walk() if isinstance(box, StepBox)]
    assert sum(len(step.roles) for step in steps) == len(ranked)
    assert not faults(one)


@pytest.mark.slow
def test_a_contest_that_is_settled_stands_without_the_turn_after_it_and_its_outcome_is_large(
    one: Tablet,
) -> None:
    plays = by_chance("lignes", 14, seed=3)
    goal = next(n for n, play in enumerate(plays, 1) if play.kind == "save_roll")
    begin(one, "lignes", plays[:goal])
    one.app.go("public")
    one.settle()
    scene = snapshot(one).scene
    assert scene.contest is not None and scene.contest.outcome is not None
    assert any(side.is_active for side in scene.sides)
    sides = [box for box in public(one).walk() if isinstance(box, PublicSide)]
    assert sides and not any(box.is_active for box in sides)
    assert one.shows("shot") and not one.shows("turn 2")
    (outcome,) = (found for found in one.labels() if found.says == scene.contest.outcome)
    assert outcome.type_role == TextRole.HALL_NAME
    assert not faults(one)


@pytest.mark.slow
def test_while_a_play_is_reviewed_it_shows_what_was_sure_and_says_so(one: Tablet) -> None:
    plays = by_chance("lignes", 14, seed=3)
    goal = next(n for n, play in enumerate(plays, 1) if play.kind == "save_roll")
    begin(one, "lignes", plays[: goal - 1])
    one.app.go("public")
    one.settle()
    before = scores(one)
    for play in (REVIEW, plays[goal - 1]):
        one.app.put(PlayIntent(play, source="referee"))
    said(one, goal + 1)
    assert [str(side.score) for side in snapshot(one).scene.sides] != before
    assert scores(one) == before
    assert one.shows("the referee is reviewing a play")
    one.app.put(PlayIntent(OVER, source="referee"))
    said(one, goal + 2)
    assert scores(one) == [str(side.score) for side in snapshot(one).scene.sides]
    assert not one.shows("the referee is reviewing a play")


@first_quick("page", ["players", "referee", "public"])
def test_the_sound_is_muted_by_a_key_and_by_a_button_that_says_how_it_is(one: Tablet, page: str) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    one.app.change(lambda _: Settings(language="en"))
    one.settle()
    one.app.go("players")
    one.app.go(page)
    assert one.app.page.key("m", ())
    one.settle()
    assert one.app.backend.settings().is_muted
    if page == "public":
        one.app.page.key("m", ())
    elif page == "players":
        one.touch("Menu")
        one.touch("Sound on")
    else:
        one.touch("More settings")
        one.touch("turn the sound on")
    one.settle()
    assert not one.app.backend.settings().is_muted


@first_quick("size", [(800, 480), (1280, 800), (1920, 1080), (800, 1280)])
@first_quick("game", ["ofusaido", "lignes"])
@first_quick("language", ["fr", "en"])
def test_nothing_of_what_is_needed_seldom_is_cut_off(
    one: Tablet, game: str, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The widest of all times of day: 0 is the widest digit of the typeface.
    monkeypatch.setattr("companion.session.history_rows.time_of_day", lambda *_: "00:00:00")
    one.resize(size)
    begin(one, game, by_chance(game, 4))
    one.app.look.language = language
    one.app.go("players")
    one.app.page.is_choosing = False
    one.app.page._lay()
    one.frames(3)
    assert not faults(one)
    one.app.go("referee")
    one.settle()
    assert not faults(one)
    one.app.page.more()
    one.frames(3)
    assert not faults(one)
    one.app.page.act(Act.PUBLIC)
    one.touch_at(300, 300)
    assert not faults(one)
    one.app.page.go_back()
    one.resize((1280, 800))
