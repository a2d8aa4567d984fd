"""Home: the match that was interrupted, first thing; then the games."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.words import Text
from ui.house import Game, Gear, LiveMatch, PlayRequest, Unfinished
from ui.screens.page import Page
from ui.widgets.touch import Touch


class HomePage(Page):
    """Where everything begins."""

    called: ClassVar[str] = "home"
    says = ObjectProperty(Text("What shall we play?"))
    problem = ObjectProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._games: Sequence[Game] = ()

    def enter(self) -> None:
        self.problem = ""
        self.app.errand(self.app.house.games, self._show_games)
        self.app.errand(self.app.house.unfinished, self._show_unfinished)

    def trouble(self, words: Text) -> None:
        self.problem = words

    def _show_games(self, games: Sequence[Game]) -> None:
        self._games = games
        box = self.ids.games
        box.clear_widgets()
        for game in games:
            touch = Touch(says=game.title, under=game.says, most=self.app.look.mm * 9)
            touch.bind(on_choose=lambda _, game=game: self._begin(game))
            box.add_widget(touch)

    def _show_unfinished(self, matches: Sequence[Unfinished]) -> None:
        box = self.ids.unfinished
        box.clear_widgets()
        for match in matches[:2]:
            touch = Touch(says=Text("Go on: {title}", title=match.title), under=match.stands, kind="main")
            touch.bind(on_choose=lambda _, match=match: self._resume(match))
            box.add_widget(touch)

    def _begin(self, game: Game) -> None:
        request = PlayRequest(game.modes[0].setup, Gear())
        self.app.errand(lambda: self.app.house.begin(request), lambda match: self._watch(match, request.gear))

    def _resume(self, match: Unfinished) -> None:
        gear = Gear()
        self.app.errand(
            lambda: self.app.house.resume(match.match, gear), lambda live: self._watch(live, gear)
        )

    def _watch(self, match: LiveMatch, gear: Gear) -> None:
        self.app.watch(match, gear, "players")
