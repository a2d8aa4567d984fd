"""A question to the table: two to four large answers, the likeliest on the left, and «none of these»."""

from collections.abc import Iterator
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play import seat_said
from companion.session.snapshot import Asking
from companion.showing.scene import Scene
from companion.words import Text
from ui.presenters.plan import Rectangle
from ui.presenters.rim import Rim, box_rim
from ui.widgets.touch import Touch

MOST_ANSWERS = 4


class OtherAnswers(BoxLayout):
    """The buttons under the offered answers: none of these, or another play."""

    is_narrow = BooleanProperty(False)


class QuestionPanel(BoxLayout):
    """The panel of a question.

    `on_answer` carries the number of the option, or None: none of these; `on_another`: none of them, and the play will
    be entered by hand.
    """

    asks = ObjectProperty("")
    is_narrow = BooleanProperty(False)
    """It stands beside a board."""

    __events__ = ("on_answer", "on_another")

    def __init__(self, asking: Asking, scene: Scene, **values: Any) -> None:
        self.asking = asking
        super().__init__(**values)
        self.asks = asking.question.asks
        for number, says in enumerate(asking.options[:MOST_ANSWERS]):
            self._add(number, says, scene)
        self.ids.answers.add_widget(self._others())

    def rims(self) -> Iterator[Rim]:
        """Return the edge of the panel."""
        yield box_rim("question", Rectangle(self.x, self.y, self.width, self.height))

    def _others(self) -> BoxLayout:
        others = OtherAnswers(is_narrow=self.is_narrow)
        self.bind(is_narrow=others.setter("is_narrow"))
        none, another = Touch(says=Text("None of these")), Touch(says=Text("Another play…"))
        none.bind(on_choose=lambda _: self.dispatch("on_answer", None))
        another.bind(on_choose=lambda _: self.dispatch("on_another"))
        for touch in (none, another):
            others.add_widget(touch)
        return others

    def _add(self, number: int, says: Text, scene: Scene) -> None:
        seat = seat_said(self.asking.question.options[number])
        role = next((side.role for side in scene.sides if side.seat == seat), "")
        answer = Touch(says=says, kind="paper", role=role)
        answer.bind(on_choose=lambda _: self.dispatch("on_answer", number))
        self.ids.answers.add_widget(answer)

    def on_answer(self, option: int | None) -> None: ...

    def on_another(self) -> None: ...
