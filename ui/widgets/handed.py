"""A row that is mirrored for left hands, so that often used buttons are on their side."""

from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout


class HandedRow(BoxLayout):
    """A mirrored row; its children are written in the order for right hands. A column stays the same."""

    def __init__(self, **values: Any) -> None:
        self._is_mirrored = False
        super().__init__(**values)
        App.get_running_app().look.bind(is_left_handed=self._turn)
        self.bind(orientation=self._turn)

    def on_kv_post(self, _: object) -> None:
        self._turn()

    def _turn(self, *_: object) -> None:
        is_left = App.get_running_app().look.is_left_handed and self.orientation == "horizontal"
        if is_left != self._is_mirrored:
            self._is_mirrored = is_left
            # Kivy keeps children last first: added again in that order, they stand the other way round.
            children = list(self.children)
            self.clear_widgets()
            for child in children:
                self.add_widget(child)
