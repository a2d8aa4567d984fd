"""The menu of rarely used actions, and the list of keys."""

from dataclasses import dataclass

from companion.session.snapshot import Snapshot
from companion.words import Text
from ui.presenters.hotkeys import FIGURES, HOTKEYS, Act
from ui.referee.dialogues.dialogue import Button, ButtonPrompt, DialogueStep, KeysPrompt


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
