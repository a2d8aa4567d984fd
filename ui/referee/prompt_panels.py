"""The panels that show a dialogue's prompts, and carry the replies: buttons, cells, clocks, numbers, plays."""

import math
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play import Play
from companion.session.snapshot import Snapshot
from companion.showing.scene import Scene, Words
from companion.timers import ClockReading
from companion.words import Text, Wording
from ui.look import TARGET_MM
from ui.page import LastRemark
from ui.presenters.hotkeys import Act, Hotkey
from ui.referee.dialogues.dialogue import (
    BY_HAND,
    Button,
    ButtonPrompt,
    CellPrompt,
    ClockChange,
    ClocksPrompt,
    DicePrompt,
    KeysPrompt,
    NumberPrompt,
    PlayPrompt,
    Prompt,
    TableQuestionPrompt,
    TextPrompt,
)
from ui.referee.dice_panel import DicePanel
from ui.referee.locking import TextPanel
from ui.widgets.board import BoardPanel
from ui.widgets.chooser import ChooserPanel, QuestionPanel
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.score import minutes
from ui.widgets.touch import Touch

# --- buttons panel
# A question with buttons: a title, lines to read, and the buttons, page by page. Digits on the keyboard choose too.

LONG = 30
"""Letters of an answer from which on it is written smaller, so that it is shown whole."""
MOST_ROWS = 4
"""Of two buttons each; fewer where there is less room."""
ABREAST = ((14, 6), (26, 4))
"""Buttons in a row of a panel as wide as the page: up to so many letters, so many; of more letters three."""
MOST_ABREAST = 3
SLIP_PX = 1
LINE_MM, SIGN_MM = 5.6, 1.6
"""The height of a line of text, and the width of one of its letters on average."""
_MORE = Button(Text("more"), reply=None)
"""Turns to the next page of buttons."""


class ButtonsPanel(BoxLayout):
    """The panel of a question. `on_reply` carries the reply of the touched button; `on_back`: none was wanted."""

    title = ObjectProperty("")
    remark = ObjectProperty("")
    back_says = ObjectProperty("")
    """What the button says that leads one step back."""
    across = NumericProperty(2)
    rows_below = NumericProperty(0)
    """Rows of buttons below lines to read, which take the rest; 0: there is nothing to read."""

    __events__ = ("on_reply", "on_back")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._prompt = ButtonPrompt("")
        self._page = 0
        self._rows = MOST_ROWS
        self._abreast = 2
        self._shown: list[Button] = []
        self._shared = 0
        """So many letters all buttons have in common with what was noted."""
        self.ids.grid.bind(height=self._fit)
        self.ids.lines.bind(size=lambda *_: self._tell())
        App.get_running_app().look.bind(language=self._share)

    def on_reply(self, reply: object) -> None: ...

    def on_back(self) -> None: ...

    def ask(self, prompt: ButtonPrompt) -> None:
        self._prompt, self._page = prompt, 0
        self.title, self.remark, self.back_says = prompt.title, prompt.remark, prompt.back
        for touch, button in zip(fill(self.ids.last, Touch, len(prompt.last)), prompt.last, strict=True):
            touch.says, touch.is_across = button.says, True
            touch.bind(on_choose=lambda _, button=button: self._choose(button))
        self._share()
        self._tell()

    def _share(self, *_: object) -> None:
        """Find what the buttons need not repeat, and how many of them stand side by side."""
        prompt, look = self._prompt, App.get_running_app().look
        says = [look.say(button.says) for button in prompt.buttons]
        self._shared = shared_letters([look.say(prompt.noted), *says]) if prompt.noted else 0
        longest = max(map(len, says), default=0) - self._shared
        abreast = next((count for letters, count in ABREAST if longest <= letters), MOST_ABREAST)
        if not prompt.noted or look.is_tall:
            abreast = MOST_ABREAST
        self._abreast = abreast if prompt.is_wide else 2
        rows = math.ceil(len(prompt.buttons) / self._abreast)
        self.rows_below = min(MOST_ROWS, rows) if prompt.lines else 0
        self._rows = self.rows_below or MOST_ROWS
        self._turn(0)

    def _tell(self) -> None:
        """Show as many lines as there is room for, each whole, and how many more there are."""
        look = App.get_running_app().look
        across = max(1.0, self.ids.lines.width / (look.mm * SIGN_MM))
        rows = [math.ceil(len(look.say(says)) / across) for says in self._prompt.lines]
        room = max(1, int(self.ids.lines.height / (look.mm * LINE_MM)))
        lines = list(self._prompt.lines)
        if sum(rows) > room:
            most = max(1, sum(total < room for total in accumulate(rows)))
            lines = [*lines[:most], Text("and {n} more", n=len(lines) - most)]
            rows = [*rows[:most], 1]
        labels = fill(self.ids.lines, self._new_line, len(lines))
        for label, says, high in zip(labels, lines, rows, strict=True):
            label.says, label.size_hint_y = says, high

    def choose(self, figure: int) -> None:
        """Choose the button at this place, from 1."""
        buttons = (*self._shown, *self._prompt.last)
        if 1 <= figure <= len(buttons):
            self._choose(buttons[figure - 1])

    def _choose(self, button: Button) -> None:
        if button is _MORE:
            self._turn((self._page + 1) % math.ceil(len(self._prompt.buttons) / (self._room - 1)))
        elif not button.is_off:
            self.dispatch("on_reply", button.reply)

    def _fit(self, _: object, height: float) -> None:
        """Show as many rows as leave each button high enough for a finger."""
        mm = App.get_running_app().look.mm
        rows = int((height + mm + SLIP_PX) / ((TARGET_MM + 1) * mm))
        rows = min(rows, self.rows_below or MOST_ROWS) or 1
        if self._shown and rows != self._rows:
            self._rows = rows
            self._turn(0)

    @property
    def _room(self) -> int:
        """How many answers a page has room for."""
        return max(2, self._abreast * self._rows)

    def _turn(self, page: int) -> None:
        buttons, most = self._prompt.buttons, self._room
        self._page = page
        if len(buttons) <= most:
            self._shown = list(buttons)
        else:
            self._shown = [*buttons[page * (most - 1) : (page + 1) * (most - 1)], _MORE]
        is_column = not self.rows_below and len(self._shown) <= min(3, self._rows)
        self.across = 1 if is_column else self._abreast
        touches = fill(self.ids.grid, self._new_touch, len(self._shown))
        for touch, button in zip(touches, self._shown, strict=True):
            says = App.get_running_app().look.say(button.says)
            touch.says = says[self._shared :] if self._shared and button is not _MORE else button.says
            touch.under, touch.kind, touch.is_off = button.under, button.kind, button.is_off
            is_long = len(says) - self._shared > LONG
            touch.role, touch.wraps, touch.type_role = button.role, is_long, "note" if is_long else "row"

    def _new_touch(self) -> Touch:
        touch = Touch()
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Touch) -> None:
        touches = list(reversed(self.ids.grid.children))
        self._choose(self._shown[touches.index(touch)])

    def _new_line(self) -> Says:
        return Says(halign="left", type_role="note", wraps=True)


