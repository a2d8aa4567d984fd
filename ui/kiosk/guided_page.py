"""A guided demonstration: one match on the virtual table, told play by play, some of which a visitor may choose.

Before some plays it stops, and the visitor chooses for one of the sides.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.backend.interface import (
    AttractClip,
    GameOffer,
    GuidedMatch,
    Invitation,
    TableDevices,
)
from companion.backend.screen_pictures import CameraPicture
from companion.errors import CompanionError
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.showing.scene import Board, CardSide, Pitch
from companion.words import Text, translate
from ui.kiosk.attract_page import MatchLoop
from ui.kiosk.invitation import ENOUGH_MS, Invited, Offered, invited, is_long, left_s, why
from ui.page import Page
from ui.widgets.board_pieces import draw_disc
from ui.widgets.pool import fill
from ui.widgets.says import Sign
from ui.widgets.touch import Touch

# --- invitation panel
# The panel of a play that a visitor may choose: two to four large answers, and the seconds until the virtual player
# chooses.

MANY_LETTERS, LONGEST = 24, "fr"
"""Choices with more, in the language that needs most, are written smaller on several lines, so that all
their words are read.
"""
LONG_NOTE_HEIGHT = 1.14
"""The least height of a choice with two lines below its name, in the least heights of a button or in the heights of others."""


class ChoiceMark(Sign):
    """The sign of a choice, as it stands at its place on the board or the pitch too."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._disc = InstructionGroup()
        self.canvas.before.add(self._disc)
        self.bind(pos=self._redraw, size=self._redraw)

    def _redraw(self, *_: object) -> None:
        self._disc.clear()
        if min(self.size) > 0:
            # Without a place it has no disc, not even its rim.
            draw_disc(self._disc, (self.center_x, self.center_y), min(self.size))


