"""Lets one program at a time play a match: that program holds a claim on it.

    DATA/open/MATCH        a lock of the operating system's on this file, which ends with the program, however it ends;
                           in it who holds it: `4711 1767225600000 companion watch`

A claim may be taken over, if a person says so: the file is then another one, and whoever had it before keeps nothing more.
"""

import errno
import fcntl
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self

from companion.codec import WallMs, read
from companion.errors import Malformed, PlayedElsewhere, StorageError
from companion.ids import MatchId
from companion.storage.kept_files import FILE_MODE, make_folder
from companion.storage.log import MatchLog
from companion.storage.record import Record
from companion.system_errors import system_says
from companion.words import Text

_NO_LOCKS_HERE = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
"""Errors of network file systems without locks, on which no program can claim a match."""
_MOST_BYTES = 400


@dataclass(frozen=True, slots=True)
class Claimant:
    """The program that plays a match: its process on this machine, and its name.

    `at_ms`: when it began, by the wall clock.
    """

    process: int
    program: str
    at_ms: WallMs


class Claim:
    """This program's claim on a match. Use it in a `with`, or end it with `release`."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle: int | None = handle

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    @property
    def is_ours(self) -> bool:
        """Whether the claim still holds, because nobody has taken the match over."""
        return self._handle is not None and _is_same(self._handle, self._path)

    def expect_ours(self) -> None:
        """Check that the claim still holds. Raises `PlayedElsewhere` if somebody has taken the match over."""
        if not self.is_ours:
            raise PlayedElsewhere(
                Text(
                    "another program has taken this match over: nothing that is entered here is kept any more"
                )
            )

    def release(self) -> None:
        """Give the claim up. A second call does nothing."""
        if self._handle is None:
            return
        with suppress(OSError):
            if self.is_ours:
                self._path.unlink()
        os.close(self._handle)
        self._handle = None


def lay_claim(folder: Path, match: MatchId, claimant: Claimant, *, is_taken_over: bool = False) -> Claim:
    """Claim a match that nobody plays.

    A process may take over its own claim, and, if a person wants it, that of another process. Raises `PlayedElsewhere`,
    or `StorageError` where the claim cannot be written.
    """
    path = folder / match
    try:
        make_folder(folder)
        while (handle := _locked(path)) is None:
            other = _read(path)
            if not is_taken_over and (other is None or other.process != claimant.process):
                raise PlayedElsewhere(_told(match, other))
            path.unlink(missing_ok=True)
        os.truncate(handle, 0)
        os.write(handle, f"{claimant.process} {claimant.at_ms} {claimant.program}\n".encode()[:_MOST_BYTES])
    except OSError as problem:
        raise StorageError(
            Text("{file} cannot be written: {problem}", file=str(path), problem=system_says(problem))
        ) from problem
    return Claim(path, handle)


def is_claimed(folder: Path, match: MatchId) -> bool:
    """Tell whether a program holds a claim, without laying one. What belongs to another user counts as held."""
    try:
        handle = os.open(folder / match, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError:
        return True
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(handle)
    return False


def _locked(path: Path) -> int | None:
    """Return the locked file; None if another program has it locked."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return None
        except OSError as problem:
            if problem.errno not in _NO_LOCKS_HERE:
                os.close(handle)
                raise
        # Whoever had it may have let it go, and the file with it, between the two.
        if _is_same(handle, path):
            return handle
        os.close(handle)


def _is_same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _read(path: Path) -> Claimant | None:
    """Read who holds the claim; None where the file does not say, or not yet."""
    try:
        process, at_ms, program = path.read_text(encoding="utf-8").strip().split(" ", 2)
        return read(Claimant, {"process": int(process), "program": program, "at_ms": int(at_ms)})
    except (OSError, ValueError, Malformed):
        return None


def _told(match: MatchId, other: Claimant | None) -> Text:
    if other is None:
        return Text("match {id} is open in another program", id=match)
    since = datetime.fromtimestamp(other.at_ms / 1000).astimezone()
    return Text(
        "match {id} is open in another program: {program}, process {process}, since {time}",
        id=match,
        program=other.program,
        process=other.process,
        time=f"{since:%Y-%m-%d %H:%M}",
    )


class ClaimedLog:
    """A match's log that refuses plays once another program has taken the match over (see `match.Log`)."""

    def __init__(self, log: MatchLog, claim: Claim) -> None:
        self._log = log
        self._claim = claim

    def append(self, record: Record) -> None:
        """Keep one play. Raises `PlayedElsewhere` if another program has taken the match over; nothing is then kept."""
        # Where the whole folder is gone the claim is gone too, and nobody has taken anything over.
        self._log.expect_there()
        self._claim.expect_ours()
        self._log.append(record)
