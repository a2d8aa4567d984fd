"""The panel that asks what the dice of an earlier roll showed: a row of faces for each die, and the roll that they make."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.referee.dialogues.dialogue import Button, DicePrompt, RolledDie
from ui.widgets.mark import DieTouch
from ui.widgets.pool import fill
from ui.widgets.touch import Touch


class FacesRow(BoxLayout):
    """The faces of one die. `on_face` carries the place of the touched one."""

    die = StringProperty("")
    count = NumericProperty(1)
    """The number of faces of the die."""

    __events__ = ("on_face",)

    def on_face(self, at: int) -> None: ...

    def show(self, die: RolledDie) -> None:
        self.die, self.count = die.kind, len(die.faces)
        for touch, (face, says) in zip(self._touches(len(die.faces)), die.faces, strict=True):
            touch.die, touch.face, touch.says = die.kind, face, says

    def choose(self, at: int) -> None:
        """Mark a face as the one that the die showed."""
        for n, touch in enumerate(self._touches(len(self.ids.faces.children))):
            touch.kind = "main" if n == at else "plain"

    def _touches(self, count: int) -> list[DieTouch]:
        return fill(self.ids.faces, self._new_touch, count)

    def _new_touch(self) -> DieTouch:
        touch = DieTouch()
        touch.bind(on_choose=lambda one: self.dispatch("on_face", self.ids.faces.children[::-1].index(one)))
        return touch


class DicePanel(BoxLayout):
    """The panel. `on_reply` carries the roll that was chosen, or the reply of one of the other buttons."""

    title = ObjectProperty("")
    makes = ObjectProperty("")
    """The roll that the chosen faces make."""
    is_changed = BooleanProperty(False)

    __events__ = ("on_reply", "on_back")

    def __init__(self, prompt: DicePrompt, **values: Any) -> None:
        super().__init__(**values)
        self._prompt = prompt
        self._chosen = [die.was for die in prompt.dice]
        self.title = prompt.title
        for row, die in zip(self._rows(), prompt.dice, strict=True):
            row.show(die)
        for touch, button in zip(self._others(), prompt.last, strict=True):
            touch.says = button.says
            touch.bind(on_choose=lambda _, button=button: self.dispatch("on_reply", button.reply))
        self._tell()

    def on_reply(self, reply: object) -> None: ...

    def on_back(self) -> None: ...

    def choose(self, die: int, at: int) -> None:
        """Say that a die showed the face at this place."""
        if at < len(self._prompt.dice[die].faces):
            self._chosen[die] = at
            self._tell()

    def finish(self) -> None:
        """Reply the roll that the chosen faces make, if it is another one than before."""
        roll = self._roll
        if self.is_changed and roll is not None:
            self.dispatch("on_reply", roll.reply)

    def key(self, name: str) -> bool:
        """Take a key: Enter confirms the roll."""
        if name not in ("enter", "numpadenter"):
            return False
        self.finish()
        return True

    @property
    def _roll(self) -> Button | None:
        return self._prompt.roll(self._chosen)

    def _tell(self) -> None:
        for row, at in zip(self._rows(), self._chosen, strict=True):
            row.choose(at)
        roll = self._roll
        self.is_changed = roll is not None and self._chosen != [die.was for die in self._prompt.dice]
        self.makes = "" if roll is None else roll.says

    def _rows(self) -> list[FacesRow]:
        return fill(self.ids.dice, self._new_row, len(self._prompt.dice))

    def _new_row(self) -> FacesRow:
        row = FacesRow()
        row.bind(on_face=lambda one, at: self.choose(self.ids.dice.children[::-1].index(one), at))
        return row

    def _others(self) -> list[Touch]:
        return fill(self.ids.last, Touch, len(self._prompt.last))
