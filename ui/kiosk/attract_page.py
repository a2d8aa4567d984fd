"""The page of a kiosk that nobody touches: a match plays by itself, and a sentence invites people to play."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.backend.interface import GameOffer, LiveMatch, TableDevices
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.words import Text
from ui.kiosk.host import KioskPage
from ui.kiosk.programme import Programme
from ui.widgets.discarding import discard_children
from ui.widgets.touch import Touch

RESULT_MS = 10_000
"""How long a result stands before the next match."""
STALLED_MS = 90_000
"""A match of which nothing has been seen for so long is over, whatever it says."""
TABLE_SPEED = 1.0
SEEDS = 1_000_000


class AttractPage(KioskPage):
    """The page that a kiosk shows when nobody is there."""

    called: ClassVar[str] = "attract"
    is_of_match: ClassVar[bool] = True
    is_home: ClassVar[bool] = True
    is_resting: ClassVar[bool] = True
    invites = ObjectProperty("")
    snapshot = ObjectProperty(None, allownone=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._programme: Programme | None = None
        self._is_asked = False
        self._next_ms: int | None = None
        self._is_broken = False
        """The match that is shown cannot go on: the next one is due, whatever is still seen of this."""

    def enter(self) -> None:
        self._invite()
        self.ids.stage.begin()
        if self._programme is None:
            self.app.run_in_background(self.app.backend.games, self._show_games)
        elif self.app.match is None and not self._is_asked:
            self._begin(self._programme.next())

    def _invite(self) -> None:
        house = self.kiosk.settings.house
        self.invites = (
            Text("touch to play, 3 minutes")
            if house is None
            else Text("{house}: touch to play, 3 minutes", house=house)
        )

    def leave(self) -> None:
        """Begin no further match, because another page is shown."""
        self._next_ms = None
        self.ids.stage.begin()

    def pass_time(self, now_ms: int) -> None:
        """Begin the next match when it is due."""
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
            return self.app.backend.show(item.game.name, item.mode, item.seed, TABLE_SPEED)

        self.app.run_in_background(show, self._watch)

    def _watch(self, match: LiveMatch) -> None:
        self._is_asked = False
        if self.app.page is not self:
            self.app.run_in_background(match.stop, lambda _: None)
            return
        self._is_broken = False
        self._invite()
        self.app.watch(match, TableDevices(), self.called)

    def show(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.ids.bar.show(snapshot.scene, snapshot.clocks, is_paused=bool(snapshot.pauses))
        self.ids.stage.show(snapshot)
        if not self._is_broken:
            self._next_ms = self.kiosk.now_ms() + (RESULT_MS if snapshot.is_over else STALLED_MS)

    def hear(self, told: SessionEvent) -> None:
        """Begin the next match after one that failed."""
        if isinstance(told, RemarkEvent) and told.is_trouble:
            self._is_broken = True
            self.invites = told.says
            self._next_ms = self.kiosk.now_ms() + RESULT_MS

    def trouble(self, words: Text) -> None:
        self._is_asked = False
        self.invites = words
        self._next_ms = self.kiosk.now_ms() + RESULT_MS

    # --- touches

    def _show_games(self, games: Sequence[GameOffer]) -> None:
        discard_children(self.ids.games)
        for game in games:
            touch = Touch(says=game.title, under=game.says, kind="paper")
            touch.bind(on_choose=lambda _, game=game: self.kiosk.guide(game))
            self.ids.games.add_widget(touch)
        self._begin(Programme(tuple(games), randbelow(SEEDS)))

    def speak(self, language: str) -> None:
        """Use a visitor's language until nobody is there any more."""
        self.app.look.language = language
