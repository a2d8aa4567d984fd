"""The wire as a port: a program sends letters to topics, and hears the letters of the topics that it has subscribed
to.

A letter may be lost, come twice, late, or in another order: the protocol counts on nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


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
