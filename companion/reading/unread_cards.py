"""Tells players about cards that lie on the table and cannot be read, and about those that a reflected light hides."""

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from companion.mat import Zone, ZonesSeen
from companion.observation import ReadingStatus, What
from companion.reading import patience
from companion.reading.answer import Desync, Missing, Puzzle
from companion.reading.game_reading import GameReading, TableSituation
from companion.reading.hands import HandsOverTable
from companion.reading.identity import Identities, listed
from companion.reading.table_sightings import PlacedThing, TableSightings
from companion.words import Text, word

CARD_MM = 63
"""The width of a card: two of which the codes lie nearer to each other overlap."""


class _CardsToTell:
    """What is known of one table, for those who tell its players of a card."""

    def __init__(
        self,
        table: TableSightings,
        hands: HandsOverTable,
        identities: Identities,
        meaning: GameReading,
    ) -> None:
        self._table = table
        self._hands = hands
        self._identities = identities
        self._meaning = meaning


class UnreadCards(_CardsToTell):
    """The cards on one table that cannot be read."""

    def puzzle(self, look: TableSituation, now_ms: int, dazzled: Container[str]) -> Puzzle | None:
        """Return the card that lies unread where the match waits for one, once it has lain there for a while. `dazzled`: the
        names of the zones in which a light hides a card. Players are told of the light there, not of the card.
        """
        lying = self._waited_for(look, (), dazzled)
        return None if lying is None or not self._is_time(lying, now_ms) else self._puzzle(lying)

    def told_before(self, desync: Desync, look: TableSituation, dazzled: Container[str]) -> Desync | Puzzle:
        """Return a difference that tells the unreadable card first, which may be the one that is missing."""
        lying = self._waited_for(look, desync.missing, dazzled)
        if lying is None:
            return desync
        zone = "" if lying.zone is None else lying.zone.name
        pairs = zip(desync.missing, desync.says, strict=True)
        apart = [(one, says) for one, says in pairs if zone not in one.place.zones]
        if not apart:
            return self._puzzle(lying)
        return Desync(
            f"unread:{lying.thing}|{desync.key}",
            (self._told(lying), *(says for _, says in apart)),
            tuple(one for one, _ in apart),
        )

    def lies_with(self, lying: PlacedThing) -> bool:
        """Tell whether a card lies with one that cannot be read, perhaps half over it, so that either may be meant."""
        return lying.ref is not None and any(
            lying.zone == other.zone or (_seat(lying) == _seat(other) and _overlap(lying, other))
            for other in self._table.unread
            if other.zone is not None and other.sighting.reading is not ReadingStatus.UNKNOWN
        )

    def _waited_for(
        self, look: TableSituation, missing: Sequence[Missing], dazzled: Container[str]
    ) -> PlacedThing | None:
        """Return a card in a zone of somebody whom the match waits for, or in one where something is missing."""
        if not self._table.unread:
            return None
        seats = {expected.seat for expected in look.rules.expects(look.state)}
        zones = {zone for one in missing for zone in one.place.zones}
        for lying in self._table.unread:
            zone = lying.zone
            if zone is None or not self._must_be_read(lying, look):
                continue
            if lying.sighting.what is What.FACE and zone.name in dazzled:
                continue
            if zone.name in zones or None in seats or zone.seat in (None, *seats):
                return lying
        return None

    def _must_be_read(self, lying: PlacedThing, look: TableSituation) -> bool:
        """Tell whether what lies there must be a card of the match that can be read. A face may be the back of a card, which
        lies face down where the match waits for none.
        """
        if lying.sighting.what is not What.FACE:
            return True
        return lying.zone is not None and self._meaning.awaits_card(look, lying.zone)

    def _is_time(self, lying: PlacedThing, now_ms: int) -> bool:
        if lying.at_mm is None:
            return True
        still_ms = self._hands.still_ms((lying.at_mm[0], lying.at_mm[1]), now_ms)
        return patience.is_time_to_tell(now_ms - lying.since_ms, still_ms)

    def _puzzle(self, lying: PlacedThing) -> Puzzle:
        return Puzzle(f"unread:{lying.thing}", self._told(lying))

    def _told(self, lying: PlacedThing) -> Text:
        zone = lying.zone
        where = self._identities.zones_told(() if zone is None else (zone.name,))
        says = self._why(lying, where)
        return (
            says
            if zone is None or zone.seat is None
            else Text("{seat}: {says}", seat=word(zone.seat), says=says)
        )

    def _why(self, lying: PlacedThing, where: Text) -> Text:
        match lying.sighting.reading:
            case ReadingStatus.UNKNOWN:
                return Text(
                    "the card on {zone} was never shown to the program: turn it face up, or enter the play by hand and show the card on the page Cards after the match",
                    zone=where,
                )
            case ReadingStatus.AMBIGUOUS:
                may_be = [self._identities.called(ref) for ref in lying.sighting.candidates]
                return Text(
                    "the card on {zone} may be {cards}, which look alike: enter the play by hand",
                    zone=where,
                    cards=listed(may_be),
                )
            case _:
                return Text(
                    "the card on {zone} cannot be read: take your hand away, turn the card, or move the light",
                    zone=where,
                )


