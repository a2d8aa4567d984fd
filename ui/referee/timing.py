"""The clocks paused, moved and set by a referee."""

from typing import TYPE_CHECKING

from companion.session.inbox import ClockOrder
from companion.session.snapshot import Snapshot
from companion.words import Text
from ui.presenters.hotkeys import Act
from ui.referee.clocks_panel import ClocksPanel
from ui.referee.number_panel import StepperPanel

if TYPE_CHECKING:
    from ui.referee.page import RefereePage

MINUTE_MS = 60_000
MOST_MINUTES = 300


class Timing:
    """All clocks of the match."""

    def __init__(self, page: "RefereePage") -> None:
        self._page = page
        self._panel = ClocksPanel()
        self._panel.bind(on_back=lambda _: page.rest(), on_pause=lambda _: page.act(Act.PAUSE))
        self._panel.bind(on_add=lambda _, clock, ms: self._order(ClockOrder("add", clock, ms)))
        self._panel.bind(on_set=lambda _, clock: self._set(clock))

    def begin(self) -> None:
        self._page.open(self._panel)

    def show(self, snapshot: Snapshot) -> None:
        self._panel.show(snapshot.clocks, is_paused=bool(snapshot.pauses))

    def _order(self, order: ClockOrder) -> None:
        self._page.guarded(lambda: self._put(order))

    def _put(self, order: ClockOrder) -> None:
        self._page.put(order)
        self.begin()

    def _set(self, name: str) -> None:
        snapshot = self._page.snapshot
        assert snapshot is not None
        reading = next(one for one in snapshot.clocks if one.clock.name == name)
        shown_ms = reading.spent_ms if reading.left_ms is None else reading.left_ms
        stepper = StepperPanel()
        stepper.bind(on_back=lambda _: self.begin())
        stepper.bind(on_done=lambda _, minutes: self._order(ClockOrder("set", name, minutes * MINUTE_MS)))
        title = Text("{clock}: whole minutes", clock=reading.clock.title)
        stepper.ask(title, shown_ms // MINUTE_MS, 0, MOST_MINUTES)
        self._page.open(stepper)
