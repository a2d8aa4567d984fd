"""Restricts files of matches and people to their owner: files 0600, folders 0700, whatever the umask is."""

import os
from contextlib import suppress
from pathlib import Path

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
