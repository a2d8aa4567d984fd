"""Lets a table go on while the disk is full: a play that cannot be kept does not count, people are told, and it is
retried.
"""

from collections.abc import Callable, Iterable

from companion.errors import LogFull
from companion.session.session_event import RemarkEvent, RulingEvent, SessionEvent
from companion.words import Text


class Fullness:
    """Knows whether the disk has room for the log of one table, and what people were told about it."""

    def __init__(self) -> None:
        self.problem: LogFull | None = None
        """Why the last attempt was not kept; None: it was kept, or needed no room."""
        self._is_awaited = False
        """It was told, and since then nothing was kept."""

    def tried(self, doing: Callable[[], Iterable[SessionEvent]], *, is_by_hand: bool) -> list[SessionEvent]:
        """Do some work at the controller, and return the message for people if the disk is full.

        Work that a person asked for is answered each time; reading the table is tried again with every look, and told
        once.
        """
        try:
            told = list(doing())
        except LogFull as problem:
            is_news = is_by_hand or not self._is_awaited
            self.problem, self._is_awaited = problem, True
            return [RemarkEvent(_told(problem))] if is_news else []
        self.problem = None
        if self._is_awaited and any(isinstance(one, RulingEvent) for one in told):
            self._is_awaited = False
            return [
                RemarkEvent(Text("there is room on the disk again: everything is kept from now on")),
                *told,
            ]
        return told


def _told(problem: LogFull) -> Text:
    return Text(
        "{problem}; the plays before this are kept, and the table is read again automatically "
        "once there is room",
        problem=problem.message,
    )