class ChoiceTouch(Touch):
    """An answer, with its sign where it has a place on a board. The face of the card that it plays stands beside its
    words, where it is large enough to be known.
    """

    sign = StringProperty("")
    game = StringProperty("")
    face: CardSide | None = ObjectProperty(None, allownone=True)
    named = ObjectProperty("")
    worth = ObjectProperty("")
    """What the answer is called, and what it is worth, which stands alone beside a face that says the name."""
    is_card = BooleanProperty(False)
    is_shown = BooleanProperty(False)
    """Its face is large enough to be known."""
    tells_worth = BooleanProperty(False)
    is_brief = BooleanProperty(True)
    """What it is worth is no long text of a card."""
    has_room = BooleanProperty(True)
    face_px = NumericProperty(0)
    is_bold = BooleanProperty(False)
    """Its face shows little, in large signs, and is known in a small size."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for before in (self.ids.picture.__self__, self.ids.mark.__self__):
            self.remove_widget(before)
            self.add_widget(before, index=len(self.children))


class InvitingPanel(BoxLayout):
    """The panel of a choice. `on_choose_play` carries the number of the choice."""

    who = ObjectProperty("")
    asks = ObjectProperty("")
    demand = ObjectProperty("")
    role = StringProperty("")
    left_s = NumericProperty(0)
    is_of_cards = BooleanProperty(False)
    """Its choices are cards: a word each, which stand side by side."""

    __events__ = ("on_choose_play",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._offered: Sequence[Offered] = ()

    def on_choose_play(self, choice: int) -> None: ...

    def show(self, invited: Invited, game: str) -> None:
        """Show the visitor a question about a game, with the possible answers."""
        self.who, self.asks, self.role, self.demand = invited.who, invited.asks, invited.role, invited.demand
        self.is_of_cards = all(one.is_card and one.under is None for one in invited.choices)
        self._offered = invited.choices
        touches = fill(self.ids.choices, self._new_touch, len(invited.choices))
        is_wordy = any(len(translate(one.says, LONGEST)) > MANY_LETTERS for one in invited.choices)
        # The text of a card makes no name smaller.
        has_texts = any(one.under is not None and is_long(one.under) for one in invited.choices)
        for touch, offered, sign in zip(touches, invited.choices, invited.signs, strict=True):
            touch.sign = sign if offered.place else ""
            touch.type_role = "note" if is_wordy else "row"
            touch.under_role = "cite" if has_texts else "note"
            # What it is worth stands on a line of its own below it.
            touch.wraps = is_wordy and (offered.under is None or has_texts)
            touch.named, touch.worth, touch.is_card = offered.says, offered.under or "", offered.is_card
            note = offered.under
            # What a card says itself takes the room of its face; what it is worth stands beside it.
            touch.is_brief = note is None or offered.is_card or not is_long(note)
            touch.game, touch.face = game, offered.face if touch.is_brief else None
            touch.is_bold = offered.is_bold

    def _new_touch(self) -> ChoiceTouch:
        touch = ChoiceTouch(kind="paper")
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Any) -> None:
        touches = list(reversed(self.ids.choices.children))
        self.dispatch("on_choose_play", touches.index(touch))


# --- guided page

__all__ = ["GuidedPage", "InvitingPanel", "MatchLoop"]
"""`MatchLoop` is named in the layout."""

TABLE_SPEED = 2.0
"""Hands move so many times as fast as at a real table, so that the next choice comes soon."""
LONGEST_CONTEST_MS = 45_000
READ_MS = 5_000
"""The reason of a choice is there at least so long, to be read."""


def _nothing(_: CompanionError) -> None:
    """Show no moment: the match itself follows."""


class GuidedPage(Page):
    """The page of a visitor who watches a match, and plays for one side now and then."""

    called: ClassVar[str] = "guided"
    is_of_match: ClassVar[bool] = True
    is_resting: ClassVar[bool] = True
    title = ObjectProperty("")
    ends = ObjectProperty("")
    """The sentence at the end of the match; empty before."""
    is_over = BooleanProperty(False)
    is_asked = BooleanProperty(False)
    has_table = BooleanProperty(False)
    """The table is drawn; before, a moment of the game is played in its place."""
    table_share = NumericProperty(0.5)
    """The share of the width that the table has, on a screen that is wider than high."""
    has_board = BooleanProperty(False)
    has_pitch = BooleanProperty(False)
    """A drawn board or pitch stands in place of the camera's picture: it shows what the choices would do, which the codes of
    the picture do not tell.
    """
    is_aim_large = BooleanProperty(False)
    is_timed = BooleanProperty(True)
    """Whether the virtual player chooses when a visitor takes too long. People who learn have as much time as they want."""
    is_opening = BooleanProperty(True)
    """Nothing was played yet: the aim of the game stands where the plays are told afterwards."""
    hint = ObjectProperty("")
    """The aim of the game; before a choice, what it decides, and after it, why the play counts as it does, until the next
    play.
    """

    def __init__(self, **values: Any) -> None:
        self._picture: CameraPicture | None = None
        super().__init__(**values)
        self.game: GameOffer | None = None
        self._clip: AttractClip | None = None
        self.ids.loop.bind(on_over=lambda _: self._play_loop(self._clip))
        self._seed = 0
        self._until_ms = 0
        self._match: GuidedMatch | None = None
        self._asked: Invitation | None = None
        self._asked_ms = 0
        self._places: list[str] = []
        """Where the choices are marked."""
        self._drawn: tuple[Board | None, Pitch | None] = (None, None)
        """The board or pitch on which they are marked."""
        self._reason_seq: int | None = None
        """The play with which the reason of a choice goes, if it was there for long enough; None: the aim is told."""
        self._reason_ms = 0

    def begin(self, game: GameOffer, seed: int) -> None:
        """Begin to show a match of a game from its first play; the page appears when the match is ready."""
        self.game, self._seed = game, seed
        self.is_timed = not self.app.may_change_settings
        self.title = game.title if self.is_timed else Text("learn: {game}", game=game.title)
        self.hint, self.is_over = game.aim or "", False
        self._reason_seq, self.is_opening = None, True
        self._until_ms = self.app.now_ms() + ENOUGH_MS
        self._follow(None)
        self.ids.commentary.clear()
        language = self.app.look.language
        self.app.run_in_background(
            lambda: self.app.backend.guide(game.name, game.lesson, seed, TABLE_SPEED, language), self._watch
        )
        self.app.run_in_background(
            lambda: self.app.backend.attract_clip(game.name, seed), self._play_loop, _nothing
        )

    def _play_loop(self, clip: AttractClip | None) -> None:
        """Show a moment of the game, again and again, while its table is drawn: that takes some seconds."""
        self._clip = clip
        if clip is not None and self.app.page is self and not self.has_table:
            self.ids.loop.begin(clip, self.app.now_ms())

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
        self.ids.loop.stop()

    def _watch(self, match: GuidedMatch) -> None:
        if self.app.page is not self:
            self.app.end(match)
            return
        self._follow(match)
        self.app.watch(match, TableDevices(), self.called)

    def _follow(self, match: GuidedMatch | None) -> None:
        """Follow this match and its invitations."""
        self._match, self._asked = match, None
        self.is_asked = self.has_board = self.has_pitch = False

    def show(self, snapshot: Snapshot) -> None:
        # Counts of cards tell a newcomer nothing.
        scene = replace(
            snapshot.scene, sides=tuple(replace(side, counts=()) for side in snapshot.scene.sides)
        )
        self.ids.bar.show(scene, snapshot.clocks, is_paused=bool(snapshot.pauses))
        self.ids.commentary.show(snapshot)
        if self._asked is not None and self._drawn != (snapshot.scene.board, snapshot.scene.pitch):
            # The table was read further than when he was asked: an attack may be over whose pitch is shown.
            self._ask(invited(self._asked, snapshot.scene), snapshot)
        self._wait_for_nobody()
        self.is_opening = self.is_opening and not snapshot.seq
        if snapshot.is_over:
            self._end(snapshot.scene.result or Text("the match is over"))

    def picture(self, picture: CameraPicture | None) -> None:
        self._picture = picture
        self.has_table = picture is not None
        if self.has_table:
            self.ids.loop.stop()
        self._show_table()

    def _show_table(self) -> None:
        is_drawn = self.has_board or self.has_pitch
        self.ids.table.picture = None if is_drawn else self._picture

    def hear(self, told: SessionEvent) -> None:
        if isinstance(told, RemarkEvent) and told.is_trouble:
            self._end(told.says)

    def trouble(self, words: Text) -> None:
        self._end(words)

    def pass_time(self, now_ms: int) -> None:
        self.ids.loop.pass_time(now_ms)
        is_thinking = self.is_asked and not self.is_timed
        is_due = now_ms >= self._until_ms + self._left_ms
        if is_due and not is_thinking and not self.is_over and self.app.match is not None:
            self._end(Text("that was a first look"))
        self._forget_reason(now_ms)
        self._look_at_invitation(now_ms)

    @property
    def _left_ms(self) -> int:
        """Return how long a contest that is not decided yet may go on after the minutes are over."""
        contest = None if self.app.snapshot is None else self.app.snapshot.scene.contest
        return LONGEST_CONTEST_MS if contest is not None and contest.outcome is None else 0

    def _forget_reason(self, now_ms: int) -> None:
        """Tell the aim, or what the next choice decides, when the play that a visitor chose is of the past."""
        snapshot = self.app.snapshot
        if self._reason_seq is None or snapshot is None or now_ms < self._reason_ms + READ_MS:
            return
        if self.is_asked or snapshot.seq >= self._reason_seq:
            self._reason_seq = None
            self._tell_aim()

    def _tell_aim(self) -> None:
        """Tell what the next choice decides, or else the aim of the game; nothing new while a reason is read."""
        if self._reason_seq is not None:
            return
        decides = None if self._asked is None else self._asked.decides
        self.hint = "" if self.is_over or self.game is None else decides or self.game.aim or ""

    def _end(self, words: object) -> None:
        self.ends, self.hint, self.is_over = words, "", True
        self._wait_for_nobody()

    def _wait_for_nobody(self) -> None:
        """Say no more whose turn it is, once no more is played here."""
        if self.is_over:
            self.ids.commentary.waited = ""

    # --- choosing

    def _look_at_invitation(self, now_ms: int) -> None:
        snapshot = self.app.snapshot
        if self._match is None or snapshot is None:
            return
        asked = self._match.invitation()
        if asked is not self._asked:
            self._asked, self._asked_ms, self.is_asked = asked, now_ms, asked is not None
            if asked is not None:
                self._ask(invited(asked, snapshot.scene), snapshot)
            else:
                self._ask_nothing()
            self._tell_aim()
        if self.is_asked:
            left = left_s(self._asked_ms, now_ms) if self.is_timed else None
            self.ids.inviting.left_s = left or 0
            if left == 0 or self.is_over:
                self._say(None)

    def _ask(self, asks: Invited, snapshot: Snapshot) -> None:
        """Ask the visitor, and show on the board or the pitch what the choices would do."""
        scene, marks, board = snapshot.scene, asks.marks, self.ids.board
        self._drawn = scene.board, scene.pitch
        self.ids.inviting.show(asks, snapshot.game)
        self.has_board = scene.board is not None
        self.has_pitch = scene.pitch is not None and bool(marks)
        board.show(scene)
        board.offered, board.costs = tuple(marks), dict(marks)
        board.ways = tuple(way for choice in asks.choices for way in choice.ways)
        self.ids.pitch.show(scene.pitch if self.has_pitch else None, marks)
        self._places = [choice.place for choice in asks.choices]
        self._show_table()

    def _ask_nothing(self) -> None:
        self.is_asked = self.has_board = self.has_pitch = False
        self._show_table()

    def choose_at(self, place: str) -> None:
        """Choose the play that is marked at a place of the board; several that share the place are chosen by their buttons."""
        if self._places.count(place) == 1:
            self.choose(self._places.index(place))

    def choose(self, choice: int | None) -> None:
        """Choose for the visitor; None: the virtual player decides."""
        snapshot = self.app.snapshot
        if choice is not None:
            self._until_ms = self.app.now_ms() + ENOUGH_MS
            if self._asked is not None and snapshot is not None:
                self.hint = why(self._asked, choice, snapshot.scene)
                # The next play is the chosen one; with the one after it, the reason is of the past.
                self._reason_seq, self._reason_ms = snapshot.seq + 2, self.app.now_ms()
        self._say(choice)

    def _say(self, choice: int | None) -> None:
        """Report the choice, and remove all choices at once, because they may show a face-down card."""
        if self._match is not None and self._asked is not None and self.is_asked:
            self._match.choose(self._asked.number, choice)
            self._ask_nothing()
