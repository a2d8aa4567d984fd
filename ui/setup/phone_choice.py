"""The panel on which a phone is chosen as the camera: the lines of the cameras, and the code that the phone scans."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty

from companion.backend.interface import Backend
from companion.words import Text
from ui.presenters.lines import MenuLine
from ui.widgets.handed import HandedRow

LOOKS_A_SECOND = 4


class PhoneChoice(HandedRow):
    """The panel: `begin(backend)` shows the code until `end()`; `on_choose` carries the value of the touched line."""

    picture = ObjectProperty(None, allownone=True)
    says = ObjectProperty("")

    __events__ = ("on_choose",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._looking: Any = None

    def begin(self, backend: Backend) -> None:
        """Begin to show the code and the state of the phone."""
        self.end()
        self.says = Text("one moment…")
        self._looking = Clock.schedule_interval(lambda _: self._look(backend), 1 / LOOKS_A_SECOND)

    def end(self) -> None:
        """Stop showing the code."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        self.picture = None

    def show(self, lines: tuple[MenuLine, ...], *, is_new: bool) -> None:
        """Show these lines beside the code."""
        self.ids.lines.show(lines, is_new=is_new)

    def on_choose(self, key: str, value: Any) -> None: ...

    def _look(self, backend: Backend) -> None:
        standing = backend.phone()
        if standing is not None:
            self.picture, self.says = standing.picture, standing.says
