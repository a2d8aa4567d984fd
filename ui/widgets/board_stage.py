"""The stage of the players: the board, the contest, or both, the contest above the board on a screen that lies."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from companion.showing.scene import Board, Scene
from ui.presenters.plan import Rectangle, board_depth
from ui.widgets.board import BoardPanel, edge_px
from ui.widgets.contest import ContestPanel

PAIR = 2
SHARE, LOWEST = 1 / 3, 180
"""Above a board a contest takes a third of the stage; less, where the board leaves less free and this height, in pixels of
a screen whose shorter side is 800, is enough.
"""


def stands_above(scene: Scene, *, is_tall: bool) -> bool:
    """Tell whether the contest of a scene stands above its board: with two sides, on a screen that lies. All others stand
    in the note beside the board or below it.
    """
    contest = scene.contest
    return scene.board is not None and contest is not None and len(contest.scales) == PAIR and not is_tall


class BoardStage(BoxLayout):
    """The panel. A board is never hidden, and keeps its size where it leaves room for a contest."""

    has_board = BooleanProperty(False)
    has_both = BooleanProperty(False)
    """A contest stands above the board now."""

    def __init__(self, **values: Any) -> None:
        super().__init__(orientation="vertical", **values)
        self.board, self.contest = BoardPanel(), ContestPanel()
        self._scene: Scene | None = None
        App.get_running_app().look.bind(is_tall=self._lay, unit=self._lay)
        self.bind(size=self._lay)

    @property
    def is_empty(self) -> bool:
        """Whether the scene has neither a board nor a contest."""
        return not self.children

    def show(self, scene: Scene) -> None:
        """Show a scene."""
        self._scene = scene
        if scene.board is not None:
            self.board.show(scene)
        if scene.contest is not None and scene.contest.scales:
            self.contest.show(scene.contest, scene)
        self._lay()

    def _lay(self, *_: object) -> None:
        scene, look = self._scene, App.get_running_app().look
        if scene is None:
            return
        board = scene.board
        is_contested = scene.contest is not None and bool(scene.contest.scales)
        self.has_board = board is not None
        self.has_both = stands_above(scene, is_tall=look.is_tall)
        shown = [
            *([self.contest] if is_contested and (board is None or self.has_both) else []),
            *([] if board is None else [self.board]),
        ]
        if self.children != shown[::-1]:
            self.clear_widgets()
            for one in shown:
                self.add_widget(one)
        self.spacing = look.gutter / 2
        self.contest.size_hint_y = None if self.has_both else 1
        if board is not None and self.has_both:
            self.contest.height = self._contest_px(board)

    def _contest_px(self, board: Board) -> float:
        """Return the height of a contest above the board."""
        third = max(1.0, self.height * SHARE)
        if min(self.size) <= 1:
            return third
        depth = board_depth(board, Rectangle(0, 0, *self.size), edge_px())
        free = self.height - self.spacing - depth
        return third if free < LOWEST * App.get_running_app().look.unit else min(free, third)
