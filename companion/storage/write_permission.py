"""Checks whether matches can be kept in a folder, before anybody plays one that would be lost."""

import os
import shlex
import tempfile
from pathlib import Path

from companion.errors import StorageError
from companion.system_errors import system_says
from companion.words import Text


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
