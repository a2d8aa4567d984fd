"""A question to the table: two to four large answers on paper, the likeliest on the left, and none of these."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Asking
from companion.showing.scene import Scene
from companion.words import Text
from ui.widgets.touch import Touch

MOST_ANSWERS = 4


class QuestionPanel(BoxLayout):
    """`on_answer` brings the number of the option, or None: none of these."""

    asks = ObjectProperty("")
    is_narrow = BooleanProperty(False)
    """It stands beside a board."""

    __events__ = ("on_answer",)

    def __init__(self, asking: Asking, scene: Scene, **values: Any) -> None:
        self.asking = asking
        super().__init__(**values)
        self.asks = asking.question.asks
        for number, says in enumerate(asking.options[:MOST_ANSWERS]):
            self._add(number, says, scene)
        none = Touch(says=Text("None of these"))
        none.bind(on_choose=lambda _: self.dispatch("on_answer", None))
        self.ids.answers.add_widget(none)

    def _add(self, number: int, says: Text, scene: Scene) -> None:
        seat = self.asking.question.options[number].get("seat")
        role = next((side.role for side in scene.sides if side.seat == seat), "")
        answer = Touch(says=says, kind="paper", role=role)
        answer.bind(on_choose=lambda _: self.dispatch("on_answer", number))
        self.ids.answers.add_widget(answer)

    def on_answer(self, option: int | None) -> None: ...
