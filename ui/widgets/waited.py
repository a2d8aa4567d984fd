"""What is waited for, of whom; under it what was refused or cannot be read; beside it the table, as the camera sees it."""

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Snapshot
from companion.words import Text, joined

MOST_SENTENCES = 2


class WaitedPanel(BoxLayout):
    """The lower part of a screen at rest. Its buttons are events."""

    says = ObjectProperty("")
    role = StringProperty("")
    remark = ObjectProperty("")
    picture = ObjectProperty(None, allownone=True)
    is_desync = BooleanProperty(False)
    is_paused = BooleanProperty(False)
    is_over = BooleanProperty(False)
    is_narrow = BooleanProperty(False)
    """It stands beside a board."""

    __events__ = ("on_choose", "on_undo", "on_pause", "on_table_right")

    def show(self, snapshot: Snapshot) -> None:
        scene = snapshot.scene
        self.is_paused = bool(snapshot.pauses)
        self.is_over = scene.is_over
        self.is_desync = snapshot.desync is not None
        if snapshot.desync is not None:
            self.says, self.role = joined(list(snapshot.desync.says[:3]), " · "), ""
            return
        if scene.is_over:
            self.says, self.role = scene.result or Text("the match is over"), ""
            return
        different = list(dict.fromkeys(Text("{words}", words=waited.says) for waited in scene.waited))
        self.says = joined(different[:MOST_SENTENCES], " / ")
        seats = {waited.seat for waited in scene.waited}
        seat = seats.pop() if len(seats) == 1 else None
        self.role = scene.side(seat).role if seat is not None else ""

    def on_choose(self) -> None: ...

    def on_undo(self) -> None: ...

    def on_pause(self) -> None: ...

    def on_table_right(self) -> None: ...
