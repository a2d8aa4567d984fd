"""Translates SQLite's errors into errors of this program, in words for people."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import LogBusy, LogDamaged, LogFull, StorageError
from companion.storage.kept_files import unusable
from companion.system_errors import system_says
from companion.words import N_, Text

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_UNUSABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)
_LEAST_BYTES = 65_536
"""What SQLite's own files beside a log take at least."""
_DAMAGES = {
    sqlite3.SQLITE_NOTADB: N_("this is not a database"),
    sqlite3.SQLITE_CORRUPT: N_("parts of the file are lost or overwritten"),
    sqlite3.SQLITE_TOOBIG: N_("the file contains more than this program can use"),
}


@contextmanager
def border(path: Path) -> Iterator[None]:
    """Translate the errors that SQLite raises for a file into errors of this program."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # Ours, not the world's.
    except UnicodeDecodeError as problem:
        raise damaged(path, Text("the file contains bytes that are not text")) from problem
    except sqlite3.Error as problem:
        raise _translated(path, problem) from problem


def sqlite_says(path: Path, problem: BaseException) -> Text | None:
    """Describe an error of SQLite as the end of a sentence; None for any other error."""
    if not isinstance(problem, sqlite3.Error):
        return None
    code = _kind_of(problem)
    if code in _BUSY:
        return Text("another program is using it")
    if code == sqlite3.SQLITE_FULL or (code in _UNUSABLE and _is_full(path)):
        return Text("the disk is full")
    return _why_unusable(path, code) if code in _UNUSABLE else _said(problem, code)


def _translated(path: Path, problem: sqlite3.Error) -> StorageError:
    code = _kind_of(problem)
    if code in _BUSY:
        return LogBusy(
            Text("{file} is in use by another program; close that program, or try again", file=str(path))
        )
    # Where there is no room for its own files SQLite says that the disk fails, or that it cannot open them.
    if code == sqlite3.SQLITE_FULL or (code in _UNUSABLE and _is_full(path)):
        return LogFull(Text("{file}: the disk is full; make room, and enter it again", file=str(path)))
    if code in _UNUSABLE:
        return unusable(path, _why_unusable(path, code))
    return damaged(path, _said(problem, code))


def _is_full(path: Path) -> bool:
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return False
    # What can only be read has no room either, and is not full.
    return not disk.f_flag & os.ST_RDONLY and disk.f_bavail * disk.f_frsize < _LEAST_BYTES


def _kind_of(problem: sqlite3.Error) -> int:
    """Return SQLite's number for the kind of an error, without the detail that it adds to the kind."""
    return int(getattr(problem, "sqlite_errorcode", 0)) & 0xFF


def _why_unusable(path: Path, code: int) -> Text:
    """Find out why SQLite cannot open a file: SQLite does not say, but the operating system does when asked the same."""
    if code == sqlite3.SQLITE_IOERR:
        return Text("the disk or the device fails")
    try:
        os.close(os.open(path, os.O_RDWR))
    except (OSError, ValueError) as problem:
        return system_says(problem)
    return Text("no file can be made in its folder")


def _said(problem: sqlite3.Error, code: int) -> Text:
    if "decode" in str(problem):
        return Text("the file contains bytes that are not text")
    if code in _DAMAGES:
        return Text(_DAMAGES[code])
    return Text("an unusual fault of the database ({words})", words=str(problem)[:160])


def damaged(path: Path, problem: Text) -> LogDamaged:
    """Return the error for a log that contradicts itself."""
    return LogDamaged(
        Text(
            "{file} is damaged or is not a log of matches: {problem}; move it elsewhere, or give another folder with --data",
            file=str(path),
            problem=problem,
        )
    )


def match_damaged(problem: Text) -> LogDamaged:
    """Return the error for one match that contradicts itself, in a log whose other matches can be used."""
    return LogDamaged(Text("{problem}; the other matches of this log are not touched", problem=problem))


def is_there(path: Path) -> bool:
    """Tell whether the log's file exists. Raises `StorageError` where the system refuses to tell."""
    try:
        return path.exists()
    except OSError as problem:
        raise unusable(path, system_says(problem)) from problem


def expect_there(path: Path, file: tuple[int, int] | None) -> None:
    """Raise `StorageError` if the file that was opened at `path` has been deleted or replaced since.

    `file` is what `file_at` returned when it was opened. SQLite would go on writing into a deleted file, and everything
    would be lost.
    """
    found = file_at(path)
    if found == file:
        return
    if found is not None:
        raise unusable(path, Text("the file was replaced by another one after it was opened"))
    gone = path.name if path.parent.exists() else str(path.parent)
    raise StorageError(
        Text(
            "{file} cannot be used: {gone} is missing; it was deleted or moved, or its disk was "
            "taken out. Nothing is kept now: bring it back and enter the play again, or begin in "
            "another folder with --data",
            file=str(path),
            gone=gone,
        )
    )


def file_at(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file whatever its name, its device and its number there; None if it cannot be found."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
