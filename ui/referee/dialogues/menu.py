"""The referee's short dialogues: the menu and the keys, the clocks, a protest, and an answer for the table."""

from dataclasses import dataclass, replace

from companion.locks import Freedom, PlayerAct
from companion.play import Play, Undo, UnreadablePlay, leaves_of
from companion.session.history_rows import sentence
from companion.session.inbox import ClockOrder, OddsRequest, PlayIntent, QuestionAnswer, TableApproval
from companion.session.remarks import Protest, Settled, note_of
from companion.session.snapshot import HiddenPlay, HistoryLine, Snapshot
from companion.showing.scene import Side
from companion.timers import MINUTE_MS, ClockReading
from companion.words import Text
from ui.presenters.buttons import DICE
from ui.presenters.hotkeys import FIGURES, HOTKEYS, Act
from ui.referee.dialogues.amendment import UndoDialogue
from ui.referee.dialogues.dialogue import (
    Button,
    ButtonPrompt,
    ByHand,
    ClockChange,
    ClocksPrompt,
    Dialogue,
    DialogueStep,
    KeysPrompt,
    NumberPrompt,
    PlayPrompt,
    TableQuestionPrompt,
    TextPrompt,
)


@dataclass(frozen=True, slots=True)
class MenuDialogue:
    """Asks which action is wanted."""

    is_muted: bool
    shows_odds: bool | None = None
    """Whether the odds are shown though they are locked; None: they are not locked."""

    @property
    def prompt(self) -> ButtonPrompt:
        odds = Text("hide the odds") if self.shows_odds else Text("show the odds")
        sound = Text("turn the sound on") if self.is_muted else Text("mute the sound")
        return ButtonPrompt(
            Text("what else?"),
            (
                Button(Text("set values"), Act.OVERRIDE, Text("a score or a clock: touch it above")),
                Button(Text("what the public sees"), Act.PUBLIC),
                *(() if self.shows_odds is None else (Button(odds, PlayerAct.ODDS),)),
                Button(sound, Act.SOUND),
                Button(Text("clocks"), Act.CLOCKS),
                Button(Text("keys"), Act.KEYS),
            ),
        )

    def reply(self, said: Act | PlayerAct) -> DialogueStep:
        return (
            DialogueStep(items=(OddsRequest(),))
            if said is PlayerAct.ODDS
            else DialogueStep(command=Act(said))
        )

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "MenuDialogue":
        return MenuDialogue.of(snapshot, is_muted=self.is_muted)

    @classmethod
    def of(cls, snapshot: Snapshot | None, *, is_muted: bool) -> "MenuDialogue":
        is_free = snapshot is None or snapshot.locks.freedom(PlayerAct.ODDS) is Freedom.FREE
        return cls(is_muted, None if snapshot is None or is_free else snapshot.shows_odds)


@dataclass(frozen=True, slots=True)
class KeyList:
    """Shows what each key does, and asks nothing."""

    @property
    def prompt(self) -> KeysPrompt:
        return KeysPrompt(Text("the keys"), (*HOTKEYS, FIGURES))

    def reply(self, said: object) -> DialogueStep:
        del said
        return DialogueStep()

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "KeyList":
        del snapshot
        return self


# --- clocks
# Lets the referee pause, change and set the clocks.

MOST_MINUTES = 300
"""No clock is set to more than five hours: no match of these games lasts longer."""


@dataclass(frozen=True, slots=True)
class ClocksDialogue:
    """Shows all clocks; `set_clock` is the name of the one that is being set. To change or set one, the PIN is needed."""

    readings: tuple[ClockReading, ...]
    is_paused: bool
    set_clock: str | None = None

    @classmethod
    def of(cls, snapshot: Snapshot) -> "ClocksDialogue":
        return cls(snapshot.clocks, bool(snapshot.pauses))

    @property
    def prompt(self) -> ClocksPrompt | NumberPrompt:
        if self.set_clock is None:
            return ClocksPrompt(self.readings, self.is_paused)
        reading = next(one for one in self.readings if one.clock.name == self.set_clock)
        shown_ms = reading.spent_ms if reading.left_ms is None else reading.left_ms
        title = Text("{clock}: whole minutes", clock=reading.clock.title)
        return NumberPrompt(title, shown_ms // MINUTE_MS, 0, MOST_MINUTES)

    def reply(self, said: ClockChange | Act | str | int) -> DialogueStep:
        listed = replace(self, set_clock=None)
        match said:
            case ClockChange(clock, more_ms):
                return DialogueStep(listed, (ClockOrder("add", clock, more_ms),), needs=PlayerAct.CORRECT)
            case Act():
                return DialogueStep(listed, command=said)
            case str(name):
                return DialogueStep(replace(self, set_clock=name))
            case minutes:
                order = ClockOrder("set", self.set_clock, minutes * MINUTE_MS)
                return DialogueStep(listed, (order,), needs=PlayerAct.CORRECT)

    def back(self) -> DialogueStep:
        return DialogueStep() if self.set_clock is None else DialogueStep(replace(self, set_clock=None))

    def follow(self, snapshot: Snapshot) -> "ClocksDialogue":
        """Keep the number of a clock that is being set as it was at the beginning."""
        if self.set_clock is not None:
            return self
        return ClocksDialogue.of(snapshot)


# --- protest
# Marks a protest on a play, or settles it with a word.

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


NOBODY = Button(Text("not noted"), Protester(None))


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


# --- table answer
# Lets the referee answer for the table: enter any play, answer its question, or say that the table is right.


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
            return DialogueStep(undoing, needs=PlayerAct.UNDO)
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
