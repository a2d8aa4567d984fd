"""Loudspeakers and microphones that come and go as a test says, and the clock it turns."""

from collections.abc import Callable

import numpy as np

from devices.audio.audio_status import AudioStatus, Direction, audio_sentence
from devices.audio.mixer import RATE, Samples
from devices.audio.sound_card import AudioDevice, Hear, Render
from devices.errors import SoundTrouble


class FakeStream:
    def __init__(self, device: AudioDevice, work: Render | Hear, gone: Callable[[], None], rate: int) -> None:
        self.name = device.name
        self.rate = rate
        self.work = work
        self.gone = gone
        self.is_active = True
        self.is_closed = False

    def close(self) -> None:
        self.is_active = False
        self.is_closed = True


class FakeCard:
    """`plugged` is what there is; the list that is shown is from when it was last looked at, as PortAudio's is."""

    def __init__(self, *plugged: tuple[Direction, str], rate: int = RATE) -> None:
        self.plugged = list(plugged)
        self.rate = rate
        self.trouble: SoundTrouble | None = None
        self.refused: SoundTrouble | None = None
        self.streams: list[FakeStream] = []
        self.refreshed = 0
        self._listed: list[tuple[Direction, str]] = []

    def refresh(self) -> None:
        self.refreshed += 1
        assert all(stream.is_closed for stream in self.streams), "PortAudio begins anew under an open stream"
        if self.trouble is not None:
            raise self.trouble
        self._listed = list(self.plugged)

    def devices(self, direction: Direction) -> list[AudioDevice]:
        names = [name for way, name in self._listed if way is direction]
        return [AudioDevice(n, name, 2, self.rate, n == 0) for n, name in enumerate(names)]

    def open_output(self, device: AudioDevice, render: Render, gone: Callable[[], None]) -> FakeStream:
        return self._open(Direction.OUT, device, render, gone)

    def open_input(self, device: AudioDevice, hear: Hear, gone: Callable[[], None]) -> FakeStream:
        return self._open(Direction.IN, device, hear, gone)

    def _open(
        self, direction: Direction, device: AudioDevice, work: Render | Hear, gone: Callable[[], None]
    ) -> FakeStream:
        if self.refused is not None:
            raise self.refused
        if (direction, device.name) not in self.plugged:
            raise SoundTrouble(
                AudioStatus.TAKEN, audio_sentence(AudioStatus.TAKEN, direction, problem="it is gone")
            )
        stream = FakeStream(device, work, gone, self.rate)
        self.streams.append(stream)
        return stream

    # --- what happens to it

    def unplug(self, name: str) -> None:
        """As PortAudio has it: nothing is raised, the stream is no longer active and says so once."""
        self.plugged = [one for one in self.plugged if one[1] != name]
        for stream in self.streams:
            if stream.name == name and stream.is_active:
                stream.is_active = False
                stream.gone()

    def play(self, frames: int = 480) -> Samples:
        """What comes out of the loudspeaker that is open."""
        stream = self.streams[-1]
        assert stream.is_active
        block = stream.work(frames)  # type: ignore[arg-type]
        assert block is not None
        return block

    def hear(self, samples: Samples) -> None:
        self.streams[-1].work(samples)  # type: ignore[arg-type]


def steady(level: float = 0.1, frames: int = 48_000) -> Samples:
    return np.full(frames, level, np.float32)
