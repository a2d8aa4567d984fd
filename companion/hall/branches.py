"""The branches of the tables' logs as the hall knows them, and which records continue them.

    1 ── 2 ── 3 ── 4 ── 5      branch 0
              └─ 4' ── 5'      branch 1, after record 3: the log was copied, or an old file was put back

No program puts branches together again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.storage.outbox import NOTHING_YET, ChainedRecord

REMEMBERED = 128
"""Hashes of the last records of a branch that are kept in memory, because repeated letters ask for them."""
LOOKED_UP, MOST_LOOKED_UP = 64, 4_096
"""Hashes that are looked up at once, because the records of a letter follow each other, and those that stay in memory."""
MOST_BRANCHES = 16
"""Branches of one log that are kept: a log is copied once or twice, and who makes more of them does it on purpose."""


@dataclass(frozen=True, slots=True)
class LogKey:
    """Names a log: the account of its table, and the log's own id. Another account's copy is another log."""

    account: str
    log: str


@dataclass(frozen=True, slots=True)
class KeptBranch:
    """A branch of a log: it continues branch `parent` after record `after`, and ends with record `n`."""

    key: LogKey
    number: int
    parent: int | None
    after: int
    n: int
    hash: str


class Taking(StrEnum):
    """What the hall did with a record."""

    NEXT = "next"
    """It continues a branch."""
    KNOWN = "known"
    FORK = "fork"
    """It contradicts a record that is there, and follows from the one before: a second branch begins."""
    AHEAD = "ahead"
    """Records are missing before it."""
    WRONG = "wrong"
    """Its hash does not fit: it was damaged on the way, or is not of this log."""


@dataclass(frozen=True, slots=True)
class TakenRecord:
    """What the hall did with a record, and the number of the record's branch."""

    taking: Taking
    branch: int = 0


@dataclass(slots=True)
class _Branch:
    number: int
    parent: int | None
    after: int
    n: int
    hash: str
    recent: dict[int, str] = field(default_factory=dict)

    def add(self, record: ChainedRecord) -> None:
        self.n, self.hash = record.n, record.hash
        self.recent[record.n] = record.hash
        self.recent.pop(record.n - REMEMBERED, None)


KeptHashes = Callable[[LogKey, int, range], Mapping[int, str]]
"""Looks up the hashes of records by their numbers: by log, branch and numbers."""


class BranchedLog:
    """All branches of one log. `kept_hashes` looks up those that are not in memory."""

    def __init__(self, key: LogKey, kept_hashes: KeptHashes) -> None:
        self.key = key
        self._kept_hashes = kept_hashes
        self._looked_up: dict[tuple[int, int], str] = {}
        """Hashes of earlier records, by branch and number: a kept record does not change."""
        self._branches: list[_Branch] = [_Branch(0, None, 0, 0, NOTHING_YET)]

    def restore(self, kept: KeptBranch) -> None:
        """Take a branch from the store; branches come in the order of their numbers."""
        branch = _Branch(kept.number, kept.parent, kept.after, kept.n, kept.hash)
        if kept.number == 0:
            self._branches[0] = branch
        else:
            self._branches.append(branch)

    @property
    def is_forked(self) -> bool:
        return len(self._branches) > 1

    @property
    def numbers(self) -> range:
        return range(len(self._branches))

    def tip(self, number: int) -> KeptBranch:
        """Return a branch with its last record."""
        one = self._branches[number]
        return KeptBranch(self.key, one.number, one.parent, one.after, one.n, one.hash)

    def hash_at(self, number: int, n: int) -> str | None:
        """Return the hash of record `n` in branch `number`; None if the branch is shorter."""
        branch = self._branches[number]
        while branch.parent is not None and n <= branch.after:
            branch = self._branches[branch.parent]
        if n == 0:
            return NOTHING_YET
        if n >= branch.n:
            return branch.hash if n == branch.n else None
        return branch.recent.get(n) or self._earlier_hash(branch.number, n)

    def _earlier_hash(self, number: int, n: int) -> str | None:
        if (number, n) not in self._looked_up:
            if len(self._looked_up) >= MOST_LOOKED_UP:
                self._looked_up.clear()
            first = n // LOOKED_UP * LOOKED_UP
            found = self._kept_hashes(self.key, number, range(first, first + LOOKED_UP))
            self._looked_up.update({(number, at): hashed for at, hashed in found.items()})
        return self._looked_up.get((number, n))

    def branch_with(self, n: int, hash_hex: str) -> int | None:
        """Return a branch in which record `n` has this hash; None if there is none."""
        return next((one.number for one in self._branches if self.hash_at(one.number, n) == hash_hex), None)

    def take(self, record: ChainedRecord) -> TakenRecord:
        """Take a record that continues a branch or proves a fork; any other record changes nothing."""
        log = self.key.log
        for branch in self._branches:
            if record.n == branch.n + 1 and record.follows(log, branch.hash):
                branch.add(record)
                return TakenRecord(Taking.NEXT, branch.number)
        known = self.branch_with(record.n, record.hash)
        if known is not None:
            return TakenRecord(Taking.KNOWN, known)
        for branch in self._branches if len(self._branches) < MOST_BRANCHES else ():
            before = self.hash_at(branch.number, record.n - 1) if record.n <= branch.n else None
            if before is not None and record.follows(log, before):
                fork = _Branch(len(self._branches), branch.number, record.n - 1, record.n - 1, before)
                fork.add(record)
                self._branches.append(fork)
                return TakenRecord(Taking.FORK, fork.number)
        is_ahead = all(record.n > branch.n + 1 for branch in self._branches)
        return TakenRecord(Taking.AHEAD if is_ahead else Taking.WRONG)
