"""What sounds at once, on a clock that the test turns."""

import threading
import time

import numpy as np
import pytest

from companion.cue import Cue, EventId
from companion.ids import MatchId
from devices.audio.mixer import KNEE, MOST_LATE_MS, MOST_VOICES, Mixer, Volume

MATCH, OTHER = MatchId("k3f7ab"), MatchId("zzzzzz")
BLOCK = 480


def steady(level: float = 0.1, frames: int = 4_800) -> np.ndarray:
    return np.full(frames, level, np.float32)


BANK = {Cue.GOAL: steady(0.1), Cue.SAVE: steady(0.2), Cue.TURN: steady(0.05, 480)}


def event(seq: int, index: int = 0, match: MatchId = MATCH) -> EventId:
    return EventId(match, seq, index)


def test_a_cue_begins_with_the_next_block_and_ends_when_it_is_over() -> None:
    assert Mixer(BANK).is_quiet
    mixer = Mixer(BANK)
    mixer.play(Cue.TURN, None, 0)
    assert not mixer.is_quiet
    assert mixer.mix(300, 10) == pytest.approx(0.05)
    rest = mixer.mix(300, 16)
    assert rest[:180] == pytest.approx(0.05) and not rest[180:].any()
    assert not mixer.mix(BLOCK, 26).any()


def test_two_cues_sound_together() -> None:
    mixer = Mixer(BANK)
    mixer.play(Cue.GOAL, None, 0)
    mixer.play(Cue.SAVE, None, 0)
    assert mixer.mix(BLOCK, 10) == pytest.approx(0.3)


def test_what_is_too_loud_together_is_bent_and_not_cut() -> None:
    mixer = Mixer({cue: steady(0.5) for cue in Cue})
    for cue in list(Cue)[:6]:
        mixer.play(cue, None, 0)
    block = mixer.mix(BLOCK, 10)
    assert (block > KNEE).all() and (block < 1.0001).all()


@pytest.mark.parametrize(("late_ms", "is_heard"), [(MOST_LATE_MS, True), (MOST_LATE_MS + 1, False)])
def test_a_cue_that_comes_too_late_is_never_played(late_ms: int, is_heard: bool) -> None:
    mixer = Mixer(BANK)
    mixer.play(Cue.GOAL, event(4), 1_000)
    assert mixer.mix(BLOCK, 1_000 + late_ms).any() == is_heard


def test_a_withdrawn_cue_that_has_not_begun_is_never_heard() -> None:
    mixer = Mixer(BANK)
    mixer.play(Cue.GOAL, event(4), 0)
    mixer.withdraw(event(4))
    assert not mixer.mix(BLOCK, 5).any()
    assert mixer.is_quiet


def test_a_withdrawn_cue_that_sounds_fades_out_at_once() -> None:
    mixer = Mixer(BANK)
    mixer.play(Cue.GOAL, event(4), 0)
    mixer.mix(BLOCK, 5)
    mixer.withdraw(event(4))
    fading = mixer.mix(BLOCK, 15)
    assert fading[0] == pytest.approx(0.1) and fading[-1] == 0 and (np.diff(fading) <= 0).all()
    assert mixer.is_quiet


def test_with_an_event_all_later_ones_of_its_match_are_withdrawn_and_no_others() -> None:
    mixer = Mixer({cue: steady(2.0**-n / 4) for n, cue in enumerate(Cue)})
    cues = list(Cue)
    for n, of in enumerate((event(3), event(4, 0), event(4, 1), event(5), event(9, match=OTHER), None)):
        mixer.play(cues[n], of, 0)
    mixer.withdraw(event(4, 1))
    left = sum(2.0**-n / 4 for n in (0, 1, 4, 5))
    assert mixer.mix(BLOCK, 5) == pytest.approx(left)


def test_the_new_cue_of_a_corrected_event_is_heard_and_the_old_one_is_not() -> None:
    mixer = Mixer(BANK)
    mixer.play(Cue.GOAL, event(4), 0)
    mixer.withdraw(event(4))
    mixer.play(Cue.SAVE, event(4), 1)
    assert mixer.mix(BLOCK, 5) == pytest.approx(0.2)


def test_the_volume_and_mute_are_for_all_cues() -> None:
    mixer = Mixer(BANK, Volume(0.5))
    mixer.play(Cue.GOAL, None, 0)
    assert mixer.mix(10, 1) == pytest.approx(0.05)
    mixer.play(Cue.SAVE, None, 1)
    assert mixer.mix(10, 2) == pytest.approx(0.05 + 0.1)
    mixer.volume = Volume(is_muted=True)
    mixer.mix(10, 3)
    assert not mixer.mix(10, 4).any()


def test_a_volume_that_changes_glides() -> None:
    mixer = Mixer(BANK)
    mixer.play(Cue.GOAL, None, 0)
    mixer.mix(BLOCK, 1)
    mixer.volume = Volume(0)
    gliding = mixer.mix(BLOCK, 11)
    assert gliding[0] == pytest.approx(0.1) and gliding[-1] == 0
    assert np.abs(np.diff(gliding)).max() < 0.001


@pytest.mark.parametrize("factor", [-0.1, 2.1])
def test_a_volume_is_from_0_to_2(factor: float) -> None:
    with pytest.raises(ValueError, match="expected a volume from 0 to 2"):
        Volume(factor)


def test_the_oldest_of_too_many_makes_room() -> None:
    mixer = Mixer({Cue.GOAL: steady(0.05), Cue.SAVE: steady(0.01)})
    mixer.play(Cue.SAVE, None, 0)
    for _ in range(MOST_VOICES):
        mixer.play(Cue.GOAL, None, 0)
    assert mixer.mix(BLOCK, 1) == pytest.approx(0.05 * MOST_VOICES)


def test_a_cue_without_a_sound_is_silent() -> None:
    mixer = Mixer()
    mixer.play(Cue.GOAL, None, 0)
    assert not mixer.mix(BLOCK, 1).any()


def test_while_there_is_no_device_nothing_is_kept_for_later() -> None:
    mixer = Mixer(BANK)
    mixer.play(Cue.GOAL, None, 0)
    mixer.mix(BLOCK, 1)
    mixer.play(Cue.SAVE, None, 2)
    mixer.drop_late(100)
    assert mixer.is_quiet and not mixer.mix(BLOCK, 101).any()


def test_any_number_of_threads_may_play_while_blocks_are_mixed() -> None:
    mixer = Mixer({Cue.TURN: steady(0.001, 100)})
    stop = threading.Event()

    def order() -> None:
        while not stop.is_set():
            mixer.play(Cue.TURN, event(1), 0)
            mixer.withdraw(event(1))

    threads = [threading.Thread(target=order) for _ in range(4)]
    for thread in threads:
        thread.start()
    begun_s = time.monotonic()
    for _ in range(300):
        assert np.isfinite(mixer.mix(BLOCK, 0)).all()
        assert time.monotonic() - begun_s < 20
    stop.set()
    for thread in threads:
        thread.join()
