"""The players' page: what the match waits for, the contest as it grows, the score, questions, and every play by touch."""

from collections.abc import Mapping
from dataclasses import replace
from secrets import token_hex
from typing import Any, ClassVar

from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.backend.interface import LiveMatch
from companion.backend.screen_pictures import CameraPicture
from companion.errors import CompanionError
from companion.locks import Freedom, PlayerAct
from companion.play import Play, Undo
from companion.session.inbox import (
    CALL_BYTES,
    ClockOrder,
    HintRequest,
    PlayIntent,
    QuestionAnswer,
    RefereeCall,
    SoFarApproval,
    TableApproval,
)
from companion.session.session_event import LeaveAsked, NoticeEvent, RemarkEvent, SessionEvent, WentOn
from companion.session.snapshot import Asking, Snapshot
from companion.showing.scene import Scene
from companion.words import Text
from ui.page import LastRemark, Page, is_of_sound
from ui.players.waited_panel import WaitedPanel, table_speaks
from ui.presenters.hotkeys import FOR_PLAYERS, Act, act_of
from ui.presenters.plan import Rectangle, board_depth
from ui.public.page import PublicPage
from ui.replay.page import ReplayPage
from ui.widgets.board import edge_px
from ui.widgets.board_note import NO_LIMIT, BoardNote
from ui.widgets.chooser import ChooserPanel, QuestionPanel
from ui.widgets.duties import DutiesPanel
from ui.widgets.ending import EndingPanel
from ui.widgets.news import NewsPanel, happened
from ui.widgets.pool import discard
from ui.widgets.preview import PreviewPanel
from ui.widgets.stage import BoardStage, Highlights
from ui.widgets.step_frame import only

__all__ = ["DutiesPanel", "PlayersPage", "PreviewPanel"]
"""`DutiesPanel` and `PreviewPanel` are named in the layout."""

HINTS = "hint"
"""The device that gives hints."""
THINKS = Text("hint: let me think…")
OF_MATCH = "says"
"""What a notice of the program says that is about the match and not about a device: a hint, or a word of an opponent."""


def _is_calm(told: SessionEvent) -> bool:
    """Tell whether a remark is news, and nothing went wrong."""
    match told:
        case RemarkEvent(is_trouble=is_trouble):
            return not is_trouble
        case NoticeEvent(notice=notice):
            return notice.says == OF_MATCH
        case WentOn():
            return True
        case _:
            return False


ROWS, ROWS_TALL = 3, 6
"""The rows of buttons below the stage, with the row of the prompt, on a screen that lies and on one that stands."""
WORDY_ROWS = 5
"""The same on a screen that lies, while buttons have many words, and while something is asked."""
WORDY_ROWS_TALL = 8
BOARD_SHARE = 0.78
"""A board that needs no more of the stage's height has room for the camera's picture below it."""
PLAN_ROWS_TALL = 2
"""The rows more that the plan of the mat takes on a screen that stands."""


class RemarkRow(BoxLayout):
    """The last remark. A hint has a panel, as high for each of its steps; one that can be made more precise has the button
    for the next one.
    """

    says = ObjectProperty("")
    is_calm = BooleanProperty(False)
    is_hint = BooleanProperty(False)
    has_more = BooleanProperty(False)

    __events__ = ("on_hint",)

    def on_hint(self) -> None: ...


