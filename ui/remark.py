"""Shows the last remark until another one comes; a remark about a late touch or about the loudspeaker disappears by itself."""

from collections.abc import Callable

from kivy.clock import Clock, ClockEvent

from companion.observation import SOUND_DEVICE
from companion.session.session_event import NoticeEvent, SessionEvent, StaleTouch
from companion.words import Text
from ui.presenters.event_sentences import happening

LATE_S = 4.0
"""Time to read two lines."""
SOUND_S = 10.0
"""Time to notice it and to read two lines. Nothing waits for the loudspeaker, and it is looked for all the time."""


def is_of_sound(told: SessionEvent) -> bool:
    """Tell whether the loudspeaker reports about itself."""
    return isinstance(told, NoticeEvent) and told.notice.device == SOUND_DEVICE


class Remarking:
    """The last remark. `show` gets the words, empty ones when there is nothing to say."""

    def __init__(self, show: Callable[[Text | str], None]) -> None:
        self._show = show
        self._standing: Text | str = ""
        self._passing: ClockEvent | None = None

    def hear(self, told: SessionEvent) -> None:
        """Take a session event."""
        words = happening(told)
        if words is None:
            return
        if isinstance(told, StaleTouch):
            self._pass(words, LATE_S)
        elif is_of_sound(told):
            self._pass(words, SOUND_S)
        else:
            self.say(words)

    def say(self, words: Text | str) -> None:
        """Show these words from now on."""
        self._stop_passing()
        self._standing = words
        self._show(words)

    def answer(self, words: Text) -> None:
        """Show these words, about the last touch, for a while."""
        self._pass(words, LATE_S)

    def _pass(self, words: Text | str, for_s: float) -> None:
        """Show these words for a while, then again what stood there before."""
        self._stop_passing()
        self._show(words)
        self._passing = Clock.schedule_once(lambda _: self._show(self._standing), for_s)

    def _stop_passing(self) -> None:
        if self._passing is not None:
            self._passing.cancel()
