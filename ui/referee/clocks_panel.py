"""The panel of all clocks, to pause, change and set them."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.timers import ClockReading
from ui.widgets.pool import fill
from ui.widgets.score import minutes


class ClockRow(BoxLayout):
    """One clock. Adding time means more time left; for a clock that counts up, less time used."""

    title = ObjectProperty("")
    time = StringProperty("")
    is_running = BooleanProperty(False)

    __events__ = ("on_add", "on_set")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.clock = ""
        self.counts_up = False

    def on_add(self, ms: int) -> None: ...

    def on_set(self) -> None: ...

    def show(self, reading: ClockReading) -> None:
        self.clock, self.counts_up = reading.clock.name, reading.left_ms is None
        self.title, self.is_running = reading.clock.title, reading.is_running
        self.time = minutes(reading.spent_ms if reading.left_ms is None else reading.left_ms)


class ClocksPanel(BoxLayout):
    """The panel of clocks. `on_add` carries a clock's name and the time to add; `on_set` its name."""

    is_paused = BooleanProperty(False)

    __events__ = ("on_add", "on_set", "on_pause", "on_back")

    def show(self, readings: tuple[ClockReading, ...], *, is_paused: bool) -> None:
        self.is_paused = is_paused
        rows = fill(self.ids.clocks, self._new_row, len(readings))
        for row, reading in zip(rows, readings, strict=True):
            row.show(reading)

    def on_add(self, clock: str, ms: int) -> None: ...

    def on_set(self, clock: str) -> None: ...

    def on_pause(self) -> None: ...

    def on_back(self) -> None: ...

    def _new_row(self) -> ClockRow:
        row = ClockRow()
        # A clock that counts up shows more when it has seen more: what is added to it is time that is taken back.
        row.bind(on_add=lambda row, ms: self.dispatch("on_add", row.clock, -ms if row.counts_up else ms))
        row.bind(on_set=lambda row: self.dispatch("on_set", row.clock))
        return row
