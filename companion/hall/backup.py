"""Writes all that a hall keeps into one file, by itself after each round too, and puts it back into an empty hall.

BACKUP.zip
  form.json                         {"backup": "companion hall", "form": 2}; form 1 had no people and tournaments
  store.jsonl                       {"table": "records", "row": {…}} a line
  accounts.json, authority.pem, authority-key.pem     so that tables find the hall again
  people.json                       who is signed in to the pages
  tournaments/NAME.jsonl            the tournaments, as they are kept
  damaged/NAME.jsonl                those that cannot be read: for a person to look at, and not put back
"""

import json
import re
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import IO, Any

from companion.codec import read, write
from companion.errors import CompanionError, LogDamaged, Malformed, StorageError, UnreadableFile
from companion.hall.access import HallAccounts, SignedIn, load_value
from companion.hall.broker import authority_fingerprint
from companion.hall.errors import HallError
from companion.hall.kept_tournament import folded
from companion.hall.places import HallPlaces
from companion.hall.store.database import StoredRow, read_row
from companion.hall.store.store import HallStore
from companion.network.certificates import certificate_of_key
from companion.regular_files import DAMAGED_ARCHIVE, opened_regular_file, read_regular_file
from companion.storage import strict_json
from companion.storage.kept_files import files_in, remove_file, replace_file, replacing_file
from companion.storage.tournaments import MOST_BYTES as MOST_TOURNAMENT_BYTES
from companion.storage.tournaments import SUFFIX, acts_in, is_tournament_name, read_acts
from companion.system_errors import system_says
from companion.words import Text

MARK, FORM = "companion hall", 2
FORM_NAME, STORE_NAME, TOURNAMENTS, DAMAGED = "form.json", "store.jsonl", "tournaments/", "damaged/"
MOST_RATIO, LITTLE_BYTES = 200, 1_000_000
"""So many times its compressed size a part may have; an evening has 8 to 20 times. Small parts may have more."""
MOST_SMALL_BYTES = 4_000_000
MOST_LINE_BYTES = 200_000_000
"""A line with the longest record that a table may send."""
MOST_PARTS = 10_000


@dataclass(frozen=True, slots=True)
class RestoredHall:
    """What was put back: rows of the store and tournaments; `set_aside` are the files that were there before."""

    rows: int
    tournaments: int
    set_aside: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class _Form:
    backup: str
    form: int


def write_backup(places: HallPlaces, store: HallStore, path: Path) -> int:
    """Write a backup that only its owner may read, and return its number of rows.

    An earlier backup is replaced when the new one is whole. Raises `CompanionError`; the file is then as it was.
    """
    rows = 0
    with replacing_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FORM_NAME, json.dumps({"backup": MARK, "form": FORM}))
        with archive.open(STORE_NAME, "w", force_zip64=True) as lines:
            for name, row in store.rows():
                lines.write(f"{strict_json.written({'table': name, 'row': row})}\n".encode("ascii"))
                rows += 1
        accounts = load_value(places.accounts, HallAccounts())
        archive.writestr(places.accounts.name, strict_json.written(write(accounts)))
        for one in (places.people, places.authority.certificate, places.authority.key):
            with suppress(FileNotFoundError):
                archive.writestr(one.name, one.read_bytes())
        for one in sorted(files_in(places.tournaments, f"*{SUFFIX}")):
            if is_tournament_name(one.stem):
                data = _whole_lines(one)
                archive.writestr((TOURNAMENTS if _is_readable(data, one) else DAMAGED) + one.name, data)
    return rows


def _whole_lines(path: Path) -> bytes:
    """Return a tournament without the line that is being written now."""
    data = read_regular_file(path, most_bytes=MOST_TOURNAMENT_BYTES)
    return data[: data.rfind(b"\n") + 1]


def _is_readable(data: bytes, path: Path) -> bool:
    try:
        acts_in(data, path)
    except LogDamaged:
        return False
    return True


