"""What people complain about in other programs that make sounds over a long evening, and how it must not happen here."""

from random import Random

import pytest

from companion.cue import Cue
from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.storage.shipped_data import demonstrations
from companion.table.loudspeaker import Sounds
from companion.table.wiring import bare_controller
from companion.virtual.chance import chosen_play
from devices.audio.audio_status import Direction
from devices.audio.player import Speaker
from devices.audio.watchdog import LOOK_MS, AudioWatchdog
from tests.devices.audio.fake_card import FakeCard, steady
from tests.table.test_sounds import Tape

USB = (Direction.OUT, "usb")
HOUR_MS, MINUTE_MS = 3_600_000, 60_000
PULLED = (HOUR_MS // 2, 2 * HOUR_MS)
"""When the loudspeaker is pulled out; it is put in again after a minute."""
EACH_MS = 6_000
"""A play is said so often."""
BLOCK, SHORT = 480, 48
"""Samples of a block and of a sound: each sound is over with its block."""
LEVEL = 0.05


class Evening:
    """Matches one after the other beside a loudspeaker, an ear in front of it, and a tape of what ought to be heard."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.card = FakeCard(USB)
        bank = dict.fromkeys(Cue, steady(LEVEL, SHORT))
        self.speaker = Speaker(lambda: bank, now_ms=lambda: self.now_ms)
        self.watchdog = AudioWatchdog(self.card, [self.speaker], lambda _: None, lambda: self.now_ms)
        self.tape = Tape()
        self.heard, self.wanted = 0, 0
        self.matches, self.chance = 0, Random(1)
        self.watchdog.look()
        self.begin()

    def begin(self) -> None:
        game = list(GAMES)[self.matches % len(GAMES)]
        self.matches += 1
        name = MatchId(f"match-{self.matches}")
        self.controller = bare_controller(name, Match(GAMES[game], *demonstrations(game)["demo-match"]))
        self.sounds = [Sounds(game, name, player) for player in (self.tape, self.speaker)]
        for one in self.sounds:
            one.begin()

    def pass_time(self) -> None:
        """Let the watchdog look, have a play said if it is time, and listen to the next block."""
        self.watchdog.look()
        self.now_ms += LOOK_MS
        if self.now_ms % EACH_MS == 0:
            self.play()
        stream = self.card.streams[-1]
        if stream.is_active:
            self.wanted += len(self.tape.heard)
            self.heard += round(float(stream.work(BLOCK).sum()) / (LEVEL * SHORT))  # type: ignore[arg-type, union-attr]
        self.tape.heard.clear()

    def play(self) -> None:
        play = chosen_play(self.controller.match, self.chance)
        if play is None:
            self.begin()
            return
        for told in self.controller.take(PlayIntent(play), self.now_ms):
            for one in self.sounds:
                one.hear(told)


@pytest.mark.slow
def test_after_three_hours_and_a_loudspeaker_that_was_pulled_twice_every_sound_is_still_heard() -> None:
    """darts-hub 19: the sound died after half an hour."""
    evening, before = Evening(), (0, 0)
    while evening.now_ms < 3 * HOUR_MS:
        if evening.now_ms in PULLED:
            evening.card.unplug("usb")
        if evening.now_ms - MINUTE_MS in PULLED:
            evening.card.plugged.append(USB)
        if evening.now_ms % HOUR_MS == 0:
            now = (evening.heard, evening.wanted)
            assert evening.now_ms == 0 or now[0] - before[0] > 10, "each hour has its sounds"
            before = now
        evening.pass_time()
    assert len(evening.card.streams) == 1 + len(PULLED)
    assert evening.heard == evening.wanted
    assert evening.matches > len(GAMES)
