"""A board as it lies on the mat, with its pieces and the ball; places that may be touched stand out."""

from collections.abc import Iterable
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Mesh
from kivy.graphics import Rectangle as Filled
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.showing.scene import Board, Piece, Scene
from ui.look import TARGET_MM, rgba
from ui.presenters.palette import LIVERIES, ON_LIVERIES, Palette
from ui.presenters.plan import BoardPlan, PieceSpot, Rectangle
from ui.widgets.pool import fill
from ui.widgets.says import Sign

GAP_PX = 0.5
"""Around each cell, so that cells of one colour are told apart."""
EDGE_MM = 3.8
"""How deep the letters and numbers along the edges are at least: they are looked up, and read from near."""
BALL, BALL_RIM = "#FFFFFF", ON_LIVERIES


class EdgeSign(Sign):
    """A letter or a number along a board's edge."""


class BoardPanel(FloatLayout):
    """The panel of a board. `on_place` carries the name of the touched place."""

    offered: tuple[str, ...] = ObjectProperty(())
    """Cells and pieces that a touch may choose now, by name."""

    __events__ = ("on_place",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._scene: Scene | None = None
        self._plan: BoardPlan | None = None
        self._cells = InstructionGroup()
        self._hints = InstructionGroup()
        self._pieces = InstructionGroup()
        for group in (self._cells, self._hints, self._pieces):
            self.canvas.before.add(group)
        self._letters: list[Sign] = []
        self._signs = FloatLayout()
        self.add_widget(self._signs)
        App.get_running_app().look.bind(theme=self._anew, game=self._anew)
        self.bind(pos=self._redraw, size=self._redraw, offered=self._draw_hints)

    def on_place(self, name: str) -> None:
        """Report that a place was touched."""

    def show(self, scene: Scene) -> None:
        """Show a board. It is drawn once for each scene, because the seconds of a clock do not change it."""
        if scene is not self._scene:
            self._scene = scene
            self._redraw()

    # --- drawing

    def _anew(self, *_: object) -> None:
        """Draw everything again, because the colours have changed."""
        self._plan = None
        self._redraw()

    def _redraw(self, *_: object) -> None:
        board = None if self._scene is None else self._scene.board
        if board is None or self.width <= 0 or self.height <= 0:
            self._plan = None
            for group in (self._cells, self._hints, self._pieces):
                group.clear()
            self._signs.clear_widgets()
            return
        room = Rectangle(self.x, self.y, self.width, self.height)
        edge_px = App.get_running_app().look.mm * EDGE_MM
        self._plan = plan = BoardPlan(board, room, self._plan, edge_px=edge_px)
        if not plan.has_cells_of_before:
            self._draw_cells(plan)
            self._draw_signs(plan)
        self._draw_hints()
        self._draw_pieces(plan)

    def _draw_cells(self, plan: BoardPlan) -> None:
        """Draw all cells of one colour at once; one by one, hundreds of cells would take a whole frame."""
        self._cells.clear()
        alike: dict[str, list[Rectangle]] = {}
        palette = App.get_running_app().look.palette
        for n, cell in enumerate(plan.board.cells):
            tone = _tones(palette, n)[cell.tone]
            alike.setdefault(tone, []).append(plan.cells[cell.name])
        for tone, cells in alike.items():
            self._cells.add(Color(*rgba(tone)))
            self._cells.add(_filled(cells))

    def _draw_signs(self, plan: BoardPlan) -> None:
        """Draw the labels of rows and columns, as plays and the printed board name them."""
        signs = plan.laid.signs
        for sign, (says, at) in zip(fill(self._signs, _new_sign, len(signs)), signs, strict=True):
            sign.says, sign.sign_px = says, min(at.width, at.height) * 0.95
            sign.size, sign.pos = (at.width, at.height), (at.x, at.y)

    def _draw_hints(self, *_: object) -> None:
        self._hints.clear()
        plan = self._plan
        if plan is None:
            return
        self._draw_reach(plan)
        self._hints.add(Color(*App.get_running_app().look.question))
        for name in self.offered:
            if name in plan.spots:
                spot = plan.spots[name]
                self._hints.add(Line(circle=(spot.x, spot.y, spot.side * 0.62), width=2.2))
            elif name in plan.cells:
                cell = plan.cells[name]
                edge = (cell.x + 2, cell.y + 2, cell.width - 4, cell.height - 4)
                self._hints.add(Line(rectangle=edge, width=1.6))

    def _draw_reach(self, plan: BoardPlan) -> None:
        """Frames the cells to which the ball may be played now, thinner than cells that may be touched."""
        self._hints.add(Color(*App.get_running_app().look.ink))
        for name in plan.board.reach:
            cell = plan.cells[name]
            edge = (cell.x, cell.y, cell.width, cell.height)
            self._hints.add(Line(rectangle=edge, width=1.4))

    def _draw_pieces(self, plan: BoardPlan) -> None:
        self._pieces.clear()
        standing = [piece for piece in plan.board.pieces if piece.name in plan.spots]
        while len(self._letters) < len(standing):
            letter = Sign(size_hint=(None, None), font_name="title", printed=rgba(ON_LIVERIES))
            self._letters.append(letter)
            self.add_widget(letter)
        for letter in self._letters[len(standing) :]:
            letter.opacity = 0
        for piece, letter in zip(standing, self._letters, strict=False):
            self._draw_piece(piece, letter, plan.spots[piece.name])
        self._draw_ball(plan.board, plan)

    def _draw_piece(self, piece: Piece, letter: Sign, spot: PieceSpot) -> None:
        side = spot.side
        role = self._scene.side(piece.seat).role if self._scene and piece.seat else None
        fill = LIVERIES[role].fill if role else App.get_running_app().look.palette.paper
        self._pieces.add(Color(*rgba(fill, 0.8 if piece.is_lying else 1.0)))
        is_square = role is not None and LIVERIES[role].shape in ("square", "triangle")
        shape = Filled if is_square else Ellipse
        self._pieces.add(shape(pos=(spot.x - side / 2, spot.y - side / 2), size=(side, side)))
        if piece.has_ball:
            self._ball_at(spot.x + side * 0.36, spot.y - side * 0.36, side * 0.5)
        letter.opacity, letter.says, letter.sign_px = 1, piece.letter, side * 0.75
        letter.size, letter.pos = (side, side), (spot.x - side / 2, spot.y - side / 2)

    def _draw_ball(self, board: Board, plan: BoardPlan) -> None:
        if board.ball is not None and board.ball in plan.cells:
            cell = plan.cells[board.ball]
            side = min(cell.width, cell.height) * 0.45
            self._ball_at(cell.x + cell.width * 0.72, cell.y + cell.height * 0.28, side)

    def _ball_at(self, x: float, y: float, side: float) -> None:
        for colour, across in ((BALL_RIM, side), (BALL, side * 0.8)):
            self._pieces.add(Color(*rgba(colour)))
            self._pieces.add(Ellipse(pos=(x - across / 2, y - across / 2), size=(across, across)))

    # --- touching

    def on_touch_down(self, touch: Any) -> bool:
        if self._plan is not None and self.collide_point(*touch.pos):
            reach = App.get_running_app().look.mm * TARGET_MM / 2
            name = self._plan.nearest(touch.x, touch.y, frozenset(self.offered), reach)
            if name is not None:
                self.dispatch("on_place", name)
                return True
        return bool(super().on_touch_down(touch))

    def place_px(self, name: str) -> tuple[float, float]:
        """Return where a cell or a piece is, in pixels of the window. Raises `KeyError`."""
        assert self._plan is not None
        return self._plan.middle_of(name)


def _new_sign() -> EdgeSign:
    return EdgeSign(size_hint=(None, None), font_name="strong")


def _tones(palette: Palette, n: int) -> dict[str, str]:
    """Return the colours of the cells; the cells of the pitch alternate."""
    return {
        "pitch": palette.pitch_other if n % 2 else palette.pitch,
        "area": palette.area,
        "goal": palette.goal,
        "end": palette.area,
        "path": palette.pitch_other,
        "bench": palette.raised,
    }


def _filled(cells: Iterable[Rectangle]) -> Mesh:
    vertices: list[float] = []
    indices: list[int] = []
    for n, cell in enumerate(cells):
        left, bottom = cell.x + GAP_PX, cell.y + GAP_PX
        right, top = cell.x + cell.width - GAP_PX, cell.y + cell.height - GAP_PX
        for x, y in ((left, bottom), (right, bottom), (right, top), (left, top)):
            vertices += (x, y, 0.0, 0.0)
        indices += (4 * n, 4 * n + 1, 4 * n + 2, 4 * n, 4 * n + 2, 4 * n + 3)
    return Mesh(vertices=vertices, indices=indices, mode="triangles")
