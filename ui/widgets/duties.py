"""What hands have still to do at the table, for each person: with a tick that nobody must touch, and that anybody may."""

from collections.abc import Iterator
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.showing.duties import DutyRow, duty_rows
from companion.showing.scene import Scene
from companion.words import Text, as_sentence
from ui.presenters.palette import Rim, box_rim
from ui.presenters.plan import Rectangle
from ui.widgets.pool import fill
from ui.widgets.says import show_whole

ABREAST, ABREAST_NARROW = 4, 2
"""The most persons beside each other, on a screen that lies, and below a board or on one that stands."""
FOLDED = 3
"""The most persons who stand beside each other where sums need the room; of more the first duty is shown."""
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
    more = ObjectProperty("")
    """How many duties are not shown; empty: all are."""
    whole: tuple[Text, ...] = ()
    """All duties, to be shown at a touch where there is only one line."""

    def show(self, row: DutyRow, scene: Scene) -> None:
        self.role = "" if row.seat is None else scene.side(row.seat).role
        self.says, self.is_done, self.more, self.whole = row.says, row.is_done, "", ()

    def show_first(self, rows: tuple[DutyRow, ...], scene: Scene) -> None:
        """Show the first open duty of everybody, or of who is waited for, and how many more there are."""
        waited = {None, *(one.seat for one in scene.waited)}
        duties = [duty for duty in scene.duties if not duty.is_done] or list(scene.duties)
        duty = min(duties, key=lambda one: (one.seat is not None, one.seat not in waited))
        self.show(DutyRow(duty.seat, Text("{words}", words=duty.says), is_done=duty.is_done), scene)
        hidden = len(duties) - 1
        self.more = Text("+{n} more", n=hidden) if hidden else ""
        self.whole = tuple(
            row.says
            if row.seat is None
            else Text("{who}: {what}", who=scene.side(row.seat).called, what=row.says)
            for row in rows
        )

    def rims(self) -> Iterator[Rim]:
        """Return the edge of the tick's box."""
        tick = self.ids.tick
        yield box_rim("tick", Rectangle(tick.x, tick.y, tick.width, tick.height))

    def on_touch_up(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and touch.grab_current is None and not self.more:
            self.is_done = not self.is_done
        return bool(super().on_touch_up(touch))

    def on_touch_down(self, touch: Any) -> bool:
        if self.more and self.collide_point(*touch.pos):
            say = App.get_running_app().look.say
            show_whole("\n\n".join(as_sentence(say(one)) for one in self.whole))
            return True
        return bool(super().on_touch_down(touch))


class DutiesPanel(GridLayout):
    """All duties of a moment; as high as its rows, and absent without any."""

    is_narrow = BooleanProperty(False)
    """It stands below a board."""
    is_folded = BooleanProperty(False)
    """Sums and totals need the room: where there are many duties, one line shows the first."""
    has_board = BooleanProperty(False)
    """It stands below or above a board."""
    is_needed = BooleanProperty(True)
    """Whether another play may come before which hands have something to do."""
    is_hushed = BooleanProperty(False)
    """A highlight has the stage: the duties keep their room, and are told after it."""
    row_px = NumericProperty(0)
    """The height of a row: what the longest words need."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._duties: tuple[DutyRow, ...] = ()
        self._scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Show the duties of a scene."""
        self.has_board = scene.board is not None
        rows = duty_rows(scene.duties)
        if rows == self._duties:
            return
        self._duties, self._scene = rows, scene
        self._fill()

    def on_is_folded(self, *_: object) -> None:
        self._fill()

    def _fill(self) -> None:
        rows, scene = self._duties, self._scene
        if scene is None:
            return
        is_cut = self.is_folded and len(rows) > FOLDED
        boxes = fill(self, self._new_box, 1 if is_cut else len(rows))
        if is_cut:
            boxes[0].show_first(rows, scene)
        else:
            for box, row in zip(boxes, rows, strict=True):
                box.show(row, scene)
        self._lay()

    def _new_box(self) -> DutyBox:
        box = DutyBox()
        box.bind(needed_px=lambda *_: self._size())
        return box

    def _size(self) -> None:
        least = App.get_running_app().look.unit * (ROW_NARROW if self.is_narrow or self.is_folded else ROW)
        self.row_px = max([least, *(box.needed_px for box in self.children)])

    def on_is_narrow(self, *_: object) -> None:
        self._lay()

    def _lay(self) -> None:
        most = ABREAST_NARROW if self.is_narrow else FOLDED if self.is_folded else ABREAST
        shown = len(self.children)
        lines = -(-shown // most) or 1
        self.cols = max(1, -(-shown // lines))
        self._size()
