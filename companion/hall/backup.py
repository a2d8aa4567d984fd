"""Writes all that a hall keeps into one file, and puts it back into an empty hall; the file fits both kinds of stores.

BACKUP.zip
  form.json            {"backup": "companion hall", "form": 1}
  store.jsonl          {"table": "records", "row": {…}} a line
  accounts.json, authority.pem, authority-key.pem     so that tables find the hall again
"""

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.errors import Malformed
from companion.hall.errors import HallError
from companion.hall.places import HallPlaces
from companion.hall.store.store import HallStore
from companion.storage import strict_json
from companion.storage.file_modes import make_file
from companion.storage.file_replacement import replace_file
from companion.system_errors import system_says
from companion.words import Text

FORM = {"backup": "companion hall", "form": 1}
FORM_NAME, STORE_NAME = "form.json", "store.jsonl"


def write_backup(places: HallPlaces, store: HallStore, path: Path) -> int:
    """Write a backup that only its owner may read, and return its number of rows. Raises `HallError` or `StoreError`."""
    rows = 0
    try:
        path.unlink(missing_ok=True)
        make_file(path)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(FORM_NAME, json.dumps(FORM))
            with archive.open(STORE_NAME, "w") as lines:
                for name, row in store.rows():
                    lines.write(f"{strict_json.written({'table': name, 'row': row})}\n".encode("ascii"))
                    rows += 1
            for one in _files(places):
                with suppress(FileNotFoundError):
                    archive.writestr(one.name, one.read_bytes())
    except OSError as problem:
        raise HallError(
            Text("{file} cannot be written: {problem}", file=str(path), problem=system_says(problem))
        ) from problem
    return rows


def restore_backup(places: HallPlaces, store: HallStore, path: Path) -> int:
    """Put a backup back into an empty store, and return its number of rows. Raises `HallError`, `StoreError` or `StorageError`."""
    try:
        with zipfile.ZipFile(path) as archive:
            if strict_json.parse(archive.read(FORM_NAME)) != FORM:
                raise _no_backup(path)
            with archive.open(STORE_NAME) as lines:
                rows = store.fill(_rows(io.TextIOWrapper(lines, encoding="ascii")))
            for one in _files(places):
                with suppress(KeyError):
                    replace_file(one, archive.read(one.name))
    except OSError as problem:
        raise HallError(
            Text("{file} cannot be read: {problem}", file=str(path), problem=system_says(problem))
        ) from problem
    except (zipfile.BadZipFile, Malformed, KeyError, TypeError, ValueError) as problem:
        raise _no_backup(path) from problem
    return rows


def _rows(lines: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in lines:
        data = strict_json.parse(line)
        yield data["table"], data["row"]


def _files(places: HallPlaces) -> tuple[Path, ...]:
    return places.accounts, places.authority.certificate, places.authority.key


def _no_backup(path: Path) -> HallError:
    return HallError(Text("{file} is no whole backup of a hall", file=str(path)))
