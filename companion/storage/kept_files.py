"""Keeps files of matches and people: only their owner may read them, and a reader finds the old or the new one whole."""

import fcntl
import os
import shlex
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from glob import escape
from pathlib import Path
from typing import IO

from companion.errors import StorageError
from companion.regular_files import no_file_told
from companion.system_errors import system_says
from companion.words import Text

# --- file modes
# Restricts files of matches and people to their owner: files 0600, folders 0700, whatever the umask is.

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents; an existing folder stays as it is. Raises `OSError`."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=FOLDER_MODE, exist_ok=True)
    if not folder.is_dir():
        folder.mkdir()  # Says what stands in the way.


def make_file(path: Path) -> None:
    """Create an empty file that only its owner may read, unless the file exists. Raises `OSError`."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE))


def tighten(path: Path) -> None:
    """Take from everybody but the owner the right to read a file; a file whose rights may not be changed stays as it is."""
    with suppress(OSError):
        mode = path.stat().st_mode & 0o777
        if mode & ~FILE_MODE:
            path.chmod(mode & FILE_MODE)


# --- file replacement
# Replaces files whole: a reader finds the old or the new one, even after a power cut.

JUST_MADE_S = 60
"""A file that is younger may not be locked yet by the process that writes it."""


def replace_file(path: Path, data: bytes, *, most_mode: int = FILE_MODE) -> None:
    """Write a file whole, in place of an earlier one if there is one; it is on disk when this returns.

    See `replacing_file`. Raises `StorageError`.
    """
    with replacing_file(path, most_mode=most_mode) as file:
        file.write(data)


@contextmanager
def replacing_file(path: Path, *, most_mode: int = FILE_MODE) -> Iterator[IO[bytes]]:
    """Open a file to be written, which takes the place of an earlier one when the block ends; after an exception in
    the block everything is as before.

    Written beside, synced, renamed, and the folder synced; a link is followed, and what is no file is not replaced. What a
    killed process left half done beside it is removed. At
    most `most_mode` is who may read and write it: its owner alone, if nothing else is said. The user's mask takes from a
    new file, and a file that was there allows no more than before. Raises `StorageError`.
    """
    try:
        path = path.resolve()
        make_folder(path.parent)
        mode = most_mode & (_mode_of_file(path) if path.exists() else ~_umask())
        _remove_left(path)
        with tempfile.NamedTemporaryFile(
            "wb", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            half_done = Path(file.name)
            try:
                yield file
                file.flush()
                os.fsync(file.fileno())
                half_done.chmod(mode)
                half_done.replace(path)
            except BaseException:
                half_done.unlink(missing_ok=True)
                raise
        sync_folder(path.parent)
    except (OSError, RuntimeError) as problem:
        raise _cannot_write(path, problem) from problem


def _remove_left(path: Path) -> None:
    """Remove what is half done, locked by nobody and not just made, so that its process is gone."""
    for left in path.parent.glob(f".{escape(path.name)}.????????"):
        with suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if time.time() - left.stat().st_mtime > JUST_MADE_S:
                left.unlink()


def _mode_of_file(path: Path) -> int:
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise StorageError(
            Text("{file} cannot be written: {problem}", file=str(path), problem=no_file_told(mode))
        )
    return mode


def remove_file(path: Path) -> None:
    """Delete a file, if it exists. Raises `StorageError`."""
    try:
        path.unlink(missing_ok=True)
        if path.parent.exists():
            sync_folder(path.parent)
    except OSError as problem:
        raise _cannot_write(path, problem) from problem


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Make other processes wait while this one changes files in a folder. Raises `StorageError`."""
    try:
        make_folder(folder)
        lock = (folder / ".lock").open("ab")
    except OSError as problem:
        raise _cannot_write(folder, problem) from problem
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on disk. Raises `OSError`."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, problem: OSError | RuntimeError) -> StorageError:
    return StorageError(
        Text("{file} cannot be written: {problem}", file=str(path), problem=system_says(problem))
    )


# --- write permission
# Checks whether matches can be kept in a folder, before anybody plays one that would be lost.


def unusable(path: Path, problem: Text) -> StorageError:
    """Return the error for a file or a folder of the players' data that cannot be opened, written or entered."""
    return StorageError(
        Text(
            "{file} cannot be used: {problem}; give another folder with --data",
            file=str(path),
            problem=problem,
        )
    )


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a folder whose names fit a pattern; none if there is no such folder.

    Raises `StorageError` if the folder may not be read: `Path.glob` says then that nothing is there.
    """
    try:
        paths = list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError) as problem:
        raise unusable(folder, system_says(problem)) from problem
    return [path for path in paths if fnmatchcase(path.name, pattern)]


def expect_to_keep(file: Path) -> None:
    """Check that files can be kept in a folder. Raises `StorageError`, which says which folder and what to do."""
    problem = why_not_kept(file)
    if problem is not None:
        doctor = f"companion doctor --data {shlex.quote(str(nearest_folder(file.parent)))}"
        raise StorageError(
            Text(
                "{problem}; `{command}` says what to type, or give another folder with --data",
                problem=problem,
                command=doctor,
            )
        )


def why_not_kept(file: Path) -> Text | None:
    """Try to write files in a folder and remove them again; return why it failed, None if it worked."""
    folder = nearest_folder(file.parent)
    try:
        with tempfile.TemporaryFile(dir=folder) as tried:
            tried.write(b"0")
            tried.flush()
            os.fsync(tried.fileno())
        if file.exists():
            os.close(os.open(file, os.O_RDWR))
    except (OSError, ValueError) as problem:
        return Text(
            "nothing can be written in {folder}: {problem}", folder=str(folder), problem=system_says(problem)
        )
    return None


def nearest_folder(folder: Path) -> Path:
    """Return the folder itself, or its nearest parent that exists."""
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder
