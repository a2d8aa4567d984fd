"""A play that a visitor may choose: two to four large answers on paper, and the seconds after which its player does."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.kiosk.invitation import Invited
from ui.widgets.pool import fill
from ui.widgets.touch import Touch

UNDER_MM = 4.2
"""What a card is worth, under its name in large."""


class InvitingPanel(BoxLayout):
    """`on_choose_play` brings the number of the choice, or None: its player is to choose."""

    asks = ObjectProperty("")
    role = StringProperty("")
    left_s = NumericProperty(0)
    is_of_cards = BooleanProperty(False)
    """Its choices are cards: a word each, which stand side by side."""

    __events__ = ("on_choose_play",)

    def on_choose_play(self, choice: int | None) -> None: ...

    def show(self, invited: Invited) -> None:
        """Ask this."""
        self.asks, self.role = invited.asks, invited.role
        self.is_of_cards = all(offered.is_card for offered in invited.choices)
        look = App.get_running_app().look
        touches = fill(self.ids.choices, self._new_touch, len(invited.choices))
        for touch, offered in zip(touches, invited.choices, strict=True):
            touch.says, touch.under = offered.says, offered.under or ""
            touch.most = look.height / (9 if offered.is_card else 20)
            touch.under_most = look.mm * UNDER_MM if offered.is_card else 0

    def _new_touch(self) -> Touch:
        touch = Touch(kind="paper")
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Any) -> None:
        touches = list(reversed(self.ids.choices.children))
        self.dispatch("on_choose_play", touches.index(touch))
