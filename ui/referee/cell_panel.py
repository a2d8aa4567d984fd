"""The panel to choose a place: a cell of the board, or a button for a place that is no cell."""

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.showing.scene import Scene, Words
from ui.widgets.board import BoardPanel
from ui.widgets.touch import Touch


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