def shared_letters(sentences: Sequence[str]) -> int:
    """Return how many letters at their beginning all sentences share, up to the last word before they part: it says what the
    rest is about, as in `to b1`.
    """
    words = [one.split(" ") for one in sentences]
    shared = len(list(takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))))
    shared = min(shared, *(len(one) - 1 for one in words))
    kept = (
        words[0][:shared] if shared and words[0][shared - 1].endswith(":") else words[0][: max(0, shared - 1)]
    )
    return sum(len(word) + 1 for word in kept)


# --- cell panel
# The panel to choose a place: a cell of the board, or a button for a place that is no cell.


class CellPanel(BoxLayout):
    """The panel to choose a place. `on_place` carries its name; `on_back`: none was wanted."""

    title = ObjectProperty("")

    __events__ = ("on_place", "on_back")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._board = BoardPanel()
        self._board.bind(on_place=lambda _, name: self.dispatch("on_place", name))
        self.ids.board.add_widget(self._board)

    def on_place(self, name: str) -> None: ...

    def on_back(self) -> None: ...

    def show(self, scene: Scene, cells: tuple[str, ...], others: tuple[tuple[str, Words], ...]) -> None:
        """Show the board, the cells that may be chosen, and places that are no cells."""
        self._board.show(scene)
        self._board.offered = cells
        for name, says in others:
            touch = Touch(says=says)
            touch.bind(on_choose=lambda _, name=name: self.dispatch("on_place", name))
            self.ids.others.add_widget(touch)


# --- clocks panel
# The panel of all clocks, to pause, change and set them.


class ClockRow(BoxLayout):
    """One clock. Adding time means more time left; for a clock that counts up, less time used."""

    title = ObjectProperty("")
    time = StringProperty("")
    is_running = BooleanProperty(False)

    __events__ = ("on_add", "on_set")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.clock = ""
        self.counts_up = False

    def on_add(self, ms: int) -> None: ...

    def on_set(self) -> None: ...

    def show(self, reading: ClockReading) -> None:
        self.clock, self.counts_up = reading.clock.name, reading.left_ms is None
        self.title, self.is_running = reading.clock.title, reading.is_running
        self.time = minutes(reading.spent_ms if reading.left_ms is None else reading.left_ms)


