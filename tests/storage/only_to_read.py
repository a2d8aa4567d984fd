"""A folder in which nobody may write, root neither: for as long, root is somebody else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def only_to_read(folder: Path, shut: Path | None = None) -> Iterator[None]:
    """Whoever runs the tests may read what lies there, and write nothing; a folder in it that is `shut` he may not even
    enter. The way to it must be open to all.
    """
    modes = {path: path.stat().st_mode for path in (folder, *folder.rglob("*"))}
    is_root = os.geteuid() == 0
    for path in modes:
        path.chmod(0o000 if path == shut else 0o555 if path.is_dir() else 0o444)
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        for path, mode in modes.items():
            path.chmod(mode)
