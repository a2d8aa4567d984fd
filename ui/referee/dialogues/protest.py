"""Marks a protest on a play, or settles it with a word."""

from dataclasses import dataclass

from companion.session.history_rows import sentence
from companion.session.inbox import PlayIntent
from companion.session.remarks import Protest, Settled, note_of
from companion.session.snapshot import HistoryLine, Snapshot
from companion.words import Text
from ui.referee.dialogues.dialogue import DialogueStep, TextPrompt

REASONS = (
    Text("the die was cocked"),
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
class ProtestDialogue:
    """Asks for the words of a protest, or of its settlement."""

    line: HistoryLine
    is_settlement: bool
    at_seq: int

    @property
    def prompt(self) -> TextPrompt:
        play = Text("play {seq}: {says}", seq=self.line.seq, says=sentence(self.line))
        if self.is_settlement:
            return TextPrompt(Text("{play}; how is the protest settled?", play=play), SETTLEMENTS)
        return TextPrompt(Text("{play}; what is the protest?", play=play), REASONS)

    def reply(self, said: str) -> DialogueStep:
        seq = self.line.seq
        note = note_of(Settled(seq, said) if self.is_settlement else Protest(seq, said))
        return DialogueStep(items=(PlayIntent(note, self.at_seq, "referee"),))

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "ProtestDialogue":
        """Stay open: a protest is valid whatever is played meanwhile."""
        return ProtestDialogue(self.line, self.is_settlement, snapshot.seq)
