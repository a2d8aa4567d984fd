"""The home page: a strip of interrupted matches, and a tile for each game, to begin a match or set one up."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.backend.interface import GameOffer, LiveMatch, QuickStart, TableDevices
from companion.backend.listed_match import ListedMatch, MatchList
from companion.errors import CompanionError, PlayedElsewhere
from companion.storage.settings import Agreements
from companion.words import Text
from ui.look import rgba
from ui.page import Page
from ui.presenters.palette import Palette, palette_of
from ui.presenters.sentences import facts_of
from ui.settings.settings_lines import LANGUAGES, changed
from ui.setup.page import SetupPage
from ui.widgets.game_art import GameArt
from ui.widgets.pool import discard_children
from ui.widgets.touch import Touch

__all__ = ["GameArt", "GameTile", "HomePage"]
"""`GameArt` is named in the layout.
"""

RECENT = 12
"""How many of the last matches are searched for interrupted ones."""
MOST_UNFINISHED, MOST_UNFINISHED_NARROW = 3, 2
"""Cards in the strip, and in one that is narrow for its letters."""
LOOK_AGAIN_S = 2.0
"""How often it is looked whether a hall's office has sent other settings."""
QUICK = 1.5
"""How high the button of a quick match is, in the least heights of a button: who would play has room on two lines."""
WORDS_OF_TILE, LEAST_ART_MM = 134, 12
"""The height of a tile's words, in pixels of a screen of 1280 x 800, and the least height of its picture, in millimetres."""


class GameTile(ButtonBehavior, BoxLayout):
    """The tile of a game, in its colours. `on_set_up` opens its set-up, as a touch beside its buttons does; `on_play` begins
    a match at once, `on_learn` shows how it is played.
    """

    game = StringProperty("")
    faces = ObjectProperty(())
    """Some cards of the game, which lie over its mat."""
    opening = ObjectProperty(None, allownone=True)
    """The board of a game without cards, before the first play."""
    title = ObjectProperty("")
    says = ObjectProperty("")
    facts = ObjectProperty("")
    """How many play, and how long it takes."""
    panel = ListProperty([0, 0, 0, 1])
    ground = ListProperty([0, 0, 0, 1])
    accent = ListProperty([1, 1, 1, 1])
    accent_ink = ListProperty([0, 0, 0, 1])
    at_once = ObjectProperty("")
    """With whom it would begin at once; empty: that is not known yet."""
    is_waiting = BooleanProperty(False)
    is_known = BooleanProperty(False)
    """Matches were played here: its picture has the room of the words about the kind of game."""
    is_low = BooleanProperty(False)
    """Whether it has no room for its picture and all its words: then the words about the kind of game are left out."""

    __events__ = ("on_set_up", "on_play", "on_learn")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(theme=self._wear, text_unit=self._measure)
        self.bind(height=self._measure)
        self._wear()

    def _measure(self, *_: object) -> None:
        look = App.get_running_app().look
        buttons_px = look.target * (1 + QUICK * look.text_scale)
        words_px = WORDS_OF_TILE * look.text_unit + 4 * look.gutter
        self.is_low = not look.is_tall and self.height < words_px + buttons_px + LEAST_ART_MM * look.mm

    def _wear(self, *_: object) -> None:
        palette = _palette(self.game)
        self.panel, self.ground = rgba(palette.raised), rgba(palette.ground)
        self.accent, self.accent_ink = rgba(palette.accent), rgba(palette.accent_ink)

    def on_release(self) -> None:
        self.dispatch("on_set_up")

    def on_set_up(self) -> None: ...

    def on_play(self) -> None: ...

    def on_learn(self) -> None: ...


class ResumeCard(Touch):
    """The card of an interrupted match, in the colours of its game."""

    panel = ListProperty([0, 0, 0, 1])

    def __init__(self, game: str, **values: Any) -> None:
        self._game = game
        super().__init__(**values)
        App.get_running_app().look.bind(theme=self._wear)
        self._wear()

    def _wear(self, *_: object) -> None:
        self.panel = rgba(_palette(self._game).raised)


def _palette(game: str) -> Palette:
    """Return the colours of a game in the theme of now."""
    return palette_of("light" if App.get_running_app().look.theme == "light" else "dark", game)


