"""The border to PortAudio, with a PortAudio that does as it is told."""

import builtins
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.words import translate
from devices.audio import sound_card as card_module
from devices.audio.audio_status import AudioStatus, Direction
from devices.audio.mixer import RATE
from devices.audio.sound_card import AudioDevice, PortAudio, choose_device, may_use_alsa
from devices.errors import SoundTrouble

OUT, IN = Direction.OUT, Direction.IN


class PortAudioError(Exception):
    pass


class FakeLibrary(types.ModuleType):
    """What of sounddevice is used, with one loudspeaker and one microphone."""

    def __init__(self) -> None:
        super().__init__("sounddevice")
        self.default = types.SimpleNamespace(device=(1, 0))
        self.began = 0
        self.only_rate: int | None = None
        self.refuses: Exception | None = None
        self.opened: list[dict[str, Any]] = []

    def query_devices(self) -> list[dict[str, Any]]:
        return [
            {
                "name": "speaker",
                "max_output_channels": 8,
                "max_input_channels": 0,
                "default_samplerate": 44100.0,
            },
            {"name": "ear", "max_output_channels": 0, "max_input_channels": 1, "default_samplerate": 44100.0},
        ]

    def _terminate(self) -> None: ...

    def _initialize(self) -> None:
        self.began += 1

    def OutputStream(self, **how: Any) -> Any:  # noqa: N802 - sounddevice's own name.
        if self.refuses is not None:
            raise self.refuses
        if self.only_rate not in (None, how["samplerate"]):
            raise PortAudioError("Invalid sample rate", -9997)
        self.opened.append(how)
        return types.SimpleNamespace(start=lambda: None, active=True, abort=self.fails, close=self.fails)

    InputStream = OutputStream

    def fails(self) -> None:
        raise PortAudioError("gone")


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> FakeLibrary:
    fake = FakeLibrary()
    monkeypatch.setitem(sys.modules, "sounddevice", fake)
    monkeypatch.setattr(card_module, "may_use_alsa", lambda: True)
    return fake


def device(card: PortAudio, direction: Direction) -> AudioDevice:
    return choose_device(card.devices(direction), None, direction)


def test_devices_are_listed_by_direction(library: FakeLibrary) -> None:
    card = PortAudio()
    assert [one.name for one in card.devices(OUT)] == ["speaker"]
    assert [one.name for one in card.devices(IN)] == ["ear"]
    assert device(card, OUT).is_default and device(card, IN).is_default


def test_a_new_list_needs_a_new_beginning(library: FakeLibrary) -> None:
    card = PortAudio()
    card.refresh()
    assert library.began == 1


def test_one_channel_goes_to_both_loudspeakers(library: FakeLibrary) -> None:
    card = PortAudio()
    card.open_output(device(card, OUT), lambda frames: np.arange(frames, dtype=np.float32), lambda: None)
    (how,) = library.opened
    assert how["channels"] == 2 and how["samplerate"] == RATE
    out = np.zeros((4, 2), np.float32)
    how["callback"](out, 4, None, None)
    assert out.tolist() == [[0, 0], [1, 1], [2, 2], [3, 3]]


def test_a_card_that_knows_one_rate_only_is_opened_at_that(library: FakeLibrary) -> None:
    library.only_rate = 44_100
    card = PortAudio()
    stream = card.open_output(device(card, OUT), lambda frames: np.zeros(frames, np.float32), lambda: None)
    assert stream.rate == 44_100


def test_a_microphone_is_heard_on_its_first_channel(library: FakeLibrary) -> None:
    heard: list[Any] = []
    card = PortAudio()
    card.open_input(device(card, IN), lambda samples: heard.append(samples.tolist()), lambda: None)
    library.opened[0]["callback"](np.array([[1.0], [2.0]], np.float32), 2, None, None)
    assert heard == [[1.0, 2.0]]


def test_closing_never_raises(library: FakeLibrary) -> None:
    card = PortAudio()
    card.open_output(device(card, OUT), lambda frames: np.zeros(frames, np.float32), lambda: None).close()


@pytest.mark.parametrize("problem", [PortAudioError("busy", -9985), ValueError("no"), OSError(5, "io")])
def test_whatever_is_raised_is_one_clear_line(problem: Exception, library: FakeLibrary) -> None:
    library.refuses = problem
    card = PortAudio()
    with pytest.raises(SoundTrouble, match="close other programs that use it") as trouble:
        card.open_output(device(card, OUT), lambda frames: np.zeros(frames, np.float32), lambda: None)
    assert trouble.value.status is AudioStatus.TAKEN


@pytest.mark.parametrize("problem", [OSError("PortAudio library not found"), ImportError("no module")])
def test_without_the_library_there_is_one_clear_line(
    problem: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "sounddevice":
            raise problem
        return real(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(SoundTrouble, match="libportaudio2") as trouble:
        PortAudio().refresh()
    assert trouble.value.status is AudioStatus.NO_LIBRARY


def test_no_device_and_no_permission_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    for may, status, words in (
        (True, AudioStatus.NO_DEVICE, "no loudspeaker was found"),
        (False, AudioStatus.FORBIDDEN, "usermod -aG audio"),
    ):
        monkeypatch.setattr(card_module, "may_use_alsa", lambda may=may: may)
        with pytest.raises(SoundTrouble) as trouble:
            choose_device([], None, OUT)
        assert trouble.value.status is status
        assert words in translate(trouble.value.message, "en")


def test_permission_is_that_of_the_kernels_own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert may_use_alsa(tmp_path)
    (tmp_path / "pcmC0D0p").touch()
    assert may_use_alsa(tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert not may_use_alsa(tmp_path)


def test_a_device_is_named_by_number_or_by_a_part_of_its_name() -> None:
    devices = [AudioDevice(3, "HDMI", 2, RATE, True), AudioDevice(7, "USB Audio: - (hw:1,0)", 2, RATE, False)]
    assert choose_device(devices, None, OUT).number == 3
    assert choose_device(devices, "usb audio", OUT).number == 7
    assert choose_device(devices, "7", OUT).number == 7
    with pytest.raises(SoundTrouble, match="no loudspeaker is called bluetooth; found: HDMI, USB"):
        choose_device(devices, "bluetooth", OUT)
