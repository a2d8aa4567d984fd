"""Shows the board, or the duel, as it stood after a play of the history."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.showing.scene import Contest, Scene
from ui.widgets.board import BoardPanel
from ui.widgets.board_note import NoteRow
from ui.widgets.contest import in_order
from ui.widgets.pool import fill
from ui.widgets.says import Says


class StoodPanel(BoxLayout):
    """The panel of a moment that is past. Nothing can be touched on it."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._board: BoardPanel | None = None
        self._duel = BoxLayout(orientation="vertical")
        self._outcome = Says(is_sentence=True, font_name="title", type_role="row")

    def show(self, scene: Scene | None) -> None:
        """Show a moment; None, or a moment without a board and without a contest: nothing."""
        panel: Widget | None = None
        if scene is not None and scene.board is not None:
            self._board = self._board or BoardPanel()
            self._board.show(scene)
            panel = self._board
        elif scene is not None and scene.contest is not None and scene.contest.scales:
            self._show_duel(scene.contest, scene)
            panel = self._duel
        wanted = [] if panel is None else [panel]
        if self.children != wanted:
            self.clear_widgets()
            for one in wanted:
                self.add_widget(one)

    def _show_duel(self, contest: Contest, scene: Scene) -> None:
        scales = in_order(contest, scene)
        if self._outcome.parent is not None:
            self._duel.remove_widget(self._outcome)
        for row, scale in zip(fill(self._duel, NoteRow, len(scales)), scales, strict=True):
            row.show_scale(scale, scene)
        self._outcome.says = contest.outcome or ""
        self._outcome.size_hint_y = 0.5 if contest.outcome else 0.0001
        self._duel.add_widget(self._outcome)
