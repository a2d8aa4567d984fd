"""The menu of rarely used actions, and the list of keys."""

from dataclasses import dataclass

from companion.session.snapshot import Snapshot
from companion.words import Text, joined
from ui.presenters.hotkeys import FIGURES, HOTKEYS, Act
from ui.referee.dialogues.dialogue import Button, ButtonPrompt, DialogueStep

KEYS_A_LINE = 4


@dataclass(frozen=True, slots=True)
class MenuDialogue:
    """Asks which action is wanted."""

    is_muted: bool

    @property
    def prompt(self) -> ButtonPrompt:
        sound = Text("turn the sound on") if self.is_muted else Text("mute the sound")
        return ButtonPrompt(
            Text("what else?"),
            (
                Button(Text("set values"), Act.OVERRIDE, Text("a score or a clock: touch it above")),
                Button(Text("what the public sees"), Act.PUBLIC),
                Button(sound, Act.SOUND),
                Button(Text("clocks"), Act.CLOCKS),
                Button(Text("keys"), Act.KEYS),
            ),
        )

    def reply(self, said: Act) -> DialogueStep:
        return DialogueStep(command=said)

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "MenuDialogue":
        del snapshot
        return self


@dataclass(frozen=True, slots=True)
class KeyList:
    """Shows what each key does, and asks nothing."""

    @property
    def prompt(self) -> ButtonPrompt:
        keys = [Text("{key}: {says}", key=key.shown, says=key.says) for key in (*HOTKEYS, FIGURES)]
        lines = tuple(joined(keys[n : n + KEYS_A_LINE], "   ·   ") for n in range(0, len(keys), KEYS_A_LINE))
        return ButtonPrompt(Text("the keys"), lines=lines, is_wide=True)

    def reply(self, said: object) -> DialogueStep:
        del said
        return DialogueStep()

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "KeyList":
        del snapshot
        return self