class ClocksPanel(BoxLayout):
    """The panel of clocks. `on_add` carries a clock's name and the time to add; `on_set` its name."""

    is_paused = BooleanProperty(False)

    __events__ = ("on_add", "on_set", "on_pause", "on_back")

    def show(self, readings: tuple[ClockReading, ...], *, is_paused: bool) -> None:
        self.is_paused = is_paused
        rows = fill(self.ids.clocks, self._new_row, len(readings))
        for row, reading in zip(rows, readings, strict=True):
            row.show(reading)

    def on_add(self, clock: str, ms: int) -> None: ...

    def on_set(self, clock: str) -> None: ...

    def on_pause(self) -> None: ...

    def on_back(self) -> None: ...

    def _new_row(self) -> ClockRow:
        row = ClockRow()
        # A clock that counts up shows more when it has seen more: what is added to it is time that is taken back.
        row.bind(on_add=lambda row, ms: self.dispatch("on_add", row.clock, -ms if row.counts_up else ms))
        row.bind(on_set=lambda row: self.dispatch("on_set", row.clock))
        return row


# --- number panel
# The panel to set a whole number in steps.


class NumberPanel(BoxLayout):
    """The panel of a number. `on_done` carries the number; `on_back`: none was wanted."""

    title = ObjectProperty("")
    was = ObjectProperty("")
    shown = StringProperty("")
    value = NumericProperty(0)

    __events__ = ("on_done", "on_back")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._least, self._most = 0, 0

    def on_done(self, value: int) -> None: ...

    def on_back(self) -> None: ...

    def ask(self, title: Text, value: int, least: int, most: int) -> None:
        self._least, self._most = least, most
        self.title, self.was = title, Text("before: {value}", value=value)
        self.value = value
        self.shown = str(value)

    def step(self, by: int) -> None:
        self.value = min(max(self.value + by, self._least), self._most)
        self.shown = str(int(self.value))

    def finish(self) -> None:
        self.dispatch("on_done", int(self.value))

    def key(self, name: str) -> bool:
        """Take a key: arrows change the number, Enter confirms it."""
        steps = {"up": 1, "right": 1, "down": -1, "left": -1, "pageup": 10, "pagedown": -10}
        if name in steps:
            self.step(steps[name])
        elif name in ("enter", "numpadenter"):
            self.finish()
        else:
            return False
        return True


# --- keys panel
# The table of the referee's keys: each key, and beside it what it does.

COLUMNS, COLUMNS_TALL = 2, 1
"""How many keys stand beside each other on a screen that lies, and on one that stands."""


class KeyLine(BoxLayout):
    """One key of the table."""

    shown = ObjectProperty("")
    says = ObjectProperty("")


class KeysPanel(BoxLayout):
    """The panel of keys, which are read down one column and then the next. `on_back`: they were read."""

    title = ObjectProperty("")
    keys = ListProperty([])
    columns = NumericProperty(COLUMNS)
    a_column = NumericProperty(1)
    """How many keys stand below each other."""

    __events__ = ("on_back",)

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(is_tall=self._lay)

    def on_back(self) -> None: ...

    def show(self, keys: Sequence[Hotkey]) -> None:
        self.keys = list(keys)
        self._lay()

    def _lay(self, *_: object) -> None:
        self.columns = COLUMNS_TALL if App.get_running_app().look.is_tall else COLUMNS
        self.a_column = math.ceil(len(self.keys) / self.columns)
        for line, key in zip(fill(self.ids.lines, KeyLine, len(self.keys)), self.keys, strict=True):
            line.shown, line.says = key.shown, key.says


# --- play panel
# The panel to choose a play: what is being entered and where it goes, the buttons, and beside them the board, if
# there is one.


