"""The referee's page: every play with its evidence, and all actions of a referee."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.backend.interface import Evidence
from companion.locks import Freedom, PlayerAct
from companion.play import Correct, Insert, Play
from companion.session.history_rows import (
    Badge,
    PlayRow,
    badges_for,
    heading,
    is_ruling,
    is_secret,
    line_of,
    may,
    newest,
    rows,
    score_says,
    step,
    story,
)
from companion.session.inbox import ClockOrder, LeaveGiven, PastRequest, PlayIntent
from companion.session.remarks import ReviewBegins, ReviewEnds, cases_of, note_of, review_of
from companion.session.session_event import LeaveAsked, SessionEvent
from companion.session.snapshot import Fate, HistoryLine, Snapshot
from companion.words import Text
from ui.page import LastRemark, Page
from ui.presenters.hotkeys import Act, act_of, figure_of
from ui.public.page import PublicPage
from ui.referee.conversation import Conversation, Turn
from ui.referee.dialogues.amendment import UndoDialogue, WayBackDialogue
from ui.referee.dialogues.dialogue import Command, Dialogue, MoreActs, PlayChoice, Prompt
from ui.referee.dialogues.menu import (
    ClocksDialogue,
    KeyList,
    MenuDialogue,
    PlayDialogue,
    ProtestDialogue,
    open_dialogue,
)
from ui.referee.dialogues.override import UNSAID, OverrideDialogue
from ui.referee.dice_panel import DicePanel
from ui.referee.evidence_panel import EvidencePanel
from ui.referee.history_panel import HistoryList, HistoryPanel
from ui.referee.locking import Locking, TextPanel
from ui.referee.prompt_panels import (
    ButtonsPanel,
    KeysPanel,
    NumberPanel,
    PlayPanel,
    is_refreshed,
    is_wide,
    panel_of,
)
from ui.widgets.chooser import QuestionPanel
from ui.widgets.match_bar import MatchBar
from ui.widgets.pool import discard

__all__ = ["MatchBar", "RefereePage"]
"""`MatchBar` is named in the layout."""

PAGE_ROWS = 10
SAID_BY_HAND = ("tap", "answer", "amendment", "again", "referee")
"""Plays by these sources have no picture; the story says who entered them."""

LEAVING = frozenset(
    (
        Act.UNDO,
        Act.REPLACE,
        Act.PROTEST,
        Act.CLOCKS,
        Act.HAND,
        Act.QUESTION,
        Act.KEYS,
        Act.PLAYERS,
        Act.PUBLIC,
        Act.RULES,
    )
)
"""The actions that replace the present dialogue."""


class RefereePage(Page):
    """The referee's page: the list, and beside it the chosen play or a question."""

    called: ClassVar[str] = "referee"
    is_of_match: ClassVar[bool] = True
    score = StringProperty("")
    remark = ObjectProperty("")
    open_says = ObjectProperty("")
    open_cases = NumericProperty(0)
    is_review = BooleanProperty(False)
    is_paused = BooleanProperty(False)
    is_writing = BooleanProperty(False)
    """The keyboard, or the table of keys, takes the whole screen."""
    is_at_board = BooleanProperty(False)
    """A play is chosen beside a board, which needs the room of the bar and of the buttons below."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.snapshot: Snapshot | None = None
        self.chosen: int | None = None
        self._last_remark = LastRemark(self._remark)
        self.is_unfolded: bool | None = None
        """Whether the list shows the lines of the chosen play's sum; None: only where they stand nowhere else."""
        self._history: tuple[HistoryLine, ...] | None = None
        """What the list shows; None: nothing of this match."""
        self._evident: int | None = None
        self._list = HistoryList()
        self._list.bind(on_pick=lambda _, seq: self.pick(seq), on_hold=lambda _, seq: self.replace_play(seq))
        self._only: Badge | None = None
        self._history_panel = HistoryPanel(self._list)
        self._history_panel.bind(on_filter=lambda _, badge: self.filter(badge))
        self._evidence = EvidencePanel()
        self._evidence.bind(on_act=lambda _, act: self.act(act))
        self._panel: Widget = self._evidence
        self._conversation = Conversation()
        self._prompt: Prompt | None = None
        """What the panel shows of the conversation; None: the chosen play stands there."""
        self._locking = Locking(self)
        self._lay(self._evidence)

    # --- what is shown

    def enter(self) -> None:
        self._last_remark.say(UNSAID if self._conversation.has_unsaid_override else "")
        self.rest()

    def leave(self) -> None:
        self.rest()

    def show(self, snapshot: Snapshot) -> None:
        before, self.snapshot = self.snapshot, snapshot
        if before is not None and before.match != snapshot.match:
            self.chosen, self._history, self._evident = None, None, None
        self._show_bar(snapshot)
        self._history_panel.show_badges(badges_for(snapshot.game))
        self._show_history(snapshot)
        if before is None or before.past is not snapshot.past:
            self._ask_for_moment()
        self._carry_out(self._conversation.follow(before, snapshot))

    def hear(self, told: SessionEvent) -> None:
        if isinstance(told, LeaveAsked) and told.opens_with_pin:
            self._locking.guarded(lambda: self.app.put(LeaveGiven(told.number)), asks=told.says)
            return
        self._last_remark.hear(told)
        self._carry_out(self._conversation.hear(told))

    def trouble(self, words: Text) -> None:
        self._last_remark.say(words)

    def _remark(self, words: Text | str) -> None:
        self.remark = words

    def _show_bar(self, snapshot: Snapshot) -> None:
        self.score = score_says(snapshot.scene)
        self.ids.head.show(snapshot)
        self.is_paused = bool(snapshot.pauses)
        self.open_says = ""
        if snapshot.asking is not None:
            self.open_says = snapshot.asking.question.asks
        elif snapshot.desync is not None:
            self.open_says = Text("table and match differ")

    def _show_history(self, snapshot: Snapshot) -> None:
        if snapshot.history is self._history:
            return
        review = review_of(snapshot.history)
        if review is not None and not self.is_review:
            held = Text("the public sees the score before play {seq}", seq=review.seq)
            self._last_remark.say(
                Text("{what}: {words}", what=held, words=review.why) if review.why else held
            )
        elif review is None and self.is_review:
            self._last_remark.say("")
        self.is_review = review is not None
        self.open_cases = sum(case.is_open for case in cases_of(snapshot.history))
        seen = self._history or ()
        before, now = newest(seen), newest(snapshot.history)
        follows = self.chosen is None or self.chosen in [line.seq for line in seen[-1:]]
        self._history = snapshot.history
        is_new = before is not None and now is not None and now.seq > before.seq
        if now is not None and is_new and is_ruling(now) and now.fate is not Fate.REFUSED:
            # A ruling is shown once it is made, wherever the referee looked before.
            self.chosen = now.seq
        elif follows:
            self.chosen = step(snapshot, None, 0)
        self._show_rows()

    def _show_rows(self) -> None:
        assert self.snapshot is not None
        found = rows(self.snapshot, self.chosen, only=self._only)
        every = found if self._only is None else rows(self.snapshot, self.chosen)
        self.ids.bar.show([row for row in every if isinstance(row, PlayRow)], self.chosen)
        if not self._shows_sum:
            found = tuple(
                row for row in found if isinstance(row, PlayRow) or not (row.is_term or row.has_sum)
            )
        self._list.show(found, self.chosen)
        line = self.line
        if line is not None:
            self._evidence.show(heading(line), story(self.snapshot, line), may(self.snapshot, line))
        else:
            self._evidence.show(Text("nothing has been played yet"), (), may(self.snapshot, None))
        self._look_at(line)
        self._ask_for_moment()

    @property
    def _shows_sum(self) -> bool:
        """Whether the list shows the sums of the chosen play's events and their lines: without a touch only in games with a
        board, because elsewhere the sum stands beside the list.
        """
        if self.is_unfolded is None:
            return self.snapshot is not None and self.snapshot.scene.board is not None
        return self.is_unfolded

    def _ask_for_moment(self) -> None:
        """Ask the session how the match stood after the chosen play; the last one stands as the match does now."""
        assert self.snapshot is not None
        line = self.line
        if line is not None and line is self.snapshot.history[-1] and isinstance(line.play, Correct | Insert):
            # What was corrected last stands as the match does now.
            self._evidence.show_moment(self.snapshot.scene)
        elif line is None or line.fate is not Fate.IN_FORCE:
            self._evidence.show_moment(None)
        elif line.seq == self.snapshot.last_in_force:
            self._evidence.show_moment(self.snapshot.scene)
        elif self.snapshot.past is not None and self.snapshot.past.seq == line.seq:
            self._evidence.show_moment(self.snapshot.past.after)
        elif self._conversation.dialogue is None:
            self.app.put(PastRequest(line.seq))

    def _look_at(self, line: HistoryLine | None) -> None:
        if line is None or line.seq == self._evident:
            return
        self._evident = line.seq
        self._evidence.show_evidence(())
        assert self.snapshot is not None
        if is_secret(self.snapshot.history, line):
            self._evident = None
            self._evidence.show_secret()
            return
        match, seq = self.app.match, line.seq
        if match is not None:
            self.app.run_in_background(lambda: match.evidence(seq), lambda found: self._found(seq, found))

    def _found(self, seq: int, found: Sequence[Evidence]) -> None:
        by_hand = tuple(f"{source}-" for source in SAID_BY_HAND)
        if self.chosen == seq:
            self._evidence.show_evidence([one for one in found if not one.observation.startswith(by_hand)])

    # --- which play

    @property
    def line(self) -> HistoryLine | None:
        """The line of the chosen play."""
        return None if self.snapshot is None else line_of(self.snapshot.history, self.chosen)

    def pick(self, seq: int) -> None:
        """Choose a play; if it was chosen already, show or hide its arithmetic."""
        if self._asks_about_unsaid(PlayChoice(seq)):
            return
        self.is_unfolded = not self._shows_sum if seq == self.chosen else None
        self.chosen = seq
        if self.snapshot is not None and self.line is not None:
            self._show_rows()
        self.rest()

    def look_at(self, seq: int) -> None:
        """Choose a play and show its arithmetic."""
        self.chosen = None
        self.pick(seq)

    def replace_play(self, seq: int) -> None:
        """Choose a play and ask at once what it really was."""
        self.look_at(seq)
        self.act(Act.REPLACE)

    def _move(self, by: int) -> None:
        if self.snapshot is not None:
            self.chosen = step(self.snapshot, self.chosen, by)
            self.is_unfolded = None
            self._show_rows()

    def next_protest(self) -> None:
        """Choose the first play whose protest is not settled."""
        assert self.snapshot is not None
        found = [case.against for case in cases_of(self.snapshot.history) if case.is_open]
        if found:
            self.pick(found[0])

    def filter(self, badge: Badge | None) -> None:
        """Show only the plays with a badge; None: all."""
        self._only = badge
        if self.snapshot is not None:
            self._show_rows()

    def correct_score(self, seat: str) -> None:
        """Ask what the score of a seat really is."""
        snapshot = self.snapshot
        if snapshot is not None and not self._asks_about_unsaid(Act.OVERRIDE):
            begun = OverrideDialogue.of_score(snapshot, seat)
            if begun is not None:
                self.guarded(PlayerAct.OVERRIDE, lambda: self.ask(begun))

    # --- what is asked

    def ask(self, dialogue: Dialogue) -> None:
        """Begin another dialogue."""
        self._carry_out(self._conversation.begin(dialogue))

    def reply(self, said: Any) -> None:
        """Pass on the referee's reply."""
        self._carry_out(self._conversation.reply(said))

    def back(self) -> None:
        """Go one step back; without a question, to the players' page."""
        if self._prompt is not None:
            self._carry_out(self._conversation.back())
        elif self._panel is self._evidence:
            self.app.go("players")
        else:
            self.rest()

    def rest(self) -> None:
        """End the dialogue."""
        self._carry_out(self._conversation.begin(None))
        self.open(self._evidence)

    def _carry_out(self, turn: Turn) -> None:
        if turn.step.needs is not None:
            free = replace(turn, step=replace(turn.step, needs=None))
            self.guarded(turn.step.needs, lambda: self._carry_out(free))
            return
        self._conversation = turn.conversation
        for item in turn.step.items:
            self.app.put(item)
        self._show_prompt(turn.conversation.prompt)
        match turn.step.command:
            case None:
                pass
            case PlayChoice(seq):
                self.pick(seq)
            case MoreActs():
                self.more()
            case act:
                self.act(act)

    def _show_prompt(self, prompt: Prompt | None) -> None:
        before, self._prompt = self._prompt, prompt
        if prompt == before:
            return
        if prompt is None:
            self.open(self._evidence)
        elif before is None or not is_refreshed(self._panel, prompt):
            panel = panel_of(prompt, self.reply, self.back, is_tall=self.app.look.is_tall)
            self.open(panel, is_wide=is_wide(prompt))

    def _asks_about_unsaid(self, command: Command) -> bool:
        """Ask first what to do with values that were not submitted; return whether that is asked."""
        turn = self._conversation.ask_about_unsaid(command)
        if turn is not None:
            self._carry_out(turn)
        return turn is not None

    # --- panels

    @property
    def asking(self) -> Widget | None:
        """The panel of what is asked, or of what can be done with the chosen play: Tab comes there before it comes to the
        list and its filters.
        """
        return self._panel

    @property
    def panel(self) -> Widget:
        """The panel beside the list."""
        return self._panel

    def open(self, panel: Widget, *, is_wide: bool = False) -> None:
        """Show a panel, beside the list or in its place."""
        before, self._panel = self._panel, panel
        self.is_writing = isinstance(panel, TextPanel | KeysPanel)
        self.is_at_board = isinstance(panel, PlayPanel) and panel.has_board
        self._lay(panel, is_wide=is_wide)
        if before not in (panel, self._evidence):
            discard(before)

    def _lay(self, panel: Widget, *, is_wide: bool = False) -> None:
        wanted = [panel] if is_wide else [self._history_panel, panel]
        if list(reversed(self.ids.body.children)) != wanted:
            self.ids.body.clear_widgets()
            for widget in wanted:
                self.ids.body.add_widget(widget)

    # --- what is done

    def say(self, play: Play) -> None:
        """Submit a play that the referee has entered."""
        if self.snapshot is not None:
            self.app.put(PlayIntent(play, self.snapshot.seq, "referee"))

    def act(self, act: Act) -> None:
        """Carry out the action of a button or a key."""
        if act in LEAVING and self._asks_about_unsaid(act):
            return
        moves = {Act.UP: -1, Act.DOWN: 1, Act.PAGE_UP: -PAGE_ROWS, Act.PAGE_DOWN: PAGE_ROWS}
        count = len(self._history or ())
        far = {Act.FIRST: -count, Act.LAST: count}
        match act:
            case Act.UP | Act.DOWN | Act.PAGE_UP | Act.PAGE_DOWN | Act.FIRST | Act.LAST:
                self._move({**moves, **far}[act])
            case Act.FOLD if self.chosen is not None:
                self.pick(self.chosen)
            case Act.BACK:
                self.back()
            case _ if self.snapshot is not None:
                self._act_on_play(act, self.snapshot, self.line)
            case _:
                self._act_on_match(act)

    def _act_on_play(self, act: Act, snapshot: Snapshot, line: HistoryLine | None) -> None:
        can = may(snapshot, line)
        match act:
            case Act.UNDO if line is not None and can.change:
                taken = PlayerAct.UNDO if line.seq == snapshot.last_in_force else PlayerAct.CORRECT
                self.guarded(taken, lambda: self.ask(UndoDialogue.of(snapshot, line)))
            case Act.UNDO if line is not None and can.go_back is not None:
                self.guarded(PlayerAct.CORRECT, lambda: self.ask(WayBackDialogue(line, can.go_back or "")))
            case Act.REPLACE if line is not None and can.change:
                self.guarded(
                    PlayerAct.CORRECT, lambda: self._carry_out(self._conversation.look_back(line.seq))
                )
            case Act.OVERRIDE:
                self.guarded(
                    PlayerAct.OVERRIDE,
                    lambda: self._carry_out(self._conversation.begin_override(snapshot, self.chosen)),
                )
            case Act.PROTEST if line is not None and (can.protest or can.settle):
                self.ask(
                    ProtestDialogue(
                        line, can.settle, snapshot.seq, () if can.settle else snapshot.scene.sides
                    )
                )
            case Act.CLOCKS:
                self.ask(ClocksDialogue.of(snapshot))
            case Act.HAND:
                self.ask(PlayDialogue(snapshot))
            case Act.QUESTION:
                opened = open_dialogue(snapshot)
                if opened is not None:
                    self.ask(opened)
            case _:
                self._act_on_match(act)

    def _act_on_match(self, act: Act) -> None:
        match act:
            case Act.FREEZE:
                self.say(note_of(ReviewEnds() if self.is_review else ReviewBegins()))
            case Act.PAUSE:
                self.app.put(ClockOrder("start" if self.is_paused else "pause"))
            case Act.KEYS:
                self.ask(KeyList())
            case Act.PLAYERS:
                self.app.go("players")
            case Act.PUBLIC:
                self.app.go(PublicPage.called)
            case Act.RULES:
                self.app.go("rules")
            case Act.SOUND:
                self.app.mute()
            case _:
                pass

    def more(self) -> None:
        """Show the rarely used actions."""
        if not self._asks_about_unsaid(MoreActs()):
            self.ask(MenuDialogue.of(self.snapshot, is_muted=self.app.look.is_muted))

    def guarded(self, act: PlayerAct, then: Callable[[], None]) -> None:
        """Do something that may be locked: after the PIN, if it asks the referee and the PIN was not entered lately."""
        assert self.snapshot is not None
        locks = self.snapshot.locks
        if locks.freedom(act) is Freedom.FREE:
            then()
        elif locks.opens_with_pin(act):
            self._locking.guarded(then, asks=locks.says(act))
        else:
            self._last_remark.answer(locks.says(act))

    def give_leave(self, asked: LeaveAsked, back: str) -> None:
        """Ask for the PIN, to allow what players asked for on another page, and go back there. It opens nothing else."""

        def allow() -> None:
            self.app.put(LeaveGiven(asked.number))
            leave()

        def leave() -> None:
            self._locking.close()
            self.app.go(back)

        self._locking.close()
        self._locking.guarded(allow, leave, asked.says)

    # --- keys

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        panel: Any = self._panel
        if isinstance(panel, TextPanel):
            return panel.key(name)
        figure = figure_of(name)
        if figure is not None and self._figure(figure):
            return True
        act = act_of(name, modifiers)
        if act is not Act.BACK and isinstance(panel, NumberPanel | DicePanel) and panel.key(name):
            return True
        if act is None:
            return False
        self.act(act)
        return True

    def _figure(self, figure: int) -> bool:
        """Choose by a digit among the present choices."""
        match self._panel:
            case ButtonsPanel() as buttons:
                buttons.choose(figure)
            case DicePanel() as dice:
                dice.choose(0, figure - 1)
            case QuestionPanel() as question if figure <= len(question.asking.options):
                question.dispatch("on_answer", figure - 1)
            case PlayPanel() as entered if figure <= len(entered.chooser.touches):
                entered.chooser.pick(entered.chooser.touches[figure - 1][0])
            case _:
                return False
        return True
