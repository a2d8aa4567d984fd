"""Keeps a value of the hall in a small JSON file of its own, which is replaced whole."""

from pathlib import Path
from typing import Any, TypeVar

from companion.codec import read, write
from companion.errors import Malformed
from companion.hall.errors import HallError
from companion.storage import strict_json
from companion.storage.file_replacement import replace_file
from companion.words import Text

T = TypeVar("T")


def load_value(path: Path, empty: T) -> T:
    """Return the value in a file, of the type of `empty`; `empty` without a file. Raises `HallError` for a damaged file."""
    try:
        return read(type(empty), strict_json.parse(path.read_bytes()))
    except FileNotFoundError:
        return empty
    except (OSError, Malformed) as problem:
        raise HallError(
            Text("{file} cannot be read: {problem}", file=str(path), problem=str(problem))
        ) from problem


def save_value(path: Path, value: Any) -> None:
    """Write a value to a file, whole or not at all. Raises `StorageError`."""
    replace_file(path, strict_json.written(write(value)).encode())
