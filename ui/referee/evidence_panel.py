"""The panel of one play: who entered it, its result, what it was read from, and what the referee can do."""

import math
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from kivy.app import App
from kivy.core.image import Image as CoreImage
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.backend.interface import Evidence
from companion.session.history_rows import SECRET, May
from companion.showing.scene import Scene
from companion.words import Text, Wording, joined
from ui.presenters.hotkeys import Act
from ui.referee.stood_panel import StoodPanel

__all__ = ["EvidencePanel", "StoodPanel"]
"""`StoodPanel` is named in the layout."""

SIGN_MM = 2.1
"""How wide a letter of the text is, on average."""


class EvidencePanel(BoxLayout):
    """The panel of one play. `on_act` carries the action of the touched button."""

    title = ObjectProperty("")
    told = ObjectProperty("")
    lines = NumericProperty(1)
    """How many lines that takes, about."""
    texture = ObjectProperty(None, allownone=True)
    can_change = BooleanProperty(False)
    can_protest = BooleanProperty(False)
    can_settle = BooleanProperty(False)
    way_back = ObjectProperty("")
    """What the button says instead of *undo from here* on the entry of a correction or an undo; empty: nothing else."""

    __events__ = ("on_act",)

    def __init__(self, **values: Any) -> None:
        self._story: tuple[Text | Wording, ...] = ()
        self._read: tuple[Text | Wording, ...] = ()
        super().__init__(**values)
        self.bind(width=lambda *_: self._tell())

    def on_act(self, act: Act) -> None: ...

    def show(self, title: Text | Wording | str, story: Sequence[Text | Wording], may: May) -> None:
        """Show a play, and what became of it."""
        self.title = title
        self._story = tuple(story)
        self.can_change, self.can_protest, self.can_settle = may.change, may.protest, may.settle
        self.way_back = may.go_back or ""
        self._tell()

    def show_moment(self, scene: Scene | None) -> None:
        """Show the board or the duel as it stood after the play."""
        self.ids.stood.show(scene)

    def show_evidence(self, found: Sequence[Evidence]) -> None:
        """Show the observations of the play, with the pictures that were kept."""
        self._read = tuple(one.says for one in found)
        jpeg = next((one.jpeg for one in found if one.jpeg), None)
        self.texture = None if jpeg is None else CoreImage(BytesIO(jpeg), ext="jpg").texture
        self._tell()

    def show_secret(self) -> None:
        """Say that the picture is hidden, because it shows a face-down card."""
        self.texture = None
        self._read = (SECRET,)
        self._tell()

    def _tell(self) -> None:
        lines = (*self._story, *self._read)
        told = [Text("{words}", words=words) for words in lines]
        look = App.get_running_app().look
        across = max(1.0, self.width / (look.mm * SIGN_MM))
        self.lines = sum(math.ceil(len(look.say(words)) / across) for words in lines)
        self.told = joined(told, "\n") if told else ""
