"""Opens loudspeaker and microphone for as long as a command runs."""

import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Self

from companion.clock import monotonic_ms
from companion.words import Text
from devices.audio.audio_status import AudioStatus, Direction
from devices.audio.sound_card import PortAudio
from devices.audio.watchdog import AudioLine, AudioReport, AudioWatchdog
from devices.errors import SoundTrouble

PATIENCE_S = 5.0
POLL_S = 0.02
BREAK_MS = 150
"""A pause between two blocks that is taken for a break of the stream."""
FLOWS_MS = 400
"""A stream that ran as long without a break is taken to flow."""


class SoundDesk:
    """Opens the devices when it is entered, and closes them when it is left."""

    def __init__(self, lines: Sequence[AudioLine]) -> None:
        self.reports: SimpleQueue[AudioReport] = SimpleQueue()
        self._watchdog = AudioWatchdog(PortAudio(), lines, self.reports.put)

    def __enter__(self) -> Self:
        self._watchdog.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.stop()

    def ready(self, direction: Direction) -> Text:
        """Waits for the first report about a device. Raises `SoundTrouble` unless the device is ready."""
        end = time.monotonic() + PATIENCE_S
        while (left_s := end - time.monotonic()) > 0:
            try:
                report = self.reports.get(timeout=left_s)
            except Empty:
                break
            if report.direction is direction:
                if report.status is not AudioStatus.READY:
                    raise SoundTrouble(report.status, report.says)
                return report.says
        raise SoundTrouble(
            AudioStatus.LOST,
            Text("the sound of this machine does not answer: is its sound server running?"),
        )


def until_it_flows(line: AudioLine) -> None:
    """Waits until sound flows without a break: a sound server that was asleep begins with a burst and then pauses."""
    since_ms = monotonic_ms()

    def flows() -> bool:
        nonlocal since_ms
        now_ms = monotonic_ms()
        if now_ms - line.beat_ms > BREAK_MS:
            since_ms = now_ms
        return now_ms - since_ms >= FLOWS_MS

    wait(flows, PATIENCE_S)


def wait(is_so: Callable[[], bool], at_most_s: float) -> bool:
    """Waits for a condition with a time limit, and returns whether it came true."""
    end = time.monotonic() + at_most_s
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(POLL_S)
    return True
