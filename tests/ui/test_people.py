"""People on the screens: remembered, looked at, counted in a season, exported and forgotten."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.counting.season import PlayedMatch
from companion.house_style import TextRole
from companion.people import COLOURS, MARKS, KnownPerson
from companion.storage.people import PeopleStore
from companion.storage.places import Places
from tests.backend.test_kept_matches import recorded
from tests.counting.test_season import ANNA, BEN, bakery, duel
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.people.page import PeoplePage
from ui.people.people_lines import PeopleAct, SeasonWish, Span, Touched, asked_to_forget, in_season, tiles
from ui.people.person_form import newcomer
from ui.presenters.lines import MenuOption, MenuTile
from ui.widgets.keyboard import Keyboard
from ui.widgets.mark import SideMark
from ui.widgets.touch import Touch

SIZES = [(800, 480), (1280, 800), (1920, 1080), (800, 1280)]
FILLED = 0.95
"""The least that lines of answers take of a page on which nothing else stands."""


@pytest.fixture(scope="module")
def folder(running: Tablet) -> Path:
    """The folder of the app, with Anna and Ben, who have played three matches."""
    where: Places = running.app.backend._where  # type: ignore[attr-defined]
    store = PeopleStore(where.people)
    store.change(lambda kept: kept.with_person(ANNA).with_person(BEN))
    for game, seats in (
        ("lignes", {"yellow": "A", "red": "B"}),
        ("boufbowl", {"red": "A", "blue": "B"}),
        ("ouaf", {"red": "B", "yellow": "A"}),
    ):
        name, _ = recorded(where, game, is_over=True)
        store.change(lambda kept, name=name, seats=seats: kept.with_match(name, seats))  # type: ignore[misc]
    return where.data


@pytest.fixture
def people(one: Tablet, folder: Path) -> Tablet:
    one.app.go("home")
    one.settle()
    one.touch("Players")
    one.settle()
    return one


def page(one: Tablet) -> PeoplePage:
    found = one.app.page
    assert isinstance(found, PeoplePage)
    return found


def typed(one: Tablet, name: str) -> None:
    keys = page(one).keys
    assert keys is not None
    keys.dispatch("on_done", name)


@pytest.mark.slow
@first_quick("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_view_can_be_read_and_touched(people: Tablet, size: tuple[int, int], language: str) -> None:
    people.resize(size)
    people.app.look.language = language
    try:
        for touches in ((), ("Anna",), (1,)):
            for touch in touches:
                lines = page(people).panel.lines
                line = next((one for one in lines if one.title == touch), lines[0])
                page(people).chosen(line.key, line.options[0].value)
            people.settle()
            assert not faults(people)
            if touches:
                page(people).back()
                people.settle()
    finally:
        people.resize((1280, 800))


def look_at(people: Tablet, name: str) -> None:
    """Touch somebody in the list of all."""
    found = [(line.key, one) for line in page(people).panel.lines for one in line.options if one.says == name]
    ((key, person),) = found
    page(people).chosen(key, person.value)
    people.settle()


@pytest.mark.slow
def test_a_person_is_told_game_by_game_and_against_others(people: Tablet) -> None:
    look_at(people, "Anna")
    titles = {people.app.look.say(line.title) for line in page(people).panel.lines}
    assert {"Lignes d’Attaque", "Boufbowl", "against Ben"} <= titles


@pytest.mark.slow
def test_a_question_with_two_answers_and_a_few_tiles_take_their_whole_page(people: Tablet) -> None:
    panel = page(people).panel
    panel.show(asked_to_forget(ANNA), is_new=True)
    assert panel.lines_px > panel.height * FILLED
    people.settle()
    what, answers = reversed(panel.ids.lines.children)
    assert what.height > 3 * answers.height, "what is asked has the page, and not the answers"
    assert what.ids.title.type_role == TextRole.TITLE
    panel.show(tiles("team", [MenuOption(n, str(n), tile=MenuTile("plus")) for n in range(3)]), is_new=True)
    assert panel.lines_px > panel.height * FILLED


@pytest.mark.slow
def test_a_mark_stands_beside_its_words(people: Tablet) -> None:
    people.resize((1280, 800))
    look_at(people, "Anna")
    page(people).chosen("", Touched(PeopleAct.SIGN, ANNA.id))
    people.settle()
    touches = [one for one in people.widgets() if isinstance(one, Touch) and one.role]
    assert len(touches) == len(MARKS) + len(COLOURS)
    for touch in touches:
        (mark,) = (one for one in touch.children if isinstance(one, SideMark))
        letters = touch.ids.main.drawn_px
        assert letters is not None
        right_px = mark.to_window(mark.center_x, 0)[0] + mark.shift_px + min(mark.size) / 2
        assert 0 < letters[0] - right_px < people.app.look.gutter * 1.5


@pytest.mark.slow
def test_a_new_person_gets_a_mark_and_a_name_that_is_taken_is_refused(people: Tablet) -> None:
    people.touch("new player…")
    typed(people, "Chloé")
    people.settle()
    people.touch("save Chloé")
    people.settle()
    assert people.shows("Chloé")
    assert not faults(people)
    people.touch("new player…")
    keys = page(people).keys
    assert isinstance(keys, Keyboard)
    keys.words = "ben"
    people.settle()
    assert people.shows("Ben is remembered already"), "beside the field, before anything else is asked"
    assert not faults(people)
    people.touch("confirm")
    assert page(people).keys is keys
    keys.words = "bent"
    people.settle()
    assert not people.shows("is remembered already")
    people.touch("close")


def test_a_person_is_exported_and_then_forgotten_with_a_word(
    people: Tablet, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    look_at(people, "Ben")
    people.touch("export")
    people.settle()
    kept = json.loads((folder / "companion-Ben.json").read_text())
    assert (kept["name"], len(kept["matches"])) == ("Ben", 3)
    people.touch("delete")
    people.settle()
    assert people.shows("the matches stay")
    assert not faults(people)
    people.touch("Keep the name")
    people.touch("delete")
    people.touch("delete Ben")
    people.settle()
    assert people.shows("Ben is deleted")
    assert [person.name for person in people.app.backend.people_desk.people()].count("Ben") == 0


def test_a_season_has_the_matches_of_a_game_in_a_span_of_days() -> None:
    def on(days_ago: int, one: PlayedMatch) -> PlayedMatch:
        at_ms = int(1000 * (1795000000 - 86400 * days_ago))
        return PlayedMatch(one.match, one.game, at_ms, one.seats, one.result, one.people)

    today = datetime.fromtimestamp(1795000000).date()  # noqa: DTZ006 - the players' own day
    matches = [
        on(2, duel(ANNA, BEN, 1, 0)),
        on(2, bakery(1, 2, 3)),
        on(40, bakery(1, 2, 3)),
        on(400, duel(ANNA, BEN, 0, 1)),
    ]

    def count(wish: SeasonWish) -> int:
        return len(in_season(matches, wish, today))

    wish, counts = SeasonWish(), []
    for _ in Span:
        counts.append(count(wish))
        wish = wish.other_span()
    assert (counts, wish) == ([4, 2, 2, 3], SeasonWish())
    assert count(SeasonWish().other_game(matches)) == 2
    assert count(SeasonWish("ouaf", Span.EVENING)) == 1
    assert in_season(matches, SeasonWish(span=Span.EVENING), today + timedelta(days=9)) == matches[:2]


def test_a_newcomer_looks_like_nobody_else_as_long_as_there_are_marks() -> None:
    known: list[KnownPerson] = []
    for n in range(8):
        known.append(newcomer(f"Person {n}", known))
    assert len({one.mark for one in known}) == len({one.colour for one in known}) == 8
