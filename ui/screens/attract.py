"""The page of a kiosk that nobody touches: a match plays by itself on the drawn table, and a sentence invites to the games."""

from collections.abc import Sequence
from secrets import randbelow
from typing import TYPE_CHECKING, Any, ClassVar, cast

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.session.snapshot import Snapshot
from companion.session.told import Remarked, Told
from companion.words import Text
from ui.house import Game, Gear, LiveMatch, Picture
from ui.presenters.programme import Programme
from ui.screens.page import Page
from ui.screens.players import BAR, bar_part
from ui.widgets.touch import Touch

if TYPE_CHECKING:
    from ui.kiosk import KioskApp

RESULT_MS = 10_000
"""How long a result stands before the next match."""
STALLED_MS = 90_000
"""A match of which nothing has been seen for so long is over, whatever it says."""
TABLE_SPEED = 1.0
SEEDS = 1_000_000


class AttractPage(Page):
    """Where a kiosk stands when nobody is there."""

    called: ClassVar[str] = "attract"
    is_home: ClassVar[bool] = True
    is_resting: ClassVar[bool] = True
    bar_part = NumericProperty(BAR)
    invites = ObjectProperty("")
    snapshot = ObjectProperty(None, allownone=True)
    has_picture = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._programme: Programme | None = None
        self._is_asked = False
        self._next_ms: int | None = None

    @property
    def kiosk(self) -> "KioskApp":
        return cast("KioskApp", self.app)

    def enter(self) -> None:
        house = self.kiosk.settings.house
        self.invites = (
            Text("touch a game: we show you how it is played")
            if house is None
            else Text("{house}: touch a game, we show you how it is played", house=house)
        )
        if self._programme is None:
            self.app.errand(self.app.house.games, self._show_games)
        elif self.app.match is None and not self._is_asked:
            self._begin(self._programme.next())

    def leave(self) -> None:
        """Who begins something else lets this match go; a page beside it may not."""
        self._next_ms = None

    def pass_time(self, now_ms: int) -> None:
        """The next match, when its time has come."""
        if self._next_ms is not None and now_ms >= self._next_ms and self._programme is not None:
            self._begin(self._programme.next())

    # --- the match

    def _begin(self, programme: Programme) -> None:
        self._programme = programme
        self._is_asked = True
        self._next_ms = self.kiosk.now_ms() + STALLED_MS
        item, before = programme.item, self.app.match

        def show() -> LiveMatch:
            # Two drawn tables at a time would take twice the memory.
            if before is not None:
                before.stop()
            return self.app.house.show(item.game.name, item.mode, item.seed, TABLE_SPEED)

        self.app.errand(show, self._watch)

    def _watch(self, match: LiveMatch) -> None:
        self._is_asked = False
        if self.app.page is not self:
            self.app.errand(match.stop, lambda _: None)
            return
        self.ids.commentary.clear()
        self.app.watch(match, Gear(), self.called)

    def show(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.bar_part = bar_part(len(snapshot.scene.sides), is_tall=self.app.look.is_tall)
        self.ids.bar.show(snapshot.scene, snapshot.clocks, is_paused=bool(snapshot.pauses))
        self.ids.commentary.show(snapshot)
        self._next_ms = self.kiosk.now_ms() + (RESULT_MS if snapshot.is_over else STALLED_MS)

    def picture(self, picture: Picture | None) -> None:
        self.ids.table.picture = picture

    def hear(self, told: Told) -> None:
        """A match that cannot go on is followed by the next."""
        if isinstance(told, Remarked) and told.is_trouble:
            self._next_ms = self.kiosk.now_ms() + RESULT_MS

    def trouble(self, words: Text) -> None:
        self._is_asked = False
        self.invites = words
        self._next_ms = self.kiosk.now_ms() + RESULT_MS

    # --- touches

    def _show_games(self, games: Sequence[Game]) -> None:
        self.ids.games.clear_widgets()
        for game in games:
            touch = Touch(says=game.title, under=game.says, kind="paper", most=self.app.look.height / 18)
            touch.bind(on_choose=lambda _, game=game: self.kiosk.guide(game))
            self.ids.games.add_widget(touch)
        self._begin(Programme(tuple(games), randbelow(SEEDS)))

    def speak(self, language: str) -> None:
        """A visitor's language, until nobody is there any more."""
        self.app.look.language = language
