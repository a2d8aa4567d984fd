"""One live table looked at frame by frame in the caller's thread: films, and the drawn table.

The time is the pictures' own, so that the same film gives the same match on any machine, however slow.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from companion.session.desk import MatchController
from companion.session.fullness import Fullness
from companion.session.inbox import Item, PlayIntent
from companion.session.told import SessionEvent, TowerRequest
from companion.table.tower import Tower
from companion.table.wiring import from_vision
from vision.news import News

Hear = Callable[[SessionEvent], Iterable[Item]]
"""Is told what happened; what hands do about it comes back."""


class LiveTable:
    """A desk with a camera's news, and perhaps a tower."""

    def __init__(self, desk: MatchController, run: str, hear: Hear, tower: Tower | None = None) -> None:
        self.desk = desk
        self._run = run
        self._hear = hear
        self._tower = tower
        self._fullness = Fullness()

    def take(self, items: Iterable[Item], now_ms: int) -> None:
        """Hand items to the desk, and what it tells on; until nobody has anything to add."""
        waiting = list(items)
        while waiting:
            item = waiting.pop(0)
            waiting += self._tell(
                self._fullness.tried(
                    partial(self.desk.take, item, now_ms), is_by_hand=isinstance(item, PlayIntent)
                )
            )

    def look(self, news: Iterable[News], now_ms: int) -> None:
        """A frame's news, what the tower said meanwhile, and the time."""
        self.take((item for one in news for item in from_vision(one, self._run)), now_ms)
        if self._tower is not None:
            self.take(self._tower.items(now_ms), now_ms)
        ticked = self._fullness.tried(partial(self.desk.tick, now_ms), is_by_hand=False)
        self.take(self._tell(ticked), now_ms)

    def expect_kept(self) -> None:
        """Raises `LogFull` when the disk was full to the end: what lies on the table last is not kept."""
        if self._fullness.problem is not None:
            raise self._fullness.problem

    def _tell(self, told: Iterable[SessionEvent]) -> Iterator[Item]:
        for one in told:
            if isinstance(one, TowerRequest) and self._tower is not None:
                self._tower.arm(one)
            yield from self._hear(one)