def _seat(lying: PlacedThing) -> str | None:
    return None if lying.zone is None else lying.zone.seat


def _overlap(one: PlacedThing, other: PlacedThing) -> bool:
    """Tell whether two cards lie so near to each other that one may cover half of the other."""
    if one.at_mm is None or other.at_mm is None or _seat(one) is None:
        return False
    return math.dist(one.at_mm[:2], other.at_mm[:2]) < CARD_MM


# --- dazzled cards
# A card cannot be seen where the match waits for one: a reflected light hides the print, so that the camera sees white, or
# the card does not lie whole and flat.

DAZZLED_TOGETHER_MS = 1_000
"""A card counts as laid for what the match waits for if it came to rest no longer than that before the last play, as cards
that are turned together do. A card that was read in the same zone within this time of it, or was hidden then, is what was
laid there.
"""
GIVES_WAY_MS = 10_000
"""After so long a difference between table and match is told although a card is hidden."""


class DazzledCards(_CardsToTell):
    """The cards on one table that cannot be seen, where the match waits for a card."""

    def __init__(
        self,
        table: TableSightings,
        hands: HandsOverTable,
        identities: Identities,
        meaning: GameReading,
    ) -> None:
        super().__init__(table, hands, identities, meaning)
        self._went_on_ms = 0
        """When the state of the match last changed."""
        self._begun_ms: dict[str, int] = {}
        """For each zone with a hidden card, when it was first told of."""
        self._glaring: set[str] = set()
        """The names of the zones that shine."""
        self._hidden: list[tuple[Zone, int]] = []
        """The zones in which a card for the next play is hidden, each with the time when it came to rest."""

    def went_on(self, now_ms: int) -> None:
        """Take note that the state of the match has changed."""
        self._went_on_ms = now_ms

    def in_sight(self, things: Iterable[PlacedThing], zones: ZonesSeen) -> tuple[PlacedThing, ...]:
        """Return things, those as in sight that only shine: they were read, as they were laid or tilted, and hidden when
        they came to rest.
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

    def see(self, look: TableSituation, zones: ZonesSeen, now_ms: int) -> None:
        """Take note of the zones in which a card for the next play is hidden, first of those where nothing shone before."""
        self._glaring = {name for name, _ in zones.glaring}
        since = dict(zones.covered) | dict(zones.glaring)
        hiding = [(zone, since[zone.name]) for zone in self._identities.mat.zones if zone.name in since]
        self._begun_ms = {zone.name: self._begun_ms.get(zone.name, now_ms) for zone, _ in hiding}
        self._hidden = [
            (zone, since_ms)
            for zone, since_ms in sorted(hiding, key=lambda one: -self._begun_ms[one[0].name])
            if since_ms >= self._went_on_ms - DAZZLED_TOGETHER_MS
            and not self._was_read(zone, since_ms)
            and self._meaning.awaits_card(look, zone)
        ]

    @property
    def zones(self) -> set[str]:
        """The names of the zones in which a light hides a card that the match waits for."""
        return self._glaring & {zone.name for zone, _ in self._hidden}

    def puzzle(self, now_ms: int) -> Puzzle | None:
        """Return the first hidden card that has lain there for a while."""
        due = ((zone, since_ms) for zone, since_ms in self._hidden if self._is_time(zone, since_ms, now_ms))
        return next((self._puzzle(zone, since_ms) for zone, since_ms in due), None)

    def told_before(self, desync: Desync, now_ms: int) -> Desync | Puzzle | None:
        """Return what is told of a difference: a hidden card first, which may be the one that is missing, but the difference
        after a while, because a person may have to say that the table is right; None: nothing yet.
        """
        may_be_missing = any(now_ms - since_ms < GIVES_WAY_MS for _, since_ms in self._hidden)
        return self.puzzle(now_ms) if may_be_missing else desync

    def _puzzle(self, zone: Zone, since_ms: int) -> Puzzle:
        is_glare = zone.name in self._glaring
        key = f"{'glare' if is_glare else 'covered'}:{zone.name}:{since_ms}"
        return Puzzle(key, self._told(zone, is_glare=is_glare), zone if is_glare else None)

    def _is_time(self, zone: Zone, since_ms: int, now_ms: int) -> bool:
        still_ms = self._hands.still_ms(zone.middle_mm, now_ms)
        return patience.is_time_to_tell(now_ms - since_ms, still_ms)

    def _was_read(self, zone: Zone, since_ms: int) -> bool:
        """Tell whether a card that was read is what was last laid in a zone, or let down there after it was tilted."""
        return any(lying.zone == zone and self._is_told_then(lying, since_ms) for lying in self._table.lying)

    def _is_told_then(self, lying: PlacedThing, since_ms: int) -> bool:
        """Tell whether a card was read, or was hidden after it had been read a moment ago, when a zone began to shine."""
        is_fresh = since_ms - lying.since_ms <= patience.TOGETHER_MS
        return is_fresh and abs(lying.told_ms - since_ms) <= DAZZLED_TOGETHER_MS

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
