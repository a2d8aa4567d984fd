"""The panel that says what the match waits for, what was refused or cannot be read, and shows the camera's picture."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.session.snapshot import Snapshot
from ui.presenters.wait_sentence import waiting
from ui.widgets.frame import only


class Tools(GridLayout):
    """A row of buttons; `on_act` carries the action of the touched one."""

    is_desync = BooleanProperty(False)
    is_so_far = BooleanProperty(False)
    """A play was understood and waits for what may follow; a touch says that it is meant."""
    is_paused = BooleanProperty(False)
    is_narrow = BooleanProperty(False)

    __events__ = ("on_act",)

    def on_act(self, what: str) -> None: ...


class FirstTools(Tools):
    """The buttons that are often used."""


class MoreTools(Tools):
    """The buttons that are rarely used."""


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
    has_more = BooleanProperty(False)
    """The buttons that are needed seldom stand there."""

    __events__ = ("on_choose", "on_undo", "on_pause", "on_table_right", "on_meant")

    def __init__(self, **values: Any) -> None:
        self._tools = FirstTools(), MoreTools()
        super().__init__(**values)
        for tools in self._tools:
            tools.bind(on_act=lambda _, what: self._act(what))
        for name in ("is_desync", "is_so_far", "is_paused", "is_narrow"):
            self.fbind(name, self._pass_on, name)
        only(self.ids.tools, self._tools[0])

    def _pass_on(self, name: str, *_: object) -> None:
        for tools in self._tools:
            setattr(tools, name, getattr(self, name))

    def _act(self, what: str) -> None:
        if what == "more":
            self.has_more = not self.has_more
        else:
            self.dispatch(f"on_{what}")

    def on_has_more(self, *_: object) -> None:
        only(self.ids.tools, self._tools[self.has_more])

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