def restore_backup(places: HallPlaces, store: HallStore, path: Path) -> RestoredHall:
    """Put a backup back into a hall whose store is empty: all of it or nothing.

    A file that is there with other content is set aside; a tournament that has gone on since stays. Raises
    `CompanionError`, also if there is another tournament of the same name.
    """
    with _opened(path) as archive:
        _expect_backup(archive)
        files = {one: data for one in _files(places) if (data := _part(archive, one.name)) is not None}
        _expect_readable(places, files)
        played = _tournaments(archive, places)
        aside: list[Path] = []

        def put_files() -> None:
            for one, data in files.items():
                aside.extend(_set_aside(one, data))
                replace_file(one, data)
            for one in played:
                replace_file(one, _part(archive, TOURNAMENTS + one.name, MOST_TOURNAMENT_BYTES) or b"")

        rows = store.fill(_rows(archive), put_files)
    return RestoredHall(rows, len(played), tuple(aside))


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup, and turn all that its content may raise into errors in words."""
    try:
        with opened_regular_file(path) as file, zipfile.ZipFile(file) as archive:
            if len(archive.infolist()) > MOST_PARTS:
                raise Malformed("", Text("it has too many parts"))
            yield archive
    except OSError as problem:
        raise UnreadableFile(str(path), system_says(problem)) from problem
    except Malformed as problem:
        raise _no_backup(path, problem.message) from problem
    except DAMAGED_ARCHIVE as problem:
        raise _no_backup(path, Text("it is damaged, or was not copied whole")) from problem


def _expect_backup(archive: zipfile.ZipFile) -> None:
    data = _part(archive, FORM_NAME)
    if data is None:
        raise Malformed("", Text("it is another kind of file"))
    form = read(_Form, strict_json.parse(data), skips_unknown=True)
    if form.backup != MARK:
        raise Malformed("", Text("it is another kind of file"))
    if not 1 <= form.form <= FORM:
        raise Malformed(
            "", Text("this was written by a later version of this program; bring the program up to date")
        )


def _expect_readable(places: HallPlaces, files: dict[Path, bytes]) -> None:
    """Check the files that the hall reads when it is opened."""
    authority = places.authority
    for needed in (places.accounts, authority.certificate, authority.key):
        if needed not in files:
            raise Malformed("", Text("{name} is missing in it", name=needed.name))
    if certificate_of_key(files[authority.certificate], files[authority.key]) is None:
        raise Malformed(
            authority.key.name, Text("this is not the key of {name}", name=authority.certificate.name)
        )
    for path, kind in ((places.accounts, HallAccounts), (places.people, SignedIn)):
        if path in files:
            read(kind, strict_json.parse(files[path]), path.name)


def _tournaments(archive: zipfile.ZipFile, places: HallPlaces) -> list[Path]:
    """Return the files of the tournaments to put back: those that are not here, or of which less is here."""
    found = []
    for name in archive.namelist():
        inside, _, file = name.rpartition("/")
        if f"{inside}/" != TOURNAMENTS or not file.endswith(SUFFIX):
            continue
        path = places.tournaments / file
        if not is_tournament_name(path.stem):
            raise Malformed(name[:80], Text("a tournament cannot have this name"))
        data = _part(archive, name, MOST_TOURNAMENT_BYTES) or b""
        if data[-1:] not in (b"", b"\n") or not _is_readable(data, path):
            raise Malformed(name, Text("this is not a tournament that this program wrote"))
        here = read_regular_file(path, most_bytes=MOST_TOURNAMENT_BYTES) if path.exists() else b""
        if data.startswith(here):
            found.append(path)
        elif not here.startswith(data):
            raise HallError(
                Text(
                    "there is another tournament {name} here: move {file} elsewhere first",
                    name=path.stem,
                    file=str(path),
                )
            )
    return found


def _part(archive: zipfile.ZipFile, name: str, most_bytes: int = MOST_SMALL_BYTES) -> bytes | None:
    """Return a part of a backup; None if it has no such part. Raises `Malformed` if it is too large."""
    if name not in archive.NameToInfo:
        return None
    with _unpacked(archive, name, most_bytes) as part:
        return part.read()


def _unpacked(archive: zipfile.ZipFile, name: str, most_bytes: int | None = None) -> IO[bytes]:
    """Open a part whose size, which it cannot exceed, is as large as what was written may be. Raises `Malformed`."""
    part = archive.getinfo(name)
    is_usual = part.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) and not part.flag_bits & 1
    most = max(MOST_RATIO * part.compress_size, LITTLE_BYTES)
    if not is_usual or part.file_size > (most if most_bytes is None else min(most, most_bytes)):
        raise Malformed(name[:80], Text("no hall has written this file: unpacked, it would be too large"))
    return archive.open(part)


def _rows(archive: zipfile.ZipFile) -> Iterator[StoredRow]:
    with _unpacked(archive, STORE_NAME) as lines:
        for number in count(1):
            line = lines.readline(MOST_LINE_BYTES)
            if not line:
                return
            try:
                data: Any = strict_json.parse(line)
                yield read_row(data)
            except Malformed as problem:
                raise Malformed(f"{STORE_NAME}, {number}", problem.message) from problem


def _set_aside(path: Path, data: bytes) -> list[Path]:
    """Copy a file before other content replaces it; return the path of the copy, or nothing if the content stays the same."""
    if not path.exists() or (before := path.read_bytes()) == data:
        return []
    names = (path.with_name(f"{path.stem}-before-{n}{path.suffix}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    replace_file(aside, before)
    return [aside]


def _files(places: HallPlaces) -> tuple[Path, ...]:
    return places.accounts, places.people, places.authority.certificate, places.authority.key


def _no_backup(path: Path, problem: Text) -> HallError:
    return HallError(
        Text("{file} is not a complete backup of a hall: {problem}", file=str(path), problem=problem)
    )


# --- copies
# Makes a backup by itself after each round of a tournament: in the hall's folder, and in a second place such as a
# stick.
#
#     HALL/copies/copy-0007-spring-round-3.zip
# DIR/companion-hall-3f9a12cd/copy-0007-spring-round-3.zip     DIR is the second place, 3f9a12cd is of this hall's authority
#
# Copies are numbered, because a machine may not know what time it is. A second place that is missing or full is told,
# and stops nothing.

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
        try:
            paths = sorted(files_in(self._places.tournaments, f"*{SUFFIX}"))
        except StorageError as problem:
            self.state = CopyState(self.state.made, (problem.message,))
            return
        for path in paths:
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
                "there is no folder {folder} for the second copy: is the USB stick plugged in?",
                folder=str(self._second),
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
