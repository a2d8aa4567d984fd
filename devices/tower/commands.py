"""Sends commands to the tower one at a time, and repeats each until the tower answers its number. Pure."""

from collections import deque
from dataclasses import dataclass

from devices.tower.messages import LAST_SEQ, command

FIRST_AGAIN_MS = 300
LAST_AGAIN_MS = 2_000
"""A command is repeated after `FIRST_AGAIN_MS`, then after twice as long each time, up to this."""


@dataclass(slots=True)
class PendingCommand:
    """A command that was sent and waits for its answer."""

    verb: str
    words: tuple[str, ...]
    seq: int
    body: str
    due_ms: int
    sent: int = 1


class CommandQueue:
    """Numbers, queues and repeats commands."""

    def __init__(self, first_seq: int) -> None:
        self._seq = first_seq % LAST_SEQ
        self._waiting: deque[tuple[str, tuple[str, ...]]] = deque()
        self._from_ms = 0
        self.outstanding: PendingCommand | None = None

    @property
    def is_idle(self) -> bool:
        return self.outstanding is None and not self._waiting

    def numbered(self, verb: str, *words: str) -> tuple[int, str]:
        """Returns the next number, and a command with it that needs no answer."""
        self._seq = self._seq % LAST_SEQ + 1
        return self._seq, command(verb, self._seq, *words)

    def add(self, verb: str, *words: str) -> None:
        """Queues a command."""
        self._waiting.append((verb, words))

    def due(self, now_ms: int) -> str | None:
        """Returns the line to send now (the next command, or the pending one again), or None."""
        waiting = self.outstanding
        if waiting is None:
            if not self._waiting or now_ms < self._from_ms:
                return None
            verb, words = self._waiting.popleft()
            seq, body = self.numbered(verb, *words)
            self.outstanding = PendingCommand(verb, words, seq, body, now_ms + FIRST_AGAIN_MS)
            return body
        if now_ms < waiting.due_ms:
            return None
        waiting.due_ms = now_ms + min(FIRST_AGAIN_MS << min(waiting.sent, 8), LAST_AGAIN_MS)
        waiting.sent += 1
        return waiting.body

    def answered(self, seq: int) -> PendingCommand | None:
        """Returns the command with this number and takes it as done; None if it is not the pending one."""
        done = self.outstanding
        if done is None or done.seq != seq:
            return None
        self.outstanding = None
        return done

    def hold(self, until_ms: int) -> None:
        """Sends no new command before this time."""
        self._from_ms = until_ms

    def forget(self) -> None:
        """Drops all commands: the line is a new one."""
        self._waiting.clear()
        self.outstanding = None
        self._from_ms = 0
