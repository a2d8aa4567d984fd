"""Marks a protest on a play, or settles it with a word."""

from dataclasses import dataclass, replace

from companion.play import UnreadablePlay, leaves_of
from companion.session.history_rows import sentence
from companion.session.inbox import PlayIntent
from companion.session.remarks import Protest, Settled, note_of
from companion.session.snapshot import HiddenPlay, HistoryLine, Snapshot
from companion.showing.scene import Side
from companion.words import Text
from ui.presenters.buttons import DICE
from ui.referee.dialogues.dialogue import Button, ButtonPrompt, DialogueStep, TextPrompt

ABOUT_DICE = Text("the die was cocked")
REASONS = (
    Text("the card was another one"),
    Text("it was too late"),
    Text("the piece stood elsewhere"),
    Text("the rule is understood otherwise"),
    Text("no reason given"),
)
SETTLEMENTS = (
    Text("it counts"),
    Text("it was corrected"),
    Text("the protest is withdrawn"),
)


@dataclass(frozen=True, slots=True)
class Protester:
    """The reply: who protests; None: nobody in particular."""

    seat: str | None


NOBODY = Button(Text("not said"), Protester(None))


@dataclass(frozen=True, slots=True)
class ProtestDialogue:
    """Asks who protests, and for the words of the protest; or for those of its settlement.

    `sides` may protest. `by` is who does, once that is known.
    """

    line: HistoryLine
    is_settlement: bool
    at_seq: int
    sides: tuple[Side, ...] = ()
    by: Protester | None = None

    @property
    def prompt(self) -> TextPrompt | ButtonPrompt:
        play = Text("play {seq}: {says}", seq=self.line.seq, says=sentence(self.line))
        if self.is_settlement:
            return TextPrompt(Text("{play}; how is the protest settled?", play=play), SETTLEMENTS)
        if self.by is None and self.sides:
            buttons = (*(Button(side.name, Protester(side.seat)) for side in self.sides), NOBODY)
            return ButtonPrompt(Text("{play}; who protests?", play=play), buttons)
        return TextPrompt(Text("{play}; what is the protest?", play=play), self._reasons)

    @property
    def _reasons(self) -> tuple[Text, ...]:
        """Return the usual reasons; that of a die only for a play with dice."""
        play = self.line.play
        if isinstance(play, UnreadablePlay | HiddenPlay):
            return REASONS
        has_dice = any(str(path[0]) in DICE for path, _ in leaves_of(play))
        return (ABOUT_DICE, *REASONS) if has_dice else REASONS

    def reply(self, said: str | Protester) -> DialogueStep:
        if isinstance(said, Protester):
            return DialogueStep(replace(self, by=said))
        seq = self.line.seq
        seat = None if self.by is None else self.by.seat
        note = note_of(Settled(seq, said) if self.is_settlement else Protest(seq, said, seat))
        return DialogueStep(items=(PlayIntent(note, self.at_seq, "referee"),))

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "ProtestDialogue":
        """Stay open: a protest is valid whatever is played meanwhile."""
        return replace(self, at_seq=snapshot.seq)
