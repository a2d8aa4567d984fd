"""Makes a backup by itself after each round of a tournament: in the hall's folder, and in a second place such as a stick.

    HALL/copies/copy-0007-spring-round-3.zip
    DIR/companion-hall-3f9a12cd/copy-0007-spring-round-3.zip     DIR is the second place, 3f9a12cd is of this hall's authority

Copies are numbered, because a machine may not know what time it is. A second place that is missing or full is told, and
stops nothing.
"""

import re
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.errors import CompanionError, StorageError
from companion.hall.backup import write_backup
from companion.hall.broker.mosquitto import authority_fingerprint
from companion.hall.kept_tournament import folded
from companion.hall.places import HallPlaces
from companion.hall.store.store import HallStore
from companion.storage.file_replacement import remove_file, replacing_file
from companion.storage.tournaments import SUFFIX, is_tournament_name, read_acts
from companion.words import Text

KEPT = 5
"""Copies that are kept in each place; older ones are deleted when a new one is whole."""
LOOK_S = 2.0
"""How often the tournaments are looked at: a round ends every half hour."""
_COPY = re.compile(r"copy-([0-9]{4,9})-[a-z0-9-]+\.zip")


@dataclass(frozen=True, slots=True)
class CopyState:
    """The last copy that was made, in words (None: there is none yet), and what did not work."""

    made: Text | None = None
    troubles: tuple[Text, ...] = ()


class HallCopies:
    """Looks after the rounds of the tournaments, and makes the copies. Only one thread calls `look`; any may read `state`."""

    def __init__(
        self, places: HallPlaces, store: str, second: Path | None, now: Callable[[], datetime]
    ) -> None:
        """`store` is the address of the hall's store."""
        self._places = places
        self._store = store
        self._second = second
        self._now = now
        self._seen: dict[Path, tuple[int, int]] = {}
        """The size of each tournament's file when it was read last, and how many of its rounds were over then."""
        self._has_looked = False
        self._last: tuple[str, int] | None = None
        """The tournament and the round after which the last copy was made."""
        self._is_awaited = False
        """The second place was missing when it was needed."""
        self.state = CopyState()

    def serve(self, stopping: threading.Event) -> None:
        """Look again and again until `stopping` is set."""
        while not stopping.is_set():
            self.look()
            stopping.wait(LOOK_S)

    def look(self) -> None:
        """Make a copy if a round of a tournament has ended since the last look, or if the missing stick came."""
        for path in sorted(self._places.tournaments.glob(f"*{SUFFIX}")):
            ended = self._ended(path) if is_tournament_name(path.stem) else None
            if ended is not None and self._has_looked:
                self._copy(path.stem, ended)
        if not self._has_looked:
            self._has_looked = True
            self.state = CopyState(troubles=self._missing())
        elif self._is_awaited and not self._missing():
            self.state = CopyState(self.state.made)
            if self._last is not None:
                self._copy(*self._last)

    def _ended(self, path: Path) -> int | None:
        """Return the last round that is over, if it is so since this was asked before; else None."""
        size_before, over_before = self._seen.get(path, (0, 0))
        with suppress(OSError, StorageError):  # The tournament's page says what is wrong with it.
            size = path.stat().st_size
            if size != size_before:
                over = _rounds_over(path)
                self._seen[path] = (size, over)
                return over if over > over_before else None
        return None

    def _copy(self, tournament: str, rounds: int) -> None:
        """Make a copy in each place; the second is tried also if the first has no room."""
        self._last = tournament, rounds
        whole: Path | None = None
        made: list[Path] = []
        troubles = list(self._missing())
        for folder in (self._places.copies, *([] if troubles else self._second_folder())):
            try:
                path = _next(folder, tournament, rounds)
                if whole is None:
                    with HallStore(self._store) as store:
                        write_backup(self._places, store, path)
                else:
                    _copy_file(whole, path)
                whole = path
                made.append(folder)
                _tidy(folder)
            except CompanionError as problem:
                troubles.append(problem.message)
        told = Text(
            "copied after round {round} of {name}, at {time}: {folders}",
            round=rounds,
            name=tournament,
            time=f"{self._now():%H:%M}",
            folders=", ".join(map(str, made)),
        )
        self.state = CopyState(told if made else self.state.made, tuple(troubles))

    def _missing(self) -> tuple[Text, ...]:
        """Return what is wrong with the second place. It is not made: a folder where a stick should be is no stick."""
        self._is_awaited = self._second is not None and not self._second.is_dir()
        if not self._is_awaited:
            return ()
        return (
            Text(
                "there is no folder {folder} for the second copy: is the stick in?", folder=str(self._second)
            ),
        )

    def _second_folder(self) -> list[Path]:
        if self._second is None:
            return []
        return [self._second / f"companion-hall-{authority_fingerprint(self._places)[:8]}"]


def _rounds_over(path: Path) -> int:
    """Return how many rounds of a tournament are over. Raises `StorageError`."""
    state = folded(path.stem, read_acts(path)[0])
    return sum(each.is_closed or not each.waiting for each in state.rounds)


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    """Return the copies in a folder with their numbers, the oldest first."""
    found = ((_COPY.fullmatch(path.name), path) for path in folder.glob("copy-*.zip"))
    return sorted((int(name[1]), path) for name, path in found if name is not None)


def _next(folder: Path, tournament: str, rounds: int) -> Path:
    numbers = [number for number, _ in _numbered(folder)]
    return folder / f"copy-{max(numbers, default=0) + 1:04}-{tournament}-round-{rounds}.zip"


def _copy_file(whole: Path, path: Path) -> None:
    """Copy a file, whole or not at all. Raises `StorageError`."""
    with replacing_file(path) as file, whole.open("rb") as source:
        shutil.copyfileobj(source, file)


def _tidy(folder: Path) -> None:
    """Delete old copies, and halves that a killed program left. Raises `StorageError`."""
    old = [path for _, path in _numbered(folder)[:-KEPT]]
    for path in (*old, *folder.glob(".copy-*.zip.*")):
        remove_file(path)
