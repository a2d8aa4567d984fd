"""What a table asks of every device besides its camera, such as the dice tower and the loudspeaker."""

from collections.abc import Callable, Iterable
from typing import Protocol

from companion.session.inbox import Item
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent

ItemsAt = Callable[[int], Iterable[Item]]
"""What a device has said, as items of the time in ms at which the match takes them."""
TakeItems = Callable[[ItemsAt], None]
"""Takes what a device says; in any thread."""


class MatchDevice(Protocol):
    """A device of one match, from its beginning to its end. It calls back when it has something to say."""

    def begin(self, controller: MatchController, take: TakeItems) -> None:
        """Begin, once the match is open; the controller is for reading only."""

    def hear(self, told: SessionEvent) -> None:
        """Take note of a session event, in the match's thread."""

    def end(self) -> None:
        """End, and report nothing more."""
