"""A board, seen as the mat lies, with its pieces and the ball; what may be touched now stands out, and a touch near it is enough."""

import math
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.showing.scene import Board, Cell, Piece, Scene
from ui.look import TARGET_MM, rgba
from ui.presenters.palette import LIVERIES
from ui.widgets.says import Says

PIECE = 0.8
"""A piece's diameter, as a share of the smaller side of its cell."""


class BoardPanel(FloatLayout):
    """`on_touch_place` brings the name of the offered place that was touched."""

    scene: Scene | None = ObjectProperty(None, allownone=True)
    offered: tuple[str, ...] = ObjectProperty(())
    """Cells and pieces that a touch may choose now, by name."""

    __events__ = ("on_place",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._cells = InstructionGroup()
        self._hints = InstructionGroup()
        self._pieces = InstructionGroup()
        for group in (self._cells, self._hints, self._pieces):
            self.canvas.before.add(group)
        self._letters: list[Says] = []
        self._drawn: object = None
        look = App.get_running_app().look
        look.bind(theme=self._redraw)
        self.bind(pos=self._redraw, size=self._redraw, offered=self._draw_hints)

    def on_place(self, name: str) -> None:
        """A place was touched."""

    def show(self, scene: Scene) -> None:
        self.scene = scene
        self._redraw()

    # --- where things are

    @property
    def _board(self) -> Board | None:
        return None if self.scene is None else self.scene.board

    @property
    def _scale(self) -> float:
        if self._board is None:
            return 1.0
        left, top, right, bottom = self._extent_mm()
        return min(self.width / (right - left), self.height / (bottom - top))

    def _extent_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all cells: the mat around them has nothing to show."""
        board = self._board
        assert board is not None
        return (
            min(cell.x_mm for cell in board.cells),
            min(cell.y_mm for cell in board.cells),
            max(cell.x_mm + cell.width_mm for cell in board.cells),
            max(cell.y_mm + cell.height_mm for cell in board.cells),
        )

    def _corner(self) -> tuple[float, float]:
        """Where the top left corner of the mat would be, in pixels, with the cells in the middle."""
        left, top, right, bottom = self._extent_mm()
        return (
            self.x + self.width / 2 - (left + right) / 2 * self._scale,
            self.y + self.height / 2 + (top + bottom) / 2 * self._scale,
        )

    def rectangle(self, cell: Cell) -> tuple[float, float, float, float]:
        """A cell's left, bottom, width and height in pixels."""
        left, top = self._corner()
        scale = self._scale
        return (
            left + cell.x_mm * scale,
            top - (cell.y_mm + cell.height_mm) * scale,
            cell.width_mm * scale,
            cell.height_mm * scale,
        )

    def _spots(self, board: Board) -> dict[str, tuple[float, float, float]]:
        """Each piece's middle and diameter: those that share a cell stand side by side."""
        cells = {cell.name: cell for cell in board.cells}
        spots = {}
        for name, cell in cells.items():
            here = [piece for piece in board.pieces if piece.cell == name]
            if not here:
                continue
            left, bottom, width, height = self.rectangle(cell)
            columns = math.ceil(math.sqrt(len(here) * width / max(height, 1)))
            columns = max(1, min(len(here), columns))
            rows = math.ceil(len(here) / columns)
            side = min(width / columns, height / rows)
            for n, piece in enumerate(here):
                row, column = divmod(n, columns)
                x = left + width * (column + 0.5) / columns
                y = bottom + height * (1 - (row + 0.5) / rows)
                spots[piece.name] = (x, y, side * PIECE)
        return spots

    # --- drawing

    def _redraw(self, *_: object) -> None:
        board = self._board
        self._cells.clear()
        if board is None:
            return
        palette = App.get_running_app().look.palette
        tones = {
            "pitch": palette.pitch,
            "area": palette.area,
            "goal": palette.goal,
            "end": palette.area,
            "path": palette.pitch_other,
            "bench": palette.raised,
        }
        for n, cell in enumerate(board.cells):
            x, y, width, height = self.rectangle(cell)
            tone = tones[cell.tone]
            if cell.tone == "pitch" and n % 2:
                tone = palette.pitch_other
            self._cells.add(Color(*rgba(tone)))
            self._cells.add(Rectangle(pos=(x + 0.5, y + 0.5), size=(width - 1, height - 1)))
        self._draw_hints()
        self._draw_pieces(board)

    def _draw_hints(self, *_: object) -> None:
        self._hints.clear()
        board = self._board
        if board is None or not self.offered:
            return
        look = App.get_running_app().look
        self._hints.add(Color(*look.accent))
        offered = set(self.offered)
        for cell in board.cells:
            if cell.name in offered:
                x, y, width, height = self.rectangle(cell)
                self._hints.add(Line(rectangle=(x + 2, y + 2, width - 4, height - 4), width=1.6))
        for name, (x, y, side) in self._spots(board).items():
            if name in offered:
                self._hints.add(Line(circle=(x, y, side * 0.62), width=2.2))

    def _draw_pieces(self, board: Board) -> None:
        self._pieces.clear()
        spots = self._spots(board)
        while len(self._letters) < len(board.pieces):
            letter = Says(size_hint=(None, None), font_name="title")
            self._letters.append(letter)
            self.add_widget(letter)
        for n, letter in enumerate(self._letters):
            if n >= len(board.pieces) or board.pieces[n].name not in spots:
                letter.opacity = 0
                continue
            self._draw_piece(board.pieces[n], letter, spots[board.pieces[n].name])
        if board.ball is not None:
            self._draw_ball(board)

    def _draw_piece(self, piece: Piece, letter: Says, spot: tuple[float, float, float]) -> None:
        x, y, side = spot
        role = self.scene.side(piece.seat).role if self.scene and piece.seat else None
        fill = LIVERIES[role].fill if role else App.get_running_app().look.palette.paper
        self._pieces.add(Color(*rgba(fill, 0.55 if piece.is_lying else 1.0)))
        if role and LIVERIES[role].shape in ("square", "triangle"):
            self._pieces.add(Rectangle(pos=(x - side / 2, y - side / 2), size=(side, side)))
        else:
            self._pieces.add(Ellipse(pos=(x - side / 2, y - side / 2), size=(side, side)))
        if piece.has_ball:
            self._ball_at(x + side * 0.36, y - side * 0.36, side * 0.5)
        letter.opacity = 1
        letter.says = piece.letter
        letter.color = rgba("#0C1712")
        letter.most = side * 0.75
        letter.size = (side, side)
        letter.center = (x, y)

    def _draw_ball(self, board: Board) -> None:
        cell = next((cell for cell in board.cells if cell.name == board.ball), None)
        if cell is not None:
            x, y, width, height = self.rectangle(cell)
            side = min(width, height) * 0.45
            self._ball_at(x + width * 0.72, y + height * 0.28, side)

    def _ball_at(self, x: float, y: float, side: float) -> None:
        self._pieces.add(Color(*rgba("#0C1712")))
        self._pieces.add(Ellipse(pos=(x - side / 2, y - side / 2), size=(side, side)))
        self._pieces.add(Color(*rgba("#FFFFFF")))
        self._pieces.add(Ellipse(pos=(x - side * 0.4, y - side * 0.4), size=(side * 0.8, side * 0.8)))

    # --- touching

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or self._board is None:
            return bool(super().on_touch_down(touch))
        name = self._nearest(touch.x, touch.y)
        if name is not None:
            self.dispatch("on_place", name)
            return True
        return bool(super().on_touch_down(touch))

    def _nearest(self, x: float, y: float) -> str | None:
        """The offered place under a finger; else the nearest within half of what a finger covers."""
        board = self._board
        assert board is not None
        offered = set(self.offered)
        places = [
            (name, math.hypot(x - px, y - py) - side / 2)
            for name, (px, py, side) in self._spots(board).items()
            if name in offered
        ]
        for cell in board.cells:
            if cell.name in offered:
                left, bottom, width, height = self.rectangle(cell)
                away = math.hypot(max(left - x, 0, x - left - width), max(bottom - y, 0, y - bottom - height))
                places.append((cell.name, away))
        near = min(places, key=lambda place: place[1], default=None)
        reach = App.get_running_app().look.mm * TARGET_MM / 2
        return near[0] if near is not None and near[1] <= reach else None

    def place_px(self, name: str) -> tuple[float, float]:
        """Where a cell or a piece is, in the window's pixels. Raises `KeyError`."""
        board = self._board
        assert board is not None
        spots = self._spots(board)
        if name in spots:
            return spots[name][:2]
        cells = {cell.name: cell for cell in board.cells}
        x, y, width, height = self.rectangle(cells[name])
        return x + width / 2, y + height / 2
