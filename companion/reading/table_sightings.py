"""Works out from sightings which things lie where, and since when. It has no clock.

A thing has its zone from its first sighting there; a nudge within the zone changes nothing. A thing that is covered
lies where it lay; one whose place the camera does not know lies nowhere yet.
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from companion.mat import Command, Mat, Token, Zone
from companion.observation import ReadingStatus, Sighting, SightingState, What
from companion.reading.identity import Identities, Identity, MatchCard, Stranger, key_of

MOST_CANDIDATES = 8
"""Of so many cards that an unread face may be is asked."""
RESTED_MS = 1000
"""How long a token must lie somewhere to have rested there; one that is carried may be seen on its way."""
TOKEN_MOVED_MM = 12
"""How far a token is pushed within its zone before that says something; less is a nudge by a sleeve."""


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """A thing in a zone.

    `since_ms` is when it was first seen in this zone. `laid` numbers the layings, so that later ones have greater
    numbers. A token that is pushed to another spot of its zone is laid again; `spot` counts these spots.

    Made of these, and kept, as every look at the table asks for them: `key` under which the rules know it; `place`, what
    lies where, by which an earlier play is recognised; `mark`, what lies where and on which spot, by which a thing
    that was accounted for is recognised.
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
    rested_in: str = field(default="", compare=False)
    """Of a token: the zone in which it rested before it was laid here."""
    told_ms: int = field(default=0, compare=False)
    """When the camera last reported it, as read or as hidden."""
    key: str = field(init=False, compare=False, repr=False)
    place: tuple[str, str] = field(init=False, compare=False, repr=False)
    mark: "Mark" = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        key, zone = key_of(self.what), "" if self.zone is None else self.zone.name
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "place", (key, zone))
        object.__setattr__(self, "mark", (key, zone, self.spot))

    @property
    def ref(self) -> str | None:
        """The reference, if the thing is a card of the match."""
        return self.what.ref if isinstance(self.what, MatchCard) else None

    @property
    def means(self) -> str | None:
        """The meaning, if the thing is a command card or a token."""
        return self.what.means if isinstance(self.what, Command | Token) else None

    @property
    def is_token(self) -> bool:
        return isinstance(self.what, Token)

    @property
    def is_stranger(self) -> bool:
        return isinstance(self.what, Stranger)

    def from_left_mm(self) -> float:
        """Return how far to the right it lies in mm, seen by the player who sits at its zone."""
        if self.at_mm is None or self.zone is None:
            return 0.0
        x_mm, y_mm = self.at_mm
        return {0: x_mm, 90: y_mm, 180: -x_mm, 270: -y_mm}[self.zone.turn_deg]


