"""The panel that says what the match waits for, what was refused or cannot be read, and shows the camera's picture."""

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.session.snapshot import Snapshot
from ui.presenters.wait_sentence import waiting


class Tools(GridLayout):
    """The buttons that are always there; each keeps its place. `on_act` carries the action of the touched one."""

    is_desync = BooleanProperty(False)
    is_so_far = BooleanProperty(False)
    """A play was understood and waits for what may follow; a touch says that it is meant."""
    is_paused = BooleanProperty(False)

    __events__ = ("on_act",)

    def on_act(self, what: str) -> None: ...


class WaitedPanel(BoxLayout):
    """The lower part of the page while nothing is asked. Its buttons are events."""

    says = ObjectProperty("")
    role = StringProperty("")
    remark = ObjectProperty("")
    picture = ObjectProperty(None, allownone=True)
    is_desync = BooleanProperty(False)
    is_so_far = BooleanProperty(False)
    """A play was understood and waits for what may follow; a touch says that it is meant."""
    is_paused = BooleanProperty(False)
    is_over = BooleanProperty(False)
    is_narrow = BooleanProperty(False)
    """It stands beside a board."""

    __events__ = ("on_choose", "on_undo", "on_pause", "on_table_right", "on_meant")

    def show(self, snapshot: Snapshot) -> None:
        self.is_paused = bool(snapshot.pauses)
        self.is_over = snapshot.scene.is_over
        self.is_desync = snapshot.desync is not None
        self.is_so_far = snapshot.so_far is not None and snapshot.so_far.is_play
        waits = waiting(snapshot)
        self.says, self.role = waits.says, waits.role

    def on_choose(self) -> None: ...

    def on_undo(self) -> None: ...

    def on_pause(self) -> None: ...

    def on_table_right(self) -> None: ...

    def on_meant(self) -> None: ...
