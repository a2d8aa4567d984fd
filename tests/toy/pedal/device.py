"""A pedal: a switch under the table that writes one byte whenever a foot presses it. What stands in `devices/pedal.py`."""

import os
import select
import threading
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from companion.threads import Stumble, TendedThread
from companion.words import Text
from tests.toy.summit.rules import both

WAIT_S = 0.02


class PedalReport(StrEnum):
    """What a pedal reports."""

    PRESSED = "pressed"
    LOST = "lost"


class Pedal:
    """A pedal at a path. `hear` is called in the pedal's thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._stopping = threading.Event()
        self._hear: Callable[[PedalReport], None] = lambda _report: None
        self._thread = TendedThread("pedal", Text("the pedal"), self._run, self._stumbled, self._stopping)

    def start(self, hear: Callable[[PedalReport], None]) -> None:
        self._hear = hear
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        try:
            opened = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            self._hear(PedalReport.LOST)
            return
        try:
            while not self._stopping.is_set():
                if select.select([opened], [], [], WAIT_S)[0]:
                    if not (presses := os.read(opened, 16)):
                        self._hear(PedalReport.LOST)
                        return
                    for _ in presses:
                        self._hear(PedalReport.PRESSED)
        finally:
            os.close(opened)

    def _stumbled(self, _stumble: Stumble) -> None:
        self._hear(PedalReport.LOST)


class VirtualPedal:
    """The virtual twin: a named pipe, which reads like the switch."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.mkfifo(path)
        self._end = os.open(path, os.O_RDWR)

    def press(self) -> None:
        os.write(self._end, b"\n")

    def unplug(self) -> None:
        self.path.unlink()
        os.close(self._end)


def told(report: PedalReport) -> Text:
    """The sentence for a report of a pedal about itself."""
    assert report is PedalReport.LOST
    return both("the pedal is gone: touch the screen instead", "la pédale n’est plus là : touchez l’écran")
