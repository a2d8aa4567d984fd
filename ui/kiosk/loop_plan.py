"""The timetable of a kiosk's attract loop: order of the games, stages of each, and when an idle kiosk starts over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ui.presenters.duel_plan import CRY_MS
from ui.presenters.plan import Rectangle

# --- playlist
# The order of the loops that an untouched kiosk plays: all games in turn, each time out of another match.


@dataclass(frozen=True, slots=True)
class PlaylistItem:
    """The match out of which a loop is cut."""

    game: str
    seed: int


@dataclass(frozen=True, slots=True)
class Playlist:
    """The programme after `number` loops since the machine was switched on; `first_seed` differs each time."""

    games: Sequence[str]
    first_seed: int
    number: int = 0

    @property
    def item(self) -> PlaylistItem:
        """The loop to play now."""
        return PlaylistItem(self.games[self.number % len(self.games)], self.first_seed + self.number)

    def next(self) -> "Playlist":
        return Playlist(self.games, self.first_seed, self.number + 1)


# --- loop plan

LAND_MS = 2_000
COUNT_MS = 2_700
REST_MS = 800
LOOP_MS = LAND_MS + COUNT_MS + CRY_MS + REST_MS
"""Eight seconds."""
APART_MS, FALL_MS = 260, 360
"""From one card to the next, and how long one falls."""
LANDED_MS = APART_MS * 3 + FALL_MS
"""After this time four cards lie."""
LIFT = 0.5
"""How much larger a card in the air is."""
CARD_RATIO = 63 / 88
LEANS = (-4.0, 3.0, -2.5, 4.5)
"""Degrees by which cards lie askew, as hands lay them."""
DIE_SHARE = 0.6
"""The height of a die, as a share of the room."""
SPREAD = 1.14
"""From the middle of one thing to the next, as a share of its width."""


class LoopStep(StrEnum):
    """A part of the loop."""

    LAND = "land"
    LIE = "lie"
    """All cards lie, and nothing moves."""
    COUNT = "count"
    CRY = "cry"
    REST = "rest"


def step_at(ms: float) -> LoopStep:
    """Return the part of the loop after so many milliseconds."""
    if ms < LANDED_MS:
        return LoopStep.LAND
    if ms < LAND_MS:
        return LoopStep.LIE
    if ms < LAND_MS + COUNT_MS:
        return LoopStep.COUNT
    return LoopStep.CRY if ms < LAND_MS + COUNT_MS + CRY_MS else LoopStep.REST


@dataclass(frozen=True, slots=True)
class Fall:
    """How a thing falls on the table: how much larger it looks, and how much of it is there, 0 to 1."""

    scale: float
    shown: float


def fall_at(ms: float, number: int) -> Fall:
    """Return the fall of a thing, counted from 0, after so many milliseconds."""
    share = min(1.0, max(0.0, (ms - number * APART_MS) / FALL_MS))
    return Fall(1 + LIFT * (1 - share) ** 2, min(1.0, 2 * share))


def places_of(count: int, room: Rectangle, ratio: float, high: float) -> tuple[Rectangle, ...]:
    """Return the places of things beside each other in the middle of a room.

    `ratio` is their width as a share of their height, `high` the largest height as a share of the room's.
    """
    if not count:
        return ()
    height = min(room.height * high, room.width / (1 + SPREAD * (count - 1)) / ratio)
    width = height * ratio
    left = room.x + (room.width - width * (1 + SPREAD * (count - 1))) / 2
    bottom = room.y + (room.height - height) / 2
    return tuple(Rectangle(left + n * width * SPREAD, bottom, width, height) for n in range(count))


# --- idle
# Decides when a kiosk starts over because nobody touched it and no card moved; it asks and counts down first.

WARNING_MS = 10_000
"""How long it asks, and counts down."""


@dataclass(frozen=True, slots=True)
class Idle:
    """The time since the last sign of a person, by a clock that never goes back. `after_ms`: the wait before the question."""

    after_ms: int
    since_ms: int

    def moved(self, now_ms: int) -> "Idle":
        """Note that somebody is there."""
        return replace(self, since_ms=now_ms)

    def left_s(self, now_ms: int) -> int | None:
        """Return the seconds left in the countdown; None: no question yet; 0: nobody is there."""
        left_ms = self.since_ms + self.after_ms + WARNING_MS - now_ms
        if left_ms > WARNING_MS:
            return None
        return max(0, -(-left_ms // 1000))
