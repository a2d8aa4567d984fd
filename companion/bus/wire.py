"""The wire as a port: a program sends letters to topics, and hears the letters of the topics that it asked for.

A letter may be lost, come twice, late, or in another order: the protocol counts on nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Letter:
    """A message under a topic. `is_kept`: the broker keeps it for who comes later; of a letter that came: it was kept so."""

    topic: str
    payload: bytes
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class WireUser:
    """Who is on the wire: its account, the topics that it hears, and the letter that is sent for it when it is gone."""

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
        """Send a letter, or drop it if there is no connection now; tell whether it went out."""

    def close(self) -> None:
        """Leave in order, without the last will."""

    @property
    def is_connected(self) -> bool: ...
