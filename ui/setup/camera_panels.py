"""The panels of the camera before a match: a phone is chosen, and a squad is scanned."""

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty

from companion.backend.card_readers import CardScanner, ScannedCard
from companion.backend.interface import (
    Backend,
    CardName,
)
from companion.words import Text, Wording, joined
from ui.presenters.lines import MenuLine
from ui.setup.squads import CardVerdict, Squad, SquadOutcome
from ui.widgets.pool import discard_children
from ui.widgets.touch import HandedRow, Touch

# --- phone choice
# The panel on which a phone is chosen as the camera: the lines of the cameras, and the code that the phone scans.

PHONE_LOOKS_A_SECOND = 4


class PhoneChoice(HandedRow):
    """The panel: `begin(backend)` shows the code until `end()`; `on_choose` carries the value of the touched line."""

    picture = ObjectProperty(None, allownone=True)
    says = ObjectProperty("")

    __events__ = ("on_choose",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._looking: Any = None

    def begin(self, backend: Backend) -> None:
        """Begin to show the code and the state of the phone."""
        self.end()
        self.says = Text("one moment…")
        self._looking = Clock.schedule_interval(lambda _: self._look(backend), 1 / PHONE_LOOKS_A_SECOND)

    def end(self) -> None:
        """Stop showing the code."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        self.picture = None

    def show(self, lines: tuple[MenuLine, ...], *, is_new: bool) -> None:
        """Show these lines beside the code."""
        self.ids.lines.show(lines, is_new=is_new)

    def on_choose(self, key: str, value: Any) -> None: ...

    def _look(self, backend: Backend) -> None:
        standing = backend.phone()
        if standing is not None:
            self.picture, self.says = standing.picture, standing.says


# --- scanning panel
# The panel that scans a squad: the camera's picture, the last card, and the count of each kind.

MOST_ASKED = 4
SCANNING_LOOKS_A_SECOND = 12


class ScanPanel(HandedRow):
    """The panel: call `begin(scanner, squad)`, then `end()`.

    `squad` holds the cards so far; `on_squad` reports a change.
    """

    picture = ObjectProperty(None, allownone=True)
    says = ObjectProperty("")
    remark = ObjectProperty("")
    counts = ObjectProperty("")
    asks = ObjectProperty("")
    is_bad = BooleanProperty(False)
    has_cards = BooleanProperty(False)

    __events__ = ("on_squad",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._scanner: CardScanner | None = None
        self._waiting: list[ScannedCard] = []
        self._is_asking = False
        self._looking: Any = None
        self.squad: Squad | None = None

    def begin(self, scanner: CardScanner, squad: Squad) -> None:
        """Begin to watch."""
        self._scanner = scanner
        self._looking = Clock.schedule_interval(self._look, 1 / SCANNING_LOOKS_A_SECOND)
        self._waiting.clear()
        self._stop_asking()
        self.says, self.remark, self.is_bad = Text("lay the cards down, one or several at a time"), "", False
        self.become(squad)

    def end(self) -> CardScanner | None:
        """Stop watching; return the scanner, to be stopped."""
        if self._looking is not None:
            self._looking.cancel()
        scanner, self._scanner = self._scanner, None
        self.picture = None
        return scanner

    def become(self, squad: Squad) -> None:
        """Replace the squad, because a card or all cards were put back."""
        self.squad = squad
        self.counts = joined(list(squad.told), "\n")
        self.has_cards = bool(squad.order)
        self.dispatch("on_squad")

    def undo(self) -> None:
        """Put back the card that was read last."""
        if self.squad is not None:
            self.says, self.is_bad = Text("the last card is put back"), False
            self.become(self.squad.undone())

    def on_squad(self) -> None: ...

    def _look(self, _: float) -> None:
        if self._scanner is None:
            return
        self.picture = self._scanner.picture()
        trouble = self._scanner.trouble()
        self.remark = trouble or ""
        self._waiting += self._scanner.newest()
        while self._waiting and not self._is_asking:
            self._take(self._waiting.pop(0))

    def _take(self, scanned: ScannedCard) -> None:
        assert self.squad is not None
        if len(scanned.refs) > 1:
            self._ask_which(scanned.refs)
            return
        outcome = self.squad.scanned(scanned.refs[0])
        if outcome.verdict is CardVerdict.COPY:
            self._ask_copy(outcome, scanned.refs[0])
        else:
            self._tell(outcome)

    def _tell(self, outcome: SquadOutcome) -> None:
        self.says = outcome.says
        self.is_bad = outcome.verdict is not CardVerdict.TAKEN
        self.become(outcome.squad)

    # --- what is doubtful

    def _ask_which(self, refs: Sequence[str]) -> None:
        assert self.squad is not None
        cards = [
            self.squad.cards.get(ref, CardName(ref, Wording.plain(ref), "")) for ref in refs[:MOST_ASKED]
        ]
        answers = [(card.name, card.ref) for card in cards]
        self._ask(Text("which card is this?"), [*answers, (Text("none of these"), "")])

    def _ask_copy(self, outcome: SquadOutcome, ref: str) -> None:
        self._ask(outcome.says, [(Text("yes, another copy"), ref), (Text("no, the same card"), "")])

    def _ask(self, asks: Text, answers: Sequence[tuple[Any, str]]) -> None:
        self._is_asking = True
        self.asks = asks
        discard_children(self.ids.answers)
        for says, ref in answers:
            touch = Touch(says=says, kind="paper" if ref else "plain")
            touch.bind(on_choose=lambda _, ref=ref: self._answer(ref))
            self.ids.answers.add_widget(touch)

    def _answer(self, ref: str) -> None:
        self._stop_asking()
        if ref and self.squad is not None:
            self._tell(self.squad.scanned(ref, is_other_copy=True))

    def _stop_asking(self) -> None:
        self._is_asking = False
        self.asks = ""
        discard_children(self.ids.answers)
