"""The panel of a walkthrough: the picture with the map of what was seen, one hint, the progress, and the possible answers."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from calibration.coverage import COLUMNS, ENOUGH, ROWS, Coverage
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from ui.calibrate.calibration_steps import shown
from ui.widgets.discarding import discard_children
from ui.widgets.handed import HandedRow
from ui.widgets.touch import Touch

LEAST = 0.55
"""How strong a cell is drawn in which anything was seen: it stands out from an empty one."""


class CoverageMap(Widget):
    """A map over the picture: the fuller a cell, the more was seen in it; the board's present place is outlined."""

    coverage = ObjectProperty(None, allownone=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.bind(coverage=self._draw, pos=self._draw, size=self._draw)
        App.get_running_app().look.bind(theme=self._draw, game=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        coverage: Coverage | None = self.coverage
        if coverage is None or self.height < 2:
            return
        look = App.get_running_app().look
        wide, high = self.width / COLUMNS, self.height / ROWS
        with self.canvas:
            for cell, count in enumerate(coverage.counts):
                row, column = divmod(cell, COLUMNS)
                place = self.x + column * wide, self.y + (ROWS - 1 - row) * high
                Color(*look.raised)
                Rectangle(pos=place, size=(wide - 2, high - 2))
                if count:
                    Color(*look.ink[:3], min(1.0, LEAST + (1 - LEAST) * count / (3 * ENOUGH)))
                    Rectangle(pos=place, size=(wide - 2, high - 2))
                if cell in coverage.here:
                    Color(*look.alarm)
                    Line(rectangle=(*place, wide - 2, high - 2), width=max(1.2, look.mm * 0.3))


class WalkPanel(HandedRow):
    """The panel of a walkthrough. `on_answer` carries the person's answer."""

    picture = ObjectProperty(None, allownone=True)
    hint = ObjectProperty("")
    refusal = ObjectProperty("")
    counts = ObjectProperty("")
    coverage = ObjectProperty(None, allownone=True)
    share = NumericProperty(0)
    has_picture = BooleanProperty(True)

    __events__ = ("on_answer",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.answers: Sequence[Any] = ()

    def show(self, step: WalkthroughStep) -> None:
        """Show a step."""
        now = shown(step)
        self.hint, self.refusal, self.counts = now.hint, now.refusal, now.counts
        self.share, self.coverage = now.share, step.coverage
        if now.answers != self.answers:
            self.answers = now.answers
            discard_children(self.ids.answers)
            for answer, says in now.answers:
                touch = Touch(says=says, kind="paper")
                touch.bind(on_choose=lambda _, answer=answer: self.dispatch("on_answer", answer))
                self.ids.answers.add_widget(touch)

    def on_answer(self, answer: WalkthroughReply) -> None: ...
