"""Finds and opens the sound devices of this machine through PortAudio.

PortAudio's many errors become `SoundTrouble`. All functions are called in the watchdog's thread; PortAudio
calls only the callbacks of a stream from a thread of its own. PortAudio finds new devices only when it is
started again, and that closes every open stream.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.system_errors import system_says
from companion.words import N_, Text
from devices.audio.audio_status import AudioStatus, Direction, audio_sentence
from devices.audio.mixer import RATE, Samples
from devices.errors import SoundTrouble

LATENCY_S = 0.04
"""How far ahead a device's buffer is filled, in seconds. Chosen: with less a busy Raspberry Pi stutters, with
more a whistle comes audibly late.
"""
_INVALID_RATE = -9997
"""PortAudio's paInvalidSampleRate (portaudio.h)."""
_ALSA_NODES = Path("/dev/snd")

Render = Callable[[int], Samples]
"""Returns the next n samples to play, (n,) float32; called in PortAudio's thread."""
Hear = Callable[[Samples], None]
"""Takes a block of samples, (n,) float32; the caller uses the array again afterwards."""


@dataclass(frozen=True, slots=True)
class AudioDevice:
    """A loudspeaker or a microphone of this machine; `rate` is its usual rate, in samples a second."""

    number: int
    name: str
    channels: int
    rate: int
    is_default: bool


class Stream(Protocol):
    """An open device that plays or records."""

    name: str
    rate: int

    @property
    def is_active(self) -> bool:
        """Whether the device still works; False once it has gone, if PortAudio notices."""

    def close(self) -> None:
        """Close the stream. Never raises; may block while a sound server hangs."""


class SoundCard(Protocol):
    """The loudspeakers and microphones of a machine. Every method raises `SoundTrouble`."""

    def refresh(self) -> None:
        """Make a new list of devices. The caller must have closed every stream."""

    def devices(self, direction: Direction) -> list[AudioDevice]: ...

    def open_output(self, device: AudioDevice, render: Render, gone: Callable[[], None]) -> Stream: ...

    def open_input(self, device: AudioDevice, hear: Hear, gone: Callable[[], None]) -> Stream: ...


def choose_device(devices: Sequence[AudioDevice], wanted: str | None, direction: Direction) -> AudioDevice:
    """Return the device that was asked for by number or by a part of its name, or else the system's default.
    Raises `SoundTrouble` if there is none.
    """
    if not devices:
        status = AudioStatus.NO_DEVICE if may_use_alsa() else AudioStatus.FORBIDDEN
        raise SoundTrouble(status, audio_sentence(status, direction))
    if wanted is None:
        return next((device for device in devices if device.is_default), devices[0])
    for device in devices:
        if wanted == str(device.number) or wanted.casefold() in device.name.casefold():
            return device
    names = [device.name for device in devices]
    told = audio_sentence(AudioStatus.NOT_FOUND, direction, wanted=wanted[:60], found=names[:5])
    raise SoundTrouble(AudioStatus.NOT_FOUND, told)


def may_use_alsa(nodes: Path = _ALSA_NODES) -> bool:
    """Tell whether this user may open the kernel's sound cards; True where there are none."""
    pcm = list(nodes.glob("pcm*"))
    return not pcm or any(os.access(node, os.R_OK | os.W_OK) for node in pcm)


