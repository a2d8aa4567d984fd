"""The clocks of a match as values: what each counts, and how much time it has seen, in whole milliseconds.

A clock counts by a key of the view (`turn`, `half`, `phase`), and begins anew when that changes. Each of its rounds
keeps its own time, so that a play that is taken back brings back the clock as it stood; a turn that was taken back has
its whole time when it is played again. Time that nobody noticed, a machine asleep or switched off, is nobody's time.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from companion.codec import Range, read, write
from companion.words import N_, Text, Wording

ASLEEP_MS = 5_000
"""Ticks come every second or more often; after a longer gap the machine was asleep."""
SECOND_MS = 1_000
MINUTE_MS = 60_000
LAST_SECONDS = 10
"""Seconds that are counted aloud at the end of a clock."""
NAMES = (N_("match"), N_("half"), N_("turn"), N_("negotiation"))
"""The names of the games' clocks, as words of the catalogues: `companion.words.word` says them where no title is known."""
WHOLE_MATCH = "match/"
"""The one round of the clock that each game has for the whole match."""
COUNTED = ("turn", "round")
"""Keys of the view that count up, one for each turn of a side."""
Milliseconds = Annotated[int, Range(0, None)]


@dataclass(frozen=True, slots=True)
class Clock:
    """One clock of a game.

    `per`: a round of it lasts as long as this key of the view keeps its value; None: the whole match. `phases`: the
    phases in which it runs; empty: all. `length_ms`: how long a round lasts; None: the clock only counts up. `rules`:
    the rules are told when it runs out.
    """

    name: str
    title: Wording
    per: Literal["turn", "half", "phase", "round"] | None = None
    phases: tuple[str, ...] = ()
    length_ms: Milliseconds | None = None
    warns_ms: tuple[Milliseconds, ...] = ()
    rules: bool = False


