"""Opens a log past the program, as any other program may."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as any program may open it."""
    db = sqlite3.connect(path)
    try:
        yield db
        db.commit()
    finally:
        db.close()
