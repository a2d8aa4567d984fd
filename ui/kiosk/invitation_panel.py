"""The panel of a play that a visitor may choose: two to four large answers, and the seconds until the virtual player chooses."""

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.showing.scene import Face
from companion.words import LANGUAGES, translate
from ui.kiosk.invitation import Invited, Offered
from ui.widgets.pool import fill
from ui.widgets.touch import Touch

MANY_LETTERS, LONGEST = 24, "fr"
"""Choices with more, in the language that needs most, are written smaller on several lines, so that all
their words are read.
"""
LONG_NOTE = 60
"""What explains a choice and has more letters takes the room of the card's face: it is the card's own text."""


class ChoiceTouch(Touch):
    """An answer. The face of the card that it plays stands beside its words, where it is large enough to be known."""

    game = StringProperty("")
    face: Face | None = ObjectProperty(None, allownone=True)
    face_px = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        picture = self.ids.picture.__self__
        self.remove_widget(picture)
        self.add_widget(picture, index=len(self.children))


class InvitingPanel(BoxLayout):
    """The panel of a choice. `on_choose_play` carries the number of the choice."""

    asks = ObjectProperty("")
    demand = ObjectProperty("")
    role = StringProperty("")
    left_s = NumericProperty(0)
    is_of_cards = BooleanProperty(False)
    """Its choices are cards: a word each, which stand side by side."""

    __events__ = ("on_choose_play",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._offered: Sequence[Offered] = ()

    def on_choose_play(self, choice: int) -> None: ...

    def show(self, invited: Invited, game: str) -> None:
        """Show the visitor a question about a game, with the possible answers."""
        self.asks, self.role, self.demand = invited.asks, invited.role, invited.demand
        self.is_of_cards = all(offered.is_card for offered in invited.choices)
        self._offered = invited.choices
        touches = fill(self.ids.choices, self._new_touch, len(invited.choices))
        is_wordy = any(len(translate(one.says, LONGEST)) > MANY_LETTERS for one in invited.choices)
        for touch, offered in zip(touches, invited.choices, strict=True):
            touch.type_role, touch.wraps = "note" if is_wordy else "row", is_wordy
            touch.says, touch.under = offered.says, offered.under or ""
            note = offered.under
            is_long = note is not None and max(len(translate(note, one)) for one in LANGUAGES) > LONG_NOTE
            touch.game, touch.face = game, None if is_long else offered.face

    def _new_touch(self) -> ChoiceTouch:
        touch = ChoiceTouch(kind="paper")
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Any) -> None:
        touches = list(reversed(self.ids.choices.children))
        self.dispatch("on_choose_play", touches.index(touch))