class PlayPanel(BoxLayout):
    """The panel of a play that is entered. `on_play` carries it; `on_close`: none was wanted."""

    about = ObjectProperty("")
    """What is entered, and where in the match it goes; empty: a play in its turn."""
    remark = ObjectProperty("")
    """Why the last touch on the board was not possible, for a while."""
    has_board = BooleanProperty(False)
    """A board stands beside the buttons, and its pieces and cells can be touched."""

    __events__ = ("on_play", "on_close")

    def __init__(self, *, is_past: bool, is_tall: bool) -> None:
        super().__init__()
        self._is_tall = is_tall
        self._last_remark = LastRemark(self._say)
        self._board = BoardPanel(answers_all=True)
        self.chooser = ChooserPanel(is_narrow=is_tall, is_past=is_past)
        self.chooser.bind(
            on_play=lambda _, play: self.dispatch("on_play", play),
            on_close=lambda _: self.dispatch("on_close"),
            on_step=lambda _: self._offer(),
        )
        self._board.bind(on_place=lambda _, name: self.chooser.pick_place(name))
        self._board.bind(on_doubt=lambda _, names: self.chooser.pick_among(names))
        self._board.bind(on_other=lambda _, name: self._pick_other(name))
        self.ids.chooser.add_widget(self.chooser)

    def on_play(self, play: Play) -> None: ...

    def on_close(self) -> None: ...

    def show(self, snapshot: Snapshot, about: Text | Wording | str) -> None:
        """Show what may be chosen, and where it goes."""
        self.about = about
        # On a screen that stands, the buttons need the height that a board would take.
        self.has_board = snapshot.scene.board is not None and not self._is_tall
        wanted = [self._board] if self.has_board else []
        if self.ids.board.children != wanted:
            self.ids.board.clear_widgets()
            for board in wanted:
                self.ids.board.add_widget(board)
        self.chooser.is_narrow = self._is_tall or self.has_board
        if self.has_board:
            self._board.show(snapshot.scene)
        self.chooser.show(snapshot)

    def _offer(self) -> None:
        if self.has_board:
            self._board.offer(self.chooser.choosing)

    def _pick_other(self, name: str) -> None:
        why = self.chooser.pick_other(name)
        if why is not None:
            self._last_remark.answer(why)

    def _say(self, words: Text | str) -> None:
        self.remark = words


# --- prompt panels


def panel_of(
    prompt: Prompt, reply: Callable[[Any], None], back: Callable[[], None], *, is_tall: bool
) -> Widget:
    """Return a new panel for a prompt. `reply` is called with the referee's reply, `back` when he goes back."""
    panel: Widget
    match prompt:
        case ButtonPrompt():
            panel = ButtonsPanel()
            panel.bind(on_reply=lambda _, said: reply(said))
            panel.ask(prompt)
        case DicePrompt():
            panel = DicePanel(prompt)
            panel.bind(on_reply=lambda _, said: reply(said))
        case TextPrompt(title, ready):
            panel = TextPanel()
            panel.bind(on_done=lambda _, words: reply(words))
            panel.ask(title, ready)
        case NumberPrompt(title, value, least, most):
            panel = NumberPanel()
            panel.bind(on_done=lambda _, number: reply(number))
            panel.ask(title, value, least, most)
        case CellPrompt(title, scene, cells, others):
            panel = CellPanel(title=title)
            panel.bind(on_place=lambda _, name: reply(name))
            panel.show(scene, cells, others)
        case PlayPrompt(snapshot, is_past):
            panel = PlayPanel(is_past=is_past, is_tall=is_tall)
            panel.bind(on_play=lambda _, play: reply(play), on_close=lambda _: back())
            panel.show(snapshot, prompt.about)
            return panel
        case TableQuestionPrompt(asking, scene):
            panel = QuestionPanel(asking, scene)
            panel.bind(on_answer=lambda _, option: reply(option), on_another=lambda _: reply(BY_HAND))
            return panel
        case ClocksPrompt(readings, is_paused):
            panel = ClocksPanel()
            panel.bind(
                on_add=lambda _, clock, more_ms: reply(ClockChange(clock, more_ms)),
                on_set=lambda _, clock: reply(clock),
                on_pause=lambda _: reply(Act.PAUSE),
            )
            panel.show(readings, is_paused=is_paused)
        case KeysPrompt(title, keys):
            panel = KeysPanel(title=title)
            panel.show(keys)
    panel.bind(on_back=lambda _: back())
    return panel


def is_refreshed(panel: Widget, prompt: Prompt) -> bool:
    """Update the panel with a prompt of the same kind; return whether that was possible."""
    match panel, prompt:
        case ClocksPanel(), ClocksPrompt(readings, is_paused):
            panel.show(readings, is_paused=is_paused)
            return True
        case PlayPanel(), PlayPrompt(snapshot, is_past) if panel.chooser.is_past == is_past:
            panel.show(snapshot, prompt.about)
            return True
        case _:
            return False


def is_wide(prompt: Prompt) -> bool:
    """Tell whether the prompt takes the place of the history instead of standing beside it."""
    match prompt:
        case ButtonPrompt():
            return prompt.is_wide
        case NumberPrompt() | ClocksPrompt():
            return False
        case _:
            return True
