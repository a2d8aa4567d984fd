"""Holds the public views of tables, lets each page see them as late as it should, and plans what a hall's wall shows in
turn.

view ──► at once, or after the page's delay ──► LiveState of the page

`show` and `tick` may be called in any thread.
"""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.bus.messages import HEARTBEAT_MS, PublicView, is_news
from companion.clock import monotonic_ms
from companion.web.live import LiveState
from companion.web.public.shown import PageKind, PublicPlan, ShownTable
from companion.words import Text

OLD_S = 11
"""After two heartbeats and a second without a word, a table's state is old."""
MOST_WAITING = 4_096
"""Views that wait for a page with a delay; beyond them the oldest are dropped."""


class PublicTable:
    """One table, as each of its pages shows it."""

    def __init__(self, number: str, plan: PublicPlan, clock: Callable[[], int]) -> None:
        self._plan = plan
        self._clock = clock
        self._told: PublicView | None = None
        self._told_ms = 0
        self._put_ms = dict.fromkeys(PageKind, 0)
        self._late: dict[PageKind, deque[tuple[int, PublicView | None]]] = {
            page: deque(maxlen=MOST_WAITING) for page in PageKind
        }
        self.pages: dict[PageKind, LiveState[ShownTable]] = {
            page: LiveState(ShownTable(number), clock) for page in PageKind
        }

    def show(self, view: PublicView | None) -> bool:
        """Take a view; tell whether it says anything new."""
        now_ms = self._clock()
        if view is self._told:
            return False
        if view is not None and not is_news(self._told, view) and now_ms - self._told_ms < HEARTBEAT_MS:
            return False
        self._told, self._told_ms = view, now_ms
        for page in PageKind:
            if self._plan.delay_ms(page):
                self._late[page].append((now_ms + self._plan.delay_ms(page), view))
            else:
                self._put(page, view)
        return True

    def recall(self, views: Sequence[PublicView]) -> None:
        """Take the states of the match before those that were shown, to step back through."""
        state = self.pages[PageKind.TABLE]
        state.put(replace(state.newest.value, trail=state.newest.value.trail.after(views)))

    def tick(self, silent_ms: int) -> bool:
        """Show what is due, and how long nothing was heard; tell whether anything changed."""
        now_ms = self._clock()
        # Shown in tens, so that a silent table is not drawn every second.
        silent_s = 0 if silent_ms < 1000 * OLD_S else silent_ms // 10_000 * 10
        has_changed = False
        for page, late in self._late.items():
            due = None
            while late and late[0][0] <= now_ms:
                due = late.popleft()
                self._put(page, due[1])
            shown = self.pages[page].newest.value
            if shown.silent_s != silent_s:
                self.pages[page].put(replace(shown, silent_s=silent_s))
            has_changed = has_changed or due is not None or shown.silent_s != silent_s
        return has_changed

    def listed(self, page: PageKind) -> ShownTable:
        """Return what a page shows, with its clocks as late as it is now: a list changes with any of its tables."""
        shown = self.pages[page].newest.value
        if shown.view is None:
            return shown
        passed_ms = self._clock() - self._put_ms[page]
        clocks = tuple(
            replace(one, left_ms=one.left_ms - passed_ms)
            if one.is_running and one.left_ms is not None
            else one
            for one in shown.view.clocks
        )
        return replace(shown, view=replace(shown.view, clocks=clocks))

    def _put(self, page: PageKind, view: PublicView | None) -> None:
        self._put_ms[page] = self._clock()
        before = self.pages[page].newest.value
        trail = before.trail
        if page is PageKind.TABLE and view is not None:
            trail = trail.then(before.view, view)
        self.pages[page].put(replace(before, view=view, trail=trail))


class PublicTables:
    """All tables whose matches may be seen, by their numbers."""

    def __init__(self, plan: PublicPlan, clock: Callable[[], int] = monotonic_ms) -> None:
        self._plan = plan
        self._clock = clock
        self._lock = threading.RLock()
        self._tables: dict[str, PublicTable] = {}
        self._silent_ms: dict[str, int] = {}
        self._has_changed = False
        self.lists: dict[PageKind, LiveState[tuple[ShownTable, ...]]] = {
            page: LiveState((), clock) for page in (PageKind.SPECTATOR, PageKind.WALL)
        }

    def table(self, number: str) -> PublicTable | None:
        return self._tables.get(number)

    @property
    def numbers(self) -> list[str]:
        return list(self._tables)

    def show(self, number: str, view: PublicView | None, silent_ms: int = 0) -> None:
        """Take a table's newest view (None: no match), and for how long nothing was heard of it."""
        with self._lock:
            table = self._tables.get(number)
            if table is None:
                table = PublicTable(number, self._plan, self._clock)
                self._tables = dict(
                    sorted({**self._tables, number: table}.items(), key=lambda item: (len(item[0]), item[0]))
                )
                self._has_changed = True
            self._silent_ms[number] = silent_ms
            self._has_changed = table.show(view) or self._has_changed

    def recall(self, number: str, views: Sequence[PublicView]) -> None:
        """Take the earlier states of a table's match."""
        with self._lock:
            if (table := self._tables.get(number)) is not None:
                table.recall(views)

    def keep_only(self, numbers: Mapping[str, object]) -> None:
        """Forget all other tables: their right to speak was taken away."""
        with self._lock:
            for gone in set(self._tables) - set(numbers):
                del self._tables[gone]
                del self._silent_ms[gone]
                self._has_changed = True

    def tick(self) -> None:
        """Show what is due. The lists of tables change here only, a few times a second however many tables there are."""
        with self._lock:
            for number, table in self._tables.items():
                self._has_changed = table.tick(self._silent_ms[number]) or self._has_changed
            if not self._has_changed:
                return
            self._has_changed = False
            for page, state in self.lists.items():
                state.put(tuple(table.listed(page) for table in self._tables.values()))


# --- wall
# What the screen of a hall shows in turn: pairings and standings as far as there are any, and the live tables.

SLIDE_MS = 12_000
"""How long one slide stands: twelve lines are read in that time."""
MOST_ROWS = 12
MOST_TABLES = 8


@dataclass(frozen=True, slots=True)
class WallList:
    """A list for the wall, such as the standings; headings and rows by language."""

    title: Text
    headings: Mapping[str, Sequence[str]]
    rows: Mapping[str, Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class WallSlide:
    """What stands on the wall now: a list or some tables; the `part`-th of so many slides."""

    rows: WallList | None = None
    tables: tuple[ShownTable, ...] = ()
    part: int = 1
    of: int = 1


def wall_slide(lists: Sequence[WallList], tables: Sequence[ShownTable], now_ms: int) -> WallSlide:
    """Return the slide of a moment. Long lists take several slides."""
    slides = [WallSlide(part) for one in lists for part in _parts(one)]
    slides += [
        WallSlide(None, tuple(tables[first : first + MOST_TABLES]))
        for first in range(0, len(tables), MOST_TABLES)
    ]
    if not slides:
        return WallSlide()
    place = now_ms // SLIDE_MS % len(slides)
    return WallSlide(slides[place].rows, slides[place].tables, place + 1, len(slides))


def _parts(whole: WallList) -> list[WallList]:
    longest = max(map(len, whole.rows.values()), default=0)
    return [
        WallList(
            whole.title,
            whole.headings,
            {language: rows[first : first + MOST_ROWS] for language, rows in whole.rows.items()},
        )
        for first in range(0, longest, MOST_ROWS)
    ]
