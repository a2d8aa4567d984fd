"""A guided demonstration: one match on the virtual table, told play by play with sums and sections of the rulebook.

Before some plays it stops, and the visitor chooses for one of the sides.
"""

from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.backend.interface import (
    GameOffer,
    GuidedMatch,
    Invitation,
    TableDevices,
)
from companion.backend.screen_pictures import CameraPicture
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.words import Text
from ui.kiosk.host import KioskPage
from ui.kiosk.invitation import invited, left_s, why

TABLE_SPEED = 1.0
ENOUGH_MS = 3 * 60_000
"""After this time without a choice, the visitor has seen how the game is played; the invitation says so."""

READ_MS = 5_000
"""The reason of a choice is there at least so long, to be read."""


class GuidedPage(KioskPage):
    """The page of a visitor who watches a match, and plays for one side now and then."""

    called: ClassVar[str] = "guided"
    is_of_match: ClassVar[bool] = True
    is_resting: ClassVar[bool] = True
    title = ObjectProperty("")
    ends = ObjectProperty("")
    """The sentence at the end of the match; empty before."""
    is_over = BooleanProperty(False)
    is_asked = BooleanProperty(False)
    table_share = NumericProperty(0.5)
    """The share of the width that the table has, on a screen that is wider than high."""
    has_board = BooleanProperty(False)
    """A drawn board stands in place of the camera's picture: choices name pieces and cells, which the codes of the picture do
    not tell.
    """
    hint = ObjectProperty("")
    """The aim of the game; after a choice, why the play counts as it does, until the next play."""

    def __init__(self, **values: Any) -> None:
        self._picture: CameraPicture | None = None
        super().__init__(**values)
        self.game: GameOffer | None = None
        self._seed = 0
        self._until_ms = 0
        self._match: GuidedMatch | None = None
        self._asked: Invitation | None = None
        self._asked_ms = 0
        self._reason_seq: int | None = None
        """The play with which the reason of a choice goes, if it was there for long enough; None: the aim is told."""
        self._reason_ms = 0

    def begin(self, game: GameOffer, seed: int) -> None:
        """Begin to show a match of a game from its first play; the page appears when the match is ready."""
        self.game, self._seed = game, seed
        self.title, self.hint, self.is_over = game.title, game.aim or "", False
        self._reason_seq = None
        self._until_ms = self.kiosk.now_ms() + ENOUGH_MS
        self._follow(None)
        self.ids.commentary.clear()
        mode = game.modes[0].name
        self.app.run_in_background(
            lambda: self.app.backend.guide(game.name, mode, seed, TABLE_SPEED), self._watch
        )

    def again(self) -> None:
        """Show another match of the same game."""
        if self.game is not None:
            self.app.leave_match(self.called)
            self.begin(self.game, self._seed + 1)

    @property
    def is_watched(self) -> bool:
        """Whether its match is still shown for the minutes that were promised, because people who watch touch nothing."""
        return not self.is_over and self.app.match is not None

    def leave(self) -> None:
        self._follow(None)

    def _watch(self, match: GuidedMatch) -> None:
        if self.app.page is not self:
            self.app.run_in_background(match.stop, lambda _: None)
            return
        self._follow(match)
        self.app.watch(match, TableDevices(), self.called)

    def _follow(self, match: GuidedMatch | None) -> None:
        """Follow this match and its invitations."""
        self._match, self._asked, self.is_asked, self.has_board = match, None, False, False

    def show(self, snapshot: Snapshot) -> None:
        self.ids.bar.show(snapshot.scene, snapshot.clocks, is_paused=bool(snapshot.pauses))
        self.ids.commentary.show(snapshot)
        if snapshot.is_over:
            self._end(snapshot.scene.result or Text("the match is over"))

    def picture(self, picture: CameraPicture | None) -> None:
        self._picture = picture
        self.on_has_board()

    def on_has_board(self, *_: object) -> None:
        self.ids.table.picture = None if self.has_board else self._picture

    def hear(self, told: SessionEvent) -> None:
        if isinstance(told, RemarkEvent) and told.is_trouble:
            self._end(told.says)

    def trouble(self, words: Text) -> None:
        self._end(words)

    def pass_time(self, now_ms: int) -> None:
        if not self.is_over and self.app.match is not None and now_ms >= self._until_ms:
            self._end(Text("that is how it is played"))
        self._forget_reason(now_ms)
        self._look_at_invitation(now_ms)

    def _forget_reason(self, now_ms: int) -> None:
        """Tell the aim again when the play that a visitor chose is of the past."""
        snapshot = self.app.snapshot
        if (
            self._reason_seq is not None
            and snapshot is not None
            and snapshot.seq >= self._reason_seq
            and now_ms >= self._reason_ms + READ_MS
        ):
            self._reason_seq = None
            self.hint = "" if self.is_over or self.game is None else self.game.aim or ""

    def _end(self, words: object) -> None:
        self.ends, self.hint, self.is_over = words, "", True

    # --- choosing

    def _look_at_invitation(self, now_ms: int) -> None:
        snapshot = self.app.snapshot
        if self._match is None or snapshot is None:
            return
        asked = self._match.invitation()
        if asked is not self._asked:
            self._asked, self._asked_ms, self.is_asked = asked, now_ms, asked is not None
            if asked is not None:
                self.ids.inviting.show(invited(asked, snapshot.scene), snapshot.game)
                self.has_board = snapshot.scene.board is not None
                self.ids.board.show(snapshot.scene)
            else:
                self.has_board = False
        if self.is_asked:
            left = left_s(self._asked_ms, now_ms)
            self.ids.inviting.left_s = left
            if left == 0 or self.is_over:
                self._say(None)

    def choose(self, choice: int | None) -> None:
        """Choose for the visitor; None: the virtual player decides."""
        snapshot = self.app.snapshot
        if choice is not None:
            self._until_ms = self.kiosk.now_ms() + ENOUGH_MS
            if self._asked is not None and snapshot is not None:
                self.hint = why(self._asked, choice, snapshot.scene)
                # The next play is the chosen one; with the one after it, the reason is of the past.
                self._reason_seq, self._reason_ms = snapshot.seq + 2, self.kiosk.now_ms()
        self._say(choice)

    def _say(self, choice: int | None) -> None:
        """Report the choice, and remove all choices at once, because they may show a face-down card."""
        if self._match is not None and self._asked is not None and self.is_asked:
            self._match.choose(self._asked.number, choice)
            self.is_asked = self.has_board = False
