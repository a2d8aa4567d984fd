"""Shows menu lines, as many as fit, and the others on further pages (see `ui.presenters.lines`)."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Text, joined
from ui.presenters.lines import MenuLine, MenuOption, pages
from ui.widgets.card_face import FaceTouch, TouchSeats
from ui.widgets.handed import HandedRow
from ui.widgets.pool import fill
from ui.widgets.touch import Touch

LEAST_MM, LEAST_TALL_MM = 17, 31
"""The least height of a line, on a screen that lies and on one that stands."""
IN_A_ROW, LEAST_OF_TWO_ROWS_MM = 4, 27
"""Answers that stand side by side on a screen that lies, and the least height of a line with more."""
TELLING_MM = 12
"""Of a line without answers, unless a page asks for more."""
PAGER_MM = 13


class ChoiceLine(HandedRow):
    """One menu line."""

    title = ObjectProperty("")
    says = ObjectProperty("")
    role = StringProperty("")
    standing = StringProperty("")
    has_words = BooleanProperty(True)
    has_options = BooleanProperty(True)
    count = NumericProperty(1)
    has_faces = BooleanProperty(False)
    """Some answers are cards."""

    def __init__(self, **values: Any) -> None:
        self._seats: TouchSeats | None = None
        super().__init__(**values)

    def seats(self, make: Callable[[Touch], Touch]) -> TouchSeats:
        """Return the buttons of the answers."""
        if self._seats is None:
            self._seats = TouchSeats(self.ids.options, make)
        return self._seats


class LinesPanel(BoxLayout):
    """The panel of lines: call `show(lines)`; `on_choose` carries the line's key and the option's value."""

    page = NumericProperty(0)
    page_count = NumericProperty(1)
    says_page = ObjectProperty("")
    lines = ListProperty([])
    telling_mm = NumericProperty(TELLING_MM)
    """The least height of a line without answers."""

    __events__ = ("on_choose",)

    def __init__(self, **values: Any) -> None:
        self._shown: list[tuple[Touch, str, MenuOption]] = []
        super().__init__(**values)
        look = App.get_running_app().look
        look.bind(is_tall=self._lay, mm=self._lay, text_scale=self._lay)
        self.bind(size=self._lay)

    def show(self, lines: Sequence[MenuLine], *, is_new: bool = False) -> None:
        """Show other lines; `is_new` begins at the first page."""
        if is_new:
            self.page = 0
        self.lines = list(lines)
        self._lay()

    def turn(self) -> None:
        """Show the next page; the first follows the last."""
        self.page = (self.page + 1) % self.page_count
        self._lay()

    def on_choose(self, key: str, value: object) -> None: ...

    def _lay(self, *_: object) -> None:
        look = App.get_running_app().look
        is_telling = all(not line.options for line in self.lines)
        least_mm = self.telling_mm if is_telling else LEAST_MM
        if look.is_tall and not is_telling:
            least_mm = LEAST_TALL_MM
        elif any(len(line.options) > IN_A_ROW for line in self.lines):
            least_mm = max(least_mm, LEAST_OF_TWO_ROWS_MM)
        least_mm *= look.text_scale
        room = max(1, int((self.height - look.mm * PAGER_MM) / (look.mm * (least_mm + 1))))
        fits_all = len(self.lines) * look.mm * (least_mm + 1) <= self.height
        spread = pages(self.lines, len(self.lines) if fits_all else room)
        self.page_count, self.page = len(spread), min(self.page, len(spread) - 1)
        self.says_page = Text("page {n} of {count}: more", n=self.page + 1, count=self.page_count)
        shown = spread[int(self.page)]
        self._shown.clear()
        for line, row in zip(shown, fill(self.ids.lines, ChoiceLine, len(shown)), strict=True):
            self._show_line(line, row)

    def _show_line(self, line: MenuLine, row: ChoiceLine) -> None:
        row.title, row.says, row.role = line.title, line.says, line.role
        row.standing = line.standing.value
        row.has_words = bool(line.title or line.says)
        row.has_options = bool(line.options)
        row.count = max(1, len(line.options))
        touches = row.seats(self._touch).fill(
            [Touch if option.card is None else FaceTouch for option in line.options]
        )
        row.has_faces = any(option.card is not None for option in line.options)
        for option, touch in zip(line.options, touches, strict=True):
            touch.says, touch.under, touch.role = option.says, option.under, option.role
            touch.kind = "main" if option.is_main else "paper" if option.is_chosen else "plain"
            if isinstance(touch, FaceTouch) and option.card is not None:
                touch.game, touch.face = option.card.game, option.card.face
                touch.badge = option.badge
                # Who does not see the face is told which of several cards of one name it is.
                touch.says = joined([Text("{card}", card=words) for words in (option.says, option.under)])
            self._shown.append((touch, line.key, option))

    def _touch(self, touch: Touch) -> Touch:
        touch.bind(on_choose=self._chosen)
        return touch

    def _chosen(self, touch: Touch) -> None:
        found = next(((key, option) for one, key, option in self._shown if one is touch), None)
        if found is not None:
            self.dispatch("on_choose", found[0], found[1].value)
