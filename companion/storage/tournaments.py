"""Keeps tournaments, each in a file of its own: one line for each act. Lines are only added, never changed.

    DATA/tournaments/NAME.jsonl
    {"n": 1, "at_ms": 1767225600000, "events": [{"kind": "opened", …}], "hash": "5e1f…"}

    hash(n) = SHA-256(hash(n-1) + line feed + n + line feed + at_ms + line feed + events), the events as canonical JSON

A line is on disk before the act counts. When the power goes while a line is written, half of it stays: it has no line feed
at its end, never counted, and is cut off before the next line is written. Any other damage is told and nothing is guessed.
"""

import errno
import fcntl
import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from companion.codec import Range, WallMs, read
from companion.errors import LogDamaged, LogFull, Malformed, NoSuchMatch, StorageError, UnreadableFile
from companion.regular_files import opened_regular_file, read_regular_file
from companion.storage import strict_json
from companion.storage.kept_files import files_in, make_file, make_folder, sync_folder
from companion.storage.places import Places
from companion.system_errors import system_says
from companion.words import Text

SUFFIX = ".jsonl"
MOST_BYTES = 256_000_000
"""A tournament of 400 players and nine rounds takes two megabytes."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class KeptAct:
    """One act of the organiser: its number from 1, its time, its events as JSON, and the hash over all lines so far."""

    n: Annotated[int, Range(1, 10**9)]
    at_ms: WallMs
    events: tuple[Any, ...]
    hash: str


def is_tournament_name(name: str) -> bool:
    """Tell whether a tournament can have this name: small letters, digits and hyphens."""
    return _NAME.fullmatch(name) is not None


def tournament_names(where: Places) -> list[str]:
    """Return the names of all tournaments that are kept. Raises `StorageError` if their folder may not be read."""
    files = files_in(where.tournaments, f"*{SUFFIX}")
    return sorted(path.stem for path in files if is_tournament_name(path.stem) and _may_have_begun(path))


def _may_have_begun(path: Path) -> bool:
    try:
        return _has_begun(path)
    except UnreadableFile:  # It is told when somebody opens the tournament.
        return True


def _has_begun(path: Path) -> bool:
    """Return whether a tournament's first act was kept: power cuts and full disks leave files with nothing or half a line.

    Raises `UnreadableFile`.
    """
    try:
        with opened_regular_file(path) as file:
            return file.readline(MOST_BYTES).endswith(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as problem:
        raise UnreadableFile(str(path), system_says(problem)) from problem


class TournamentFile:
    """The file of one tournament. Use it in a `with`; meanwhile no other program can write to the tournament."""

    def __init__(self, where: Places, name: str, *, is_new: bool = False) -> None:
        """Open a tournament, or begin one. Raises `StorageError` if it is there already, or is not, and `UnreadableFile`."""
        if not is_tournament_name(name):
            raise StorageError(
                Text(
                    "{name} cannot be the name of a tournament: write it with small letters, digits and hyphens",
                    name=name[:60],
                )
            )
        self.path = where.tournaments / f"{name}{SUFFIX}"
        is_there = _has_begun(self.path)
        if is_new and is_there:
            raise self._there_already()
        if not is_new and not is_there:
            known = ", ".join(tournament_names(where)) or "–"
            raise NoSuchMatch(Text("there is no tournament {name}; known: {known}", name=name, known=known))
        self._is_new = is_new
        self._acts: list[KeptAct] = []
        self._length = 0
        self._handle: int | None = None

    def __enter__(self) -> Self:
        with _told(self.path):
            make_folder(self.path.parent)
            make_file(self.path)
            self._handle = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
            fcntl.flock(self._handle, fcntl.LOCK_EX)
        try:
            self._acts, self._length = read_acts(self.path)
            if self._is_new and self._acts:  # Another program was faster.
                raise self._there_already()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _there_already(self) -> StorageError:
        return StorageError(
            Text(
                "there is a tournament {name} already in {folder}",
                name=self.path.stem,
                folder=str(self.path.parent),
            )
        )

    @property
    def acts(self) -> tuple[KeptAct, ...]:
        return tuple(self._acts)

    @property
    def head(self) -> str:
        """The hash over all acts so far."""
        return self._acts[-1].hash if self._acts else ""

    def append(self, events: Sequence[Any], at_ms: int) -> KeptAct:
        """Keep an act; it is on disk when this returns. Raises `StorageError`, and then nothing was kept."""
        assert self._handle is not None
        act = KeptAct(
            len(self._acts) + 1, at_ms, tuple(events), _hash(self.head, len(self._acts) + 1, at_ms, events)
        )
        line = strict_json.written(
            {"n": act.n, "at_ms": act.at_ms, "events": list(act.events), "hash": act.hash}
        )
        data = f"{line}\n".encode()
        with _told(self.path):
            try:
                os.ftruncate(self._handle, self._length)
                _write_all(self._handle, data, self._length)
                os.fsync(self._handle)
                if self._length == 0:
                    sync_folder(self.path.parent)
            except OSError:
                os.ftruncate(self._handle, self._length)
                raise
        self._acts.append(act)
        self._length += len(data)
        return act


def read_acts(path: Path) -> tuple[list[KeptAct], int]:
    """Return the acts of a file, and how many bytes of it are whole. Raises `StorageError`."""
    return acts_in(read_regular_file(path, most_bytes=MOST_BYTES), path)


def acts_in(data: bytes, path: Path) -> tuple[list[KeptAct], int]:
    """Return the acts in the content of a file, and how many bytes of it are whole. Raises `LogDamaged`."""
    acts: list[KeptAct] = []
    length = 0
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        acts.append(_act(path, number, line, acts[-1].hash if acts else ""))
        length += len(line) + 1
    return acts, length


def _act(path: Path, number: int, line: bytes, before: str) -> KeptAct:
    try:
        act = read(KeptAct, strict_json.parse(line))
    except Malformed as problem:
        raise _damaged(path, number, Text("it is not as this program writes it")) from problem
    if act.n != number or act.hash != _hash(before, act.n, act.at_ms, act.events):
        raise _damaged(path, number, Text("it was changed, or a line before it is missing"))
    return act


def _hash(before: str, n: int, at_ms: int, events: Sequence[Any]) -> str:
    text = f"{before}\n{n}\n{at_ms}\n{strict_json.canonical(list(events))}"
    return hashlib.sha256(text.encode()).hexdigest()


def _damaged(path: Path, number: int, problem: Text) -> LogDamaged:
    return LogDamaged(
        Text(
            "{file}, line {line}: {problem}; put a copy of the file back",
            file=str(path),
            line=number,
            problem=problem,
        )
    )


def _write_all(handle: int, data: bytes, at: int) -> None:
    while data:
        done = os.pwrite(handle, data, at)
        data, at = data[done:], at + done


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        kind = LogFull if problem.errno == errno.ENOSPC else StorageError
        raise kind(
            Text("{file} cannot be written: {problem}", file=str(path), problem=system_says(problem))
        ) from problem
