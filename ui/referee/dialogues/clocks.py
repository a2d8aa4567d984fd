"""Lets the referee pause, change and set the clocks."""

from dataclasses import dataclass, replace

from companion.session.inbox import ClockOrder
from companion.session.snapshot import Snapshot
from companion.timers import ClockReading
from companion.words import Text
from ui.presenters.hotkeys import Act
from ui.referee.dialogues.dialogue import ClockChange, ClocksPrompt, DialogueStep, NumberPrompt

MINUTE_MS = 60_000
MOST_MINUTES = 300
"""No clock is set to more than five hours: no match of these games lasts longer."""


@dataclass(frozen=True, slots=True)
class ClocksDialogue:
    """Shows all clocks; `set_clock` is the name of the one that is being set. To change or set one, the PIN is needed."""

    readings: tuple[ClockReading, ...]
    is_paused: bool
    set_clock: str | None = None

    @classmethod
    def of(cls, snapshot: Snapshot) -> "ClocksDialogue":
        return cls(snapshot.clocks, bool(snapshot.pauses))

    @property
    def prompt(self) -> ClocksPrompt | NumberPrompt:
        if self.set_clock is None:
            return ClocksPrompt(self.readings, self.is_paused)
        reading = next(one for one in self.readings if one.clock.name == self.set_clock)
        shown_ms = reading.spent_ms if reading.left_ms is None else reading.left_ms
        title = Text("{clock}: whole minutes", clock=reading.clock.title)
        return NumberPrompt(title, shown_ms // MINUTE_MS, 0, MOST_MINUTES)

    def reply(self, said: ClockChange | Act | str | int) -> DialogueStep:
        listed = replace(self, set_clock=None)
        match said:
            case ClockChange(clock, more_ms):
                return DialogueStep(listed, (ClockOrder("add", clock, more_ms),), needs_pin=True)
            case Act():
                return DialogueStep(listed, command=said)
            case str(name):
                return DialogueStep(replace(self, set_clock=name))
            case minutes:
                order = ClockOrder("set", self.set_clock, minutes * MINUTE_MS)
                return DialogueStep(listed, (order,), needs_pin=True)

    def back(self) -> DialogueStep:
        return DialogueStep() if self.set_clock is None else DialogueStep(replace(self, set_clock=None))

    def follow(self, snapshot: Snapshot) -> "ClocksDialogue":
        """Keep the number of a clock that is being set as it was at the beginning."""
        if self.set_clock is not None:
            return self
        return ClocksDialogue.of(snapshot)
