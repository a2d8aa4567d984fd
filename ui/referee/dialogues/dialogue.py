"""What all dialogues have in common: the prompts that a page can show, and the step that follows from a reply."""

from dataclasses import dataclass
from typing import Any, Protocol

from companion.session.inbox import Item
from companion.session.snapshot import Asking, Snapshot
from companion.showing.scene import Scene
from companion.timers import ClockReading
from companion.words import Text, Wording
from ui.presenters.hotkeys import Act

Words = Text | Wording | str


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a prompt. `reply` is what the dialogue is told when it is touched; `under` stands below the words."""

    says: Words
    reply: object
    under: Words = ""
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class ButtonPrompt:
    """A question with buttons, and lines to read before one is touched. The reply is that of the button."""

    title: Words
    buttons: tuple[Button, ...] = ()
    lines: tuple[Words, ...] = ()
    remark: Words = ""
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class TextPrompt:
    """Words are to be written, or one of `ready` touched. The reply is a `str`."""

    title: Text
    ready: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberPrompt:
    """A whole number from `least` to `most` is set by steps, beginning at `value`. The reply is an `int`."""

    title: Text
    value: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CellPrompt:
    """A cell of the board is touched, or a button for a place that is no cell. The reply is the name of the place."""

    title: Text
    scene: Scene
    cells: tuple[str, ...]
    others: tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True)
class PlayPrompt:
    """A play is chosen bit by bit, of those in `snapshot.offers`. The reply is the play. `is_past`: it replaces an earlier one."""

    snapshot: Snapshot
    is_past: bool = False


@dataclass(frozen=True, slots=True)
class TableQuestionPrompt:
    """The question that the table is asked, as the players see it. The reply is an option's number, `None` or `BY_HAND`."""

    asking: Asking
    scene: Scene


@dataclass(frozen=True, slots=True)
class ClocksPrompt:
    """All clocks, to be paused, moved and set. The reply is a `ClockChange`, a clock's name to set it, or `Act.PAUSE`."""

    readings: tuple[ClockReading, ...]
    is_paused: bool


@dataclass(frozen=True, slots=True)
class ClockChange:
    """A clock is to show so much more."""

    clock: str
    more_ms: int


class ByHand:
    """The reply to a question: the play is none of the options, and will be chosen by hand."""


BY_HAND = ByHand()

Prompt = (
    ButtonPrompt | TextPrompt | NumberPrompt | CellPrompt | PlayPrompt | TableQuestionPrompt | ClocksPrompt
)


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """The referee chooses a play of the history."""

    seq: int


class MoreActs:
    """The referee wants to see what else he can do."""


Command = Act | PlayChoice | MoreActs
"""What a referee can want of his page."""


@dataclass(frozen=True, slots=True)
class DialogueStep:
    """What follows from a reply: the next dialogue (None: it is over), what is put to the match, and what the page does then.
    `needs_pin`: nothing of it happens before the PIN was given.
    """

    dialogue: "Dialogue | None" = None
    items: tuple[Item, ...] = ()
    command: Command | None = None
    needs_pin: bool = False


class Dialogue(Protocol):
    """One question after the other, until something is decided. Each method returns values and changes nothing."""

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now; None while the session works out what can be asked."""

    def reply(self, said: Any) -> DialogueStep:
        """The step that follows from a reply to the prompt."""

    def back(self) -> DialogueStep:
        """The step that follows when the referee goes back."""

    def follow(self, snapshot: Snapshot) -> "Dialogue | None":
        """The dialogue after the match has gone on; None where nothing is left to decide."""
