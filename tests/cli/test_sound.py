"""The sound's commands, typed as a person types them, on machines with and without sound."""

import threading
from collections.abc import Callable, Iterator

import pytest

from devices.audio.audio_status import AudioStatus, Direction, audio_sentence
from devices.audio.sound_card import AudioDevice, Render
from devices.errors import SoundTrouble
from tests.cli.terminal import Terminal
from tests.devices.audio.fake_card import FakeCard, FakeStream

OUT, IN = Direction.OUT, Direction.IN


class PlayingCard(FakeCard):
    """A loudspeaker that asks for its blocks by itself, faster than the table hears."""

    def __init__(self, *plugged: tuple[Direction, str]) -> None:
        super().__init__(*plugged)
        self.stop = threading.Event()
        self.loudest = 0.0

    def open_output(self, device: AudioDevice, render: Render, gone: Callable[[], None]) -> FakeStream:
        stream = super().open_output(device, render, gone)

        def pump() -> None:
            while stream.is_active and not self.stop.wait(0.005):
                self.loudest = max(self.loudest, float(abs(render(2_400)).max()))

        threading.Thread(target=pump, daemon=True).start()
        return stream


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayingCard]:
    card = PlayingCard((OUT, "speaker, USB"), (IN, "ear"))
    monkeypatch.setattr("companion.cli.sound.desk.PortAudio", lambda: card)
    monkeypatch.setattr("devices.audio.watchdog.PortAudio", lambda: card)
    monkeypatch.setattr("devices.audio.sound_card.may_use_alsa", lambda: True)
    yield card
    card.stop.set()


def test_loudspeakers_and_microphones_are_listed(card: FakeCard, terminal: Terminal) -> None:
    said = terminal.type("sound", "list")
    assert said.code == 0
    assert said.out.splitlines() == [
        "*   0  loudspeaker   speaker, USB, 2 channels, 48000 samples a second",
        "*   0  microphone    ear, 2 channels, 48000 samples a second",
    ]


def test_a_cue_is_played_and_a_bad_file_of_the_owners_is_one_line(
    card: PlayingCard, terminal: Terminal
) -> None:
    (terminal.data / "voices").mkdir(parents=True)
    (terminal.data / "voices" / "turn.wav").write_bytes(b"no sound")
    said = terminal.type("sound", "play", "turn", "--device", "usb")
    assert said.code == 0
    (line,) = said.err.splitlines()
    assert line.startswith("companion: turn.wav cannot be played: its content is not WAV")
    assert said.out.splitlines() == ["the loudspeaker is ready: speaker, USB", "turn            built-in"]
    assert card.loudest > 0.2


@pytest.mark.parametrize("action", [("list",), ("play", "goal"), ("test",)])
@pytest.mark.parametrize(
    ("trouble", "words"),
    [(AudioStatus.NO_LIBRARY, "PortAudio is missing"), (AudioStatus.FORBIDDEN, "usermod -aG audio")],
)
def test_no_library_and_no_permission_are_one_clear_line(
    action: tuple[str, ...], trouble: AudioStatus, words: str, card: FakeCard, terminal: Terminal
) -> None:
    card.trouble = SoundTrouble(trouble, audio_sentence(trouble, OUT))
    said = terminal.type("sound", *action)
    assert said.code == 2 and words in said.err
    assert len(said.err.splitlines()) == 1 and not said.out


@pytest.mark.parametrize("action", [("list",), ("play", "goal"), ("test",)])
def test_no_device_is_one_clear_line(action: tuple[str, ...], card: FakeCard, terminal: Terminal) -> None:
    card.plugged = []
    said = terminal.type("sound", *action)
    assert said.code == 2 and said.err.startswith("companion: no loudspeaker was found")
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [("play",), ("play", "gaol"), ("play", "goal", "--volume", "201"), ("play", "goal", "--volume", "x")],
)
def test_what_cannot_be_played_is_said_before_any_device_is_opened(
    words: tuple[str, ...], card: FakeCard, terminal: Terminal
) -> None:
    assert terminal.type("sound", *words).code == 2
    assert not card.refreshed
