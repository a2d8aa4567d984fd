"""Home: the match that was interrupted, first thing; then the games, and what is done seldom."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.words import Text
from ui.house import Game, Gear, LiveMatch, Unfinished
from ui.presenters.settings import LANGUAGES, changed
from ui.screens.page import Page
from ui.screens.setup import SetupPage
from ui.widgets.touch import Touch

MOST_UNFINISHED = 2


class HomePage(Page):
    """Where everything begins."""

    called: ClassVar[str] = "home"
    says = ObjectProperty(Text("What shall we play?"))
    problem = ObjectProperty("")
    other_language = ObjectProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._gear = Gear()
        self.app.look.bind(language=lambda *_: self._show_language())
        self._show_language()

    def enter(self) -> None:
        self.problem = ""
        self.app.errand(self.app.house.keeping, self._show_keeping)
        self.app.errand(self.app.house.last_gear, self._take_gear)
        self.app.errand(self.app.house.games, self._show_games)
        self.app.errand(self.app.house.unfinished, self._show_unfinished)

    def trouble(self, words: Text) -> None:
        self.problem = words

    def _show_keeping(self, problem: Text | None) -> None:
        """Before anybody sets a match up that could not begin."""
        if problem is not None:
            self.trouble(Text("no match can be kept: {problem}", problem=problem))

    def speak(self) -> None:
        """The other language, at once and from now on."""
        self.app.is_language_asked = False
        self.app.change(changed("language", self._other))

    @property
    def _other(self) -> str:
        return next(name for name in LANGUAGES if name != self.app.look.language)

    def _show_language(self) -> None:
        self.other_language = next(says for name, says in LANGUAGES.items() if name == self._other)

    def _take_gear(self, gear: Gear) -> None:
        self._gear = gear

    def _show_games(self, games: Sequence[Game]) -> None:
        box = self.ids.games
        box.clear_widgets()
        for game in games:
            touch = Touch(says=game.title, under=game.says)
            touch.bind(on_choose=lambda _, game=game: self._set_up(game))
            box.add_widget(touch)

    def _show_unfinished(self, matches: Sequence[Unfinished]) -> None:
        box = self.ids.unfinished
        box.clear_widgets()
        for match in matches[:MOST_UNFINISHED]:
            touch = Touch(says=Text("Go on: {title}", title=match.title), under=match.stands, kind="main")
            touch.bind(on_choose=lambda _, match=match: self._resume(match))
            box.add_widget(touch)

    def _set_up(self, game: Game) -> None:
        page = self.app.root.get_screen(SetupPage.called)
        page.begin(game, self._gear)
        self.app.go(SetupPage.called)

    def _resume(self, match: Unfinished) -> None:
        """With the devices that were used last."""
        gear = self._gear
        self.app.errand(
            lambda: self.app.house.resume(match.match, gear), lambda live: self._watch(live, gear)
        )

    def _watch(self, match: LiveMatch, gear: Gear) -> None:
        self.app.watch(match, gear, self.app.match_page)
