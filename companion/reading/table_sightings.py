"""Works out from sightings which things lie where, and since when. It has no clock.

A thing has its zone from its first sighting there; a nudge within the zone changes nothing. A thing that is covered
lies where it lay; one whose place the camera does not know lies nowhere yet.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.mat import Command, Mat, Token, Zone
from companion.observation import Sighting, SightingState, What
from companion.reading.identity import Identities, Identity, MatchCard, Stranger, key_of

TOKEN_MOVED_MM = 12
"""How far a token is pushed within its zone before that says something; less is a nudge by a sleeve."""


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """A thing in a zone. `since_ms` is when it was first seen in this zone; `laid` counts layings, so that later ones
    have greater numbers. A token may be pushed from one spot of its zone to another: that is a laying too, and `spot`
    counts those.
    """

    thing: int
    what: Identity
    zone: Zone | None
    at_mm: tuple[int, ...] | None
    since_ms: int
    laid: int
    sighting: Sighting
    is_hidden: bool = False
    spot: int = 0

    @property
    def key(self) -> str:
        return key_of(self.what)

    @property
    def place(self) -> tuple[str, str]:
        """What lies where: by this, what was played is known again."""
        return (self.key, "" if self.zone is None else self.zone.name)

    @property
    def mark(self) -> "Mark":
        """By this, what was accounted for is known again."""
        return (*self.place, self.spot)

    @property
    def ref(self) -> str | None:
        """The reference, if it is a card of the match."""
        return self.what.ref if isinstance(self.what, MatchCard) else None

    @property
    def means(self) -> str | None:
        """What it says, if it is a command card or a token."""
        return self.what.means if isinstance(self.what, Command | Token) else None

    @property
    def is_stranger(self) -> bool:
        return isinstance(self.what, Stranger)

    def from_left_mm(self) -> float:
        """How far to the right it lies, as the one who sits at its zone sees it."""
        if self.at_mm is None or self.zone is None:
            return 0.0
        x_mm, y_mm = self.at_mm
        return {0: x_mm, 90: y_mm, 180: -x_mm, 270: -y_mm}[self.zone.turn_deg]


Mark = tuple[str, str, int]
"""What lies in which zone, and of a token on which spot of it."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a token was laid last."""

    number: int
    zone: str
    at_mm: tuple[int, ...]

    def is_near(self, zone: str, at_mm: tuple[int, ...]) -> bool:
        away_mm = math.dist(self.at_mm[:2], at_mm[:2])
        return zone == self.zone and away_mm < TOKEN_MOVED_MM


class TableSightings:
    """All sightings of one mat so far. `moved_ms` is when something was last laid down or taken."""

    def __init__(self, identities: Identities) -> None:
        self.identities = identities
        self._mat: Mat = identities.mat
        self._lying: dict[int, PlacedThing] = {}
        self._layings = 0
        self._spots: dict[str, _Spot] = {}
        self.moved_ms = 0
        self.lying: tuple[PlacedThing, ...] = ()
        """Everything with a place, in the order in which it was laid there."""
        self.places: frozenset[tuple[str, str]] = frozenset()
        """What lies where."""

    @property
    def has_tokens(self) -> bool:
        """Whether tokens are played with: one has been seen."""
        return bool(self._spots)

    def steady(self, now_ms: int, hold_ms: int) -> tuple[PlacedThing, ...]:
        """What has lain in its zone for so long."""
        return tuple(lying for lying in self.lying if now_ms - lying.since_ms >= hold_ms)

    def see(self, sighting: Sighting) -> None:
        """Take in what the camera says. Dice lie in a tray, and are rolls."""
        if sighting.what is What.DIE:
            return
        known = self._lying.get(sighting.thing)
        match sighting.state:
            case SightingState.END:
                self._lying.pop(sighting.thing, None)
                self.moved_ms = sighting.at_ms
            case SightingState.HIDDEN:
                if known is not None:
                    self._lying[sighting.thing] = replace(known, is_hidden=True)
            case _:
                self._lie(known, sighting)
        placed = (lying for lying in self._lying.values() if lying.at_mm is not None)
        self.lying = tuple(sorted(placed, key=lambda lying: lying.laid))
        self.places = frozenset(lying.place for lying in self.lying)

    def remember(self, sighting: Sighting) -> Mark:
        """What was seen before a restart, and where: it is known again there."""
        what = self.identities.of(sighting)
        zone = None if sighting.at_mm is None else self._mat.zone_at(*sighting.at_mm[:2])
        name = "" if zone is None else zone.name
        return (key_of(what), name, self._spot(what, name, sighting.at_mm))

    def _lie(self, known: PlacedThing | None, sighting: Sighting) -> None:
        zone = None if sighting.at_mm is None else self._mat.zone_at(*sighting.at_mm[:2])
        what = self.identities.of(sighting)
        spot = self._spot(what, "" if zone is None else zone.name, sighting.at_mm)
        if known is not None and known.at_mm is not None and known.zone == zone and known.spot == spot:
            lying = replace(known, at_mm=sighting.at_mm, sighting=sighting, is_hidden=False)
        else:
            self._layings += 1
            self.moved_ms = sighting.at_ms
            lying = PlacedThing(
                sighting.thing,
                what,
                zone,
                sighting.at_mm,
                sighting.at_ms,
                self._layings,
                sighting,
                spot=spot,
            )
        self._lying[sighting.thing] = lying

    def _spot(self, what: Identity, zone: str, at_mm: tuple[int, ...] | None) -> int:
        """The spot of a token: the one where it was laid last, if it lies near it, or the next."""
        if not isinstance(what, Token) or at_mm is None:
            return 0
        last = self._spots.get(key_of(what))
        if last is None or not last.is_near(zone, at_mm):
            last = _Spot(1 if last is None else last.number + 1, zone, at_mm)
            self._spots[key_of(what)] = last
        return last.number


def in_role(things: Iterable[PlacedThing], role: str, seat: str | None = None) -> list[PlacedThing]:
    """The things that lie in zones of one role, of one seat or of whichever."""
    return [
        lying
        for lying in things
        if lying.zone is not None and lying.zone.role == role and seat in (None, lying.zone.seat)
    ]
