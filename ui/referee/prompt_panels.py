"""Makes the panel that shows a prompt and carries its reply."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from ui.presenters.hotkeys import Act
from ui.referee.buttons_panel import ButtonsPanel
from ui.referee.cell_panel import CellPanel
from ui.referee.clocks_panel import ClocksPanel
from ui.referee.dialogues.dialogue import (
    BY_HAND,
    ButtonPrompt,
    CellPrompt,
    ClockChange,
    ClocksPrompt,
    KeysPrompt,
    NumberPrompt,
    PlayPrompt,
    Prompt,
    TableQuestionPrompt,
    TextPrompt,
)
from ui.referee.keys_panel import KeysPanel
from ui.referee.number_panel import NumberPanel
from ui.referee.play_panel import PlayPanel
from ui.referee.text_panel import TextPanel
from ui.widgets.question import QuestionPanel


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
