"""At home a match begins with one touch, and the next time it is as it was."""

import pytest

from companion.rules.games import GAMES
from companion.session.inbox import Intent
from companion.storage.shipped import demonstrations
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.house import Gear, PlayRequest
from ui.screens.home import GameTile, HomePage
from ui.screens.players import PlayersPage
from ui.widgets.touch import Touch


def tile(one: Tablet, game: str) -> GameTile:
    home = one.app.root.get_screen(HomePage.called)
    assert isinstance(home, HomePage)
    return home._tiles[game]


def touch_at_once(one: Tablet, game: str) -> None:
    touches = [found for found in one.widgets(tile(one, game)) if isinstance(found, Touch)]
    one.touch_widget(next(found for found in touches if "at once" in one.app.look.say(found.says)))


@pytest.fixture(autouse=True)
def at_home(one: Tablet) -> None:
    one.app.go("home")
    one.settle()


@pytest.mark.parametrize("game", GAMES)
def test_one_touch_begins_a_match_that_is_said_by_hand(one: Tablet, game: str) -> None:
    touch_at_once(one, game)
    one.until(lambda: one.app.snapshot is not None)
    one.settle()
    assert one.app.snapshot is not None
    assert one.app.snapshot.game == game
    assert one.app.gear == Gear()
    page = one.app.page
    assert isinstance(page, PlayersPage)
    assert page.is_choosing
    assert page._chooser.touches, "there is something to touch at once"


def test_the_next_time_it_is_as_last_time(one: Tablet) -> None:
    setup, _ = demonstrations("ofusaido")["demo-match"]
    teams = {**setup["teams"], "home": {**setup["teams"]["home"], "name": "Villeurbanne"}}
    live = one.app.house.begin(PlayRequest({**setup, "teams": teams}, Gear()))
    live.put(Intent({"play": "note", "text": "a play"}))
    one.until(lambda: (seen := live.newest()) is not None and seen.seq == 1)
    live.stop()
    one.app.go("home")
    one.settle()
    assert one.shows("as last time: Villeurbanne – Fontesorda")
    touch_at_once(one, "ofusaido")
    one.until(lambda: one.shows("Villeurbanne") and one.app.page.called == "players")


@pytest.mark.parametrize("size", [(800, 480), (800, 1280)])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_all_of_it_can_be_read_and_touched_on_a_small_screen(
    one: Tablet, size: tuple[int, int], language: str
) -> None:
    one.resize(size)
    one.app.look.language = language
    one.settle()
    assert not faults(one)
    one.resize((1280, 800))
