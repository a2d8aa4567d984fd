"""The panel that says what the match waits for, what was refused or cannot be read, and shows the camera's picture; and the
menu of a match, over the choice of plays.
"""

import math
from typing import Any

from kivy.app import App
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.locks import Freedom, PlayerAct
from companion.session.snapshot import Call, Snapshot
from companion.words import Text
from ui.presenters.sentences import waiting
from ui.widgets.ending import EndTools
from ui.widgets.game_art import MatPicture
from ui.widgets.mark import SideMark
from ui.widgets.pool import fill
from ui.widgets.step_frame import only

__all__ = ["EndTools", "MatPicture", "Tools", "WaitedPanel", "call_sentence", "table_speaks"]
"""`MatPicture` is named in the layout."""

ACROSS, ACROSS_NARROW, ALL_ACROSS = 4, 2, 7
"""The buttons beside each other on a screen that lies, beside a board or on one that stands, and after the end."""


class Tools(GridLayout):
    """The buttons that are always there; each keeps its place. `on_act` carries the action of the touched one."""

    is_desync = BooleanProperty(False)
    is_so_far = BooleanProperty(False)
    """A play was understood and waits for what may follow; a touch says that it is meant."""
    is_paused = BooleanProperty(False)
    has_begun = BooleanProperty(True)
    """Something was played."""
    is_menu = BooleanProperty(False)
    """The buttons stand over the choice of plays, and the first one leads back to it."""
    can_undo = BooleanProperty(False)
    """A play is in force that can be taken back."""
    locked = ListProperty([])
    """What a referee has to allow, or what is off; a touch says who can unlock it."""

    __events__ = ("on_act",)

    def on_act(self, what: str) -> None: ...


class WaitedPanel(BoxLayout):
    """The lower part of the page while nothing is asked. Its buttons are events."""

    says = ObjectProperty("")
    role = StringProperty("")
    picture = ObjectProperty(None, allownone=True)
    is_desync = BooleanProperty(False)
    is_so_far = BooleanProperty(False)
    """A play was understood and waits for what may follow; a touch says that it is meant."""
    plan_game = StringProperty("")
    """The game whose mat is drawn small, where a camera looks at a mat without a board; empty: none is drawn."""
    seen: tuple[str, ...] = ObjectProperty(())
    """The zones of the mat in which things were just seen that no play accounts for yet."""
    is_paused = BooleanProperty(False)
    tool_rows = NumericProperty(1)
    is_over = BooleanProperty(False)
    has_ended = AliasProperty(lambda self: self.is_over and not self.is_desync, bind=("is_over", "is_desync"))
    """Only the end is left to be told, in the middle of the page: no cards lie wrong."""
    has_hall = BooleanProperty(False)
    """Referees of a hall can be called."""
    call_says = ObjectProperty("")
    """What the button says that calls a referee."""
    is_calling = BooleanProperty(False)
    is_narrow = BooleanProperty(False)
    """It stands beside a board."""
    is_hushed = BooleanProperty(False)
    """A highlight has the stage: what to do next is said in a low voice."""
    is_menu = BooleanProperty(False)
    """It was opened over the choice of plays: none of its buttons does what the match waits for, which is said in a low
    voice.
    """

    __events__ = (
        "on_choose",
        "on_undo",
        "on_pause",
        "on_table_right",
        "on_meant",
        "on_call",
        "on_hint",
    )

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._tools, self.end_tools = Tools(), EndTools(cols=ALL_ACROSS)
        self._tools.bind(on_act=lambda _, what: self.dispatch(f"on_{what}"))
        self.bind(has_ended=lambda *_: self._show_tools(), is_narrow=lambda *_: self._show_tools())
        App.get_running_app().look.bind(is_tall=lambda *_: self._show_tools())
        self._show_tools()

    def _show_tools(self) -> None:
        tools = self.end_tools if self.has_ended else self._tools
        is_narrow = self.is_narrow or App.get_running_app().look.is_tall
        tools.cols = ACROSS_NARROW if is_narrow else ALL_ACROSS if self.has_ended else ACROSS
        self.tool_rows = math.ceil(len(tools.children) / tools.cols)
        only(self.ids.tools, tools)

    def show(self, snapshot: Snapshot, *, has_camera: bool) -> None:
        self.plan_game = snapshot.game if has_camera and snapshot.scene.board is None else ""
        self.seen = () if snapshot.so_far is None else snapshot.so_far.zones
        self.is_paused = bool(snapshot.pauses)
        self.is_over = snapshot.scene.is_over
        self.is_desync = snapshot.desync is not None
        self.is_menu = self._tools.is_menu = not self.is_over and not table_speaks(snapshot)
        self._tools.has_begun = bool(snapshot.seq)
        self._tools.can_undo = self.end_tools.can_undo = snapshot.can_undo
        self._tools.is_desync, self._tools.is_paused = self.is_desync, self.is_paused
        self._tools.locked = [
            act.value for act in PlayerAct if snapshot.locks.freedom(act) is not Freedom.FREE
        ]
        self._tools.is_so_far = self.is_so_far = snapshot.so_far is not None and snapshot.so_far.is_play
        self.has_hall, self.is_calling = snapshot.has_hall, snapshot.call is not None
        self.call_says = call_sentence(snapshot.call)
        waits = waiting(snapshot)
        self.says, self.role = waits.says, waits.role
        for mark, role in zip(fill(self.ids.marks, SideMark, len(waits.roles)), waits.roles, strict=True):
            mark.role = role

    def on_choose(self) -> None: ...

    def on_undo(self) -> None: ...

    def on_pause(self) -> None: ...

    def on_table_right(self) -> None: ...

    def on_meant(self) -> None: ...

    def on_call(self) -> None: ...

    def on_hint(self) -> None: ...


def table_speaks(snapshot: Snapshot) -> bool:
    """Tell whether the camera has seen something that the match does not account for yet."""
    return snapshot.desync is not None or snapshot.so_far is not None


def call_sentence(call: Call | None) -> Text:
    """Return what the button says that calls a referee of the hall."""
    if call is None:
        return Text("Call a referee of the hall")
    if call.coming is None:
        return Text("A referee is called; touch to take it back")
    return Text("{name} is coming; touch when it is settled", name=call.coming)