Mark = tuple[str, str, int]
"""What lies in which zone, and of a token on which spot of it."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """The spot where a token was last laid, and the zone in which it rested before."""

    number: int
    zone: str
    at_mm: tuple[int, ...]
    since_ms: int
    rested_in: str = ""

    def is_near(self, zone: str, at_mm: tuple[int, ...]) -> bool:
        away_mm = math.dist(self.at_mm[:2], at_mm[:2])
        return zone == self.zone and away_mm < TOKEN_MOVED_MM


class TableSightings:
    """All sightings of one mat so far. `moved_ms` is the time when something was last laid down or taken."""

    def __init__(self, identities: Identities) -> None:
        self.identities = identities
        self._mat: Mat = identities.mat
        self._lying: dict[int, PlacedThing] = {}
        self._layings = 0
        self._spots: dict[str, _Spot] = {}
        self.moved_ms = 0
        self.lying: tuple[PlacedThing, ...] = ()
        """Everything with a place, in the order in which it was laid there."""
        self.unread: tuple[PlacedThing, ...] = ()
        """The codes and faces that are seen to lie there and cannot be read."""
        self._taken_for: dict[int, str] = {}
        """The cards for which things are taken, by the number of the thing: a person said so, or it is one of equal cards."""
        self.places: frozenset[tuple[str, str]] = frozenset()
        """What lies where."""

    @property
    def has_tokens(self) -> bool:
        """Whether the table plays with tokens: at least one has been seen."""
        return bool(self._spots)

    def has_seen(self, token: str) -> bool:
        """Tell whether the token with this key has been seen on the mat."""
        return token in self._spots

    def steady(
        self, now_ms: int, hold_ms: int, at_home: Collection[tuple[str, str]] = ()
    ) -> tuple[PlacedThing, ...]:
        """Return the things that have lain in their zone for at least `hold_ms`, or lie where they are `at_home`: there they
        say nothing that they could take back.
        """
        return tuple(
            lying
            for lying in self.lying
            if now_ms - lying.since_ms >= hold_ms or (lying.place in at_home and not lying.is_hidden)
        )

    def see(self, sighting: Sighting) -> None:
        """Take a sighting of the camera. Dice are ignored, because they are rolls."""
        if sighting.what is What.DIE:
            return
        if sighting.thing in self._taken_for:
            taken_for = self._taken_for[sighting.thing]
            is_told = sighting.reads in ("", taken_for)
            reading = sighting.reading if is_told else ReadingStatus.AMBIGUOUS
            sighting = replace(sighting, reads=taken_for, reading=reading)
            if sighting.state is SightingState.END:
                del self._taken_for[sighting.thing]
        if not sighting.reads:
            self._see_unread(sighting)
            return
        known = self._lying.get(sighting.thing)
        match sighting.state:
            case SightingState.END:
                self._lying.pop(sighting.thing, None)
                self.moved_ms = sighting.at_ms
            case SightingState.HIDDEN:
                if known is not None:
                    self._lying[sighting.thing] = replace(known, is_hidden=True, told_ms=sighting.at_ms)
            case _:
                self._lie(known, sighting)
        placed = (lying for lying in self._lying.values() if lying.at_mm is not None)
        self.lying = tuple(sorted(placed, key=lambda lying: lying.laid))
        self.places = frozenset(lying.place for lying in self.lying)

    def _see_unread(self, sighting: Sighting) -> None:
        """Take a sighting of a code or a face that is seen and cannot be read."""
        self.unread = tuple(one for one in self.unread if one.thing != sighting.thing)
        if sighting.state is not SightingState.END and sighting.at_mm is not None:
            zone = self._mat.zone_at(*sighting.at_mm[:2])
            what = self.identities.of(sighting)
            thing, at_ms = sighting.thing, sighting.at_ms
            self.unread += (PlacedThing(thing, what, zone, sighting.at_mm, at_ms, 0, sighting),)

    def doubtful(self) -> list[PlacedThing]:
        """Return each card that an unread face may be, as if it lay there. They are numbered below 0, unlike what was laid."""
        return [
            replace(lying, what=MatchCard(ref), laid=-MOST_CANDIDATES * lying.thing - n)
            for lying in self.unread
            for n, ref in enumerate(lying.sighting.candidates[:MOST_CANDIDATES])
            if ref in self.identities.names
        ]

    def take_for(self, card: PlacedThing) -> None:
        """Take a thing that may be one of several cards for one of them, until it leaves the table. What the camera has read
        since it was `doubtful` stays as it was read.
        """
        if card.ref is not None and (card.laid >= 0 or any(one.thing == card.thing for one in self.unread)):
            self._taken_for[card.thing] = card.ref
            self.unread = tuple(one for one in self.unread if one.thing != card.thing)
            self._lying.pop(card.thing, None)
            self.see(card.sighting)

    def remember(self, sighting: Sighting) -> Mark:
        """Remember a sighting from before a restart, so that the thing is recognised in its place."""
        what = self.identities.of(sighting)
        zone = None if sighting.at_mm is None else self._mat.zone_at(*sighting.at_mm[:2])
        name = "" if zone is None else zone.name
        spot = self._spot(what, name, sighting)
        return (key_of(what), name, 0 if spot is None else spot.number)

    def _lie(self, known: PlacedThing | None, sighting: Sighting) -> None:
        zone = None if sighting.at_mm is None else self._mat.zone_at(*sighting.at_mm[:2])
        what = self.identities.of(sighting)
        last = self._spot(what, "" if zone is None else zone.name, sighting)
        spot, rested_in = (0, "") if last is None else (last.number, last.rested_in)
        if known is not None and known.at_mm is not None and known.zone == zone and known.spot == spot:
            lying = replace(
                known, at_mm=sighting.at_mm, sighting=sighting, is_hidden=False, told_ms=sighting.at_ms
            )
        else:
            self._layings += 1
            self.moved_ms = sighting.at_ms
            lying = PlacedThing(
                sighting.thing,
                what,
                zone,
                sighting.at_mm,
                sighting.at_ms - sighting.rested_ms,
                self._layings,
                sighting,
                spot=spot,
                rested_in=rested_in,
                told_ms=sighting.at_ms,
            )
        self._lying[sighting.thing] = lying

    def _spot(self, what: Identity, zone: str, sighting: Sighting) -> _Spot | None:
        """Return the spot of a token: its last spot, if it lies near it, or the next one; None of any other thing."""
        at_mm, key = sighting.at_mm, key_of(what)
        if not isinstance(what, Token) or at_mm is None:
            return None
        last = self._spots.get(key)
        if last is None:
            last = self._spots[key] = _Spot(1, zone, at_mm, sighting.at_ms)
        elif not last.is_near(zone, at_mm):
            rested_in = last.zone if sighting.at_ms - last.since_ms >= RESTED_MS else last.rested_in
            last = self._spots[key] = _Spot(last.number + 1, zone, at_mm, sighting.at_ms, rested_in)
        return last


def in_role(things: Iterable[PlacedThing], role: str, seat: str | None = None) -> list[PlacedThing]:
    """Return the things in zones of one role, of one seat or of all."""
    return [
        lying
        for lying in things
        if lying.zone is not None and lying.zone.role == role and seat in (None, lying.zone.seat)
    ]
