"""A guided demonstration: one match on the drawn table, told play by play with its sums and the rulebook's sections."""

from typing import TYPE_CHECKING, ClassVar, cast

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.session.snapshot import Snapshot
from companion.session.told import Remarked, Told
from companion.words import Text
from ui.house import Game, Gear, LiveMatch, Picture
from ui.screens.page import Page
from ui.screens.players import BAR, BAR_OF_MANY

if TYPE_CHECKING:
    from ui.kiosk import KioskApp

TABLE_SPEED = 1.0
ENOUGH_MS = 6 * 60_000
"""Who has watched so long has understood how it goes."""


class GuidedPage(Page):
    """A visitor looks over the players' shoulders until he has seen enough."""

    called: ClassVar[str] = "guided"
    is_resting: ClassVar[bool] = True
    bar_part = NumericProperty(BAR)
    title = ObjectProperty("")
    ends = ObjectProperty("")
    """What is said at the end; empty while it goes on."""
    is_over = BooleanProperty(False)

    game: Game | None = None
    _seed = 0
    _until_ms = 0

    @property
    def kiosk(self) -> "KioskApp":
        return cast("KioskApp", self.app)

    def begin(self, game: Game, seed: int) -> None:
        """Have a match of this game shown from its first play on; the page comes when it is there."""
        self.game, self._seed = game, seed
        self.title, self.is_over = game.title, False
        self._until_ms = self.kiosk.now_ms() + ENOUGH_MS
        self.ids.commentary.clear()
        mode = game.modes[0].name
        self.app.errand(lambda: self.app.house.show(game.name, mode, seed, TABLE_SPEED), self._watch)

    def again(self) -> None:
        """Another match of the same game."""
        if self.game is not None:
            self.app.leave_match(self.called)
            self.begin(self.game, self._seed + 1)

    def _watch(self, match: LiveMatch) -> None:
        if self.app.page is not self:
            self.app.errand(match.stop, lambda _: None)
            return
        self.app.watch(match, Gear(), self.called)

    def show(self, snapshot: Snapshot) -> None:
        self.bar_part = BAR if len(snapshot.scene.sides) <= 2 else BAR_OF_MANY
        self.ids.bar.show(snapshot.scene, snapshot.clocks, is_paused=bool(snapshot.pauses))
        self.ids.commentary.show(snapshot)
        if snapshot.is_over:
            self._end(snapshot.scene.result or Text("the match is over"))

    def picture(self, picture: Picture | None) -> None:
        self.ids.table.picture = picture

    def hear(self, told: Told) -> None:
        if isinstance(told, Remarked) and told.is_trouble:
            self._end(told.says)

    def trouble(self, words: Text) -> None:
        self._end(words)

    def pass_time(self, now_ms: int) -> None:
        if not self.is_over and self.app.match is not None and now_ms >= self._until_ms:
            self._end(Text("that is how it goes"))

    def _end(self, words: object) -> None:
        self.ends, self.is_over = words, True
