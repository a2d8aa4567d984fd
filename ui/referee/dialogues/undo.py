"""Takes back a play and all later plays, with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.play import Undo
from companion.session.history_rows import sentence
from companion.session.inbox import PlayIntent
from companion.session.snapshot import Fate, HistoryLine, Snapshot
from companion.words import Text
from ui.referee.dialogues.dialogue import Button, ButtonPrompt, DialogueStep, TextPrompt

USUAL_REASONS = (
    Text("something was misread"),
    Text("something was in the wrong place"),
    Text("the players agree"),
    Text("the rule says so"),
)
"""Reasons for changing the past that a touch can give; any other is written. The reason stands in the log."""


def reason_prompt(about: Text) -> TextPrompt:
    """Ask why an earlier play is changed."""
    return TextPrompt(Text("{about}: choose a reason; it is kept in the log", about=about), USUAL_REASONS)


@dataclass(frozen=True, slots=True)
class UndoDialogue:
    """Asks whether to take back all `plays`, if there are several, and then for the reason.

    `at_seq` is the match's number when the referee began. The undo is refused if the match has gone on since, because
    more would be lost than was shown.
    """

    plays: tuple[HistoryLine, ...]
    at_seq: int
    is_confirmed: bool = False

    @classmethod
    def of(cls, snapshot: Snapshot, line: HistoryLine) -> "UndoDialogue":
        """Return the dialogue for a play of the history."""
        later = [one for one in snapshot.history if one.seq > line.seq and one.fate is Fate.IN_FORCE]
        return cls((line, *later), snapshot.seq, is_confirmed=not later)

    @property
    def prompt(self) -> ButtonPrompt | TextPrompt:
        first = self.plays[0].seq
        if self.is_confirmed:
            return reason_prompt(Text("undo to before play {seq}", seq=first))
        yes = Button(Text("take back {n} plays", n=len(self.plays)), reply=True, kind="danger")
        return ButtonPrompt(Text("undo to before play {seq}?", seq=first), (yes,), _told(self.plays))

    def reply(self, said: bool | str) -> DialogueStep:
        if isinstance(said, bool):
            return DialogueStep(replace(self, is_confirmed=True))
        if not said.strip():
            return DialogueStep(self)
        play = Undo(self.plays[0].seq, said.strip())
        return DialogueStep(items=(PlayIntent(play, self.at_seq, "referee"),))

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "UndoDialogue":
        del snapshot
        return self


def _told(plays: Sequence[HistoryLine]) -> tuple[Text, ...]:
    return tuple(Text("{seq}. {says}", seq=one.seq, says=sentence(one)) for one in plays)
