"""The referee's screen: every play with its evidence, and all that a referee may do about it. What changes the past is locked."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.backend.interface import Evidence
from companion.session.inbox import ClockOrder, Intent, Item
from companion.session.remarks import ReviewBegins, ReviewEnds, cases_of, note_of, review_of
from companion.session.snapshot import Line, Snapshot
from companion.session.told import Stale, Told
from companion.words import Text, joined
from ui.page import Page
from ui.presenters.hotkeys import FIGURES, HOTKEYS, Act, act_of, figure_of
from ui.public.page import PublicPage
from ui.referee.amending import Amending
from ui.referee.answering import Answering
from ui.referee.choices_panel import Choice, ChoicesPanel, Question
from ui.referee.evidence_panel import EvidencePanel
from ui.referee.history import is_secret, line_of, may, rows, score_says, sentence, step, story
from ui.referee.history_panel import HistoryList
from ui.referee.locking import Locking
from ui.referee.number_panel import StepperPanel
from ui.referee.overriding import HALF_SAID, Overriding
from ui.referee.protesting import Protesting
from ui.referee.text_panel import TypingPanel
from ui.referee.timing import Timing
from ui.remarking import Remarking
from ui.widgets.chooser import ChooserPanel
from ui.widgets.question import QuestionPanel

PAGE_ROWS = 10
SAID_BY_HAND = ("tap", "answer", "amendment", "referee")
"""Of these there is nothing to see; who said it stands in the story."""

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
    )
)
"""What puts something else in the place of what is asked."""


class RefereePage(Page):
    """At rest it shows the list and the chosen play; whatever is asked stands where that play was."""

    called: ClassVar[str] = "referee"
    score = StringProperty("")
    remark = ObjectProperty("")
    open_says = ObjectProperty("")
    open_cases = NumericProperty(0)
    is_review = BooleanProperty(False)
    is_paused = BooleanProperty(False)
    is_writing = BooleanProperty(False)
    """The keyboard takes the whole screen."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.snapshot: Snapshot | None = None
        self.chosen: int | None = None
        self._remarking = Remarking(self._remark)
        self.is_unfolded = True
        self._history: tuple[Line, ...] | None = None
        """What the list shows; None: nothing of this match."""
        self._evident: int | None = None
        self._list = HistoryList()
        self._list.bind(on_pick=lambda _, seq: self.pick(seq))
        self._evidence = EvidencePanel()
        self._evidence.bind(on_act=lambda _, act: self.act(act))
        self._choices = ChoicesPanel()
        self._choices.bind(on_back=lambda _: self.back())
        self._panel: Widget = self._evidence
        self._amending, self._overriding = Amending(self), Overriding(self)
        self._locking, self._answering = Locking(self), Answering(self)
        self._protesting, self._timing = Protesting(self), Timing(self)
        self._lay(self._evidence)

    # --- what is shown

    def enter(self) -> None:
        self._remarking.say(HALF_SAID if self._overriding.is_half_said else "")
        self.rest()

    def leave(self) -> None:
        self._amending.forget()

    def show(self, snapshot: Snapshot) -> None:
        before, self.snapshot = self.snapshot, snapshot
        if before is not None and before.match != snapshot.match:
            self.chosen, self._history, self._evident = None, None, None
        self._show_bar(snapshot)
        self._show_history(snapshot)
        self._timing.show(snapshot)
        self._amending.show(snapshot)
        self._overriding.show(snapshot)
        if isinstance(self._panel, ChooserPanel) and not self._amending.is_looking_back:
            self._panel.show(snapshot)
        if isinstance(self._panel, QuestionPanel) and snapshot.asking is None:
            self.rest()

    def hear(self, told: Told) -> None:
        self._remarking.hear(told)
        if isinstance(told, Stale):
            self.rest()
        self._overriding.hear(told)

    def trouble(self, words: Text) -> None:
        self._remarking.say(words)

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
            self._remarking.say(Text("{what}: {words}", what=held, words=review.why) if review.why else held)
        elif review is None and self.is_review:
            self._remarking.say("")
        self.is_review = review is not None
        self.open_cases = sum(case.is_open for case in cases_of(snapshot.history))
        last = self._history[-1].seq if self._history else None
        self._history = snapshot.history
        follows = self.chosen is None or self.chosen == last
        self.chosen = step(snapshot, None, 0) if follows else self.chosen
        self._show_rows()

    def _show_rows(self) -> None:
        assert self.snapshot is not None
        found = rows(self.snapshot, self.chosen)
        if not self.is_unfolded:
            found = tuple(row for row in found if not hasattr(row, "is_term"))
        self._list.show(found, self.chosen)
        line = self.line
        if line is not None:
            self._evidence.show(sentence(line), story(self.snapshot, line), may(self.snapshot, line))
        else:
            self._evidence.show(Text("nothing has been played yet"), (), may(self.snapshot, None))
        self._look_at(line)

    def _look_at(self, line: Line | None) -> None:
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
            self.app.errand(lambda: match.evidence(seq), lambda found: self._found(seq, found))

    def _found(self, seq: int, found: Sequence[Evidence]) -> None:
        by_hand = tuple(f"{source}-" for source in SAID_BY_HAND)
        if self.chosen == seq:
            self._evidence.show_evidence([one for one in found if not one.observation.startswith(by_hand)])

    # --- which play

    @property
    def line(self) -> Line | None:
        """The chosen play."""
        return None if self.snapshot is None else line_of(self.snapshot.history, self.chosen)

    def pick(self, seq: int) -> None:
        """A play was chosen; again: its arithmetic folds in or out."""
        if self._overriding.is_half_said:
            self._overriding.ask_about(lambda: self.pick(seq))
            return
        self.is_unfolded = not self.is_unfolded if seq == self.chosen else True
        self.chosen = seq
        if self.snapshot is not None and self.line is not None:
            self._show_rows()
        self.rest()

    def look_at(self, seq: int) -> None:
        """Choose a play, with its arithmetic folded out."""
        self.chosen = None
        self.pick(seq)

    def _move(self, by: int) -> None:
        if self.snapshot is not None:
            self.chosen = step(self.snapshot, self.chosen, by)
            self.is_unfolded = True
            self._show_rows()

    def next_protest(self) -> None:
        """The first play whose protest is not settled."""
        assert self.snapshot is not None
        found = [case.against for case in cases_of(self.snapshot.history) if case.is_open]
        if found:
            self.pick(found[0])

    # --- panels

    @property
    def panel(self) -> Widget:
        """What stands beside the list."""
        return self._panel

    def back(self) -> None:
        """Out of what is asked; what is half said is asked about first."""
        if self._overriding.is_half_said:
            self._overriding.backed()
        else:
            self.rest()

    def rest(self) -> None:
        """Nothing is asked any more."""
        self._amending.forget()
        self.open(self._evidence)

    def open(self, panel: Widget, *, is_wide: bool = False) -> None:
        """Show a panel, beside the list or in its place."""
        self._panel = panel
        self.is_writing = isinstance(panel, TypingPanel)
        self._lay(panel, is_wide=is_wide)

    def ask(self, question: Question) -> None:
        """Ask something with buttons."""
        self._choices.ask(question)
        self.open(self._choices)

    def _lay(self, panel: Widget, *, is_wide: bool = False) -> None:
        wanted = [panel] if is_wide else [self._list, panel]
        if list(reversed(self.ids.body.children)) != wanted:
            self.ids.body.clear_widgets()
            for widget in wanted:
                self.ids.body.add_widget(widget)

    # --- what is done

    def put(self, item: Item) -> None:
        self.app.put(item)

    def say(self, play: dict[str, Any]) -> None:
        """A play by the referee's word."""
        if self.snapshot is not None:
            self.put(Intent(play, self.snapshot.seq, "referee"))

    def act(self, act: Act) -> None:
        """A button or a key."""
        if act in LEAVING and self._overriding.is_half_said:
            self._overriding.ask_about(lambda: self.act(act))
            return
        line = self.line
        can = may(self.snapshot, line) if self.snapshot is not None else None
        moves = {Act.UP: -1, Act.DOWN: 1, Act.PAGE_UP: -PAGE_ROWS, Act.PAGE_DOWN: PAGE_ROWS}
        count = len(self._history or ())
        far = {Act.FIRST: -count, Act.LAST: count}
        match act:
            case Act.UP | Act.DOWN | Act.PAGE_UP | Act.PAGE_DOWN | Act.FIRST | Act.LAST:
                self._move({**moves, **far}[act])
            case Act.FOLD if self.chosen is not None:
                self.pick(self.chosen)
            case Act.UNDO if line is not None and can is not None and can.change:
                self.guarded(lambda: self._amending.undo_to(line))
            case Act.REPLACE if line is not None and can is not None and can.change:
                self.guarded(lambda: self._amending.replace(line))
            case Act.OVERRIDE if self.snapshot is not None:
                self.guarded(self._overriding.begin)
            case Act.PROTEST if line is not None and can is not None and (can.protest or can.settle):
                self._protesting.begin(line, settles=can.settle)
            case _:
                self._act_on_match(act)

    def _act_on_match(self, act: Act) -> None:
        match act:
            case Act.FREEZE:
                self.say(note_of(ReviewEnds() if self.is_review else ReviewBegins()))
            case Act.PAUSE:
                self.put(ClockOrder("start" if self.is_paused else "pause"))
            case Act.CLOCKS:
                self._timing.begin()
            case Act.HAND if self.snapshot is not None:
                self._answering.by_hand(self.snapshot)
            case Act.QUESTION if self.snapshot is not None:
                self._answering.begin(self.snapshot)
            case Act.KEYS:
                lines = tuple(
                    Text("{key}: {says}", key=key.shown, says=key.says) for key in (*HOTKEYS, FIGURES)
                )
                self._show_keys(lines)
            case Act.PLAYERS:
                self.app.go("players")
            case Act.PUBLIC:
                self.app.go(PublicPage.called)
            case Act.SOUND:
                self.app.mute()
            case Act.BACK:
                if self._panel is self._evidence:
                    self.app.go("players")
                else:
                    self.back()
            case _:
                pass

    def more(self) -> None:
        """What is needed seldom."""
        if self._overriding.is_half_said:
            self._overriding.ask_about(self.more)
            return
        sound = Text("let it be heard") if self.app.look.is_muted else Text("mute the sound")
        choices = (
            Choice(Text("what the public sees"), lambda: self.act(Act.PUBLIC)),
            Choice(sound, lambda: self._then(Act.SOUND)),
            Choice(Text("keys"), lambda: self.act(Act.KEYS)),
        )
        self.ask(Question(Text("what else?"), choices))

    def _then(self, act: Act) -> None:
        """Do it, and ask nothing more."""
        self.act(act)
        self.rest()

    def _show_keys(self, lines: tuple[Text, ...]) -> None:
        halves = [joined(list(lines[n : n + 3]), "   ·   ") for n in range(0, len(lines), 3)]
        self._choices.ask(Question(Text("the keys"), lines=tuple(halves)))
        self.open(self._choices, is_wide=True)

    def guarded(self, then: Callable[[], None]) -> None:
        """Do what changes the past; the PIN first, if there is one and nobody said it lately."""
        self._locking.guarded(then)

    # --- keys

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        panel: Any = self._panel
        if isinstance(panel, TypingPanel):
            return panel.key(name, modifiers)
        figure = figure_of(name)
        if figure is not None and self._figure(figure):
            return True
        act = act_of(name, modifiers)
        if act is not Act.BACK and isinstance(panel, StepperPanel) and panel.key(name):
            return True
        if act is None:
            return False
        self.act(act)
        return True

    def _figure(self, figure: int) -> bool:
        """A figure chooses among what stands there to be chosen."""
        match self._panel:
            case ChoicesPanel() as choices:
                choices.choose(figure)
            case QuestionPanel() as question if figure <= len(question.asking.options):
                question.dispatch("on_answer", figure - 1)
            case ChooserPanel() as chooser if figure <= len(chooser.touches):
                chooser.pick(chooser.touches[figure - 1][0])
            case _:
                return False
        return True
