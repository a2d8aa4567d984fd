"""Keeps the sound devices open: a thread opens them, notices when one is lost, and looks for it again.

line (loudspeaker, microphone) ─► open ─► runs ─► gone, or silent for 3 s ─► close ─► look again ─► open ...

A device that is unplugged raises nothing: its stream calls `gone` and is no longer active. A sound server
that hangs does not even do that: its stream asks for no more blocks. Looking for new devices closes all
streams, so a missing device is looked for only while every other line is missing too, or quiet.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Protocol, Self

from companion.clock import monotonic_ms
from companion.threads import Stumble, TendedThread
from companion.words import Text
from devices.audio.audio_status import AudioStatus, Direction, audio_sentence
from devices.audio.sound_card import PortAudio, SoundCard, Stream
from devices.errors import SoundTrouble

LOOK_MS = 200
"""How often the streams are checked when none says that it has gone."""
AGAIN_MS = 1_000
"""How soon a missing device is looked for again."""
AGAIN_SELDOM_MS = 30_000
"""The same while another line runs, because looking interrupts that line for some 10 ms; and where PortAudio
is missing.
"""
STALLED_MS = 3_000
"""A stream that asked for nothing for so long hangs. A sound server may wake from 2 s of sleep with 2 s of
silence.
"""
GOODBYE_S = 2.0
"""How long the end of the program waits for a sound server that hangs."""


class AudioLine(Protocol):
    """A loudspeaker or microphone that the watchdog keeps open."""

    direction: Direction
    beat_ms: int
    """When PortAudio last called."""

    @property
    def is_quiet(self) -> bool:
        """Whether a short interruption would go unnoticed now."""

    def open(self, card: SoundCard, gone: Callable[[], None]) -> Stream:
        """Open the device. Raises `SoundTrouble`."""

    def missing(self, now_ms: int) -> None:
        """Note that there is still no device; called regularly until there is one."""


@dataclass(frozen=True, slots=True)
class AudioReport:
    """The new status of a line."""

    direction: Direction
    status: AudioStatus
    says: Text


class _Watched:
    def __init__(self, line: AudioLine) -> None:
        self.line = line
        self.stream: Stream | None = None
        self.opened_ms = 0
        self.look_ms = 0
        self.told: AudioStatus | None = None

    def is_lost(self, now_ms: int) -> bool:
        since_ms = max(self.opened_ms, self.line.beat_ms)
        return self.stream is not None and (not self.stream.is_active or now_ms - since_ms >= STALLED_MS)

    def close(self) -> None:
        stream, self.stream = self.stream, None
        if stream is not None:
            stream.close()


class AudioWatchdog:
    """Keeps lines open. `tell` is called in its thread, and should only put the report into a queue."""

    def __init__(
        self,
        card: SoundCard,
        lines: Sequence[AudioLine],
        tell: Callable[[AudioReport], None],
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._card = card
        self._lines = [_Watched(line) for line in lines]
        self._tell = tell
        self._now_ms = now_ms
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread = TendedThread("sound", Text("the sound"), self._look_on, self._stumbled, self._stop)

    def start(self) -> None:
        """Start a thread."""
        self._thread.start()

    def stop(self) -> None:
        """End `run`, and wait up to `GOODBYE_S` for the thread."""
        self._stop.set()
        self._wake.set()
        self._thread.join(GOODBYE_S)

    def run(self) -> None:
        """Run in the caller's thread until `stop`."""
        self._thread.serve()

    def _look_on(self) -> None:
        while not self._stop.is_set():
            self.look()
            self._wake.wait(LOOK_MS / 1000)
            self._wake.clear()
        for watched in self._lines:
            watched.close()

    def _stumbled(self, stumble: Stumble) -> None:
        self._tell(AudioReport(Direction.OUT, AudioStatus.LOST, stumble.says))

    def look(self) -> None:
        """Check every line once: close what is lost, open what is missing."""
        now_ms = self._now_ms()
        for watched in self._lines:
            if watched.is_lost(now_ms):
                watched.close()
                watched.look_ms = now_ms
                self._report(
                    watched, AudioStatus.LOST, audio_sentence(AudioStatus.LOST, watched.line.direction)
                )
        missing = [watched for watched in self._lines if watched.stream is None]
        for watched in missing:
            watched.line.missing(now_ms)
        due = [watched for watched in missing if now_ms >= watched.look_ms]
        running = [watched for watched in self._lines if watched.stream is not None]
        if due and all(watched.line.is_quiet for watched in running):
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Make a new list of devices, which closes all streams, and open every line again."""
        for watched in self._lines:
            watched.close()
        try:
            self._card.refresh()
        except SoundTrouble as trouble:
            for watched in self._lines:
                self._missed(watched, trouble)
        else:
            for watched in self._lines:
                self._open(watched)
        # Looking is seldom where it interrupts another line, or where the library is missing.
        is_seldom = any(
            watched.stream is not None or watched.told is AudioStatus.NO_LIBRARY for watched in self._lines
        )
        for watched in self._lines:
            # Not `now_ms`: opening and closing may have waited long for the sound server.
            watched.look_ms = self._now_ms() + (AGAIN_SELDOM_MS if is_seldom else AGAIN_MS)

    def _open(self, watched: _Watched) -> None:
        try:
            stream = watched.line.open(self._card, self._wake.set)
        except SoundTrouble as trouble:
            self._missed(watched, trouble)
            return
        watched.stream = stream
        watched.opened_ms = self._now_ms()
        direction = watched.line.direction
        self._report(
            watched, AudioStatus.READY, audio_sentence(AudioStatus.READY, direction, found=[stream.name])
        )

    def _missed(self, watched: _Watched, trouble: SoundTrouble) -> None:
        self._report(watched, trouble.status, trouble.message)

    def _report(self, watched: _Watched, status: AudioStatus, says: Text) -> None:
        """Report a status if it is a new one."""
        if status is not watched.told:
            watched.told = status
            self._tell(AudioReport(watched.line.direction, status, says))


# --- sound desk
# Opens loudspeaker and microphone for as long as a command runs.

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
        """Wait for the first report about a device. Raises `SoundTrouble` unless the device is ready."""
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
    """Wait until sound flows without a break: a sound server that was asleep begins with a burst and then pauses."""
    since_ms = monotonic_ms()

    def flows() -> bool:
        nonlocal since_ms
        now_ms = monotonic_ms()
        if now_ms - line.beat_ms > BREAK_MS:
            since_ms = now_ms
        return now_ms - since_ms >= FLOWS_MS

    wait(flows, PATIENCE_S)


def wait(is_so: Callable[[], bool], at_most_s: float) -> bool:
    """Wait for a condition with a time limit, and return whether it came true."""
    end = time.monotonic() + at_most_s
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(POLL_S)
    return True