class PortAudio:
    """The devices of this machine, through the library sounddevice, which is imported on first use."""

    def __init__(self) -> None:
        self._library: Any = None

    def refresh(self) -> None:
        is_new = "sounddevice" not in sys.modules
        library = self._loaded()
        if is_new:
            return
        with _translated(Direction.OUT):
            library._terminate()  # noqa: SLF001 - The only way, says its author, to see new devices.
            library._initialize()  # noqa: SLF001

    def devices(self, direction: Direction) -> list[AudioDevice]:
        key = "max_output_channels" if direction is Direction.OUT else "max_input_channels"
        library = self._loaded()
        with _translated(direction):
            found = library.query_devices()
            default = library.default.device[direction is Direction.OUT]
        return [
            AudioDevice(number, str(one["name"]), one[key], int(one["default_samplerate"]), number == default)
            for number, one in enumerate(found)
            if one[key] > 0
        ]

    def open_output(self, device: AudioDevice, render: Render, gone: Callable[[], None]) -> Stream:
        def fill(out: Any, frames: int, _time: Any, _status: Any) -> None:
            out[:] = render(frames)[:, None]

        return self._open("OutputStream", device, min(2, device.channels), (fill, gone))

    def open_input(self, device: AudioDevice, hear: Hear, gone: Callable[[], None]) -> Stream:
        def take(data: Any, _frames: int, _time: Any, _status: Any) -> None:
            hear(data[:, 0])

        return self._open("InputStream", device, 1, (take, gone))

    def _open(
        self, kind: str, device: AudioDevice, channels: int, callbacks: tuple[Any, Callable[[], None]]
    ) -> Stream:
        library = self._loaded()
        direction = Direction.OUT if kind == "OutputStream" else Direction.IN
        callback, gone = callbacks
        for rate in (RATE, device.rate):
            try:
                with _translated(direction), _quiet():
                    stream = getattr(library, kind)(
                        samplerate=rate, device=device.number, channels=channels, dtype="float32",
                        latency=LATENCY_S, callback=callback, finished_callback=gone,
                    )  # fmt: skip
                    stream.start()
                    return _PortAudioStream(device.name, rate, stream)
            except SoundTrouble as trouble:
                # A card without a sound server may support one rate only; sounds are then resampled to it.
                cause = trouble.__cause__
                if rate == device.rate or cause is None or _INVALID_RATE not in cause.args:
                    raise
        raise AssertionError("one of two rates is opened or refused")

    def _loaded(self) -> Any:
        if self._library is None:
            self._library = _library()
        return self._library


class _PortAudioStream:
    def __init__(self, name: str, rate: int, stream: Any) -> None:
        self.name = name
        self.rate = rate
        self._stream = stream

    @property
    def is_active(self) -> bool:
        try:
            return bool(self._stream.active)
        except Exception:  # noqa: BLE001 - PortAudioError, of a library that may not be there.
            return False

    def close(self) -> None:
        with contextlib.suppress(Exception), _quiet():  # It is gone either way.
            self._stream.abort()
            self._stream.close()


def _library() -> Any:
    try:
        import sounddevice  # noqa: PLC0415 - It may be missing, and then only sound is.
    except (ImportError, OSError) as problem:  # OSError: the package is installed, PortAudio is not.
        told = audio_sentence(AudioStatus.NO_LIBRARY, Direction.OUT)
        raise SoundTrouble(AudioStatus.NO_LIBRARY, told) from problem
    except Exception as problem:  # PortAudio could not start.
        raise _trouble(Direction.OUT, problem) from problem
    return sounddevice


@contextlib.contextmanager
def _translated(direction: Direction) -> Iterator[None]:
    try:
        yield
    except Exception as problem:  # PortAudioError, ValueError, OSError: no sound.
        raise _trouble(direction, problem) from problem


def _trouble(direction: Direction, problem: Exception) -> SoundTrouble:
    if not may_use_alsa():
        return SoundTrouble(AudioStatus.FORBIDDEN, audio_sentence(AudioStatus.FORBIDDEN, direction))
    said = _said(problem)
    return SoundTrouble(AudioStatus.TAKEN, audio_sentence(AudioStatus.TAKEN, direction, problem=said))


_KINDS = {
    -9985: N_("another program is using it"),
    -9996: N_("there is no such device"),
    -9997: N_("it does not support the sample rate of this program"),
    -9998: N_("it does not have enough channels"),
    -9999: N_("the sound system of this machine has failed"),
}
"""What the error numbers of portaudio.h mean, in words."""


def _said(problem: Exception) -> Text:
    number = next((one for one in problem.args if isinstance(one, int)), None)
    return Text(_KINDS[number]) if number in _KINDS else system_says(problem)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silence standard error, where ALSA and PortAudio write long explanations; a person gets one line from
    us.
    """
    try:
        kept = os.dup(2)
    except OSError:  # There is no standard error.
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
