"""Runs the clocks of a match, and names the stores beside the log of plays. Each change is kept before it is reported."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.errors import StorageError
from companion.ids import MatchId, ObservationId
from companion.locks import TableLocks
from companion.observation import Observation, Sighting
from companion.people import Named
from companion.session.inbox import ClockOrder
from companion.session.remarks import REVIEW, ClockCorrected
from companion.session.session_event import ClockNotice, RemarkEvent
from companion.storage.evidence import of_table
from companion.timers import ClockEvent, Clocks, Doing
from companion.words import Text

# --- kept
# The stores that a match controller writes to beside the log of plays: clocks, and pictures of plays.


class ClockKeeper(Protocol):
    """Keeps clock events."""

    def append(self, match: MatchId, event: ClockEvent) -> None:
        """Keep an event. Raises `StorageError`."""


class PictureKeeper(Protocol):
    """Keeps the pictures that plays were read from."""

    def keep(self, match: MatchId, observation: ObservationId, jpeg: bytes) -> None:
        """Keep a crop. Raises `StorageError`."""


@dataclass(frozen=True, slots=True)
class SightPictures:
    """The last picture of a thing, as JPEG, and what makes that of the whole table in the same moment."""

    crop: bytes
    table: Callable[[], bytes] | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a match beside the log of plays: the stores that its controller writes to (None: none), and its names."""

    clocks: ClockKeeper | None = None
    pictures: PictureKeeper | None = None
    locks: Callable[[], TableLocks] = TableLocks
    """Returns what players may do by themselves now."""
    close: Callable[[], None] | None = None
    """Lets all of it go, and the match's own log. Called in the controller's thread."""
    named: Named = Named()  # noqa: RUF009 - a frozen value

    def keep_pictures(
        self,
        match: MatchId,
        evidence: Sequence[Observation],
        crops: Mapping[int, SightPictures],
    ) -> Iterator[Text]:
        """Keep the pictures of a play; yield what went wrong. They help but are not the log: the match goes on if there is
        no room for them. `crops`: the last picture of each thing. One picture of the whole table is enough for a play: the
        last.
        """
        if self.pictures is None:
            return
        seen = [one for one in evidence if isinstance(one, Sighting) and one.thing in crops]
        found = [(one.id, crops[one.thing].crop) for one in seen]
        tables = [(of_table(one.id), table) for one in seen if (table := crops[one.thing].table)]
        for observation, jpeg in (*found, *((name, make()) for name, make in tables[-1:])):
            try:
                self.pictures.keep(match, observation, jpeg)
            except StorageError as problem:
                yield problem.message


# --- match clocks

KEEP_EVERY_MS = 10_000
"""How much of a clock a power cut may cost."""
UNTIL_A_PLAY = frozenset(("not started", "restarted", "asleep"))
"""Why clocks stand still until the table goes on: who plays has sat down."""
UNTIL_IT_IS_SETTLED = frozenset(("question", "desync", REVIEW))
"""Why they stand still whatever anybody orders."""


class Clockwork:
    """The clocks of one match. Only the thread of the match controller uses it."""

    def __init__(
        self,
        name: MatchId,
        clocks: Clocks,
        keeper: ClockKeeper | None,
        tell: Callable[[ClockNotice | RemarkEvent], None],
    ) -> None:
        self.clocks = clocks
        self._name = name
        self._keeper = keeper
        self._tell = tell
        self._now_ms = 0
        self._kept_ms = 0

    def tick(self, view: Mapping[str, Any], now_ms: int) -> list[str]:
        """Let time pass until now, and return the clocks that ran out and of which the rules must be told."""
        self._now_ms = now_ms
        self.clocks, events = self.clocks.ticked(view, now_ms)
        self._said(events)
        if now_ms - self._kept_ms >= KEEP_EVERY_MS:
            self._keep(self.clocks.kept())
        expired = [event.clock for event in events if event.doing is Doing.EXPIRE and event.clock]
        return [name for name in expired if self.clocks.clock(name).rules]

    def gone_back(self, view: Mapping[str, Any]) -> None:
        """Take note of how far the match has come, or gone back: see `Clocks.gone_back`."""
        self.clocks = self.clocks.gone_back(view)

    def played(self, holds: bool | None, *, is_aside: bool) -> None:
        """Take note of an accepted play: keep the clocks' state with it, and start the clocks, except after a note or
        the work of a referee.

        `holds` is True when a review begins, so that the clocks stand still, and False when it ends.
        """
        self._keep(self.clocks.kept())
        if holds is not None:
            self.pause(REVIEW, is_paused=holds)
        elif not is_aside:
            for why in self.clocks.pauses & UNTIL_A_PLAY:
                self.pause(why, is_paused=False)

    def pause(self, why: str, *, is_paused: bool) -> None:
        """Add or remove a reason to stand still."""
        self.clocks, events = self.clocks.paused(why) if is_paused else self.clocks.started(why)
        self._said(events)

    def order(self, item: ClockOrder, view: Mapping[str, Any]) -> ClockCorrected | None:
        """Carry out a person's order to the clocks; say so if there is no such clock.

        Return the correction, if a clock shows another time now.
        """
        known = [clock.name for clock in self.clocks.clocks]
        if item.clock is not None and item.clock not in known:
            says = Text(
                "this match has no clock {name}; its clocks: {known}",
                name=item.clock[:40],
                known=", ".join(known),
            )
            self._tell(RemarkEvent(says))
            return None
        match item.order:
            case "start":
                for why in self.clocks.pauses - UNTIL_IT_IS_SETTLED:
                    self.pause(why, is_paused=False)
            case "pause":
                self.pause("a person", is_paused=True)
            case "add" | "set" if item.clock is not None:
                return self._correct(item, item.clock, view)
            case _:
                raise ValueError(f"expected start, pause, add or set, got {item.order!r}")
        return None

    def _correct(self, item: ClockOrder, clock: str, view: Mapping[str, Any]) -> ClockCorrected | None:
        was_s = self.clocks.reading(view, clock).shown_s
        change = self.clocks.added if item.order == "add" else self.clocks.set_to
        self.clocks, events = change(view, clock, item.ms)
        self._said(events)
        now_s = self.clocks.reading(view, clock).shown_s
        return None if was_s == now_s else ClockCorrected(clock, was_s, now_s)

    def _said(self, events: Sequence[ClockEvent]) -> None:
        for event in events:
            if event.doing is not Doing.LAST:
                self._keep(event)
            self._tell(ClockNotice(event))

    def _keep(self, event: ClockEvent) -> None:
        self._kept_ms = self._now_ms
        if self._keeper is not None:
            self._keeper.append(self._name, event)
