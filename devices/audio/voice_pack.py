"""Reads a voice pack: a folder of WAV files named by cue (`goal.wav`). A cue without a file keeps its built-in sound."""

import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.cue import Cue
from companion.system_errors import system_says
from companion.words import Text
from devices.audio.mixer import RATE, Samples, normalise_loudness, resample
from devices.errors import BadVoice

LONGEST_S = 10
"""The longest cue, in seconds; anything longer is music."""
_RATES = range(8_000, 192_001)
_SOUNDS = (".wav", ".mp3", ".ogg", ".flac", ".m4a")


@dataclass(frozen=True, slots=True)
class VoicePack:
    """The sounds of a folder, and one line about each file that could not be read."""

    sounds: dict[Cue, Samples]
    problems: tuple[Text, ...]


def read_voice_pack(folder: Path) -> VoicePack:
    """Read a folder. A missing folder gives an empty pack; every other problem is in `problems`."""
    sounds: dict[Cue, Samples] = {}
    problems: list[Text] = []
    try:
        for path in _files(folder):
            try:
                cue = _cue(path)
                sounds[cue] = read_voice(path)
            except BadVoice as problem:
                problems.append(problem.message)
    except FileNotFoundError:
        pass
    except OSError as problem:
        told = Text(
            "the voice pack {file} cannot be read: {problem}", file=str(folder), problem=_said(problem)
        )
        problems.append(told)
    return VoicePack(sounds, tuple(problems))


def _files(folder: Path) -> Iterator[Path]:
    """Return the sound files of a folder; hidden files and texts are ignored."""
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in _SOUNDS and not path.name.startswith("."):
            yield path


def _cue(path: Path) -> Cue:
    try:
        return Cue(path.stem.lower())
    except ValueError as problem:
        raise BadVoice(
            Text(
                "{file} does not have the name of a cue; the cues are: {known}",
                file=path.name,
                known=", ".join(Cue),
            )
        ) from problem


def read_voice(path: Path) -> Samples:
    """Read one file as (n,) float32, mono, at `RATE`, as loud as every other cue. Raises `BadVoice`."""
    if path.suffix.lower() != ".wav":
        raise BadVoice(Text("{file} is not a WAV file: save it as WAV (PCM)", file=path.name))
    try:
        with wave.open(str(path), "rb") as file:
            rate, frames = file.getframerate(), file.getnframes()
            sound = _decoded(file) if _is_short(rate, frames) else None
    except (
        Exception
    ) as problem:  # wave.Error, EOFError, OSError, RuntimeError, struct.error: all mean one thing.
        told = Text("{file} cannot be played: {problem}", file=path.name, problem=_said(problem))
        raise BadVoice(told) from problem
    if sound is None:
        seconds = round(frames / max(1, rate), 1)
        told = Text(
            "{file}: expected at most {most} s at 8000 to 192000 samples a second, got {seconds} s at {rate}",
            file=path.name, most=LONGEST_S, seconds=seconds, rate=rate,
        )  # fmt: skip
        raise BadVoice(told)
    if not sound.any():
        raise BadVoice(Text("{file} is silent", file=path.name))
    return normalise_loudness(resample(sound, rate, RATE))


def _is_short(rate: int, frames: int) -> bool:
    return rate in _RATES and frames <= LONGEST_S * rate


def _decoded(file: wave.Wave_read) -> Samples:
    """Mix all channels into one. A truncated file ends with its last whole frame."""
    channels, width = file.getnchannels(), file.getsampwidth()
    data = file.readframes(file.getnframes())
    whole = data[: len(data) // (channels * width) * channels * width]
    return _samples(whole, width).reshape(-1, channels).mean(axis=1).astype(np.float32)


def _samples(data: bytes, width: int) -> NDArray[np.float64]:
    """Decode PCM of 8 bits (unsigned), or of 16, 24 or 32 bits (signed), to float64 from -1 to 1."""
    if width == 1:
        return (np.frombuffer(data, np.uint8) - 128.0) / 128
    if width > 4:
        raise ValueError(f"{8 * width} bits")
    # Every width becomes 32 bits: zeros fill the low bytes.
    wide = np.zeros((len(data) // width, 4), np.uint8)
    wide[:, 4 - width :] = np.frombuffer(data, np.uint8).reshape(-1, width)
    return wide.view("<i4")[:, 0] / 2.0**31


def _said(problem: Exception) -> Text:
    if isinstance(problem, OSError):
        return system_says(problem)
    words = str(problem) or type(problem).__name__
    return Text("its content is not WAV, or not plain PCM ({words})", words=words)
