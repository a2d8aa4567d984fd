"""What a referee says in the table's place: any play by hand, the answer to what is asked, that the table is right as it lies."""

from typing import TYPE_CHECKING, Any

from companion.reading.answer import Desync
from companion.session.inbox import Answered, TableIsRight
from companion.session.snapshot import Asking, Snapshot
from companion.words import Text
from ui.presenters.hotkeys import Act
from ui.referee.choices_panel import Choice, Question
from ui.widgets.chooser import ChooserPanel
from ui.widgets.question import QuestionPanel

if TYPE_CHECKING:
    from ui.referee.page import RefereePage


class Answering:
    """The players' own widgets, on the referee's screen."""

    def __init__(self, page: "RefereePage") -> None:
        self._page = page

    def by_hand(self, snapshot: Snapshot) -> None:
        """Whatever may be played now."""
        chooser = ChooserPanel(is_narrow=self._page.app.look.is_tall)
        chooser.bind(on_play=lambda _, play: self._say(play), on_close=lambda _: self._page.rest())
        chooser.show(snapshot)
        self._page.open(chooser, is_wide=True)

    def begin(self, snapshot: Snapshot) -> None:
        """What is open: a question first."""
        if snapshot.asking is not None:
            self._ask(snapshot.asking, snapshot)
        elif snapshot.desync is not None:
            self._show(snapshot.desync)

    def _say(self, play: dict[str, Any]) -> None:
        if play.get("play") == "undo":
            self._page.guarded(lambda: self._page.say(play))
        else:
            self._page.say(play)

    def _ask(self, asking: Asking, snapshot: Snapshot) -> None:
        panel = QuestionPanel(asking, snapshot.scene)
        panel.bind(on_answer=self._answer, on_another=self._another)
        self._page.open(panel, is_wide=True)

    def _answer(self, panel: QuestionPanel, option: int | None) -> None:
        self._page.put(Answered(panel.asking.question.key, option))
        self._page.rest()

    def _another(self, panel: QuestionPanel) -> None:
        self._answer(panel, None)
        self._page.act(Act.HAND)

    def _show(self, desync: Desync) -> None:
        right = Choice(Text("the table is right"), lambda: self._is_right(desync))
        self._page.ask(Question(Text("table and match differ"), (right,), tuple(desync.says)))

    def _is_right(self, desync: Desync) -> None:
        self._page.put(TableIsRight(desync.key))
        self._page.rest()
