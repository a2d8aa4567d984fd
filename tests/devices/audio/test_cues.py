"""The sounds that come with the program."""

import numpy as np
import pytest

from companion.cue import Cue
from devices.audio.cues import SCORES, render_cues, render_notes
from devices.audio.mixer import PEAK, RATE, TARGET_LUFS, loudness_lufs, normalise_loudness
from tests.devices.audio.spectra import recognised

BANK = render_cues()


def tone(hz: float, seconds: float = 1.0, level: float = 1.0) -> np.ndarray:
    return (level * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE)) / RATE)).astype(np.float32)


def test_a_full_tone_of_997_hz_measures_3_01_below_the_top() -> None:
    assert loudness_lufs(tone(997)) == pytest.approx(-3.01, abs=0.05)  # BS.1770-4, annex 1.


# By hand: the high pass is f2 / (f2 + 38.1 Hz squared), the shelf 4.0 dB up high; both beside 0.69 dB at 997 Hz.
@pytest.mark.parametrize(("hz", "louder_by"), [(30, -9.0), (100, -1.9), (10_000, 3.3)])
def test_the_ear_weighs_pitches(hz: float, louder_by: float) -> None:
    assert loudness_lufs(tone(hz)) - loudness_lufs(tone(997)) == pytest.approx(louder_by, abs=0.3)


def test_half_as_strong_is_6_db_less_and_half_as_long_is_3_db_less() -> None:
    assert loudness_lufs(tone(997)) - loudness_lufs(tone(997, level=0.5)) == pytest.approx(6.02, abs=0.01)
    assert loudness_lufs(tone(997, 0.4)) - loudness_lufs(tone(997, 0.2)) == pytest.approx(3.01, abs=0.05)


def test_silence_has_no_loudness_and_stays_silent() -> None:
    silence = np.zeros(RATE, np.float32)
    assert loudness_lufs(silence) == float("-inf")
    assert not normalise_loudness(silence).any()


def test_a_click_is_only_as_loud_as_its_peak_allows() -> None:
    click = np.zeros(RATE, np.float32)
    click[100] = 0.1
    assert np.max(np.abs(normalise_loudness(click))) == pytest.approx(PEAK)


def test_every_cue_has_its_sound() -> None:
    assert set(SCORES) == set(Cue) == set(BANK)


@pytest.mark.parametrize("cue", Cue)
def test_all_cues_are_equally_loud(cue: Cue) -> None:
    sound = BANK[cue]
    assert loudness_lufs(sound) == pytest.approx(TARGET_LUFS, abs=0.3)
    assert np.max(np.abs(sound)) <= PEAK + 1e-6
    assert sound.dtype == np.float32 and np.isfinite(sound).all()


@pytest.mark.parametrize("cue", Cue)
def test_a_cue_begins_and_ends_in_silence_and_lasts_no_longer_than_an_ear_has_patience(cue: Cue) -> None:
    sound = BANK[cue]
    assert abs(float(sound[0])) < 0.01 and abs(float(sound[-1])) < 0.01
    assert 100 <= len(sound) * 1000 // RATE <= 2_500


@pytest.mark.parametrize("cue", Cue)
def test_no_cue_is_taken_for_another(cue: Cue) -> None:
    (nearest, who), (next_db, _) = recognised(BANK[cue], BANK)[:2]
    assert who is cue and nearest < 0.01 and next_db > 2.0


def test_the_sounds_are_the_same_each_time() -> None:
    assert all(
        np.array_equal(normalise_loudness(render_notes(notes)), BANK[cue]) for cue, notes in SCORES.items()
    )


def test_whistles_are_high_and_the_gong_is_deep() -> None:
    def middle_hz(cue: Cue) -> float:
        power = np.abs(np.fft.rfft(BANK[cue])) ** 2
        return float(np.sum(np.fft.rfftfreq(len(BANK[cue]), 1 / RATE) * power) / np.sum(power))

    assert 2_500 < middle_hz(Cue.WHISTLE_LONG) < 3_300
    assert middle_hz(Cue.TIME) < 600
