"""The referee speaks in the table's place: he says any play, answers what is asked, or says that the table is right."""

from dataclasses import dataclass, replace
from typing import Any

from companion.session.inbox import Answered, Intent, TableIsRight
from companion.session.snapshot import Snapshot
from companion.words import Text
from ui.presenters.hotkeys import Act
from ui.referee.dialogues.dialogue import (
    Button,
    ButtonPrompt,
    ByHand,
    Dialogue,
    PlayPrompt,
    Step,
    TableQuestionPrompt,
)


@dataclass(frozen=True, slots=True)
class PlayDialogue:
    """Asks for any play that the rules take now. To take one back, the PIN is needed."""

    snapshot: Snapshot

    @property
    def prompt(self) -> PlayPrompt:
        return PlayPrompt(self.snapshot)

    def reply(self, said: Any) -> Step:
        said_play = Intent(said, self.snapshot.seq, "referee")
        return Step(self, (said_play,), needs_pin=said.get("play") == "undo")

    def back(self) -> Step:
        return Step()

    def follow(self, snapshot: Snapshot) -> "PlayDialogue":
        return replace(self, snapshot=snapshot)


@dataclass(frozen=True, slots=True)
class QuestionDialogue:
    """Asks what the table is asked."""

    snapshot: Snapshot

    @property
    def prompt(self) -> TableQuestionPrompt | None:
        asking = self.snapshot.asking
        return None if asking is None else TableQuestionPrompt(asking, self.snapshot.scene)

    def reply(self, said: int | ByHand | None) -> Step:
        asking = self.snapshot.asking
        if asking is None:
            return Step()
        if isinstance(said, ByHand):
            return Step(items=(Answered(asking.question.key, None),), command=Act.HAND)
        return Step(items=(Answered(asking.question.key, said),))

    def back(self) -> Step:
        return Step()

    def follow(self, snapshot: Snapshot) -> "QuestionDialogue | None":
        return None if snapshot.asking is None else self


@dataclass(frozen=True, slots=True)
class DifferenceDialogue:
    """Tells how table and match differ, and asks whether the table is right."""

    key: str
    lines: tuple[Text, ...]

    @property
    def prompt(self) -> ButtonPrompt:
        right = Button(Text("the table is right"), reply=True)
        return ButtonPrompt(Text("table and match differ"), (right,), self.lines)

    def reply(self, said: object) -> Step:
        del said
        return Step(items=(TableIsRight(self.key),))

    def back(self) -> Step:
        return Step()

    def follow(self, snapshot: Snapshot) -> "DifferenceDialogue":
        del snapshot
        return self


def open_dialogue(snapshot: Snapshot) -> Dialogue | None:
    """The dialogue about what is open: a question first, then a difference; None where nothing is."""
    if snapshot.asking is not None:
        return QuestionDialogue(snapshot)
    if snapshot.desync is not None:
        return DifferenceDialogue(snapshot.desync.key, tuple(snapshot.desync.says))
    return None
