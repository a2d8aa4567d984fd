"""The rules on the screen: all chapters from home, those of the phase at hand from a match, and what a reading is."""

from dataclasses import replace

import pytest

from companion.backend.interface import PlayRequest, TableDevices
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, rules_in_words
from companion.words import Text, translate
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.rules.page import RulesPage
from ui.rules.rules_lines import ChaptersWanted, ReadingsWanted, RulesOfGame, ShownRules, Wish
from ui.widgets.touch import Touch

TITLES = {game: rules.description.title for game, rules in GAMES.items()}


def shown(game: str, wish: Wish | None = None) -> ShownRules:
    return ShownRules(game, TITLES, rules_in_words(game), wish=wish)


@first_quick("game", list(GAMES))
def test_all_that_can_be_read_is_reached_by_reading_on(game: str) -> None:
    words = rules_in_words(game)
    one = shown(game, ChaptersWanted((words.chapters[0].id,)))
    read: list[str] = []
    while isinstance(one.wish, ChaptersWanted):
        read += one.wish.chapters
        following = one.next_wish
        assert following is not None
        assert one.next_says
        one = shown(game, following)
    assert read == [chapter.id for chapter in words.chapters]
    assert isinstance(one.wish, ReadingsWanted)
    assert one.next_wish is None


@first_quick("game", list(GAMES))
def test_every_reading_is_shown_with_its_section_and_its_title(game: str) -> None:
    chapters = [option.value for line in shown(game, ReadingsWanted()).lines() for option in line.options]
    lines = [
        line for wish in chapters if isinstance(wish, ReadingsWanted) for line in shown(game, wish).lines()
    ]
    readings = {reading.id: reading for reading in rules_in_words(game).readings}
    assert sorted(line.key for line in lines) == sorted(readings)
    for line in lines:
        reading = readings[line.key]
        assert isinstance(line.says, Text)
        assert isinstance(line.cite, Text)
        assert reading.reading.fr in translate(line.says, "fr")
        told = translate(line.cite, "fr")
        assert reading.title.fr in told
        assert told.endswith("*") == (reading.house_rule is not None)


def test_an_asterisk_is_explained_where_one_stands() -> None:
    words = rules_in_words("ofusaido")
    open_points = {chapter.id for chapter in words.chapters if any(one.reading for one in chapter.sentences)}
    told = {one.id: shown("ofusaido", ChaptersWanted((one.id,))).note != "" for one in words.chapters}
    assert {id_ for id_, is_told in told.items() if is_told} == open_points
    assert shown("ofusaido", ReadingsWanted("fouls")).note == Text("* a house rule may say otherwise")
    assert shown("ofusaido").note == ""


@first_quick("game", list(GAMES))
def test_readings_are_read_chapter_after_chapter(game: str) -> None:
    listed = [option.value for line in shown(game, ReadingsWanted()).lines() for option in line.options]
    assert listed[-1] == ReadingsWanted("")
    one, read = shown(game, ReadingsWanted(str(getattr(listed[0], "chapter", "")))), []
    while one.wish is not None:
        read.append(one.wish)
        one = replace(one, wish=one.next_wish)
    assert read == listed


def test_every_game_and_every_chapter_can_be_chosen() -> None:
    lines = shown("ouaf").lines()
    values = [option.value for line in lines for option in line.options]
    for game in GAMES:
        assert RulesOfGame(game) in values
    for chapter in rules_in_words("ouaf").chapters:
        assert ChaptersWanted((chapter.id,)) in values
    assert ReadingsWanted() in values


def rules_page(one: Tablet) -> RulesPage:
    page = one.app.page
    assert isinstance(page, RulesPage)
    return page


@pytest.mark.slow
def test_from_home_a_chapter_is_chosen_and_read_and_back_leads_home(one: Tablet) -> None:
    one.app.go("home")
    one.settle()
    one.touch("Rules")
    one.settle()
    one.touch("Boufbowl")
    one.settle()
    one.touch("kick-off")
    assert one.shows("the active coach begins with an up-and-under")
    assert not faults(one)
    one.touch("all chapters")
    one.touch("home")
    assert one.app.page.called == "home"


@first_quick("page", ["players", "referee"])
def test_from_a_match_the_phase_at_hand_is_read_first(one: Tablet, page: str) -> None:
    setup, _ = demonstrations("lignes")["demo-match"]
    gear = TableDevices()
    one.app.run_in_background(
        lambda: one.app.backend.begin(PlayRequest(setup, gear)),
        lambda match: one.app.watch(match, gear, page),
    )
    one.until(lambda: one.app.snapshot is not None)
    one.frames(2)
    snapshot = one.app.snapshot
    assert snapshot is not None
    assert snapshot.phase == "kickoff"
    if page == "players":
        one.touch_widget(one.app.page.ids.bar._rules)
    else:
        one.touch("rules")
    one.settle()
    assert one.shows("Roll the six-sided die: odd, red begins")
    one.touch("house rules")
    assert one.shows("house rules of this match")
    assert one.shows("Lines of the ball: eight directions")
    assert one.shows("along which lines does the ball travel")
    one.touch("all chapters")
    assert rules_page(one).shown is not None
    one.touch("back to the match")
    assert one.app.page.called == page
    one.app.leave_match("home")
    one.settle()


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800)])
def test_the_list_of_chapters_has_letters_of_one_size(one: Tablet, size: tuple[int, int]) -> None:
    one.app.look.language = "fr"
    one.app.go("home")
    one.app.go("rules")
    one.resize(size)
    one.settle()
    touches = [found for found in one.widgets(rules_page(one).panel.ids.lines) if isinstance(found, Touch)]
    sizes = {touch.ids.main.text: touch.ids.main.size_px for touch in touches}
    assert "6. S’opposer, ou laisser passer" in sizes
    assert len(set(sizes.values())) == 1, sizes
    one.resize((1280, 800))


def readings_page(one: Tablet) -> RulesPage:
    """The page on which it stands how doubtful points are decided, opened from home."""
    one.app.go("home")
    one.app.go("rules")
    one.settle()
    page = rules_page(one)
    page.chosen("", ReadingsWanted("fouls"))
    one.settle()
    return page


@first_quick("language", ["fr", "en"])
def test_sentences_fill_a_page_before_they_go_on_to_the_next_one(one: Tablet, language: str) -> None:
    one.app.look.language = language
    page = readings_page(one)
    panel = page.panel
    assert panel.page_count > 1
    next_line = panel.lines[len(panel.ids.lines.children)]
    left = panel.height - panel.lines_px
    # The lines are looser than they must be; without that, the next one has no room.
    loose = sum(
        row.height - panel._least_px(line)
        for row, line in zip(reversed(panel.ids.lines.children), panel.lines, strict=False)
    )
    assert left + loose < panel._least_px(next_line) + 2 * one.app.look.mm


@pytest.mark.slow
def test_the_controls_that_turn_a_page_of_rules_stand_on_one_row(one: Tablet) -> None:
    page = readings_page(one)
    controls = [
        found
        for found in one.widgets(page)
        if isinstance(found, Touch)
        and found.ids.main.text in {"Previous page", "Next page"}
        and found.opacity
    ]
    assert len({found.center_y for found in controls}) == 1
    one.touch("next page")
    assert page.panel.page == 1
    one.touch("previous page")
    assert page.panel.page == 0
