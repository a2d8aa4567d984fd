"""The home page: first interrupted matches, then the games, to play at once or to set up, then rarely used pages."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.backend.interface import GameOffer, LiveMatch, QuickStart, TableDevices, UnfinishedMatch
from companion.errors import CompanionError, PlayedElsewhere
from companion.words import Text, joined
from ui.page import Page
from ui.settings.settings_lines import LANGUAGES, changed
from ui.setup.page import SetupPage
from ui.widgets.touch import Touch

MOST_UNFINISHED = 2
SET_UP = Text("set a match up…")


class GameTile(BoxLayout):
    """The tile of a game. `on_set_up` opens its set-up, `on_play` begins a match at once."""

    title = ObjectProperty("")
    says = ObjectProperty("")
    at_once = ObjectProperty("")
    """With whom it would begin at once; empty: that is not known yet."""
    is_waiting = BooleanProperty(False)

    __events__ = ("on_set_up", "on_play")

    def on_set_up(self) -> None: ...

    def on_play(self) -> None: ...


class HomePage(Page):
    """The page that is shown first."""

    called: ClassVar[str] = "home"
    says = ObjectProperty(Text("What shall we play?"))
    problem = ObjectProperty("")
    other_language = ObjectProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._gear = TableDevices()
        self._at_once: dict[str, QuickStart] = {}
        self._tiles: dict[str, GameTile] = {}
        self.app.look.bind(language=lambda *_: self._show_language())
        self._show_language()

    def enter(self) -> None:
        self.problem = ""
        self.app.run_in_background(self.app.backend.keeping, self._show_keeping)
        self.app.run_in_background(self.app.backend.last_gear, self._take_gear)
        self.app.run_in_background(self.app.backend.games, self._show_games)
        self.app.run_in_background(self.app.backend.quick_starts, self._show_at_once)
        self.app.run_in_background(self.app.backend.unfinished, self._show_unfinished)

    def trouble(self, words: Text) -> None:
        self.problem = words
        self._wait(is_waiting=False)

    def _show_keeping(self, problem: Text | None) -> None:
        """Warn, before anybody sets up a match, if nothing can be saved."""
        if problem is not None:
            self.trouble(Text("no match can be kept: {problem}", problem=problem))

    def speak(self) -> None:
        """Change to the other language, now and for the future."""
        self.app.is_language_asked = False
        self.app.change(changed("language", self._other))

    @property
    def _other(self) -> str:
        return next(name for name in LANGUAGES if name != self.app.look.language)

    def _show_language(self) -> None:
        self.other_language = next(says for name, says in LANGUAGES.items() if name == self._other)

    def _take_gear(self, gear: TableDevices) -> None:
        self._gear = gear

    def _show_games(self, games: Sequence[GameOffer]) -> None:
        box = self.ids.games
        box.clear_widgets()
        self._tiles = {}
        for game in games:
            tile = self._tiles[game.name] = GameTile(
                title=game.title, says=joined([Text("{words}", words=game.says), SET_UP], "\n")
            )
            tile.bind(on_set_up=lambda _, game=game: self._set_up(game))
            tile.bind(on_play=lambda _, game=game: self._play(self._at_once[game.name]))
            box.add_widget(tile)

    def _show_at_once(self, found: Sequence[QuickStart]) -> None:
        self._at_once = {one.game: one for one in found}
        for name, one in self._at_once.items():
            self._tiles[name].at_once = one.says

    def _wait(self, *, is_waiting: bool) -> None:
        """Wait while a match begins, so that a second touch does not begin another."""
        for tile in self._tiles.values():
            tile.is_waiting = is_waiting

    def _show_unfinished(self, matches: Sequence[UnfinishedMatch]) -> None:
        box = self.ids.unfinished
        box.clear_widgets()
        for match in matches[:MOST_UNFINISHED]:
            touch = Touch(says=Text("Continue: {title}", title=match.title), under=match.stands, kind="main")
            touch.bind(on_choose=lambda _, match=match: self._resume(match))
            box.add_widget(touch)

    def _play(self, one: QuickStart) -> None:
        self._wait(is_waiting=True)
        request = one.request
        self.app.run_in_background(
            lambda: self.app.backend.begin(request), lambda live: self._watch(live, request.gear)
        )

    def _set_up(self, game: GameOffer) -> None:
        page = self.app.root.get_screen(SetupPage.called)
        page.begin(game, self._gear)
        self.app.go(SetupPage.called)

    def _resume(self, match: UnfinishedMatch, *, is_taken_over: bool = False) -> None:
        """Continue a match with the devices that were used last."""
        gear = self._gear
        self.app.run_in_background(
            lambda: self.app.backend.resume(match.match, gear, is_taken_over=is_taken_over),
            lambda live: self._watch(live, gear),
            lambda problem: self._not_resumed(match, problem),
        )

    def _not_resumed(self, match: UnfinishedMatch, problem: CompanionError) -> None:
        """Ask who should go on if another program plays the match; show any other error."""
        self.trouble(problem.message)
        if not isinstance(problem, PlayedElsewhere):
            return
        here = Touch(
            says=Text("continue here anyway"),
            under=Text("the other program then saves nothing more of this match"),
            kind="danger",
        )
        here.bind(on_choose=lambda _: self._resume(match, is_taken_over=True))
        there = Touch(says=Text("leave it to the other program"), kind="main")
        there.bind(on_choose=lambda _: self.enter())
        box = self.ids.unfinished
        box.clear_widgets()
        for touch in (there, here):
            box.add_widget(touch)

    def _watch(self, match: LiveMatch, gear: TableDevices) -> None:
        self.app.watch(match, gear, self.app.match_page)
