"""Finds things that lie on the table more often than the match has them: doubled or forged codes.

None of them is ever read as a second card of the kind: the rules refuse what a seat does not have. That is said, once. What one of
them would play is asked about, because nobody knows which of them is the card.
"""

from collections import Counter
from collections.abc import Sequence

from companion.observation import What
from companion.reading.identity import Identities, MatchCard
from companion.reading.patience import Patience
from companion.reading.table_sightings import PlacedThing, TableSightings
from companion.words import Text


class Copies:
    """Counts the copies of each card and token on one table."""

    def __init__(self, table: TableSightings, identities: Identities, patience: Patience) -> None:
        self._table = table
        self._identities = identities
        self._patience = patience
        self._said: Counter[str] = Counter()
        """For each key, the most copies that were spoken of."""

    def too_many(self, now_ms: int) -> list[Text]:
        """Return a sentence for each thing that lies on the table too often: once, and again when there are more."""
        by_code: dict[tuple[str, What], list[PlacedThing]] = {}
        for lying in self._table.steady(now_ms, self._patience.puzzle_ms):
            if not lying.is_hidden and (lying.ref is not None or lying.is_token):
                by_code.setdefault((lying.key, lying.sighting.what), []).append(lying)
        said = []
        for (key, _), copies in by_code.items():
            has = self._identities.copies_of(copies[0].what)
            if len(copies) > max(has, self._said[key]):
                self._said[key] = len(copies)
                said.append(self._told(copies, has))
        return said

    def of(self, lying: PlacedThing) -> tuple[PlacedThing, ...]:
        """Return all that lie in sight of a card that lies there too often; nothing of any other."""
        if lying.ref is None:
            return ()
        found = [one for one in self._table.lying if one.ref == lying.ref and not one.is_hidden]
        return tuple(found) if len(found) > self._identities.copies_of(lying.what) else ()

    def _told(self, copies: Sequence[PlacedThing], has: int) -> Text:
        thing = self._identities.told(copies[0].what)
        zones = self._identities.zones_told([lying.zone.name for lying in copies if lying.zone is not None])
        if isinstance(copies[0].what, MatchCard):
            return Text(
                "{thing} lies on the table {count} times ({zones}), and this match has it {has} times: the extra ones do not count, take them away",
                thing=thing,
                count=str(len(copies)),
                zones=zones,
                has=str(has),
            )
        return Text(
            "{thing} lies on the table {count} times ({zones}): only one of them can be right, take the others away",
            thing=thing,
            count=str(len(copies)),
            zones=zones,
        )
