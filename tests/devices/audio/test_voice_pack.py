"""A voice pack, filled by its owner."""

import wave
from pathlib import Path

import numpy as np
import pytest

from companion.cue import Cue
from companion.words import translate
from devices.audio.mixer import RATE, TARGET_LUFS, loudness_lufs, resample
from devices.audio.voice_pack import read_voice_pack


def write(path: Path, *, rate: int = RATE, channels: int = 1, width: int = 2, seconds: float = 0.5) -> Path:
    """A tone of 1000 Hz on every channel."""
    t = np.arange(round(rate * seconds)) / rate
    tone = 0.5 * np.sin(2 * np.pi * 1000 * t)
    if width == 1:
        data = (tone * 127 + 128).astype(np.uint8).tobytes()
    else:
        whole = (np.repeat(tone, channels) * (2 ** (8 * width - 1) - 1)).astype("<i4")
        data = whole.view(np.uint8).reshape(-1, 4)[:, :width].tobytes()
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, width, rate, 0, "NONE", ""))
        file.writeframes(data)
    return path


def pitch_hz(sound: np.ndarray) -> float:
    return float(np.fft.rfftfreq(len(sound), 1 / RATE)[np.argmax(np.abs(np.fft.rfft(sound)))])


@pytest.mark.parametrize("rate", [8_000, 22_050, 44_100, 48_000, 96_000])
@pytest.mark.parametrize(("channels", "width"), [(1, 1), (1, 2), (2, 2), (2, 3), (1, 4)])
def test_any_pcm_file_is_a_voice_at_our_rate_and_as_loud_as_all(
    rate: int, channels: int, width: int, tmp_path: Path
) -> None:
    write(tmp_path / "goal.wav", rate=rate, channels=channels if width > 1 else 1, width=width)
    pack = read_voice_pack(tmp_path)
    assert not pack.problems
    sound = pack.sounds[Cue.GOAL]
    assert len(sound) == pytest.approx(RATE // 2, abs=2)
    assert pitch_hz(sound) == pytest.approx(1000, abs=3)
    assert loudness_lufs(sound) == pytest.approx(TARGET_LUFS, abs=0.1)


def test_upper_case_is_the_same_name_and_texts_beside_it_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path / "Whistle_Short.WAV")
    (tmp_path / "licence.txt").write_text("built-in")
    (tmp_path / ".goal.wav").write_text("hidden")
    pack = read_voice_pack(tmp_path)
    assert set(pack.sounds) == {Cue.WHISTLE_SHORT} and not pack.problems


def test_no_folder_is_an_empty_pack(tmp_path: Path) -> None:
    pack = read_voice_pack(tmp_path / "voices")
    assert not pack.sounds and not pack.problems


def test_a_file_for_a_folder_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "voices").write_text("")
    (problem,) = read_voice_pack(tmp_path / "voices").problems
    assert "cannot be read" in translate(problem, "en")


def bad(folder: Path, name: str, data: bytes) -> str:
    (folder / name).write_bytes(data)
    pack = read_voice_pack(folder)
    assert not pack.sounds
    (problem,) = pack.problems
    told = translate(problem, "en")
    assert "\n" not in told and told.startswith(name)
    return told


def test_every_bad_file_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    for n, (name, data, words) in enumerate(
        [
            ("goal.wav", b"", "cannot be played"),
            ("goal.wav", b"RIFF\x00\x00\x00\x00WAVE", "cannot be played"),
            ("goal.wav", b"\xff" * 5_000, "cannot be played"),
            ("goal.mp3", b"ID3", "save it as WAV (PCM)"),
            ("gaol.wav", b"", "the cues are: whistle_short, "),
        ]
    ):
        folder = tmp_path / str(n)
        folder.mkdir()
        assert words in bad(folder, name, data)


def test_a_file_that_breaks_off_or_was_written_by_chance_never_raises(tmp_path: Path) -> None:
    whole = write(tmp_path / "goal.wav", seconds=0.05).read_bytes()
    for length in range(0, len(whole), 97):
        (tmp_path / "goal.wav").write_bytes(whole[:length])
        pack = read_voice_pack(tmp_path)
        assert len(pack.sounds) + len(pack.problems) == 1
    for place in range(44):
        (tmp_path / "goal.wav").write_bytes(whole[:place] + b"\xee" + whole[place + 1 :])
        pack = read_voice_pack(tmp_path)
        assert len(pack.sounds) + len(pack.problems) == 1


def test_too_long_and_silent_are_told(tmp_path: Path) -> None:
    write(tmp_path / "goal.wav", rate=8_000, seconds=10.1)
    with wave.open(str(tmp_path / "turn.wav"), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(bytes(2_000))
    told = [translate(problem, "en") for problem in read_voice_pack(tmp_path).problems]
    assert told[0].startswith("goal.wav: expected at most 10 s") and told[1] == "turn.wav is silent"


@pytest.mark.parametrize("wanted", [8_000, 44_100, 96_000])
def test_resampling_keeps_pitch_and_strength_and_adds_none(wanted: int) -> None:
    t = np.arange(RATE) / RATE
    sound = (np.hanning(RATE) * np.sin(2 * np.pi * 1_000 * t)).astype(np.float32)
    there = resample(sound, RATE, wanted)
    assert len(there) == wanted
    back = resample(there, wanted, RATE)
    assert np.abs(back - sound).max() < 1e-3
    high = (np.hanning(RATE) * np.sin(2 * np.pi * 20_000 * t)).astype(np.float32)
    if wanted == 8_000:
        assert np.abs(resample(high, RATE, wanted)).max() < 1e-4
