"""Keeps a value of the hall in a small JSON file of its own, which is replaced whole."""

from pathlib import Path
from typing import Any, TypeVar

from companion.codec import read, write
from companion.errors import Malformed, UnreadableFile
from companion.hall.errors import HallError
from companion.regular_files import read_regular_file
from companion.storage import strict_json
from companion.storage.file_replacement import replace_file
from companion.words import Text

T = TypeVar("T")
MOST_BYTES = 4_000_000
"""A thousand tables take 300 kB."""


def load_value(path: Path, empty: T) -> T:
    """Return the value in a file, of the type of `empty`; `empty` without a file. Raises `HallError` for a damaged file."""
    try:
        return read(type(empty), strict_json.parse(read_regular_file(path, most_bytes=MOST_BYTES)))
    except UnreadableFile as problem:
        if isinstance(problem.__cause__, FileNotFoundError):
            return empty
        raise HallError(problem.message) from problem
    except Malformed as problem:
        raise HallError(
            Text("{file} cannot be read: {problem}", file=str(path), problem=problem.message)
        ) from problem


def save_value(path: Path, value: Any) -> None:
    """Write a value to a file, whole or not at all. Raises `StorageError`."""
    replace_file(path, strict_json.written(write(value)).encode())
