"""At home a match begins with one touch, and the next time it is as it was; and what would stop it is said at once."""

from threading import Event

import pytest

from companion.backend.interface import LiveMatch, PlayRequest, TableDevices
from companion.errors import PlayedElsewhere
from companion.ids import MatchId, SeatName
from companion.people import KnownPerson
from companion.play import Concede, Note
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.settings import TextSize, Theme
from companion.storage.shipped_data import demonstrations
from companion.words import Text
from tests.plays import play_of
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.home.page import LEAST_ART_MM, GameArt, GameTile, HomePage, ResumeCard
from ui.players.page import PlayersPage
from ui.settings.settings_lines import changed
from ui.widgets.touch import Touch


def tile(one: Tablet, game: str) -> GameTile:
    home = one.app.page_called(HomePage.called)
    assert isinstance(home, HomePage)
    return home._tiles[game]


def touch_at_once(one: Tablet, game: str) -> None:
    touches = [found for found in one.widgets(tile(one, game)) if isinstance(found, Touch)]
    one.touch_widget(next(found for found in touches if "Quick match" in one.app.look.say(found.says)))


@pytest.fixture(autouse=True)
def at_home(one: Tablet) -> None:
    one.app.go("home")
    one.settle()


@first_quick("game", GAMES)
def test_one_touch_begins_a_match_that_is_said_by_hand(one: Tablet, game: str) -> None:
    touch_at_once(one, game)
    one.until(lambda: one.app.snapshot is not None)
    one.settle()
    assert one.app.snapshot is not None
    assert one.app.snapshot.game == game
    assert one.app.gear == TableDevices()
    page = one.app.page
    assert isinstance(page, PlayersPage)
    assert page.is_choosing
    assert page._chooser.touches, "there is something to touch at once"


def test_the_next_time_it_is_as_last_time(one: Tablet) -> None:
    setup, _ = demonstrations("ofusaido")["demo-match"]
    teams = {**setup["teams"], "home": {**setup["teams"]["home"], "name": "Villeurbanne"}}
    live = one.app.backend.begin(PlayRequest({**setup, "teams": teams}, TableDevices()))
    live.put(PlayIntent(Note("a play")))
    one.until(lambda: (seen := live.newest()) is not None and seen.seq == 1)
    live.stop()
    one.app.go("home")
    one.settle()
    assert one.shows("as last time: Villeurbanne – Fontesorda")
    touch_at_once(one, "ofusaido")
    one.until(lambda: one.shows("Villeurbanne") and one.app.page.called == "players")


def test_a_quick_match_says_its_end_if_it_is_not_the_usual_one(one: Tablet) -> None:
    setup, _ = demonstrations("lignes")["demo-match"]
    live = one.app.backend.begin(PlayRequest({**setup, "end": {"goals": 2}}, TableDevices()))
    live.put(PlayIntent(Note("a play")))
    one.until(lambda: (seen := live.newest()) is not None and seen.seq == 1)
    live.stop()
    one.app.go("rules")
    one.app.go("home")
    one.settle()
    one.until(lambda: one.shows("first to 2"))


def test_before_the_games_are_known_the_page_says_that_it_is_at_work(one: Tablet) -> None:
    home = one.app.page
    assert isinstance(home, HomePage)
    assert not home.is_loading
    assert not one.shows("the games are being laid out")
    home.is_loading = True
    one.frames(2)
    assert one.shows("the games are being laid out")
    home._show_games(home._games)
    one.frames(2)
    assert not one.shows("the games are being laid out")


@pytest.mark.slow
@first_quick("size", [(800, 480), (800, 1280)])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_all_of_it_can_be_read_and_touched_on_a_small_screen(
    one: Tablet, size: tuple[int, int], language: str
) -> None:
    one.resize(size)
    one.app.look.language = language
    one.settle()
    assert not faults(one)
    one.resize((1280, 800))


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800)])
def test_with_the_largest_letters_each_tile_keeps_its_picture_beside_matches_to_continue(
    one: Tablet, size: tuple[int, int]
) -> None:
    an_unfinished_match(one, "ouaf")
    an_unfinished_match(one)
    one.resize(size)
    one.app.change(changed("text_size", TextSize.LARGEST))
    one.app.look.language = "fr"
    one.settle()
    try:
        assert one.shows("Reprendre\u00a0: L’Ouaf")
        assert one.shows("Rouge – Jaune – Vert – Bleu, manche\u00a01"), "as the match calls them"
        for game in GAMES:
            (art,) = (found for found in one.widgets(tile(one, game)) if isinstance(found, GameArt))
            assert art.height > LEAST_ART_MM * one.app.look.mm, game
        assert not faults(one)
    finally:
        one.app.change(changed("text_size", TextSize.NORMAL))
        one.resize((1280, 800))
        one.settle()


@pytest.mark.slow
def test_a_match_to_continue_takes_the_colours_of_another_theme_at_once(one: Tablet) -> None:
    an_unfinished_match(one)
    one.app.go("rules")
    one.app.go("home")
    one.settle()
    card = next(found for found in one.widgets(one.app.page) if isinstance(found, ResumeCard))
    dark = list(card.panel)
    one.app.look.theme = Theme.LIGHT.value
    try:
        assert list(card.panel) != dark
    finally:
        one.app.look.theme = Theme.DARK.value
    assert list(card.panel) == dark


