"""Undoes a play and all later plays, with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.play import Override, Undo
from companion.session.history_rows import lines_from, sentence
from companion.session.inbox import PlayIntent, WayBack
from companion.session.snapshot import Fate, HistoryLine, Snapshot
from companion.words import Text
from ui.referee.dialogues.dialogue import Button, ButtonPrompt, Dialogue, DialogueStep, TextPrompt

USUAL_REASONS = (
    Text("something was misread"),
    Text("something was in the wrong place"),
    Text("something was entered wrongly"),
    Text("the players agree"),
    Text("the rule says so"),
    Text("the rulebook is silent"),
    Text("the referee decided after a review"),
    Text("foul play"),
)
"""Reasons for a ruling that a touch can give; any other is written. The reason stands in the log."""


def reason_prompt(about: Text) -> TextPrompt:
    """Ask why an earlier play is changed."""
    return TextPrompt(Text("{about}: choose a reason; it is kept in the log", about=about), USUAL_REASONS)


@dataclass(frozen=True, slots=True)
class UndoDialogue:
    """Asks whether to undo all `plays`, if there are several or a ruling is among them, and then for the reason.

    `at_seq` is the match's number when the referee began. The undo is refused if the match has gone on since, because
    more would be lost than was shown. `then` is asked afterwards.
    """

    plays: tuple[HistoryLine, ...]
    at_seq: int
    is_confirmed: bool = False
    then: Dialogue | None = None

    @classmethod
    def of(cls, snapshot: Snapshot, line: HistoryLine, then: Dialogue | None = None) -> "UndoDialogue":
        """Return the dialogue for a play of the history."""
        later = [one for one in lines_from(snapshot.history, line)[1:] if one.fate is Fate.IN_FORCE]
        plays = (line, *later)
        return cls(plays, snapshot.seq, is_confirmed=not later and not _is_ruled(line), then=then)

    @classmethod
    def of_last(cls, snapshot: Snapshot, then: Dialogue | None = None) -> "UndoDialogue | None":
        """Return the dialogue for the last play, and for those that were read with it; None if nothing is in force."""
        in_force = [one for one in snapshot.history if one.fate is Fate.IN_FORCE]
        if not in_force:
            return None
        row = takewhile(
            lambda one: one is in_force[-1] or _is_read_with(one, in_force[-1]), reversed(in_force)
        )
        return cls.of(snapshot, list(row)[-1], then)

    @property
    def prompt(self) -> ButtonPrompt | TextPrompt:
        first = self.plays[0]
        if self.is_confirmed and len(self.plays) == 1 and not _is_ruled(first):
            return reason_prompt(Text("undo play {seq}, “{says}”", seq=first.seq, says=sentence(first)))
        if self.is_confirmed:
            return reason_prompt(Text("undo to before play {seq}", seq=first.seq))
        if len(self.plays) == 1:
            title = Text("undo a ruling of the referee?")
            yes = Button(Text("undo the ruling"), reply=True, kind="danger")
        else:
            title = Text("undo to before play {seq}?", seq=first.seq)
            yes = Button(Text("undo {n} plays", n=len(self.plays)), reply=True, kind="danger")
        return ButtonPrompt(title, (yes,), _told(self.plays))

    def reply(self, said: bool | str) -> DialogueStep:
        if isinstance(said, bool):
            return DialogueStep(replace(self, is_confirmed=True))
        if not said.strip():
            return DialogueStep(self)
        play = Undo(self.plays[0].seq, said.strip())
        return DialogueStep(self.then, (PlayIntent(play, self.at_seq, "referee"),))

    def back(self) -> DialogueStep:
        was_asked = len(self.plays) > 1 or _is_ruled(self.plays[0])
        if self.is_confirmed and was_asked:
            return DialogueStep(replace(self, is_confirmed=False))
        return DialogueStep(self.then)

    def follow(self, snapshot: Snapshot) -> "UndoDialogue":
        return self if self.then is None else replace(self, then=self.then.follow(snapshot))


@dataclass(frozen=True, slots=True)
class WayBackDialogue:
    """Asks why a correction is taken back, or why plays are put back that an undo took back: `line` is its entry, and `title`
    says which of both.
    """

    line: HistoryLine
    title: Text | str

    @property
    def prompt(self) -> TextPrompt:
        what = Text("{what}, “{says}”", what=self.title, says=sentence(self.line))
        return reason_prompt(what)

    def reply(self, said: str) -> DialogueStep:
        return (
            DialogueStep(items=(WayBack(self.line.seq, said.strip()),))
            if said.strip()
            else DialogueStep(self)
        )

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, _: Snapshot) -> "WayBackDialogue":
        return self


def _is_ruled(line: HistoryLine) -> bool:
    """Tell whether a play is the referee's override, or what he corrected it to, or one that he inserted."""
    return isinstance(line.play, Override) or line.was is not None or line.inserted is not None


def _is_read_with(one: HistoryLine, other: HistoryLine) -> bool:
    """Tell whether two plays were read as one. See `session.undone_row`."""
    return bool(one.evidence) and one.evidence == other.evidence


def _told(plays: Sequence[HistoryLine]) -> tuple[Text, ...]:
    return tuple(_line_told(one) for one in plays)


def _line_told(line: HistoryLine) -> Text:
    says = Text("{seq}. {says}", seq=line.seq, says=sentence(line))
    if line.was is None:
        return says
    return Text("{play} (corrected; before that it was: {was})", play=says, was=line.was)
