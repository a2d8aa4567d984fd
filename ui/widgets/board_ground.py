"""Shows the drawn field of a board as one texture; until it is drawn, there is none."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture

from companion.backend.interface import (
    FieldRequest,
)
from companion.backend.screen_pictures import DrawnPicture
from companion.rules.engine import Json
from ui.presenters.plan import BoardPlan
from ui.widgets.card_face import texture_of


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A field that was drawn; without a texture one that cannot be."""

    order: FieldRequest
    texture: Texture | None


class BoardGround:
    """The field below the pieces. `arrived` is called when there is a new one."""

    def __init__(self, arrived: Callable[[], None]) -> None:
        self.instructions = InstructionGroup()
        self._arrived = arrived
        self._drawn: _Drawn | None = None
        self._wanted: FieldRequest | None = None
        self._is_out = False

    def show(self, game: str, plan: BoardPlan) -> bool:
        """Show the field of a plan; return whether it is there. If not, it is drawn."""
        app = App.get_running_app()
        field = plan.field
        theme = "light" if app.look.theme == "light" else "dark"
        order = FieldRequest(game, plan.board.cells, theme, max(1, round(field.width)))
        self.instructions.clear()
        if self._drawn is not None and self._drawn.order == order:
            if self._drawn.texture is None:
                return False
            self.instructions.add(Color(1, 1, 1, 1))
            self.instructions.add(
                Rectangle(
                    texture=self._drawn.texture, pos=(field.x, field.y), size=(field.width, field.height)
                )
            )
            return True
        self._want(order)
        return False

    def _want(self, order: FieldRequest) -> None:
        """Have a field drawn, one after the other: while a window is resized only the last one counts."""
        self._wanted = order
        if self._is_out:
            return
        self._is_out = True
        app = App.get_running_app()
        snapshot = app.snapshot
        setup: Json = {} if snapshot is None or snapshot.game != order.game else snapshot.setup
        app.run_in_background(
            lambda: app.backend.draw_field(order, setup), lambda drawn: self._take(order, drawn)
        )

    def _take(self, order: FieldRequest, drawn: DrawnPicture | None) -> None:
        self._is_out = False
        if order != self._wanted and self._wanted is not None:
            self._want(self._wanted)
            return
        self._drawn = _Drawn(order, None if drawn is None else texture_of(drawn))
        self._arrived()
