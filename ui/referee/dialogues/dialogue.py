"""The common part of all dialogues: the prompts that a page can show, and the step after a reply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.locks import PlayerAct
from companion.session.inbox import Item
from companion.session.snapshot import Asking, Snapshot
from companion.showing.scene import Scene
from companion.timers import ClockReading
from companion.words import Text, Wording
from ui.presenters.hotkeys import Act, Hotkey

Words = Text | Wording | str
GO_BACK = Text("Back")


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a prompt. The dialogue gets `reply` when it is touched; `under` stands below its words."""

    says: Words
    reply: object
    under: Words = ""
    kind: str = "plain"
    role: str = ""
    """The side whose mark stands before the words."""
    is_off: bool = False
    """It is shown for comparison, and cannot be touched."""


@dataclass(frozen=True, slots=True)
class ButtonPrompt:
    """A question with buttons, and lines to read first. The reply is that of the touched button.

    `back`: what the button says that leads one step back. `last`: buttons in a row of their own, because they are no answers
    like the others. `noted`: a sentence of the title; what all buttons have in common with its beginning is not repeated.
    """

    title: Words
    buttons: tuple[Button, ...] = ()
    lines: tuple[Words, ...] = ()
    remark: Words = ""
    is_wide: bool = False
    back: Words = GO_BACK
    last: tuple[Button, ...] = ()
    noted: Words = ""


@dataclass(frozen=True, slots=True)
class RolledDie:
    """A die of an earlier roll: its kind, its faces with their words, and which of them was noted."""

    kind: str
    faces: tuple[tuple[str, Words], ...]
    was: int


@dataclass(frozen=True, slots=True)
class DicePrompt:
    """A question for what the dice of an earlier roll showed. The reply is that of the roll, or of a button in `last`.

    `rolls`: the button of each roll, by the faces that its dice show.
    """

    title: Text
    dice: tuple[RolledDie, ...]
    rolls: Mapping[tuple[tuple[str, str], ...], Button]
    last: tuple[Button, ...] = ()

    def roll(self, chosen: Sequence[int]) -> Button | None:
        """Return the button of the roll whose dice show the faces at these places; None if no such roll is possible."""
        shown = ((die.kind, die.faces[at][0]) for die, at in zip(self.dice, chosen, strict=True))
        return self.rolls.get(tuple(sorted(shown)))


@dataclass(frozen=True, slots=True)
class TextPrompt:
    """A question whose answer is typed, or one of `ready` is touched. The reply is a `str`."""

    title: Text
    ready: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberPrompt:
    """A question for a whole number from `least` to `most`, set in steps from `value`. The reply is an `int`."""

    title: Text
    value: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CellPrompt:
    """A question for a cell of the board, or a place that is no cell. The reply is the name of the place."""

    title: Text
    scene: Scene
    cells: tuple[str, ...]
    others: tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True)
class PlayPrompt:
    """A question for a play out of `snapshot.offers`, chosen step by step.

    The reply is the play. `is_past`: it replaces an earlier one, or was missed before one; `about` says which.
    """

    snapshot: Snapshot
    is_past: bool = False
    about: Words = ""


@dataclass(frozen=True, slots=True)
class TableQuestionPrompt:
    """The question to the table, as players see it. The reply is an option's number, `None` or `BY_HAND`."""

    asking: Asking
    scene: Scene


@dataclass(frozen=True, slots=True)
class ClocksPrompt:
    """All clocks, to be paused, changed and set. The reply is a `ClockChange`, the name of a clock to set, or `Act.PAUSE`."""

    readings: tuple[ClockReading, ...]
    is_paused: bool


@dataclass(frozen=True, slots=True)
class ClockChange:
    """A change of a clock: the time to add to what it shows."""

    clock: str
    more_ms: int


@dataclass(frozen=True, slots=True)
class KeysPrompt:
    """A table of keys, each with what it does. It asks nothing: there is no reply."""

    title: Text
    keys: tuple[Hotkey, ...]


class ByHand:
    """The reply to a question: the play is none of the options, and will be entered by hand."""


BY_HAND = ByHand()

Prompt = (
    ButtonPrompt
    | DicePrompt
    | TextPrompt
    | NumberPrompt
    | CellPrompt
    | PlayPrompt
    | TableQuestionPrompt
    | ClocksPrompt
    | KeysPrompt
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
    """What follows from a reply: the next dialogue (None: it is over), what goes to the match, and what the page does
    next.

    `needs`: nothing of this happens before the referee may do this, with the PIN if it is locked.
    """

    dialogue: "Dialogue | None" = None
    items: tuple[Item, ...] = ()
    command: Command | None = None
    needs: PlayerAct | None = None


class Dialogue(Protocol):
    """Asks one question after the other until something is decided. Its methods return values and change nothing."""

    @property
    def prompt(self) -> Prompt | None:
        """The question that is asked now; None while the session works out what can be asked."""

    def reply(self, said: Any) -> DialogueStep:
        """Return the step that follows from a reply."""

    def back(self) -> DialogueStep:
        """Return the step that follows when the referee goes back."""

    def follow(self, snapshot: Snapshot) -> "Dialogue | None":
        """Return the dialogue after the match has gone on; None if nothing is left to decide."""