class Doing(StrEnum):
    """The kinds of clock events."""

    START = "start"
    PAUSE = "pause"
    ADD = "add"
    SET = "set"
    WARN = "warn"
    EXPIRE = "expire"
    LAST = "last"
    """One of the last ten seconds begins: told each second, and not kept."""
    KEEP = "keep"
    """Nothing but time: noted now and then, so that a power cut costs seconds."""


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """Something happened to a clock, or to all clocks if `clock` is None.

    `ms` is the time that was added, set, or left at a warning. `spent` is the time that each round has used after the
    event; `lengths` is the agreed length of a round of each clock. A match that is resumed has no other source for
    either.
    """

    doing: Doing
    clock: str | None = None
    ms: int | None = None
    why: str | None = None
    spent: Mapping[str, Milliseconds] = field(default_factory=dict)
    expired: tuple[str, ...] = ()
    lengths: Mapping[str, Milliseconds] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A clock as a screen shows it."""

    clock: Clock
    spent_ms: int
    left_ms: int | None
    is_running: bool

    @property
    def shown_s(self) -> int:
        """The whole seconds that a screen shows: those left, or those used if the clock counts up."""
        return (self.spent_ms if self.left_ms is None else self.left_ms) // SECOND_MS


@dataclass(frozen=True)
class Clocks:
    """The state of all clocks at one moment.

    `pauses` holds the reasons why they stand still; they run while there is none.

    `spent` and `expired` are by round: the clock's name, a slash, and the value of its key.
    """

    clocks: tuple[Clock, ...]
    spent: Mapping[str, int] = field(default_factory=dict)
    expired: frozenset[str] = frozenset()
    pauses: frozenset[str] = frozenset(("not started",))
    at_ms: int | None = None

    # --- what people do

    def started(self, why: str = "not started") -> tuple["Clocks", tuple[ClockEvent, ...]]:
        """Remove one reason to stand still."""
        if why not in self.pauses:
            return self, ()
        after = replace(self, pauses=self.pauses - {why})
        return after, (after.noted(Doing.START, why=why),)

    def paused(self, why: str) -> tuple["Clocks", tuple[ClockEvent, ...]]:
        """Add a reason to stand still: a question, a review, a person's order."""
        if why in self.pauses:
            return self, ()
        after = replace(self, pauses=self.pauses | {why})
        return after, (after.noted(Doing.PAUSE, why=why),)

    def added(self, view: Mapping[str, Any], name: str, ms: int) -> tuple["Clocks", tuple[ClockEvent, ...]]:
        """Give the current round of a clock more time, or less. Raises `KeyError`."""
        key = _round(self.clock(name), view)
        spent = max(0, self.spent.get(key, 0) - ms)
        return self._now_spent(key, spent, Doing.ADD, name, ms)

    def set_to(
        self, view: Mapping[str, Any], name: str, left_ms: int
    ) -> tuple["Clocks", tuple[ClockEvent, ...]]:
        """Set the time left in the current round of a clock, or the time used if it counts up. Raises `KeyError`."""
        clock = self.clock(name)
        spent = left_ms if clock.length_ms is None else max(0, clock.length_ms - left_ms)
        return self._now_spent(_round(clock, view), spent, Doing.SET, name, left_ms)

    def gone_back(self, view: Mapping[str, Any]) -> "Clocks":
        """Forget the time of turns and rounds that were taken back, because they begin anew when they are played again.

        What is left of a half is not changed: the sides did use that time.
        """
        later = {
            key
            for clock in self.clocks
            if clock.per in COUNTED
            for key in self.spent
            if _is_later(key, clock, view)
        }
        if not later:
            return self
        spent = {key: ms for key, ms in self.spent.items() if key not in later}
        return replace(self, spent=spent, expired=self.expired - later)

    # --- what time does

    def ticked(self, view: Mapping[str, Any], now_ms: int) -> tuple["Clocks", tuple[ClockEvent, ...]]:
        """Let the time since the last tick pass.

        After a gap longer than `ASLEEP_MS` no time counts, and the clocks pause.
        """
        passed_ms = 0 if self.at_ms is None else now_ms - self.at_ms
        after = replace(self, at_ms=now_ms)
        if view.get("over"):
            return after, ()
        if not 0 <= passed_ms <= ASLEEP_MS:
            return after.paused("asleep") if not after.pauses else (after, ())
        if after.pauses:
            return after, ()
        events: list[ClockEvent] = []
        for clock in self.clocks:
            if _runs(clock, view):
                after, said = after.spent_more(clock, _round(clock, view), passed_ms)
                events += said
        return after, tuple(events)

    def spent_more(self, clock: Clock, key: str, ms: int) -> tuple["Clocks", tuple[ClockEvent, ...]]:
        """Add used time to one round of a clock, and return the events that this causes."""
        before = self.spent.get(key, 0)
        after = replace(self, spent={**self.spent, key: before + ms})
        if clock.length_ms is None:
            return after, ()
        left_before, left = clock.length_ms - before, clock.length_ms - before - ms
        events = [
            after.noted(Doing.WARN, clock.name, warn_ms)
            for warn_ms in clock.warns_ms
            if 0 < left <= warn_ms < left_before
        ]
        events += after.last_second(clock.name, left_before, left)
        if left <= 0 and key not in after.expired:
            after = replace(after, expired=after.expired | {key})
            events.append(after.noted(Doing.EXPIRE, clock.name))
        return after, tuple(events)

    def last_second(self, name: str, left_before_ms: int, left_ms: int) -> list[ClockEvent]:
        """Return the event of one of the last seconds, if that second begins between the two times."""
        second = -(-left_ms // 1000)
        if not 0 < second <= LAST_SECONDS or left_before_ms <= second * 1000:
            return []
        return [self.noted(Doing.LAST, name, second * 1000)]

    # --- what is shown and kept

    def clock(self, name: str) -> Clock:
        """Return the clock with a name. Raises `KeyError`."""
        for clock in self.clocks:
            if clock.name == name:
                return clock
        raise KeyError(name)

    def readings(self, view: Mapping[str, Any]) -> tuple[ClockReading, ...]:
        """Return all clocks as screens show them."""
        return tuple(self.reading(view, clock.name) for clock in self.clocks)

    def reading(self, view: Mapping[str, Any], name: str) -> ClockReading:
        """Return one clock as screens show it. Raises `KeyError`."""
        return self._reading(self.clock(name), view)

    def kept(self) -> ClockEvent:
        """Return the state of all clocks as an event for the log."""
        return self.noted(Doing.KEEP)

    def restored(self, event: ClockEvent | None, chosen: Collection[str] = ()) -> "Clocks":
        """Return the clocks as they were after the last event in the log; they stand still until somebody starts them.

        The clocks named in `chosen` keep the lengths that they have here.
        """
        if event is None:
            return self
        kept = {name: ms for name, ms in event.lengths.items() if name not in chosen}
        return replace(
            self,
            clocks=tuple(
                replace(clock, length_ms=kept.get(clock.name, clock.length_ms)) for clock in self.clocks
            ),
            spent=dict(event.spent),
            expired=frozenset(event.expired),
            pauses=frozenset(("restarted",)) if event.spent else self.pauses,
        )

    def _reading(self, clock: Clock, view: Mapping[str, Any]) -> ClockReading:
        spent = self.spent.get(_round(clock, view), 0)
        left = None if clock.length_ms is None else max(0, clock.length_ms - spent)
        is_running = not self.pauses and not view.get("over") and _runs(clock, view)
        return ClockReading(clock, spent, left, is_running)

    def _now_spent(
        self, key: str, spent: int, doing: Doing, name: str, ms: int
    ) -> tuple["Clocks", tuple[ClockEvent, ...]]:
        length_ms = self.clock(name).length_ms
        is_over = length_ms is not None and spent >= length_ms
        expired = self.expired if is_over else self.expired - {key}
        after = replace(self, spent={**self.spent, key: spent}, expired=expired)
        return after, (after.noted(doing, name, ms),)

    def noted(
        self, doing: Doing, clock: str | None = None, ms: int | None = None, why: str | None = None
    ) -> ClockEvent:
        """Return an event that also holds the time used in all rounds."""
        lengths = {one.name: one.length_ms for one in self.clocks if one.length_ms is not None}
        return ClockEvent(doing, clock, ms, why, dict(self.spent), tuple(sorted(self.expired)), lengths)


def _round(clock: Clock, view: Mapping[str, Any]) -> str:
    return f"{clock.name}/{'' if clock.per is None else view.get(clock.per)}"


def _is_later(key: str, clock: Clock, view: Mapping[str, Any]) -> bool:
    """Tell whether a round of a clock comes after the present one."""
    name, _, number = key.partition("/")
    now = view.get(clock.per or "")
    return name == clock.name and isinstance(now, int) and number.isdecimal() and int(number) > now


def _runs(clock: Clock, view: Mapping[str, Any]) -> bool:
    return not clock.phases or view.get("phase") in clock.phases


def time_played(events: Sequence[tuple[int, ClockEvent]]) -> Callable[[int], int] | None:
    """Return how long the clock of the whole match had run at a moment, in milliseconds, from its kept events with their
    times; None if it never ran.
    """
    noted = [(at_ms, event.spent.get(WHOLE_MATCH, 0)) for at_ms, event in events]
    if not any(spent_ms for _, spent_ms in noted):
        return None

    def played_ms(at_ms: int) -> int:
        after = bisect_right(noted, at_ms, key=lambda one: one[0])
        noted_ms, spent_ms = noted[after - 1] if after else (at_ms, 0)
        most_ms = noted[min(after, len(noted) - 1)][1]
        return max(spent_ms, min(most_ms, spent_ms + at_ms - noted_ms))

    return played_ms


def read_clocks(data: Any) -> tuple[Clock, ...]:
    """Return the clocks of a game from their JSON. Raises `Malformed`."""
    return read(tuple[Clock, ...], data, "clocks")


def clock_event_to_json(event: ClockEvent) -> dict[str, Any]:
    """Return the JSON of a clock event for the log."""
    data: dict[str, Any] = write(event)
    return data


def clock_event_from_json(data: Any) -> ClockEvent:
    """Read a clock event from its JSON. Raises `Malformed`."""
    return read(ClockEvent, data)


def told(event: ClockEvent, clocks: Sequence[Clock]) -> Text:
    """Return one sentence that describes a clock event."""
    titles = {clock.name: clock.title for clock in clocks}
    title: Text | Wording = titles.get(event.clock or "", Wording("clocks", "horloges"))
    match event.doing:
        case Doing.START:
            return Text("the clocks run") if event.clock is None else Text("{clock}: it runs", clock=title)
        case Doing.PAUSE:
            return Text("the clocks stand still")
        case Doing.ADD:
            return Text("{clock}: {seconds} s more", clock=title, seconds=(event.ms or 0) // 1000)
        case Doing.SET:
            return Text("{clock}: set to {time}", clock=title, time=time_of(event.ms or 0))
        case Doing.WARN | Doing.LAST:
            return Text("{clock}: {time} left", clock=title, time=time_of(event.ms or 0))
        case Doing.EXPIRE:
            return Text("{clock}: time is up", clock=title)
        case Doing.KEEP:
            return Text("{clock}: kept", clock=title)


def time_of(ms: int) -> str:
    """Return minutes and seconds as a scoreboard shows them: 38:12."""
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"
