"""What was accounted for: known again by what lies where, so that a card that the camera loses for a moment is not played
twice; and, after a restart, what the last plays were said with.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from companion.reading.table_sightings import Mark, PlacedThing, TableSightings

At = tuple[str, str]
"""What lies where: a key and a zone."""


class Accounts:
    """Of one table."""

    def __init__(self, table: TableSightings) -> None:
        self._table = table
        self._known: Counter[Mark] = Counter()
        self._short_since: dict[Mark, int] = {}
        self._has_recalled = False
        """What was recalled has not been looked for yet."""
        self._recalled: set[Mark] = set()
        """What was recalled and has not been accounted for since: it may lie there still, or again."""
        self._unseen: set[Mark] = set()
        """What was recalled and has not been seen there since: it may lie under something."""
        self._doubted: set[Mark] = set()
        """What lies where the match has it, though nobody saw it come to lie there."""
        self._left: set[Mark] = set()
        """Cards that were accounted for and have left the table since the match last went on; not those of which a copy lies
        elsewhere.
        """
        self._state: Any = None

    def account_for(self, things: Iterable[PlacedThing]) -> None:
        """These say nothing more where they lie."""
        for lying in things:
            lies = sum(other.mark == lying.mark for other in self._table.lying)
            if lying.mark not in self._recalled:
                self._known[lying.mark] = min(self._known[lying.mark] + 1, max(lies, 1))
            self._recalled.discard(lying.mark)
            self._doubted.discard(lying.mark)

    def stand(self, lying: PlacedThing) -> None:
        """This stands where the match has it, and says nothing there, however often it comes."""
        self._known[lying.mark] = max(1, self._known[lying.mark])

    def recall(self, marks: Sequence[Mark]) -> None:
        """What the last plays before a restart were said with may lie there still; a mark for each thing."""
        self._recalled = set(marks)
        self._known.update(marks)
        self._has_recalled = True

    def knows(self, lying: PlacedThing) -> bool:
        """Whether it was accounted for where it lies."""
        return self._known[lying.mark] > 0

    def doubt(self, lying: PlacedThing) -> None:
        """It lies where the match has it, for a play that was tapped or typed: it may say that play, or a new one."""
        self._doubted.add(lying.mark)

    def is_recalled(self, key: str) -> bool:
        """Whether it is known where this lay when the match went on."""
        return any(mark[0] == key for mark in self._recalled)

    def is_doubtful(self, lying: PlacedThing) -> bool:
        """Whether it may say a play that was already told: it lay there when the match went on, or when that was tapped,
        or it is a card that was lifted to be read and put back, and nothing was played meanwhile.
        """
        return any(lying.mark in marks for marks in (self._recalled, self._doubted, self._left))

    def new(self, steady: Sequence[PlacedThing]) -> tuple[PlacedThing, ...]:
        """What nobody has accounted for: of several copies at one place the later ones."""
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
        """What was recalled and lies where the match has it is what it was; what has left is no more recalled."""
        if self._has_recalled:
            self._unseen = set(self._recalled)
        lies = {lying.mark for lying in self._table.lying}
        self._unseen -= lies
        self._recalled = {mark for mark in self._recalled & lies if mark[:2] not in due}

    def forget_what_left(self, missed: Collection[At], state: Any, now_ms: int, gone_ms: int) -> None:
        """What was played and has left the table may come again as something new, but for what the match still has
        there, and misses.
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
        """For how long a thing has been away from where it was accounted for; None: it was not, or may be under
        something.
        """
        return max(
            (
                now_ms - self._short_since.get(mark, now_ms)
                for mark, count in self._known.items()
                if mark[0] == key and mark[1] in zones and count > 0 and mark not in self._unseen
            ),
            default=None,
        )
