"""Dice by ear: a hint when they roll and when they lie, and none for what is no dice."""

import numpy as np
import pytest

from companion.cue import Cue
from devices.audio.audio_status import Direction
from devices.audio.cues import render_cues
from devices.audio.dice_listener import DiceListener, Hint
from devices.audio.loudness import RATE
from devices.audio.microphone import Microphone, listen_for_dice
from tests.devices.audio.fake_card import FakeCard
from tests.devices.audio.noises import Sound, applause, dice, knock, room, speech

QUIET_DB = -70.0
BANK = render_cues()


def hints(sound: Sound, block: int = 480, rate: int = RATE) -> list[tuple[Hint, float]]:
    """The hints, and after how many seconds each came."""
    hearing = DiceListener(rate)
    heard: list[tuple[Hint, float]] = []
    for start in range(0, len(sound), block):
        heard.extend(
            (hint, (start + block) / rate)
            for hint in hearing.hear(sound[start : start + block].astype(np.float32))
        )
    return heard


def kinds(sound: Sound) -> list[Hint]:
    return [hint for hint, _ in hints(sound)]


@pytest.mark.parametrize("seed", range(20))
def test_a_roll_in_a_quiet_room_is_heard_to_begin_and_to_end(seed: int) -> None:
    heard = hints(room(4, QUIET_DB, seed) + dice(1.0, 4, seed))
    assert [hint for hint, _ in heard] == [Hint.MOVING, Hint.REST]
    (_, moving_s), (_, rest_s) = heard
    assert 1.0 <= moving_s < 1.3
    assert 1.8 < rest_s < 3.5


def test_two_rolls_are_two() -> None:
    sound = room(8, QUIET_DB) + dice(1.0, 8, 1) + dice(5.0, 8, 2)
    assert kinds(sound) == [Hint.MOVING, Hint.REST] * 2


def test_the_hint_is_the_same_however_the_samples_are_cut() -> None:
    sound = room(4, QUIET_DB) + dice(1.0, 4, 3)
    assert {tuple(hint for hint, _ in hints(sound, block)) for block in (100, 441, 1024, 5_000)} == {
        (Hint.MOVING, Hint.REST)
    }


@pytest.mark.parametrize(
    "sound",
    [
        np.zeros(4 * RATE),
        room(4, QUIET_DB),
        room(4, -20.0),
        room(4, QUIET_DB) + knock(2.0, 4),
        room(6, QUIET_DB) + speech(6),
        room(6, -60.0) + speech(6, -15.0),
    ],
    ids=["nothing", "a quiet room", "a loud room", "a glass", "somebody talks", "somebody talks loudly"],
)
def test_what_is_no_dice_gives_no_hint(sound: Sound) -> None:
    assert kinds(sound) == []


def test_in_a_loud_room_no_dice_are_heard_and_none_are_made_up() -> None:
    assert all(kinds(room(4, -22.0, seed) + dice(1.0, 4, seed, level_db=-20)) == [] for seed in range(10))


def test_applause_is_given_up_as_no_dice_and_not_begun_again_before_there_is_quiet() -> None:
    sound = np.concatenate([room(14, QUIET_DB) + applause(14), room(4, QUIET_DB) + dice(2.0, 4, 4)])
    heard = hints(sound)
    assert [hint for hint, _ in heard] == [Hint.MOVING, Hint.REST] * 2
    assert heard[1][1] < 8 and heard[2][1] > 16


@pytest.mark.parametrize("cue", Cue)
def test_the_programs_own_cues_are_no_dice(cue: Cue) -> None:
    sound = BANK[cue] * 0.5
    hearing = DiceListener(RATE)
    assert hearing.hear(room(1, QUIET_DB).astype(np.float32)) == []
    assert hearing.hear(sound, is_ours=True) == []
    assert hearing.hear(room(1, QUIET_DB).astype(np.float32)) == []
    assert hearing.hear((room(4, QUIET_DB) + dice(1.0, 4, 1)).astype(np.float32)) == [Hint.MOVING, Hint.REST]


def test_a_microphone_passes_on_what_it_hears() -> None:
    heard: list[Hint] = []
    card = FakeCard((Direction.IN, "ear"))
    card.refresh()
    ear = Microphone(listen_for_dice(heard.append, lambda: False), None, lambda: 7)
    ear.open(card, lambda: None)
    card.hear((room(4, QUIET_DB) + dice(1.0, 4, 1)).astype(np.float32))
    assert heard == [Hint.MOVING, Hint.REST]
    assert ear.beat_ms == 7
