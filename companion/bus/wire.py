"""The interface of the message bus: a program sends letters (messages) to topics, and hears those of the topics it
subscribed to.

A letter may be lost, come twice, late, or in another order: the protocol counts on nothing else.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

# --- topics
# The names of the topics on which tables and hall exchange letters: `c/1/t/T/PART`, where 1 is the version and `T`
# the table's account.
#
# up head view report     from the table, kept by the broker for who comes later
# log answer done picture from the table
# want do look            from the hall to this table
#
# c/1/hall/round          from the hall to all, kept

ROOT = "c/1"
HALL_ACCOUNT = "hall"
"""The account of the hall itself, which reads and writes everything."""
ROUND = f"{ROOT}/hall/round"
EVERY_TABLE = f"{ROOT}/t/+/+"
"""All topics of all tables, as a subscription."""

_TOPIC = re.compile(rf"{ROOT}/t/([a-z0-9]{{1,32}})/([a-z]{{1,16}})")


class TopicPart(StrEnum):
    """The kinds of messages that belong to one table."""

    UP = "up"
    HEAD = "head"
    VIEW = "view"
    REPORT = "report"
    LOG = "log"
    ANSWER = "answer"
    DONE = "done"
    WANT = "want"
    DO = "do"
    LOOK = "look"
    PICTURE = "picture"


_PARTS = {part.value: part for part in TopicPart}
RETAINED = frozenset((TopicPart.UP, TopicPart.HEAD, TopicPart.VIEW, TopicPart.REPORT))
FROM_TABLE = (
    TopicPart.UP, TopicPart.HEAD, TopicPart.VIEW, TopicPart.REPORT, TopicPart.LOG, TopicPart.ANSWER, TopicPart.DONE,
    TopicPart.PICTURE,
)  # fmt: skip
TO_TABLE = (TopicPart.WANT, TopicPart.DO, TopicPart.LOOK)


@dataclass(frozen=True, slots=True)
class TableTopic:
    """A topic of one table."""

    account: str
    part: TopicPart

    def __str__(self) -> str:
        return f"{ROOT}/t/{self.account}/{self.part}"


def table_topic(words: str) -> TableTopic | None:
    """Return the topic of a table with this name; None for any other name."""
    found = _TOPIC.fullmatch(words)
    part = None if found is None else _PARTS.get(found[2])
    return None if found is None or part is None else TableTopic(found[1], part)


# --- wire


@dataclass(frozen=True, slots=True)
class Letter:
    """A message with its topic. `is_kept`: the broker keeps it for users who connect later, or had kept it."""

    topic: str
    payload: bytes
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class WireUser:
    """A user of the wire: its account, its topics, and the letter that is sent when its connection is lost."""

    account: str
    hears: tuple[str, ...]
    will: Letter | None = None


Hear = Callable[[Letter], None]
"""Takes a letter; called in any thread, so it should only put it somewhere."""


class Wire(Protocol):
    """One user's end of the wire."""

    def open(self, hear: Hear, welcomed: Callable[[], None]) -> None:
        """Begin to listen. `welcomed` is called at each new connection, in any thread."""

    def send(self, letter: Letter) -> bool:
        """Send a letter; return whether it was sent. Without a connection it is dropped."""

    def close(self) -> None:
        """Close the connection in order, so that the last will is not sent."""

    @property
    def is_connected(self) -> bool: ...
