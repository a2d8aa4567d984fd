"""Reads and writes the files that a command is given, and tells the system's errors in plain words."""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TextIO

from companion.errors import CompanionError, UnreadableFile
from companion.regular_files import read_regular_file
from companion.system_errors import system_says
from companion.words import Text

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MOST_MEGABYTES = 64
"""The most megabytes of a file that is read whole, and of a line that comes in: a long match with all its cards takes
two.
"""


def source_name(name: str) -> str:
    """Return a file's name for the log, without its folders, which are private."""
    return "stdin" if name == STANDARD_INPUT else Path(name).name


def raw_lines(name: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input as they come; a byte order mark before the first is left out.

    Raises `CompanionError`, also for a file or a line that is too large.
    """
    lines = _lines_with_mark(name)
    yield from (line.removeprefix(BYTE_ORDER_MARK) for line in islice(lines, 1))
    yield from lines


def _lines_with_mark(name: str) -> Iterator[bytes]:
    if name != STANDARD_INPUT:
        yield from io.BytesIO(file_bytes(name))
    elif sys.stdin is not None:
        try:
            yield from iter(lambda: _line_of(sys.stdin.buffer), b"")
        except (OSError, ValueError) as problem:
            raise _cannot_read(name, problem) from problem


def file_bytes(name: str, most_bytes: int = MOST_MEGABYTES * 1_000_000) -> bytes:
    """Return the bytes of a file that a person named. Raises `CompanionError`."""
    try:
        return read_regular_file(Path(name), most_bytes=most_bytes)
    except UnreadableFile as problem:
        if isinstance(problem.__cause__, OSError | ValueError):
            raise _cannot_read(name, problem.__cause__) from problem
        raise


def _line_of(stream: BinaryIO) -> bytes:
    most_bytes = MOST_MEGABYTES * 1_000_000
    line = stream.readline(most_bytes + 1)
    if len(line) > most_bytes:
        raise CompanionError(
            Text(
                "the program received a line of more than {size} MB and did not read all of it",
                size=MOST_MEGABYTES,
            )
        )
    return line


def write_lines(lines: Iterable[str], name: str | None) -> None:
    """Write lines to a file, whole or not at all, or to standard output. Raises `CompanionError`.

    A link is followed, and a device or a pipe is written to, never replaced.
    """
    if name is None or name == STANDARD_INPUT:
        for line in lines:
            say(line, sys.stdout)
        return
    with _writable(name):
        write_bytes("".join(f"{line}\n" for line in lines).encode(), name)


def write_bytes(data: bytes, name: str) -> None:
    """Write a file, whole or not at all.

    A link is followed; a device or a pipe is written to and never replaced. Raises `CompanionError`.
    """
    with _writable(name):
        path = Path(name).resolve()
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            half_done = Path(file.name)
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                half_done.chmod(0o666 & ~_umask())
                half_done.replace(path)
            except BaseException:
                half_done.unlink(missing_ok=True)
                raise


@contextlib.contextmanager
def _writable(name: str) -> Iterator[None]:
    """Turn errors while a file is written into errors in plain words."""
    try:
        yield
    except (OSError, ValueError) as problem:
        raise cannot_write(name, problem) from problem


def made_folder(path: Path) -> Path:
    """Return a folder, made where it is missing. Raises `CompanionError`."""
    with _writable(str(path)):
        path.mkdir(parents=True, exist_ok=True)
    return path


def cannot_write(name: str, problem: Exception) -> CompanionError:
    """Return the error for a file or a folder that cannot be made."""
    return CompanionError(
        Text("{file} cannot be written: {problem}", file=name, problem=system_says(problem))
    )


def say(line: str, out: TextIO) -> None:
    """Write one line and flush it. Raises `CompanionError` for a full disk or a device that has gone."""
    with written_to(out):
        print(line, file=out, flush=True)


@contextlib.contextmanager
def written_to(out: TextIO) -> Iterator[None]:
    """Turn errors of an output into errors in plain words; a reader that closed the pipe is no error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        with contextlib.suppress(OSError, ValueError):
            # What waits in the stream's buffer would be tried again, and fail again, when the program ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        raise CompanionError(
            Text("the answers cannot be written: {problem}", problem=system_says(problem))
        ) from problem


def _cannot_read(name: str, problem: Exception) -> CompanionError:
    shown = "stdin" if name == STANDARD_INPUT else name
    if isinstance(problem, FileNotFoundError):
        return CompanionError(Text("there is no file {file}", file=shown))
    if isinstance(problem, PermissionError):
        return CompanionError(Text("you are not allowed to read {file}", file=shown))
    return CompanionError(Text("{file} cannot be read: {problem}", file=shown, problem=system_says(problem)))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
