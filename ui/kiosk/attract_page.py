"""The page of a kiosk that nobody touches: scenes of the games in a loop, and tiles that invite people to play."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Any, ClassVar

from kivy.app import App
from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.backend.interface import GameOffer, Reel
from companion.words import Text
from ui.kiosk.host import KioskPage
from ui.kiosk.match_loop import MatchLoop
from ui.kiosk.programme import Programme, ProgrammeItem
from ui.look import rgba
from ui.presenters.palette import palette_of
from ui.widgets.discarding import discard_children
from ui.widgets.game_art import GameArt
from ui.widgets.touch import Touch

__all__ = ["AttractPage", "GameArt", "InviteTile", "MatchLoop"]
"""The page's layout file uses these widgets."""

AGAIN_MS = 10_000
"""How long the page waits after an error before it tries the next loop."""
SEEDS = 1_000_000


class InviteTile(Touch):
    """The tile of a game, in its colours: a touch begins its guided match."""

    game = StringProperty("")
    faces = ObjectProperty(())
    opening = ObjectProperty(None, allownone=True)
    panel = ListProperty([0, 0, 0, 1])

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(theme=self._wear)
        self._wear()

    def _wear(self, *_: object) -> None:
        theme = "light" if App.get_running_app().look.theme == "light" else "dark"
        self.panel = rgba(palette_of(theme, self.game).raised)


class AttractPage(KioskPage):
    """The page that a kiosk shows when nobody is there."""

    called: ClassVar[str] = "attract"
    is_home: ClassVar[bool] = True
    is_resting: ClassVar[bool] = True
    house = ObjectProperty("")
    invites = ObjectProperty("")
    problem = ObjectProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._programme: Programme | None = None
        self._games: dict[str, GameOffer] = {}
        self._is_asked = False
        self._again_ms: int | None = None

    def enter(self) -> None:
        self._invite()
        if self._programme is None:
            self.app.run_in_background(self.app.backend.games, self._show_games)
        else:
            self.go_on()

    def _invite(self, problem: Text | str = "") -> None:
        self.house = self.kiosk.settings.house or "Companion"
        self.problem = problem
        self.invites = problem or Text("touch to play, 3 minutes")

    def leave(self) -> None:
        """End the loop, because another page is shown."""
        self._again_ms = None
        self.ids.loop.stop()

    def pass_time(self, now_ms: int) -> None:
        """Go on with the loop, and begin the next one when it is due."""
        self.ids.loop.pass_time(now_ms)
        if self._again_ms is not None and now_ms >= self._again_ms:
            self.go_on()

    # --- the loop

    def go_on(self) -> None:
        """Begin the loop of the next game."""
        if self._programme is None or self._is_asked:
            return
        item = self._programme.item
        self._programme = self._programme.next()
        self.play(item)

    def play(self, item: ProgrammeItem) -> None:
        """Play a loop as soon as it is cut."""
        self._again_ms, self._is_asked = None, True
        self.app.run_in_background(lambda: self.app.backend.reel(item.game, item.seed), self._begin)

    def _begin(self, reel: Reel | None) -> None:
        self._is_asked = False
        if self.app.page is not self:
            return
        if reel is None:
            self.go_on()
            return
        self._invite()
        self.ids.loop.begin(reel, self.kiosk.now_ms())

    def trouble(self, words: Text) -> None:
        self._is_asked = False
        self._invite(words)
        self._again_ms = self.kiosk.now_ms() + AGAIN_MS

    # --- touches

    def _show_games(self, games: Sequence[GameOffer]) -> None:
        self._games = {game.name: game for game in games}
        discard_children(self.ids.games)
        for game in games:
            tile = InviteTile(
                game=game.name, faces=game.art, opening=game.opening, says=game.title, under=game.says
            )
            tile.bind(on_choose=lambda _, game=game: self.kiosk.guide(game))
            self.ids.games.add_widget(tile)
        self._programme = Programme(tuple(self._games), randbelow(SEEDS))
        self.go_on()

    def guide_shown(self) -> None:
        """Begin the guided match of the game in the loop, which was touched."""
        reel = self.ids.loop.reel
        if reel is not None:
            self.kiosk.guide(self._games[reel.game])

    def speak(self, language: str) -> None:
        """Use a visitor's language until nobody is there any more."""
        self.app.look.language = language
