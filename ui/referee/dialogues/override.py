"""Lets the referee set values: which value, its new value, and why.

Values that were set are only dropped after a question.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.ids import MatchId
from companion.play import Override
from companion.session.history_rows import refused_play
from companion.session.inbox import PlayIntent
from companion.session.session_event import RulingEvent, SessionEvent, StaleTouch
from companion.session.snapshot import HistoryLine, Snapshot
from companion.showing.scene import Scene
from companion.showing.settable import Settable, Setting
from companion.words import Text, joined
from ui.referee.dialogues.amendment import USUAL_REASONS
from ui.referee.dialogues.dialogue import (
    Button,
    ButtonPrompt,
    CellPrompt,
    Command,
    DialogueStep,
    NumberPrompt,
    Prompt,
    TextPrompt,
    Words,
)

MOST_BUTTONS = 20
"""A value with more settings than this is a cell, and is touched on the board."""
UNSAID = Text("the new values have not been submitted yet: touch “Override” to continue")


@dataclass(frozen=True, slots=True)
class Owner:
    """The reply: set a value of this side or piece, or of the match."""

    key: str
    whose: Words


@dataclass(frozen=True, slots=True)
class Value:
    """The reply: the new value."""

    setting: Setting


class Reason:
    """The reply: all values are set; ask for the reason."""


class Standing:
    """The reply: this override lets the refused play count, or no longer does so."""


class GoOn:
    """The reply: go on with the values."""


class Drop:
    """The reply: drop the values."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """Asks what to do with values that were not submitted, because the referee begins another dialogue, `then`."""

    then: Command | None


@dataclass(frozen=True, slots=True)
class OverrideDialogue:
    """Asks for one value after the other, and for one reason for all.

    `changes` are the new values by path of the view, `told` the same in words. `at` is the present question: None asks
    whose value, an `Owner` which value, a `Settable` what it becomes. `is_said`: the override was submitted and not
    judged yet. `refused` is the number of a refused play that was chosen; it is accepted with this override if
    `lets_stand`.
    """

    match: MatchId
    at_seq: int
    settable: tuple[Settable, ...]
    scene: Scene
    changes: Mapping[str, Any] = field(default_factory=dict)
    told: Mapping[str, Words] = field(default_factory=dict)
    at: Owner | Settable | Reason | Leaving | None = None
    problem: Words = ""
    is_said: bool = False
    refused: int | None = None
    lets_stand: bool = True
    is_alone: bool = False
    """One value is set, and then the reason is asked for at once."""

    @classmethod
    def of(cls, snapshot: Snapshot) -> "OverrideDialogue":
        return cls(snapshot.match, snapshot.seq, snapshot.settable, snapshot.scene)

    @classmethod
    def of_score(cls, snapshot: Snapshot, seat: str) -> "OverrideDialogue | None":
        """Return the dialogue about a seat's score alone; None where no score may be set."""
        path = f"score.{seat}"
        one = next((one for one in snapshot.settable if one.path == path), None)
        return None if one is None else replace(cls.of(snapshot), at=one, is_alone=True)

    def about(self, chosen: int | None, history: Sequence[HistoryLine]) -> "OverrideDialogue":
        """Return the dialogue about a refused play, if one is chosen in the history; otherwise the dialogue unchanged."""
        return replace(self, refused=refused_play(history, chosen), lets_stand=True)

    @property
    def is_unsaid(self) -> bool:
        """Whether values are set and not yet submitted."""
        return bool(self.changes) and not self.is_said

    def leave(self, then: Command | None) -> "OverrideDialogue":
        """Ask first whether the values should be dropped."""
        return replace(self, at=Leaving(then))

    # --- what is asked

    @property
    def prompt(self) -> Prompt:
        match self.at:
            case None:
                return self._whose()
            case Owner(key, whose):
                return ButtonPrompt(
                    whose,
                    tuple(self._title(one) for one in self.settable if one.key == key),
                )
            case Settable() as one:
                return self._value(one)
            case Reason():
                return TextPrompt(self._asks_why(), USUAL_REASONS)
            case Leaving():
                buttons = (
                    Button(Text("go on with the draft"), GoOn(), kind="main"),
                    Button(Text("drop it"), Drop(), Text("all stays as it was"), "danger"),
                )
                title = Text("the new values have not been submitted yet")
                return ButtonPrompt(title, buttons, tuple(self.told.values()))

    def _title(self, one: Settable) -> Button:
        """Return the button of a value; one that was set shows its new value, and that it is done."""
        if one.path not in self.changes:
            return Button(one.title, one, _value_says(one))
        new = _value_says(replace(one, value=self.changes[one.path]))
        done = Text("{before} › {after}", before=_value_says(one), after=new)
        return Button(one.title, one, done, "paper")

    def _whose(self) -> ButtonPrompt:
        owners: dict[str, Settable] = {one.key: one for one in self.settable}
        reason = (Button(Text("now the reason"), Reason(), kind="main"),) if self.changes else ()
        title = (
            Text("nothing is set before the reason is given")
            if self.changes
            else Text("what does the referee set?")
        )
        return ButtonPrompt(
            title,
            (*reason, *self._standing(), *(self._owner(one) for one in owners.values())),
            tuple(self.told.values()),
            self.problem,
        )

    def _owner(self, owner: Settable) -> Button:
        is_done = any(one.path in self.changes for one in self.settable if one.key == owner.key)
        return Button(
            owner.whose,
            Owner(owner.key, owner.whose),
            kind="paper" if is_done else "plain",
            role=_role_of(owner, self.scene),
        )

    def _asks_why(self) -> Text:
        values = joined([Text("{words}", words=words) for words in self.told.values()], "; ")
        return Text("{values}, as soon as you choose a reason; it is kept in the log", values=values)

    def _standing(self) -> tuple[Button, ...]:
        if self.refused is None:
            return ()
        if self.lets_stand:
            says, note = (
                Text("play {seq} is allowed to stand", seq=self.refused),
                Text("touch if this decision is not about that play"),
            )
        else:
            says, note = Text("play {seq} stays refused", seq=self.refused), Text("touch to let it stand")
        return (Button(says, Standing(), note, "paper"),)

    def _value(self, one: Settable) -> Prompt:
        title = Text("{whose}: {title}", whose=one.whose, title=one.title)
        if not one.settings and self.is_alone and isinstance(one.value, int):
            near = [
                number for number in range(one.value - 3, one.value + 4) if one.least <= number <= one.most
            ]
            return ButtonPrompt(
                title,
                tuple(
                    Button(Text("{n}", n=number), number, kind="main" if number == one.value else "plain")
                    for number in near
                ),
            )
        if not one.settings:
            return NumberPrompt(title, int(self.changes.get(one.path, one.value)), one.least, one.most)
        if len(one.settings) > MOST_BUTTONS:
            cells = {cell.name for cell in self.scene.board.cells} if self.scene.board else set()
            names = {str(setting.value): setting.says for setting in one.settings}
            return CellPrompt(
                title,
                self.scene,
                tuple(name for name in names if name in cells),
                tuple((name, words) for name, words in names.items() if name not in cells),
            )
        buttons = (
            Button(setting.says, Value(setting), kind="main" if setting.value == one.value else "plain")
            for setting in one.settings
        )
        return ButtonPrompt(title, tuple(buttons))

    # --- what a reply leads to

    def reply(self, said: Any) -> DialogueStep:
        match said:
            case Owner() | Settable() | Reason():
                return DialogueStep(replace(self, at=said, problem=""))
            case Standing():
                return DialogueStep(replace(self, lets_stand=not self.lets_stand))
            case GoOn():
                return DialogueStep(replace(self, at=None))
            case Drop():
                return DialogueStep(command=self.at.then if isinstance(self.at, Leaving) else None)
            case Value(setting):
                return self._set(setting.value, setting.says)
            case int():
                return self._set(said, Text("{value}", value=said))
            case str() if isinstance(self.at, Settable):
                setting = next(one for one in self.at.settings if str(one.value) == said)
                return self._set(setting.value, setting.says)
            case _:
                return self._say(said)

    def _set(self, value: Any, says: Words) -> DialogueStep:
        one = self.at
        assert isinstance(one, Settable)
        told = Text("{whose}: {title} = {value}", whose=one.whose, title=one.title, value=says)
        changes, lines = {**self.changes, one.path: value}, {**self.told, one.path: told}
        return DialogueStep(replace(self, changes=changes, told=lines, at=Reason(), is_alone=False))

    def _say(self, reason: str) -> DialogueStep:
        play = Override(dict(self.changes), reason, self.refused if self.lets_stand else None)
        said = replace(self, at=None, is_said=True, problem="")
        return DialogueStep(said, (PlayIntent(play, self.at_seq, "referee"),))

    def back(self) -> DialogueStep:
        """Go one step back; from the first step leave the dialogue, after a question if values are set."""
        if self.at is not None and not isinstance(self.at, Leaving):
            return DialogueStep(replace(self, at=None))
        return DialogueStep(self.leave(None)) if self.is_unsaid else DialogueStep()

    # --- what the match says

    def follow(self, snapshot: Snapshot) -> "OverrideDialogue":
        """Forget the values when another match is shown."""
        if snapshot.match != self.match:
            return OverrideDialogue.of(snapshot)
        return replace(self, at_seq=snapshot.seq, settable=snapshot.settable, scene=snapshot.scene)

    def hear(self, told: SessionEvent) -> "OverrideDialogue":
        """Take the result of the override: if it was accepted no values are left; if it was refused or late they stay
        for a change.
        """
        if not self.is_said:
            return self
        match told:
            case RulingEvent(play=Override(), refusal=None):
                return replace(self, changes={}, told={}, is_said=False, refused=None)
            case RulingEvent(play=Override(), refusal=refusal) if refusal is not None:
                return replace(self, is_said=False, problem=refusal.message)
            case StaleTouch():
                return replace(self, is_said=False)
            case _:
                return self


def _role_of(one: Settable, scene: Scene) -> str:
    """Return the role of the side that a value belongs to, or whose piece; empty for a value of the match."""
    keys = one.path.split(".")
    pieces = () if scene.board is None else scene.board.pieces
    seats = {*keys, *(piece.seat for piece in pieces if piece.name in keys)}
    return next((side.role for side in scene.sides if side.seat in seats), "")


def _value_says(one: Settable) -> Words:
    found = next((setting.says for setting in one.settings if setting.value == one.value), None)
    return found or Text("{value}", value=str(one.value))
