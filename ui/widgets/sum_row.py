"""One line of a sum in a contest: its words, its value or its dice, and below why it is multiplied."""

from typing import Any

from kivy.app import App
from kivy.graphics import PopMatrix, PushMatrix
from kivy.graphics import Scale as Stretch
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.house_style import TextRole
from companion.words import Text
from ui.presenters.duel_plan import SumText
from ui.presenters.palette import STYLE
from ui.presenters.text_fit import MARGIN
from ui.widgets.mark import DrawnDie
from ui.widgets.pool import fill
from ui.widgets.says import Says, letters_px, line_px, needed_px

WORDS_SHARE = 0.82
"""The share of a line's height that its words take, as in the layout."""
WITH_REASON = 1.8
"""The share of a row's height that the line itself takes, if a reason stands under it."""
WITH_DICE, DIE, DIE_GAP = 1.7, 64, 8
"""The share of a row with dice, the side of a die at most, and the gap between two."""
GAP = 6
"""The gaps between words, value and dice."""
HIDDEN = "?"


class SumValue(Says):
    """The value of a line; a hidden one turns over as a card does."""

    turned = NumericProperty(1.0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        with self.canvas.before:
            PushMatrix()
            self._stretch = Stretch(1, 1, 1)
        with self.canvas.after:
            PopMatrix()
        for name in ("turned", "pos", "size"):
            self.fbind(name, self._turn)

    def _turn(self, *_: object) -> None:
        self._stretch.x = max(0.02, abs(1 - 2 * self.turned))
        self._stretch.origin = (*self.center, 0)


class SumRow(BoxLayout):
    """One line of a sum, and below it why it is multiplied."""

    says = ObjectProperty("")
    value = StringProperty("")
    why = ObjectProperty("")
    ink = ListProperty([1, 1, 1, 1])
    quiet = ListProperty([1, 1, 1, 1])
    is_low = BooleanProperty(False)
    is_large = BooleanProperty(False)
    """It has the letters of titles."""
    wraps = BooleanProperty(False)
    """Its words take two lines before they become smaller."""
    has_room = BooleanProperty(True)
    """Its reason can be read under it; the referee's list says it in any case."""
    is_turned = BooleanProperty(False)
    turned = NumericProperty(1.0)
    value_px = NumericProperty(60)
    dice_px = NumericProperty(0)
    """The width that its dice take at most."""
    like: Widget | None = ObjectProperty(None, allownone=True)
    """The widget whose sums all have one size: those of both sides."""

    def on_kv_post(self, _: object) -> None:
        self._text = SumText(Text(""), "")
        self.ids.words.bind(is_cut=self._shorten)

    def show(self, text: SumText) -> None:
        self.says, self.value, self.why, self.is_turned = text.says, text.value, text.why, text.is_turned
        self.has_room = True
        self._dice, self._text = text.dice, text
        fill(self.ids.dice, DrawnDie, len(text.dice))
        self.dice_px = len(text.dice) * (DIE + DIE_GAP) * App.get_running_app().look.unit
        self._turn()

    def on_turned(self, *_: object) -> None:
        self._turn()

    def _turn(self) -> None:
        """Draw its dice: with their faces once they have turned."""
        is_hidden = self.is_turned and self.turned < 0.5
        for drawn, die in zip(reversed(self.ids.dice.children), self._dice, strict=True):
            drawn.die, drawn.face = die.die, "" if is_hidden else die.face
            drawn.says = die.says if drawn.face else HIDDEN

    def words_px(self, role: TextRole, *, step: int = 1) -> float:
        """Return the width of its words on one line, in the first or the smaller one of a role's sizes, with the gaps behind
        them.
        """
        words, unit = self.ids.words, App.get_running_app().look.unit
        size_px = letters_px(STYLE.steps(role)[step], words.across_unit)
        wide = line_px(words.text, words.font_name, size_px)
        return wide / MARGIN + 2 * GAP * unit + self.dice_px

    def wrapped_px(self, width_px: float) -> float:
        """Return the height that it takes where its words are wrapped at a width."""
        words, gap = self.ids.words, 2 * GAP * App.get_running_app().look.unit
        return needed_px(words.text, words.font_name, TextRole.ROW, width_px - gap, wraps=True) / WORDS_SHARE

    def name_cards(self) -> None:
        """Name the cards that brought dice, until the words turn out to have no room for them."""
        if self._text.cards:
            self.says = self._text.says

    def _shorten(self, _: object, is_cut: bool) -> None:
        if is_cut and self._text.cards:
            self.says = self._text.brief

    @property
    def share(self) -> float:
        """How much of the height it takes, where a line without a reason takes 1."""
        return WITH_DICE if self.dice_px else WITH_REASON if self.why and self.has_room else 1.0
