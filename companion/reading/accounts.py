"""Remembers the things on the table that a play has already explained, each with its place.

So a card that the camera loses for a moment is not played twice; after a restart, the things of the last plays are
known.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from companion.reading.table_sightings import Mark, PlacedThing, TableSightings

At = tuple[str, str]
"""What lies where: a key and a zone."""


class Accounts:
    """Remembers which things on the table a play has already explained."""

    def __init__(self, table: TableSightings) -> None:
        self._table = table
        self._known: Counter[Mark] = Counter()
        self._short_since: dict[Mark, int] = {}
        self._has_recalled = False
        """The recalled things have not been compared with the table yet."""
        self._recalled: set[Mark] = set()
        """The marks that were recalled and not accounted for since; the things may still lie there, or lie there again."""
        self._unseen: set[Mark] = set()
        """The marks that were recalled and not seen since; the things may lie under something."""
        self._doubted: set[Mark] = set()
        """The marks of things that lie where the match has them, although nobody saw them being laid."""
        self._left: set[Mark] = set()
        """Cards that were accounted for and have left the table since the match last went on, except cards of which a
        copy lies elsewhere.
        """
        self._state: Any = None

    def account_for(self, things: Iterable[PlacedThing]) -> None:
        """Note that things are explained: they mean nothing more where they lie."""
        for lying in things:
            lies = sum(other.mark == lying.mark for other in self._table.lying)
            if lying.mark not in self._recalled:
                self._known[lying.mark] = min(self._known[lying.mark] + 1, max(lies, 1))
            self._recalled.discard(lying.mark)
            self._doubted.discard(lying.mark)

    def stand(self, lying: PlacedThing) -> None:
        """Note that a piece stands where the match has it: it means nothing there, however often it is laid."""
        self._known[lying.mark] = max(1, self._known[lying.mark])

    def recall(self, marks: Sequence[Mark]) -> None:
        """Recall the things of the last plays before a restart, which may still lie there: one mark for each thing."""
        self._recalled = set(marks)
        self._known.update(marks)
        self._has_recalled = True

    def knows(self, lying: PlacedThing) -> bool:
        """Tell whether a thing was accounted for where it lies."""
        return self._known[lying.mark] > 0

    def doubt(self, lying: PlacedThing) -> None:
        """Note that a thing lies where the match has it after a touched or typed play: it may mean that play, or a
        new one.
        """
        self._doubted.add(lying.mark)

    def is_recalled(self, key: str) -> bool:
        """Tell whether the place of this thing before the restart is known."""
        return any(mark[0] == key for mark in self._recalled)

    def is_doubtful(self, lying: PlacedThing) -> bool:
        """Tell whether a thing may mean a play that was already made.

        It lay there when the match was resumed, or when the play was entered by hand, or it is a card that was lifted
        and put back before anything else was played.
        """
        return any(lying.mark in marks for marks in (self._recalled, self._doubted, self._left))

    def new(self, steady: Sequence[PlacedThing]) -> tuple[PlacedThing, ...]:
        """Return the things that are not accounted for; of several copies at one place the later ones."""
        known = Counter(self._known)
        known.subtract(self._recalled)
        new = []
        for lying in steady:
            if known[lying.mark] > 0:
                known[lying.mark] -= 1
            else:
                new.append(lying)
        return tuple(new)

    def look_for_recalled(self, due: Collection[At]) -> None:
        """After a restart, account for recalled things that lie where the match has them, and forget those that have left."""
        if self._has_recalled:
            self._unseen = set(self._recalled)
        lies = {lying.mark for lying in self._table.lying}
        self._unseen -= lies
        self._recalled = {mark for mark in self._recalled & lies if mark[:2] not in due}

    def forget_what_left(self, missed: Collection[At], state: Any, now_ms: int, gone_ms: int) -> None:
        """Forget things that have left the table, so that they may come again as new.

        Things that the match still has there, and misses, are not forgotten.
        """
        if state is not self._state:
            self._state = state
            self._left.clear()
        lies = Counter(lying.mark for lying in self._table.lying)
        self._doubted &= lies.keys()
        places = self._table.places
        self._left -= {
            mark for mark in self._left for key, zone in places if mark[0] == key and mark[1] != zone
        }
        gone_ms = 0 if self._has_recalled else gone_ms
        self._has_recalled = False
        for mark, count in list(self._known.items()):
            if lies[mark] >= count:
                self._short_since.pop(mark, None)
                continue
            since_ms = self._short_since.setdefault(mark, now_ms)
            if now_ms - since_ms >= gone_ms and mark[:2] not in missed:
                self._known[mark] = lies[mark]
                self._short_since.pop(mark, None)
                if self._is_card(mark):
                    self._left.add(mark)
                if not self._known[mark]:
                    del self._known[mark]

    def _is_card(self, mark: Mark) -> bool:
        return mark[0] in self._table.identities.names

    def away_ms(self, key: str, zones: Collection[str], now_ms: int) -> int | None:
        """Return for how many ms a thing has been away from where it was accounted for; None if it was not accounted
        for, or may be covered.
        """
        return max(
            (
                now_ms - self._short_since.get(mark, now_ms)
                for mark, count in self._known.items()
                if mark[0] == key and mark[1] in zones and count > 0 and mark not in self._unseen
            ),
            default=None,
        )
