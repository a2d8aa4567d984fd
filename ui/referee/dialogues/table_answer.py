"""Lets the referee answer for the table: enter any play, answer its question, or say that the table is right."""

from dataclasses import dataclass, replace

from companion.play import Play, Undo
from companion.session.inbox import PlayIntent, QuestionAnswer, TableApproval
from companion.session.snapshot import Snapshot
from companion.words import Text
from ui.presenters.hotkeys import Act
from ui.referee.dialogues.dialogue import (
    Button,
    ButtonPrompt,
    ByHand,
    Dialogue,
    DialogueStep,
    PlayPrompt,
    TableQuestionPrompt,
)
from ui.referee.dialogues.undo import UndoDialogue


@dataclass(frozen=True, slots=True)
class PlayDialogue:
    """Asks for any play that the rules accept now. To undo one, the PIN is needed, and it is asked why."""

    snapshot: Snapshot

    @property
    def prompt(self) -> PlayPrompt:
        return PlayPrompt(self.snapshot)

    def reply(self, said: Play) -> DialogueStep:
        undoing = UndoDialogue.of_last(self.snapshot, then=self) if said == Undo() else None
        if undoing is not None:
            return DialogueStep(undoing, needs_pin=True)
        return DialogueStep(self, (PlayIntent(said, self.snapshot.seq, "referee"),))

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "PlayDialogue":
        return replace(self, snapshot=snapshot)


@dataclass(frozen=True, slots=True)
class QuestionDialogue:
    """Asks the question that the table is asked."""

    snapshot: Snapshot

    @property
    def prompt(self) -> TableQuestionPrompt | None:
        asking = self.snapshot.asking
        return None if asking is None else TableQuestionPrompt(asking, self.snapshot.scene)

    def reply(self, said: int | ByHand | None) -> DialogueStep:
        asking = self.snapshot.asking
        if asking is None:
            return DialogueStep()
        if isinstance(said, ByHand):
            return DialogueStep(items=(QuestionAnswer(asking.question.key, None),), command=Act.HAND)
        return DialogueStep(items=(QuestionAnswer(asking.question.key, said),))

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "QuestionDialogue | None":
        return None if snapshot.asking is None else self


@dataclass(frozen=True, slots=True)
class DifferenceDialogue:
    """Describes how table and match differ, and asks whether the table is right."""

    key: str
    lines: tuple[Text, ...]

    @property
    def prompt(self) -> ButtonPrompt:
        right = Button(Text("the table is right"), reply=True)
        return ButtonPrompt(Text("table and match differ"), (right,), self.lines)

    def reply(self, said: object) -> DialogueStep:
        del said
        return DialogueStep(items=(TableApproval(self.key),))

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "DifferenceDialogue":
        del snapshot
        return self


def open_dialogue(snapshot: Snapshot) -> Dialogue | None:
    """Return the dialogue for what is open: a question first, then a difference; None if there is neither."""
    if snapshot.asking is not None:
        return QuestionDialogue(snapshot)
    if snapshot.desync is not None:
        return DifferenceDialogue(snapshot.desync.key, tuple(snapshot.desync.says))
    return None
