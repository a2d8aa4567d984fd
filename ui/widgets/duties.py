"""What hands have still to do at the table, for each person: with a tick that nobody must touch, and that anybody may."""

from collections.abc import Iterator
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.showing.duties import DutyRow, duty_rows
from companion.showing.scene import Scene
from ui.presenters.palette import Rim, box_rim
from ui.presenters.plan import Rectangle
from ui.widgets.pool import fill

ABREAST, ABREAST_NARROW = 4, 2
"""The most persons beside each other, on a screen that lies, and below a board or on one that stands."""
ROW, ROW_NARROW = 34, 26
"""The least height of a row, on a screen of 1280 x 800, and below a board there."""


class DutyBox(BoxLayout):
    """A person's duties: the tick, the mark, and the words."""

    role = StringProperty("")
    says = ObjectProperty("")
    is_done = BooleanProperty(False)
    needed_px = NumericProperty(0)
    is_narrow = BooleanProperty(False)
    """A board needs the room."""

    def show(self, row: DutyRow, scene: Scene) -> None:
        self.role = "" if row.seat is None else scene.side(row.seat).role
        self.says, self.is_done = row.says, row.is_done

    def rims(self) -> Iterator[Rim]:
        """Return the edge of the tick's box."""
        tick = self.ids.tick
        yield box_rim("tick", Rectangle(tick.x, tick.y, tick.width, tick.height))

    def on_touch_up(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and touch.grab_current is None:
            self.is_done = not self.is_done
        return bool(super().on_touch_up(touch))


class DutiesPanel(GridLayout):
    """All duties of a moment; as high as its rows, and absent without any."""

    is_narrow = BooleanProperty(False)
    """It stands below a board."""
    is_tall = BooleanProperty(False)
    is_needed = BooleanProperty(True)
    """Whether another play may come before which hands have something to do."""
    row_px = NumericProperty(0)
    """The height of a row: what the longest words need."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._rows: tuple[DutyRow, ...] = ()

    def show(self, scene: Scene) -> None:
        """Show the duties of a scene."""
        rows = duty_rows(scene.duties)
        if rows == self._rows:
            return
        self._rows = rows
        boxes = fill(self, self._new_box, len(rows))
        for box, row in zip(boxes, rows, strict=True):
            box.show(row, scene)
        self._lay()

    def _new_box(self) -> DutyBox:
        box = DutyBox()
        box.bind(needed_px=lambda *_: self._size())
        return box

    def _size(self) -> None:
        least = App.get_running_app().look.unit * (ROW_NARROW if self.is_narrow else ROW)
        self.row_px = max([least, *(box.needed_px for box in self.children)])

    def on_is_narrow(self, *_: object) -> None:
        self._lay()

    def on_is_tall(self, *_: object) -> None:
        self._lay()

    def _lay(self) -> None:
        most = ABREAST_NARROW if self.is_narrow or self.is_tall else ABREAST
        lines = -(-len(self._rows) // most) or 1
        self.cols = max(1, -(-len(self._rows) // lines))
        self._size()
