"""Tells players about cards that lie on the table and cannot be read."""

import math
from collections.abc import Sequence

from companion.observation import ReadingStatus, What
from companion.reading.answer import Desync, Missing, Puzzle
from companion.reading.game_reading import GameReading, TableSituation
from companion.reading.hands import HandsOverTable
from companion.reading.identity import Identities, listed
from companion.reading.patience import Patience
from companion.reading.table_sightings import PlacedThing, TableSightings
from companion.words import Text, word

CARD_MM = 63
"""The width of a card: two of which the codes lie nearer to each other overlap."""


class UnreadCards:
    """The cards on one table that cannot be read."""

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

    def puzzle(self, look: TableSituation, now_ms: int) -> Puzzle | None:
        """Return the card that lies unread where the match waits for one, once it has lain there for a while."""
        lying = self._waited_for(look)
        return None if lying is None or not self._is_time(lying, now_ms) else self._puzzle(lying)

    def told_before(self, desync: Desync, look: TableSituation) -> Desync | Puzzle:
        """Return a difference that tells the unreadable card first, which may be the one that is missing."""
        lying = self._waited_for(look, desync.missing)
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

    def _waited_for(self, look: TableSituation, missing: Sequence[Missing] = ()) -> PlacedThing | None:
        """Return a card in a zone of somebody whom the match waits for, or in one where something is missing."""
        if not self._table.unread:
            return None
        seats = {expected.seat for expected in look.rules.expects(look.state)}
        zones = {zone for one in missing for zone in one.place.zones}
        for lying in self._table.unread:
            zone = lying.zone
            if zone is None or not self._must_be_read(lying, look):
                continue
            if zone.name in zones or None in seats or zone.seat in (None, *seats):
                return lying
        return None

    def _must_be_read(self, lying: PlacedThing, look: TableSituation) -> bool:
        """Tell whether what lies there must be a card of the match that can be read. A face may be the back of a card, which lies
        face down where the match waits for none.
        """
        if lying.sighting.what is not What.FACE:
            return True
        return lying.zone is not None and self._meaning.awaits_card(look, lying.zone)

    def _is_time(self, lying: PlacedThing, now_ms: int) -> bool:
        if lying.at_mm is None:
            return True
        still_ms = self._hands.still_ms((lying.at_mm[0], lying.at_mm[1]), now_ms)
        return self._patience.is_time_to_tell(now_ms - lying.since_ms, still_ms)

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
                    "the card on {zone} is none that was shown to the program: enter the play by hand, and show the card on the page Cards after the match",
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
