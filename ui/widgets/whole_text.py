"""Shows a text whole, over the page, while a finger rests on a text that was cut."""

from typing import Any

from kivy.app import App
from kivy.core.text import Label as CoreLabel
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from ui.presenters.palette import STYLE


class WholeText(Widget):
    """A panel with one text in the middle of the window, until the finger is lifted."""

    def __init__(self, text: str, **values: Any) -> None:
        super().__init__(size=Window.size, **values)
        look = App.get_running_app().look
        label = CoreLabel(
            text=text,
            font_name="text",
            font_size=int(STYLE.type["row"] * look.text_unit),
            text_size=(self.width - 6 * look.margin, None),
            halign="center",
        )
        label.refresh()
        width, height = label.texture.size
        edge = look.margin
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.canvas:
            Color(*look.paper_ink)
            Rectangle(pos=(x - edge - 2, y - edge - 2), size=(width + 2 * edge + 4, height + 2 * edge + 4))
            Color(*look.paper)
            Rectangle(pos=(x - edge, y - edge), size=(width + 2 * edge, height + 2 * edge))
            Color(*look.paper_ink)
            Rectangle(pos=(x, y), size=(width, height), texture=label.texture)

    def on_touch_up(self, touch: Any) -> bool:
        del touch
        if self.parent is not None:
            Window.remove_widget(self)
        return False


def show_whole(text: str) -> None:
    """Show this text, and no other one."""
    for shown in [one for one in Window.children if isinstance(one, WholeText)]:
        Window.remove_widget(shown)
    Window.add_widget(WholeText(text))
