"""What lies steadily where: a fold over sightings, without a clock of its own.

A thing has its zone from its first sighting there; a nudge within the zone changes nothing. A thing that is covered
lies where it lay; one whose place the camera does not know lies nowhere yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.mat import Command, Mat, Token, Zone
from companion.observation import Sighting, SightingState, What
from companion.reading.identify import Card, Identities, Identity, Stranger, key_of


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing in a zone. `since_ms` is when it was first seen in this zone; `laid` counts layings, so that later ones
    have greater numbers.
    """

    thing: int
    what: Identity
    zone: Zone | None
    at_mm: tuple[int, ...] | None
    since_ms: int
    laid: int
    sighting: Sighting
    is_hidden: bool = False

    @property
    def key(self) -> str:
        return key_of(self.what)

    @property
    def place(self) -> tuple[str, str]:
        """What lies where: by this, what was played is known again."""
        return (self.key, "" if self.zone is None else self.zone.name)

    @property
    def ref(self) -> str | None:
        """The reference, if it is a card of the match."""
        return self.what.ref if isinstance(self.what, Card) else None

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


class Table:
    """What the camera has said so far about one mat."""

    def __init__(self, identities: Identities) -> None:
        self.identities = identities
        self._mat: Mat = identities.mat
        self._lying: dict[int, Lying] = {}
        self._layings = 0
        self.lying: tuple[Lying, ...] = ()
        """Everything with a place, in the order in which it was laid there."""
        self.places: frozenset[tuple[str, str]] = frozenset()
        """What lies where."""

    def steady(self, now_ms: int, hold_ms: int) -> tuple[Lying, ...]:
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
            case SightingState.HIDDEN:
                if known is not None:
                    self._lying[sighting.thing] = replace(known, is_hidden=True)
            case _:
                self._lie(known, sighting)
        placed = (lying for lying in self._lying.values() if lying.at_mm is not None)
        self.lying = tuple(sorted(placed, key=lambda lying: lying.laid))
        self.places = frozenset(lying.place for lying in self.lying)

    def _lie(self, known: Lying | None, sighting: Sighting) -> None:
        zone = None if sighting.at_mm is None else self._mat.zone_at(*sighting.at_mm[:2])
        if known is not None and known.at_mm is not None and known.zone == zone:
            lying = replace(known, at_mm=sighting.at_mm, sighting=sighting, is_hidden=False)
        else:
            self._layings += 1
            what = self.identities.of(sighting)
            lying = Lying(sighting.thing, what, zone, sighting.at_mm, sighting.at_ms, self._layings, sighting)
        self._lying[sighting.thing] = lying


def in_role(things: Iterable[Lying], role: str, seat: str | None = None) -> list[Lying]:
    """The things that lie in zones of one role, of one seat or of whichever."""
    return [
        lying
        for lying in things
        if lying.zone is not None and lying.zone.role == role and seat in (None, lying.zone.seat)
    ]
