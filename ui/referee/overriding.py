"""The referee's word against the engine's: which value, what it becomes, and why. Nothing half said is dropped unasked."""

from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from companion.ids import MatchId
from companion.session.snapshot import Snapshot
from companion.session.told import Ruled, Stale, Told
from companion.showing.settable import Settable
from companion.words import Text, Wording
from ui.referee.cell_panel import BoardSettingPanel
from ui.referee.choices_panel import Choice, Question
from ui.referee.number_panel import StepperPanel
from ui.referee.text_panel import TypingPanel

if TYPE_CHECKING:
    from ui.referee.page import RefereePage

REASONS = (
    Text("misread by camera or tower"),
    Text("agreed by both sides"),
    Text("decided after a review"),
    Text("foul play"),
    Text("entered wrongly"),
    Text("the rulebook is silent"),
)
Words = Text | Wording
ON_BOARD = 20
"""More cells than that are touched on the board."""


HALF_SAID = Text("what was set has not been said yet: touch “Override” to go on with it")


class _At(Enum):
    """Where the asking is."""

    WHOSE = auto()
    DEEPER = auto()
    LEAVING = auto()


class Overriding:
    """Values set one after the other, and one reason for all of them. They are kept until the rules have taken them, or
    somebody says that they are to be dropped.
    """

    def __init__(self, page: "RefereePage") -> None:
        self._page = page
        self._changes: dict[str, Any] = {}
        self._told: dict[str, Words] = {}
        self._match: MatchId | None = None
        self._at = _At.WHOSE
        self._is_said = False
        """It waits to be judged."""
        self._stepper = StepperPanel()
        self._stepper.bind(on_back=lambda _: self._choose_whose())
        self._stepper.bind(on_done=lambda _, value: self._set(value, Text("{value}", value=value)))
        self._typing = TypingPanel()
        self._typing.bind(on_back=lambda _: self._choose_whose(), on_done=lambda _, reason: self._say(reason))
        self._one: Settable | None = None

    def begin(self) -> None:
        """From the start, or where it was left."""
        self._choose_whose()

    @property
    def is_half_said(self) -> bool:
        """Values are set, and nobody has heard of them."""
        return bool(self._changes) and not self._is_said

    def show(self, snapshot: Snapshot) -> None:
        """What was set in another match is nothing here."""
        if snapshot.match != self._match:
            self._match = snapshot.match
            self._forget()

    def hear(self, told: Told) -> None:
        """What became of it: what was refused, or came too late, stands there again to be mended."""
        match told:
            case Ruled(play={"play": "override"}, refusal=None) if self._is_said:
                self._forget()
            case Ruled(play={"play": "override"}, refusal=refusal) if self._is_said and refusal is not None:
                self._is_said = False
                self._choose_whose(refusal.message)
            case Stale() if self._is_said:
                self._is_said = False
                self._choose_whose()
            case _:
                pass

    def backed(self) -> None:
        """One step back; from the first, out, which is asked about."""
        if self._at is _At.WHOSE:
            self.ask_about(self._page.rest)
        else:
            self._choose_whose()

    def ask_about(self, then: Callable[[], None]) -> None:
        """Somebody is about to do something else."""
        self._at = _At.LEAVING

        def drop() -> None:
            self._forget()
            self._page.rest()
            then()

        choices = (
            Choice(Text("go on with it"), self._choose_whose, kind="main"),
            Choice(Text("drop it"), drop, Text("all stays as it was"), "danger"),
        )
        self._page.ask(
            Question(Text("what was set has not been said yet"), choices, tuple(self._told.values()))
        )

    def _forget(self) -> None:
        self._changes, self._told, self._is_said = {}, {}, False

    @property
    def _all(self) -> tuple[Settable, ...]:
        return () if self._page.snapshot is None else self._page.snapshot.settable

    def _choose_whose(self, problem: Words | str = "") -> None:
        self._at = _At.WHOSE
        whose: dict[str, Words] = {str(one.whose): one.whose for one in self._all}
        reason = Choice(Text("now the reason"), self._ask_reason, kind="main")
        choices = [
            Choice(words, lambda words=words: self._choose_what(words))  # type: ignore[misc]
            for words in whose.values()
        ]
        if self._changes:
            choices.insert(0, reason)
        self._page.ask(
            Question(
                Text("what is set by the referee's word?"),
                tuple(choices),
                tuple(self._told.values()),
                problem,
            )
        )

    def _choose_what(self, whose: Words) -> None:
        self._at = _At.DEEPER
        choices = tuple(
            Choice(one.title, lambda one=one: self._choose_value(one), _value_says(one))  # type: ignore[misc]
            for one in self._all
            if one.whose == whose
        )
        self._page.ask(Question(whose, choices))

    def _choose_value(self, one: Settable) -> None:
        self._one, self._at = one, _At.DEEPER
        title = Text("{whose}: {title}", whose=one.whose, title=one.title)
        if not one.settings:
            self._stepper.ask(title, int(self._changes.get(one.path, one.value)), one.least, one.most)
            self._page.open(self._stepper)
            return
        if len(one.settings) > ON_BOARD and self._page.snapshot is not None:
            self._show_board(one, self._page.snapshot)
            return
        choices = tuple(
            Choice(
                setting.says,
                lambda setting=setting: self._set(setting.value, setting.says),  # type: ignore[misc]
                kind="main" if setting.value == one.value else "plain",
            )
            for setting in one.settings
        )
        self._page.ask(Question(title, choices))

    def _show_board(self, one: Settable, snapshot: Snapshot) -> None:
        """Cells are touched where they are; what is no cell stands below."""
        cells = {cell.name for cell in snapshot.scene.board.cells} if snapshot.scene.board else set()
        panel = BoardSettingPanel(title=Text("{whose}: {title}", whose=one.whose, title=one.title))
        says = {str(setting.value): setting.says for setting in one.settings}
        panel.bind(on_back=lambda _: self._choose_whose())
        panel.bind(on_place=lambda _, name: self._set(None if name == "None" else name, says[name]))
        panel.show(
            snapshot.scene,
            tuple(name for name in says if name in cells),
            tuple((name, words) for name, words in says.items() if name not in cells),
        )
        self._page.open(panel, is_wide=True)

    def _set(self, value: Any, says: Words) -> None:
        assert self._one is not None
        one = self._one
        self._changes[one.path] = value
        self._told[one.path] = Text(
            "{whose}: {title} = {value}", whose=one.whose, title=one.title, value=says
        )
        self._choose_whose()

    def _ask_reason(self) -> None:
        self._typing.ask(Text("why? The reason stands in the log"), REASONS)
        self._page.open(self._typing, is_wide=True)

    def _say(self, reason: str) -> None:
        self._is_said = True
        self._page.say({"play": "override", "set": dict(self._changes), "reason": reason})
        self._page.rest()


def _value_says(one: Settable) -> Words:
    found = next((setting.says for setting in one.settings if setting.value == one.value), None)
    return found or Text("{value}", value=str(one.value))
