"""Gives the samples of a microphone to a listener, such as the test of a loudspeaker."""

from collections.abc import Callable

from companion.clock import monotonic_ms
from devices.audio.audio_status import Direction
from devices.audio.loudness import Samples
from devices.audio.sound_card import Hear, SoundCard, Stream, choose_device


class Microphone:
    """Opens a microphone and passes its samples on. `begin` is called with the sample rate after each opening
    and returns the listener; both run in threads that must not wait.
    """

    direction = Direction.IN
    is_quiet = True
    """The watchdog may interrupt it at any time: what it misses harms nobody."""

    def __init__(
        self,
        begin: Callable[[int], Hear],
        wanted: str | None = None,
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._begin = begin
        self._wanted = wanted
        self._now_ms = now_ms
        self._hear: Hear = _nobody
        self.beat_ms = 0

    def open(self, card: SoundCard, gone: Callable[[], None]) -> Stream:
        self._hear = _nobody
        device = choose_device(card.devices(self.direction), self._wanted, self.direction)
        stream = card.open_input(device, self._take, gone)
        self._hear = self._begin(stream.rate)
        return stream

    def missing(self, now_ms: int) -> None: ...

    def _take(self, samples: Samples) -> None:
        self.beat_ms = self._now_ms()
        self._hear(samples)


def _nobody(_samples: Samples) -> None: ...
