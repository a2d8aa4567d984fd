"""Shows the last remark until another one comes; a remark about a late touch disappears by itself."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.session.session_event import SessionEvent, StaleTouch
from companion.words import Text
from ui.presenters.event_sentences import happening

LATE_S = 4.0
"""Time to read two lines."""


class Remarking:
    """The last remark. `show` gets the words, empty ones when there is nothing to say."""

    def __init__(self, show: Callable[[Text | str], None]) -> None:
        self._show = show
        self._standing: Text | str = ""
        self._passed = Clock.create_trigger(lambda _: self._show(self._standing), LATE_S)

    def hear(self, told: SessionEvent) -> None:
        """Take a session event."""
        words = happening(told)
        if words is None:
            return
        if isinstance(told, StaleTouch):
            self._show(words)
            self._passed.cancel()
            self._passed()
        else:
            self.say(words)

    def say(self, words: Text | str) -> None:
        """Show these words from now on."""
        self._passed.cancel()
        self._standing = words
        self._show(words)