def an_unfinished_match(one: Tablet, game: str = "lignes") -> None:
    setup, _ = demonstrations(game)["demo-match"]
    live = one.app.backend.begin(PlayRequest(setup, TableDevices()))
    is_lignes = game == "lignes"
    live.put(PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 2}) if is_lignes else Note("a")))
    one.until(lambda: (seen := live.newest()) is not None and seen.seq == 1)
    live.stop()
    one.app.page.enter()
    one.settle()


@first_quick("answer", ["continue here anyway", "leave it to the other program"])
def test_a_match_that_another_program_plays_is_taken_over_only_if_a_person_says_so(
    one: Tablet, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    an_unfinished_match(one)
    resume = one.app.backend.resume

    def played_elsewhere(match: MatchId, gear: TableDevices, *, is_taken_over: bool = False) -> LiveMatch:
        if not is_taken_over:
            raise PlayedElsewhere(Text("companion watch has this match open"))
        return resume(match, gear)

    monkeypatch.setattr(one.app.backend, "resume", played_elsewhere)
    one.touch("continue: Lignes")
    one.until(lambda: one.shows("companion watch has this match open"))
    one.settle()
    assert not faults(one)
    one.touch(answer)
    one.settle()
    if answer.startswith("continue"):
        one.until(lambda: one.app.page.called == "players")
    else:
        assert one.shows("continue: Lignes"), "it stands there as before"
        assert not one.shows("has this match open")


def test_where_nothing_can_be_kept_home_says_so_before_a_match_is_set_up(
    one: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Text("nothing can be written in {folder}: {problem}", folder="/mnt/stick", problem="so it is")
    monkeypatch.setattr(one.app.backend, "keeping", lambda: problem)
    one.app.page.enter()
    one.until(lambda: one.shows("no match can be kept: nothing can be written in /mnt/stick"))


def test_where_matches_can_be_kept_home_says_nothing_of_it(one: Tablet) -> None:
    one.app.page.enter()
    one.settle()
    assert not one.shows("kept")


@pytest.mark.slow
def test_the_tiles_stay_until_there_are_other_games_and_then_follow_the_colours_no_more(one: Tablet) -> None:
    home = one.app.page
    assert isinstance(home, HomePage)
    before = tile(one, "ofusaido")
    one.app.go("home")
    one.settle()
    assert tile(one, "ofusaido") is before
    home._show_games(tuple(one.app.backend.games())[:3])
    after = tile(one, "ofusaido")
    assert after is not before

    def inks(tile: GameTile) -> list[list[float]]:
        return [list(found.ink) for found in tile.walk(restrict=True) if isinstance(found, Touch)]

    dark = inks(before)
    one.app.look.theme = "light"
    try:
        assert inks(before) == dark != inks(after)
    finally:
        one.app.look.theme = "dark"


@pytest.mark.slow
def test_who_was_here_last_plays_again_with_one_touch_on_the_same_sides_or_the_others(one: Tablet) -> None:
    backend = one.app.backend
    for name in ("Anna", "Ben"):
        backend.people_desk.remember(KnownPerson("", name, "star", "coral"))
    ids = {person.name: person.id for person in backend.people_desk.people()}
    setup, _ = demonstrations("ofusaido")["demo-match"]
    seats = {"home": ids["Anna"], "away": ids["Ben"]}
    live = backend.begin(PlayRequest(setup, TableDevices(), people=seats))
    one.app.go("rules")
    one.app.go("home")
    one.settle()
    assert not one.shows("again: OFUSAIDO"), "it goes on"
    live.put(PlayIntent(Concede(SeatName("home"))))
    one.until(lambda: (seen := live.newest()) is not None and seen.is_over)
    live.stop()
    for touch, home, team in (
        ("again: OFUSAIDO", "Anna", "Bellecombre"),
        ("sides swapped: OFUSAIDO", "Ben", "Fontesorda"),
    ):
        one.app.go("home")
        one.until(lambda: one.shows("Ben – Anna"))
        one.settle()
        assert not faults(one)
        one.touch(touch)
        one.until(lambda: one.app.snapshot is not None)
        assert one.app.snapshot is not None and one.app.match is not None
        side = one.app.snapshot.scene.side("home")
        assert (side.person and side.person.name, one.app.look.say(side.name)) == (home, team)
        one.app.leave_match("home")
        one.settle()
    an_unfinished_match(one)
    one.until(lambda: one.shows("again: OFUSAIDO"))
    cards = [found for found in one.widgets(one.app.page) if isinstance(found, ResumeCard)]
    leftmost = min(cards, key=lambda card: card.x)
    assert "continue" in one.app.look.say(leftmost.says).casefold(), "what was broken off comes first"
    assert not faults(one)


@pytest.mark.slow
def test_no_page_is_made_ahead_while_the_home_page_is_still_asked_for(
    one: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def make() -> bool:
        made.append("a page")
        return False

    monkeypatch.setattr(one.app, "make_next_page", make)
    hold = Event()
    one.app.run_in_background(hold.wait, lambda _: None)
    one.app._make_ahead()
    too_early = list(made)
    hold.set()
    assert not too_early
    one.until(lambda: bool(made))