class PlayersPage(Page):
    """The page of one tablet for all players at the table."""

    called: ClassVar[str] = "players"
    is_of_match: ClassVar[bool] = True
    snapshot = ObjectProperty(None, allownone=True)
    is_choosing = BooleanProperty(False)
    remark = ObjectProperty("")
    """What was refused or cannot be read. It has a room of its own: the question below it is always whole."""
    is_calm = BooleanProperty(False)
    """The remark is a hint or other news, and nothing went wrong."""
    is_hint = BooleanProperty(False)
    has_more = BooleanProperty(False)
    """The remark is a hint, and the next one is more precise: its button stands beside it."""
    is_beside = BooleanProperty(False)
    """Whether the sentence that says whom the match waits for stands beside the board and not below it."""
    lower_px = NumericProperty(0)
    """The height of the buttons, where they stand below the stage."""
    note_gap_px = NumericProperty(0)
    """The gap between the buttons and what stands above them."""
    is_ending = BooleanProperty(False)
    """The end of the match has the page to itself."""
    side_px = NumericProperty(0)
    """The same with what stands above them."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._scene: Scene | None = None
        self._told: Scene | None = None
        """The scene whose scores are shown: during a reveal, the one before."""
        self._has_ended = False
        """The end was shown: the choice of plays was closed."""
        self._ended_at = 0
        """The number of the play after which the end was shown."""
        self._menu_of: LiveMatch | None = None
        """The match whose menu was open when the page was left; None: no menu was."""
        self._last_remark = LastRemark(self._remark)
        self._hinted: Text | None = None
        """The last hint."""
        self._goes_on = False
        """The next hint is more precise."""
        self._is_by_hand = False
        """What the camera has seen gives way to the choice of plays."""
        self._picture: CameraPicture | None = None
        self._remark_of: LiveMatch | None = None
        """The match that the last remark is about."""
        self._stage = BoardStage()
        self._board = self._stage.board
        self._news = NewsPanel()
        self._highlights = Highlights(self.ids.middle, self._stage.contest, self._tell)
        for told in (self._stage.contest, self._news):
            told.bind(on_hold=lambda _: self._correct())
        self._waited = WaitedPanel()
        self._chooser = ChooserPanel(has_menu=True)
        for quiet in (self._waited, self._chooser, self.ids.duties):
            self._highlights.cry.bind(is_seen=quiet.setter("is_hushed"))
        self._question: QuestionPanel | None = None
        self._note = BoardNote()
        self.ids.side.add_widget(self._note, len(self.ids.side.children))
        self._ending = EndingPanel(self._waited.end_tools)
        self._listen()

    def _listen(self) -> None:
        """Have done what is touched on the panels, and lay the page out anew when the screen or a panel changes its size."""
        self._chooser.bind(on_play=lambda _, play: self.play(play), on_close=lambda _: self.choose())
        self._chooser.bind(on_step=self._offer, across=self._lay)
        self._note.bind(on_hold=lambda _: self._correct(), needed_px=self._lay)
        self._board.bind(on_place=lambda _, name: self._begin_at(name))
        self._board.bind(on_doubt=lambda _, names: self._ask_which(names))
        self._board.answers_all = True
        self._board.bind(on_other=lambda _, name: self._begin_at_other(name))
        self._waited.bind(on_choose=lambda _: self.choose(), on_undo=lambda _: self.play(Undo()))
        self._waited.bind(on_pause=lambda _: self.pause(), on_table_right=lambda _: self.right())
        self._waited.bind(on_meant=lambda _: self.mean(), on_call=lambda _: self.call())
        self._waited.bind(on_hint=lambda _: self.hint(), tool_rows=self._lay)
        self._waited.end_tools.bind(on_act=lambda _, what: self.act_at_end(what))
        self._ending.bind(on_look=lambda _, seq: self._look_back(seq))
        for box in (self.ids.body, self.ids.remark):
            box.bind(height=self._lay)
        self.app.look.bind(is_tall=self._lay, is_left_handed=self._lay, target=self._lay)

    def enter(self) -> None:
        was_menu = self._menu_of is not None and self._menu_of is self.app.match
        self.is_choosing, self._has_ended = not was_menu, False
        self._highlights.begin()
        if self._remark_of is not self.app.match:
            self._remark_of = self.app.match
            self._last_remark.say("")
        self._lay()

    def leave(self) -> None:
        self._menu_of = None if self.is_choosing else self.app.match
        self._ending.end()
        self._highlights.begin()

    # --- what is shown

    def show(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        if snapshot.scene is not self._scene:
            # Not with every second of a clock: nothing else has changed then.
            self._scene = snapshot.scene
            self._show_middle(snapshot)
        self._highlights.show(snapshot, may_play=self.app.plays_highlights)
        self._tell()

    def _tell(self) -> None:
        """Show what tells how a contest ended: not before its reveal is over."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        if self._told is None or not self._highlights.is_revealing:
            self._told = snapshot.scene
        self.ids.bar.show(self._told, snapshot.clocks, is_paused=bool(snapshot.pauses))
        self.ids.duties.show(self._told)
        if snapshot.scene.is_over and not self._told.is_over:
            return
        self._waited.show(snapshot, has_camera=self.app.has_camera)
        self._show_ending(snapshot)
        self._board.seen = self._waited.seen
        is_begun = self.is_choosing and self._chooser.can_go_back
        self._is_by_hand = table_speaks(snapshot) and (self._is_by_hand or is_begun)
        self._chooser.show(snapshot)
        self._show_question(snapshot.asking)
        self._show_end(has_ended=snapshot.scene.is_over)
        self._lay()

    def _show_end(self, *, has_ended: bool) -> None:
        """Close the choice of plays at the end, where nothing can be chosen, and open it when the end is taken back."""
        if has_ended != self._has_ended:
            self._has_ended = has_ended
            self.is_choosing = not has_ended

    def _show_ending(self, snapshot: Snapshot) -> None:
        """Make the end the event that it is: it has the page to itself, unless cards lie wrong."""
        before, self.is_ending = self.is_ending, self._waited.has_ended
        if self.is_ending and (not before or self._ended_at != snapshot.seq):
            self._ended_at = snapshot.seq
            self._ending.begin(snapshot.match)
        if self.is_ending is not before:
            self._show_middle(snapshot)

    def hear(self, told: SessionEvent) -> None:
        # Visitors of a kiosk can do nothing about a loudspeaker.
        if isinstance(told, LeaveAsked) and told.opens_with_pin:
            self._ask_for_leave(told)
            return
        before = self.remark
        if self.app.may_change_settings or not is_of_sound(told):
            self._last_remark.hear(told)
        if self.remark != before:
            self.is_calm = _is_calm(told)
        if isinstance(told, NoticeEvent):
            self._hinted = told.words if told.notice.device == HINTS else None
            self._goes_on = told.has_more
            self._lay_remark()
            if told.notice.says == OF_MATCH:
                self._chooser.advised = told.points_at

    def _remark(self, words: Text | str) -> None:
        self.remark = words
        self._lay_remark()

    def _lay_remark(self) -> None:
        """Put the next hint at hand while one is read that can be made more precise."""
        self.is_hint = self._hinted is not None and self.remark == self._hinted
        self.has_more = self.is_hint and self._goes_on

    def picture(self, picture: CameraPicture | None) -> None:
        self._picture = picture
        self._show_picture()

    def _show_picture(self) -> None:
        """Show the camera's picture where it is seen: on the stage while plays are chosen and the stage has room."""
        for panel in (self._waited, self._chooser):
            panel.picture = None if panel.parent is None else self._picture
        self.ids.seen.picture = None
        if self._chooser.picture is not None and self._has_room_for_picture():
            self.ids.seen.picture, self._chooser.picture = self._picture, None
        is_filmed = self.ids.seen.picture is not None
        if self._news.is_filmed is not is_filmed:
            self._news.is_filmed = is_filmed
            self._news.show(self.snapshot)

    def _has_room_for_picture(self) -> bool:
        """Tell whether no contest takes the stage, and a board leaves enough of it free."""
        scene, stage = self._scene, self.ids.stage
        if scene is None or scene.contest is not None or self.is_ending:
            return False
        if scene.board is None:
            return True
        depth = board_depth(scene.board, Rectangle(0, 0, *stage.size), edge_px())
        return depth < BOARD_SHARE * stage.height

    def _show_middle(self, snapshot: Snapshot) -> None:
        scene = snapshot.scene
        told = happened(snapshot)
        self._stage.show(scene, told[0][0] if told else "")
        self._note.show(snapshot)
        self._news.show(snapshot)
        panel = self._ending if self.is_ending else self._news if self._stage.is_empty else self._stage
        only(self.ids.middle, panel)

    def _offer(self, chooser: ChooserPanel) -> None:
        self._show_placed({} if chooser.choosing is None else chooser.choosing.placed)
        self._board.offer(chooser.choosing)
        self._note.choose(self._board.chosen)
        self._board.chosen = (*self._board.chosen, *chooser.advised)
        if self._board.offered and self._panel is chooser:
            self._highlights.cry.give_way()
        self._lay()

    def _show_placed(self, placed: Mapping[str, str]) -> None:
        """Show pieces where they were placed so far."""
        scene = self._scene
        if scene is None or scene.board is None:
            return
        if placed:
            pieces = tuple(
                replace(piece, cell=placed.get(piece.name, piece.cell)) for piece in scene.board.pieces
            )
            scene = replace(scene, board=replace(scene.board, pieces=pieces))
        self._board.show(scene)

    def _show_question(self, asking: Asking | None) -> None:
        before = self._question
        if before is not None and (asking is None or before.asking.question.key != asking.question.key):
            self._question = None
            discard(before)
        if asking is not None and self._question is None:
            self._question = QuestionPanel(asking, self.snapshot.scene)
            self._question.bind(on_answer=self._answer, on_another=self._another)

    @property
    def _panel(self) -> Widget:
        """Return what stands in the dock: a question, what the camera has seen, the choice of plays, or the menu."""
        if self._question is not None:
            return self._question
        speaks = self.snapshot is not None and table_speaks(self.snapshot)
        return self._chooser if self.is_choosing and (self._is_by_hand or not speaks) else self._waited

    def _lay(self, *_: object) -> None:
        panel = self._panel
        has_board = self._stage.has_board and not self.is_ending
        self.is_beside = has_board and not self.app.look.is_tall
        self._note.is_shown = has_board
        self._note.room_px = self._room_for_note(panel)
        self.lower_px = self._rows_for(panel) * (self.app.look.target + self.app.look.gutter / 2)
        self.note_gap_px = self.app.look.gutter / 2 if has_board else 0
        self.side_px = self.lower_px + self._note.needed_px + self.ids.remark.height + 2 * self.note_gap_px
        for one in (self._waited, self._chooser, panel):
            one.is_narrow = self.is_beside
        only(self.ids.lower, panel)
        self._show_picture()
        self.ids.bar.mark(self._chooser.roles if panel is self._chooser else ())
        choosing = self._chooser.choosing
        is_confirming = panel is self._chooser and choosing is not None and choosing.is_final
        self.ids.lower.show(self._words_of(panel), is_confirming=is_confirming)
        _side_by_side(self.ids.body, self.ids.stage, self.ids.side, swapped=self._is_mirrored)

    def _room_for_note(self, panel: Widget) -> float:
        """Return the height that the buttons and their question leave to what stands above them, beside a board."""
        if not self.is_beside or panel is not self._chooser:
            return NO_LIMIT
        body = self.ids.body
        free = body.height - body.padding[1] - body.padding[3] - self.ids.remark.height - 2 * self.note_gap_px
        return float(free - self._chooser.least_px)

    def _words_of(self, panel: Widget) -> tuple[object, ...]:
        """Return what tells one set of buttons from another; at rest they are the same all the time."""
        if panel is self._waited:
            return ("rest", self._waited.has_ended)
        if panel is self._chooser:
            return ("choice", *(button for button, _ in self._chooser.touches))
        return ("question", panel)

    def _rows_for(self, panel: Widget) -> int:
        """Return how many rows of a button's height the lower part takes: the same in every phase of a match, unless a
        question or many words need more; a board keeps its room.
        """
        has_board = self._stage.has_board
        is_wordy = panel is self._question or (
            panel is self._chooser and self._chooser.is_wordy and not has_board
        )
        calls = 1 if panel is self._waited and self._waited.has_hall else 0
        if panel is self._waited and self._waited.has_ended:
            return self._waited.tool_rows + calls
        if self.app.look.is_tall:
            plan = PLAN_ROWS_TALL if panel is self._waited and self._waited.plan_game else 0
            return WORDY_ROWS_TALL if is_wordy else ROWS_TALL + calls + plan
        return WORDY_ROWS if is_wordy else ROWS + calls

    @property
    def _is_mirrored(self) -> bool:
        """Tell whether the buttons are on the left, for a left hand."""
        return bool(self.is_beside and self.app.look.is_left_handed)

    # --- what is touched

    def choose(self) -> None:
        """Open the choice of plays, or the menu over it."""
        self.is_choosing = self._panel is not self._chooser and not self._has_ended
        self._is_by_hand = self.is_choosing and self.snapshot is not None and table_speaks(self.snapshot)
        self._lay()

    def _open_choice(self) -> None:
        """Open the choice of plays where something else stands in its place."""
        if self._panel is not self._chooser:
            self.choose()

    def _begin_at(self, place: str) -> None:
        """Begin a play with a touch on the board; the chooser asks for the rest."""
        self._open_choice()
        self._chooser.pick_place(place)

    def _ask_which(self, places: tuple[str, ...]) -> None:
        """Ask which of several places a finger has meant."""
        self._open_choice()
        self._chooser.pick_among(places)

    def _begin_at_other(self, place: str) -> None:
        """Choose another piece to begin with, or say for a while why that is not possible."""
        why = self._chooser.pick_other(place)
        if why is not None:
            self._last_remark.answer(why)
        else:
            self._open_choice()

    def pause(self) -> None:
        if self.snapshot is not None:
            self.app.put(ClockOrder("start" if self.snapshot.pauses else "pause"))

    def hint(self) -> None:
        """Ask for a hint. Each further request for the same choice gives a more precise hint."""
        if self.snapshot is not None and self.snapshot.locks.freedom(PlayerAct.HINT) is Freedom.FREE:
            self._hinted, self._goes_on = THINKS, False
            self._last_remark.say(THINKS)
            self.is_calm = True
        self.app.put(HintRequest())

    def _ask_for_leave(self, asked: LeaveAsked) -> None:
        """Have the referee's screen ask for the PIN, and come back."""
        self.app.go("referee")
        self.app.page.give_leave(asked, self.called)

    def right(self) -> None:
        """Say that the table is right as it is."""
        if self.snapshot is not None and self.snapshot.desync is not None:
            self.app.put(TableApproval(self.snapshot.desync.key))

    def mean(self) -> None:
        """Confirm what was understood so far."""
        if self.snapshot is not None and self.snapshot.so_far is not None:
            self.app.put(SoFarApproval(self.snapshot.so_far.key))

    def call(self) -> None:
        """Call a referee of the hall, or take the call back."""
        if self.snapshot is not None:
            is_calling = self.snapshot.call is not None
            self.app.put(RefereeCall(None if is_calling else token_hex(CALL_BYTES)))

    def begin_again(self) -> None:
        """Begin a new match as this one began, at the same devices, which this one has released then."""
        if self.app.match is None or self.snapshot is None:
            return
        match, gear = self.snapshot.match, self.app.gear
        self.app.leave_match(self.called)
        self.is_choosing = False
        self._lay()
        self.app.run_in_background(
            lambda: self.app.backend.begin_again(match, gear),
            lambda begun: self.app.watch(begun, gear, self.called),
            self._not_begun,
        )

    def act_at_end(self, what: str) -> None:
        match what:
            case "again":
                self.begin_again()
            case "undo":
                self.play(Undo())
            case "look":
                self._look_back(0)
            case _:
                self._ending.act(what)

    def _look_back(self, seq: int) -> None:
        """Step through the match that has ended, beginning after a play; 0: before the first one."""
        if self.snapshot is not None:
            page = self.app.page_called(ReplayPage.called)
            assert isinstance(page, ReplayPage)
            page.begin(self.snapshot.match, self.snapshot.game, self.called, seq)
            self.app.go(ReplayPage.called)

    def _not_begun(self, problem: CompanionError) -> None:
        self.app.go("home")
        self.app.page.trouble(problem.message)

    def _correct(self) -> None:
        """Open the last play on the referee's screen, after a finger has rested on it."""
        last = None if self.snapshot is None else self.snapshot.last_in_force
        self.app.go("referee")
        if last is not None:
            self.app.page.look_at(last)

    def play(self, play: Play) -> None:
        if self.snapshot is not None:
            self.app.put(PlayIntent(play, self.snapshot.seq))

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        act = act_of(name, modifiers)
        if act not in FOR_PLAYERS:
            return False
        match act:
            case Act.PAUSE:
                self.pause()
            case Act.PUBLIC:
                self.app.go(PublicPage.called)
            case Act.RULES:
                self.app.go("rules")
            case Act.SOUND:
                self.app.mute()
            case Act.HAND:
                self.choose()
            case _ if self._panel is self._chooser:
                self.choose()
            case _:
                pass
        return True

    def trouble(self, words: Text) -> None:
        self._last_remark.say(words)

    def _another(self, panel: QuestionPanel) -> None:
        """Open the choice of plays, because none of the question's options was right."""
        self._answer(panel, None)
        self.is_choosing = True

    def _answer(self, panel: QuestionPanel, option: int | None) -> None:
        self.app.put(QuestionAnswer(panel.asking.question.key, option))


def _side_by_side(box: Widget, one: Widget, other: Widget, *, swapped: bool) -> None:
    """Return two widgets in this order or swapped."""
    wanted = [one, other] if swapped else [other, one]
    if box.children != wanted:
        box.clear_widgets()
        for widget in reversed(wanted):
            box.add_widget(widget)