class HomePage(Page):
    """The page that is shown first."""

    called: ClassVar[str] = "home"
    problem = ObjectProperty("")
    other_language = ObjectProperty("")
    is_loading = BooleanProperty(True)
    """The games are not known yet."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._gear = TableDevices()
        self._at_once: dict[str, QuickStart] = {}
        self._tiles: dict[str, GameTile] = {}
        self._games: Sequence[GameOffer] = ()
        self._matches = MatchList((), 0)
        self._again: Sequence[QuickStart] = ()
        self._agreed: Mapping[str, Agreements] = {}
        self._looking: Any = None
        self.app.look.bind(is_tall=lambda *_: self._show_strip(), text_scale=lambda *_: self._show_strip())
        self.app.look.bind(language=lambda *_: self._show_language())
        self._show_language()

    def enter(self) -> None:
        self.problem = ""
        self._wait(is_waiting=False)
        if self.app.may_change_settings:
            # A hall's office may have sent another language. A kiosk speaks that of its visitor.
            self.app.run_in_background(self.app.backend.settings, self.app.apply)
        self.app.run_in_background(self.app.backend.agreements, self._know)
        self.app.run_in_background(self.app.backend.keeping, self._show_keeping)
        self.app.run_in_background(self.app.backend.last_gear, self._take_gear)
        self.app.run_in_background(self.app.backend.games, self._show_games)
        self._look_at_once()
        self.app.run_in_background(lambda: self.app.backend.matches(RECENT), self._show_matches)
        self.app.run_in_background(self.app.backend.again, self._show_again)
        self.leave()
        self._looking = Clock.schedule_interval(self._look_again, LOOK_AGAIN_S)

    def leave(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    def _know(self, agreed: Mapping[str, Agreements]) -> None:
        self._agreed = agreed

    def _look_again(self, *_: object) -> None:
        """Take what a hall's office sends while nobody has touched a game yet."""
        if self.app.page is not self:
            self.leave()
            return
        if self.app.may_change_settings:
            self.app.run_in_background(self.app.backend.settings, self.app.apply)
        self.app.run_in_background(self.app.backend.agreements, self._take_agreements)

    def _take_agreements(self, agreed: Mapping[str, Agreements]) -> None:
        if agreed == self._agreed or any(tile.is_waiting for tile in self._tiles.values()):
            return
        self._agreed = agreed
        self.app.run_in_background(self.app.backend.games, self._show_games)
        self._look_at_once()

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
        self.is_loading = False
        games = self.app.offered(games)
        if games == self._games:
            return
        box = self.ids.games
        discard_children(box)
        self._games, self._tiles = games, {}
        for game in games:
            tile = self._tiles[game.name] = GameTile(
                game=game.name,
                faces=game.art,
                opening=game.opening,
                title=game.title,
                says=game.says,
                facts=facts_of(game),
            )
            tile.bind(on_set_up=lambda _, game=game: self.set_up(game))
            tile.bind(on_learn=lambda _, game=game: self.app.guide(game))
            tile.bind(on_play=lambda _, game=game: self._play(self._at_once[game.name]))
            box.add_widget(tile)
        self._tell_games()

    def _look_at_once(self) -> None:
        names_people = self.app.may_change_settings
        self.app.run_in_background(
            lambda: self.app.backend.quick_starts(names_people=names_people), self._show_at_once
        )

    def _show_at_once(self, found: Sequence[QuickStart]) -> None:
        self._at_once = {one.game: one for one in found}
        for name, tile in self._tiles.items():
            tile.at_once = self._at_once[name].says if name in self._at_once else ""

    def _wait(self, *, is_waiting: bool) -> None:
        """Wait while a match begins, so that a second touch does not begin another."""
        for tile in self._tiles.values():
            tile.is_waiting = is_waiting

    def _show_matches(self, found: MatchList) -> None:
        self._matches = found
        self._show_strip()

    def _show_again(self, found: Sequence[QuickStart]) -> None:
        if found != self._again:
            self._again = found
            self._show_strip()

    def _show_strip(self) -> None:
        """Show as small cards the last matches that were interrupted, and the last match once more for its people; all
        matches are one touch further.
        """
        box, found = self.ids.unfinished, self._matches
        discard_children(box)
        is_narrow = self.app.look.is_tall or self.app.look.text_scale > 1
        most = MOST_UNFINISHED_NARROW if is_narrow else MOST_UNFINISHED
        again = self._again if self.app.may_change_settings else ()
        interrupted = [match for match in found.matches if match.is_interrupted]
        for match in interrupted[: max(1, most - len(again))]:
            card = ResumeCard(match.game, says=Text("Continue: {title}", title=match.title), under=match.who)
            card.bind(on_choose=lambda _, match=match: self.resume(match))
            box.add_widget(card)
        for one in again:
            card = ResumeCard(one.game, says=one.says, under=one.about)
            card.bind(on_choose=lambda _, one=one: self._play(one, self._gear))
            box.add_widget(card)
        if found.total and self.app.may_change_settings:
            every = Touch(says=Text("All matches"), type_role="note", size_hint_x=0.6)
            every.padding = [self.app.look.gutter / 4] * 2
            every.bind(on_choose=lambda _: self.app.go("matches"))
            box.add_widget(every)
        self._tell_games()

    def _tell_games(self) -> None:
        """Say what kind of game each is, as long as nothing was played here."""
        for tile in self._tiles.values():
            tile.is_known = bool(self.ids.unfinished.children)

    def _play(self, one: QuickStart, gear: TableDevices = TableDevices()) -> None:  # noqa: B008 - a frozen value
        self._wait(is_waiting=True)
        request = replace(one.request, gear=gear)
        self.app.run_in_background(
            lambda: self.app.backend.begin(request), lambda live: self._watch(live, request.gear)
        )

    def set_up(self, game: GameOffer) -> None:
        """Open the set-up of a match of this game."""
        page = self.app.page_called(SetupPage.called)
        assert isinstance(page, SetupPage)
        page.begin(game, self._gear, self._at_once.get(game.name))
        self.app.go(SetupPage.called)

    def resume(self, match: ListedMatch, *, is_taken_over: bool = False) -> None:
        """Continue a match with the devices that were used last."""
        gear = self._gear
        self.app.run_in_background(
            lambda: self.app.backend.resume(match.match, gear, is_taken_over=is_taken_over),
            lambda live: self._watch(live, gear),
            lambda problem: self._not_resumed(match, problem),
        )

    def _not_resumed(self, match: ListedMatch, problem: CompanionError) -> None:
        """Ask who should go on if another program plays the match; show any other error."""
        self.trouble(problem.message)
        if not isinstance(problem, PlayedElsewhere):
            return
        here = Touch(
            says=Text("continue here anyway"),
            under=Text("the other program then saves nothing more of this match"),
            kind="danger",
        )
        here.bind(on_choose=lambda _: self.resume(match, is_taken_over=True))
        there = Touch(says=Text("leave it to the other program"), kind="main")
        there.bind(on_choose=lambda _: self.enter())
        box = self.ids.unfinished
        discard_children(box)
        for touch in (there, here):
            box.add_widget(touch)

    def _watch(self, match: LiveMatch, gear: TableDevices) -> None:
        self.app.watch(match, gear, self.app.match_page)
