"""Writes all that a hall keeps into one file, and puts it back into an empty hall; the file fits both kinds of stores.

BACKUP.zip
  form.json                         {"backup": "companion hall", "form": 2}; form 1 had no people and tournaments
  store.jsonl                       {"table": "records", "row": {…}} a line
  accounts.json, authority.pem, authority-key.pem     so that tables find the hall again
  people.json                       who is signed in to the pages
  tournaments/NAME.jsonl            the tournaments, as they are kept
  damaged/NAME.jsonl                those that cannot be read: for a person to look at, and not put back
"""

import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Any

from companion.codec import read, write
from companion.errors import LogDamaged, Malformed, UnreadableFile
from companion.hall.accounts import HallAccounts
from companion.hall.errors import HallError
from companion.hall.json_file import load_value
from companion.hall.people import SignedIn
from companion.hall.places import HallPlaces
from companion.hall.store.rows import StoredRow, read_row
from companion.hall.store.store import HallStore
from companion.network.certificates import certificate_of_key
from companion.regular_files import opened_regular_file, read_regular_file
from companion.storage import strict_json
from companion.storage.file_replacement import replace_file, replacing_file
from companion.storage.tournaments import MOST_BYTES as MOST_TOURNAMENT_BYTES
from companion.storage.tournaments import SUFFIX, acts_in, is_tournament_name
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
        for one in sorted(places.tournaments.glob(f"*{SUFFIX}")):
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
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, LookupError, ValueError) as problem:
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
            raise Malformed(name[:80], Text("no tournament can be called so"))
        data = _part(archive, name, MOST_TOURNAMENT_BYTES) or b""
        if data[-1:] not in (b"", b"\n") or not _is_readable(data, path):
            raise Malformed(name, Text("this is no tournament as this program writes it"))
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
        raise Malformed(name[:80], Text("no hall has written this: it would become larger than it can be"))
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
    return HallError(Text("{file} is no whole backup of a hall: {problem}", file=str(path), problem=problem))
