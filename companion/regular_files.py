"""Reads whole files that a person or another program has named: only regular files, and only up to a number of bytes.

Behind a name may stand a pipe, which keeps its reader waiting for ever, a device such as /dev/zero, which never ends, or
a file as large as the disk.
"""

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.errors import UnreadableFile
from companion.system_errors import system_says
from companion.words import Text

DAMAGED_ARCHIVE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, LookupError, ValueError)
"""The errors that `zipfile` raises while it reads a file that is damaged, encrypted, or no archive at all."""
_HOW = os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
"""Opens a pipe without waiting for a program that writes into it."""
_KINDS = {
    stat.S_IFDIR: Text("this is a folder, not a file"),
    stat.S_IFIFO: Text("this is a pipe, not a file"),
    stat.S_IFCHR: Text("this is a device, not a file"),
    stat.S_IFBLK: Text("this is a device, not a file"),
}
_KILO, _MEGA = 1_000, 1_000_000


def read_regular_file(path: Path, *, most_bytes: int) -> bytes:
    """Return the bytes of a file; links are followed.

    Raises `UnreadableFile`, also for a file of more than `most_bytes`.
    """
    try:
        with opened_regular_file(path) as file:
            return _bytes_of(file, path, most_bytes)
    except (OSError, ValueError, MemoryError) as problem:
        raise UnreadableFile(str(path), system_says(problem)) from problem


@contextmanager
def opened_regular_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read it piece by piece; links are followed. Raises `UnreadableFile` for what is no file, and `OSError`."""
    handle = os.open(path, _HOW)
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise UnreadableFile(str(path), no_file_told(mode))
        with os.fdopen(handle, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(handle)


def no_file_told(mode: int) -> Text:
    """Return what a thing is that is no regular file, by its mode."""
    return _KINDS.get(stat.S_IFMT(mode), Text("this is not a file"))


def _bytes_of(file: BinaryIO, path: Path, most_bytes: int) -> bytes:
    size = os.fstat(file.fileno()).st_size
    # One more than is taken: a file may grow while it is read, and some of the system's own tell no size.
    data = file.read(most_bytes + 1) if size <= most_bytes else b""
    if max(size, len(data)) > most_bytes:
        raise UnreadableFile(
            str(path), Text("the file is too large; at most {size} are read", size=_size(most_bytes))
        )
    return data


def _size(most_bytes: int) -> Text:
    if most_bytes >= _MEGA:
        return Text("{number} MB", number=most_bytes // _MEGA)
    return Text("{number} kB", number=most_bytes // _KILO)
