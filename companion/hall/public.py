"""The hall's public pages, on a port of their own: all tables' views, and a wall with pairings and standings."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.bus.wire import TopicPart
from companion.clock import monotonic_ms
from companion.counting.games import COUNTS
from companion.errors import CompanionError
from companion.hall.access import HallAccount
from companion.hall.links import LATE_MS, Lamp, LinkStanding
from companion.hall.tournament.events import read_tournament_event
from companion.hall.tournament.export import ExportedTable, pairings_table, standings_rows
from companion.hall.tournament.standings import standings
from companion.hall.tournament.state import Tournament, fold
from companion.storage.places import Places
from companion.storage.tournaments import SUFFIX, is_tournament_name, read_acts
from companion.threads import Stumble
from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from companion.web.public.tables import WallList
from companion.words import LANGUAGES, Text

LOOK_MS = 100
"""How often tables' views are handed to the pages."""
READ_MS = 2_000
"""How often it is looked whether a tournament's file has changed."""


class HallPublic:
    """Serves the public pages of a hall. `look` belongs to the hall's thread."""

    def __init__(self, plan: PublicPlan, where: Places, tell: Callable[[Stumble], None]) -> None:
        self._server = PublicServer(plan, tell, TournamentOnWall(where))
        self._looked_ms: int | None = None

    @property
    def port(self) -> int:
        return self._server.port

    def start(self) -> None:
        """Begin to listen. Raises `CompanionError`."""
        self._server.start()

    def stop(self) -> None:
        self._server.stop()

    def is_due(self) -> bool:
        """Tell whether it is time to look at the tables again."""
        return self._looked_ms is None or monotonic_ms() - self._looked_ms >= LOOK_MS

    def look(self, links: Sequence[LinkStanding], accounts: Mapping[str, HallAccount]) -> None:
        """Show the state of the tables now. The state of a table that lost its connection counts as old at once."""
        self._looked_ms = monotonic_ms()
        numbers = {
            link.account: str(accounts[link.account].number) for link in links if link.account in accounts
        }
        for link in links:
            if link.account in numbers:
                is_old = link.lamp is Lamp.GONE or TopicPart.VIEW in link.unread
                silent_ms = max(link.silent_ms, LATE_MS) if is_old else link.silent_ms
                self._server.show(numbers[link.account], link.view, silent_ms)
        self._server.tables.keep_only(dict.fromkeys(numbers.values()))


class TournamentOnWall:
    """Pairings and standings of the tournament that changed last; nothing if there is none, or it cannot be read."""

    def __init__(self, where: Places, now_ms: Callable[[], int] = monotonic_ms) -> None:
        self._where = where
        self._now_ms = now_ms
        self._looked_ms: int | None = None
        self._known: tuple[Path, int, int] | None = None
        self._lists: tuple[WallList, ...] = ()

    def __call__(self) -> tuple[WallList, ...]:
        """Return the lists; the file is read again when it has changed."""
        if self._looked_ms is not None and self._now_ms() - self._looked_ms < READ_MS:
            return self._lists
        self._looked_ms = self._now_ms()
        newest = self._newest()
        if newest != self._known:
            self._known = newest
            self._lists = () if newest is None else _read_lists(newest[0])
        return self._lists

    def _newest(self) -> tuple[Path, int, int] | None:
        try:
            files = [
                (file.stat().st_mtime_ns, file.stat().st_size, file)
                for file in self._where.tournaments.glob(f"*{SUFFIX}")
                if is_tournament_name(file.stem)
            ]
        except OSError:
            return None
        if not files:
            return None
        changed_ns, size, path = max(files)
        return path, changed_ns, size


def _read_lists(path: Path) -> tuple[WallList, ...]:
    try:
        acts, _ = read_acts(path)
        state = fold(read_tournament_event(event) for act in acts for event in act.events)
    except CompanionError:
        # Its commands tell what is wrong; the wall shows the tables meanwhile.
        return ()
    return () if state.game not in COUNTS else lists_of(state)


def lists_of(state: Tournament) -> tuple[WallList, ...]:
    """Return the pairings of what is played now, and the standings, for the wall."""
    count = COUNTS[state.game]
    lists = []
    if state.rounds:
        last = state.rounds[-1]
        pairings = {
            language: pairings_table(state, count, state.played_now, language) for language in LANGUAGES
        }
        lists.append(_pairings(Text("round {round} of {name}", round=last.number, name=state.name), pairings))
    if state.rounds and state.entrants:
        ranked = standings(state, count)
        tables = {language: standings_rows(state, ranked, language) for language in LANGUAGES}
        lists.append(_wall_list(Text("standings"), tables, lambda row: row[:-1]))
    return tuple(lists)


def _pairings(title: Text, tables: Mapping[str, ExportedTable]) -> WallList:
    """Leave out the round's number, which is the title, and who confirmed what."""
    return _wall_list(title, tables, lambda row: row[1:-3])


def _wall_list(
    title: Text, tables: Mapping[str, ExportedTable], cut: Callable[[Sequence[str]], Sequence[str]]
) -> WallList:
    return WallList(
        title,
        {language: tuple(cut(table.headings)) for language, table in tables.items()},
        {language: [tuple(cut(row)) for row in table.rows] for language, table in tables.items()},
    )
