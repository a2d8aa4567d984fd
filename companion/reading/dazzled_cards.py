"""Tells players about cards that cannot be seen where the match waits for one: a reflected light hides the print, so that the camera
sees white, or the card does not lie whole and flat.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.mat import Zone, ZonesSeen
from companion.reading.answer import Desync, Puzzle
from companion.reading.game_reading import GameReading, TableSituation
from companion.reading.hands import HandsOverTable
from companion.reading.identity import Identities
from companion.reading.patience import Patience
from companion.reading.table_sightings import PlacedThing, TableSightings
from companion.words import Text, word

TOGETHER_MS = 1_000
"""A card counts as laid for what the match waits for if it came to rest no longer than that before the last play, as cards that are
turned together do. A card that was read in the same zone within this time of it, or was hidden then, is what was laid there.
"""
GIVES_WAY_MS = 10_000
"""After so long a difference between table and match is told although a card is hidden."""


class DazzledCards:
    """The cards on one table that cannot be seen, where the match waits for a card."""

    def __init__(
        self,
        table: TableSightings,
        hands: HandsOverTable,
        identities: Identities,
        meaning: GameReading,
        patience: Patience,
    ) -> None:
        self._table = table
        self._hands = hands
        self._identities = identities
        self._meaning = meaning
        self._patience = patience
        self._went_on_ms = 0
        """When the state of the match last changed."""
        self._begun_ms: dict[str, int] = {}
        """For each zone with a hidden card, when it was first told of."""
        self._glaring: set[str] = set()
        """The names of the zones whose card a light hides."""

    def went_on(self, now_ms: int) -> None:
        """Take note that the state of the match has changed."""
        self._went_on_ms = now_ms

    def in_sight(self, things: Iterable[PlacedThing], zones: ZonesSeen) -> tuple[PlacedThing, ...]:
        """Return things, those as in sight that only shine: they were read, as they were laid or tilted, and hidden when they came
        to rest.
        """
        since_ms = dict(zones.glaring)
        return tuple(
            replace(lying, is_hidden=False)
            if lying.is_hidden
            and lying.place[1] in since_ms
            and self._is_told_then(lying, since_ms[lying.place[1]])
            else lying
            for lying in things
        )

    def puzzle(self, look: TableSituation, zones: ZonesSeen, now_ms: int) -> Puzzle | None:
        """Return a hidden card, once it has lain there for a while; first one that lies where nothing shone before."""
        return self._due(self._hidden(look, zones, now_ms), now_ms)

    def told_before(
        self, desync: Desync, look: TableSituation, zones: ZonesSeen, now_ms: int
    ) -> Desync | Puzzle | None:
        """Return what is told of a difference: a hidden card first, which may be the one that is missing, but the difference after
        a while, because a person may have to say that the table is right; None: nothing yet.
        """
        hidden = list(self._hidden(look, zones, now_ms))
        may_be_missing = any(now_ms - since_ms < GIVES_WAY_MS for _, since_ms in hidden)
        return self._due(hidden, now_ms) if may_be_missing else desync

    def _due(self, hidden: Iterable[tuple[Zone, int]], now_ms: int) -> Puzzle | None:
        """Return the first hidden card that has lain there for a while."""
        due = ((zone, since_ms) for zone, since_ms in hidden if self._is_time(zone, since_ms, now_ms))
        return next((self._puzzle(zone, since_ms) for zone, since_ms in due), None)

    def _puzzle(self, zone: Zone, since_ms: int) -> Puzzle:
        is_glare = zone.name in self._glaring
        key = f"{'glare' if is_glare else 'covered'}:{zone.name}:{since_ms}"
        return Puzzle(key, self._told(zone, is_glare=is_glare), zone if is_glare else None)

    def _hidden(self, look: TableSituation, zones: ZonesSeen, now_ms: int) -> Iterator[tuple[Zone, int]]:
        """Yield the zones in which a card for the next play is hidden, each with the time when it came to rest."""
        self._glaring = {name for name, _ in zones.glaring}
        since = dict(zones.covered) | dict(zones.glaring)
        hiding = [(zone, since[zone.name]) for zone in self._identities.mat.zones if zone.name in since]
        self._begun_ms = {zone.name: self._begun_ms.get(zone.name, now_ms) for zone, _ in hiding}
        for zone, since_ms in sorted(hiding, key=lambda one: -self._begun_ms[one[0].name]):
            is_new = since_ms >= self._went_on_ms - TOGETHER_MS
            if is_new and not self._was_read(zone, since_ms) and self._meaning.awaits_card(look, zone):
                yield zone, since_ms

    def _is_time(self, zone: Zone, since_ms: int, now_ms: int) -> bool:
        still_ms = self._hands.still_ms(zone.middle_mm, now_ms)
        return self._patience.is_time_to_tell(now_ms - since_ms, still_ms)

    def _was_read(self, zone: Zone, since_ms: int) -> bool:
        """Tell whether a card that was read is what was last laid in a zone, or let down there after it was tilted."""
        return any(lying.zone == zone and self._is_told_then(lying, since_ms) for lying in self._table.lying)

    def _is_told_then(self, lying: PlacedThing, since_ms: int) -> bool:
        """Tell whether a card was read, or was hidden after it had been read a moment ago, when a zone began to shine."""
        is_fresh = since_ms - lying.since_ms <= self._patience.together_ms
        return is_fresh and abs(lying.told_ms - since_ms) <= TOGETHER_MS

    def _told(self, zone: Zone, *, is_glare: bool) -> Text:
        where = self._identities.zones_told((zone.name,))
        says = (
            Text(
                "a reflected light hides the card on {zone}: tilt it for a moment, or move the light",
                zone=where,
            )
            if is_glare
            else Text(
                "the card on {zone} cannot be read: it must lie whole and flat, with nothing upon it",
                zone=where,
            )
        )
        return says if zone.seat is None else Text("{seat}: {says}", seat=word(zone.seat), says=says)
