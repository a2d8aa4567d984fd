"""What a live table lets be heard, and that no loudspeaker ever stops a match."""

from collections.abc import Sequence

import pytest

from companion.cue import Cue, EventId
from companion.ids import MatchId, SeatName
from companion.match import Match
from companion.play import Undo
from companion.reading.answer import Desync, Puzzle, TableQuestion
from companion.rules.games import GAMES
from companion.session.inbox import (
    Amendment,
    AmendmentChoice,
    AmendmentDecision,
    ClockOrder,
    Item,
    PlayIntent,
)
from companion.session.match_controller import MatchController
from companion.session.session_event import (
    DifferenceEvent,
    PuzzleEvent,
    QuestionEvent,
    RemarkEvent,
    SessionEvent,
)
from companion.storage.clocks import clocks_of
from companion.storage.shipped_data import demonstrations
from companion.table.loudspeaker import Loudspeaker, Sounds
from companion.table.wiring import bare_controller
from companion.timers import Clocks
from companion.words import Text
from devices.audio.audio_status import Direction
from devices.audio.mixer import Volume
from devices.audio.player import Speaker
from tests.devices.audio.fake_card import FakeCard
from tests.plays import play_of

NAME = MatchId("table1")
ATTEMPT = play_of("ofusaido", {"play": "attempt", "seat": "home", "occasion": "OC005-900"})


class Tape:
    """A player that notes what it is asked for."""

    def __init__(self) -> None:
        self.volume = Volume()
        self.heard: list[Cue] = []
        self.sounding: list[tuple[Cue, EventId | None]] = []

    def play(self, cue: Cue, of: EventId | None = None) -> None:
        self.heard.append(cue)
        self.sounding.append((cue, of))

    def withdraw(self, first: EventId) -> None:
        self.sounding = [
            (cue, of) for cue, of in self.sounding if of is None or not of.comes_with_or_after(first)
        ]


class Table:
    """A controller whose every word is heard."""

    def __init__(self, game: str = "ofusaido", name: str = "demo-match", **lengths_ms: int) -> None:
        setup, cards = demonstrations(game)[name]
        clocks = Clocks(clocks_of(setup, lengths_ms))
        self.controller: MatchController = bare_controller(NAME, Match(GAMES[game], setup, cards), clocks)
        self.tape = Tape()
        self.sounds = Sounds(game, NAME, self.tape)
        self.now_ms = 0

    def take(self, *items: Item) -> list[Cue]:
        """What is heard of it."""
        return self.hear([told for item in items for told in self.controller.take(item, self.now_ms)])

    def wait(self, seconds: int) -> list[Cue]:
        told: list[SessionEvent] = []
        for _ in range(seconds * 10):
            self.now_ms += 100
            told += self.controller.tick(self.now_ms)
        return self.hear(told)

    def hear(self, told: Sequence[SessionEvent]) -> list[Cue]:
        before = len(self.tape.heard)
        for one in told:
            self.sounds.hear(one)
        return self.tape.heard[before:]


def test_a_match_begins_with_its_kick_off_and_one_that_goes_on_does_not() -> None:
    tape = Tape()
    Sounds("ofusaido", NAME, tape, seq=0).begin()
    Sounds("ofusaido", NAME, tape, seq=7).begin()
    assert tape.heard == [Cue.KICKOFF]


def test_a_play_that_is_refused_is_heard_and_an_accepted_one_sounds_as_its_game_says() -> None:
    table = Table("lignes")
    assert table.take(PlayIntent(play_of("lignes", {"play": "shoot", "goal_cell": "g24"}))) == [Cue.ERROR]
    assert table.take(PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 3}))) == [Cue.KICKOFF]


def test_what_is_taken_back_is_silenced() -> None:
    table = Table("lignes")
    table.take(PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 3})))
    table.take(PlayIntent(Undo()))
    assert table.tape.sounding == []


def test_each_of_the_last_ten_seconds_of_a_clock_and_its_end_are_heard() -> None:
    table = Table(turn=12_000)
    table.take(PlayIntent(ATTEMPT))
    assert table.wait(20) == [Cue.LAST_TEN] * 10 + [Cue.TIME]


def test_a_half_that_runs_out_is_heard_once() -> None:
    table = Table("lignes", "demo-match-halves")
    table.take(
        PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 3})), ClockOrder("set", "half", 1500)
    )
    assert table.wait(4) == [Cue.LAST_TEN, Cue.TIME, Cue.TURN]


def test_a_question_is_heard_and_silenced_when_it_is_asked_no_more() -> None:
    table, question = Table(), _question()
    assert table.hear([QuestionEvent(question)]) == [Cue.QUESTION]
    table.hear([QuestionEvent(None)])
    assert table.tape.sounding == []


def test_the_answer_to_a_question_silences_nothing_that_follows_from_it() -> None:
    table = Table("lignes")
    told = table.controller.take(PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 3})), 0)
    table.hear([QuestionEvent(_question()), *told, QuestionEvent(None)])
    assert (Cue.KICKOFF, EventId(NAME, 1, 0)) in table.tape.sounding


def test_an_amendment_that_is_to_be_chosen_about_is_a_question() -> None:
    table = Table("lignes")
    table.take(
        PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 3})),
        PlayIntent(play_of("lignes", {"play": "strategy_roll", "d6": 1, "d12": 1})),
        PlayIntent(play_of("lignes", {"play": "move", "piece": "R6", "to": "c14"})),
        PlayIntent(play_of("lignes", {"play": "move", "piece": "R6", "to": "c13"})),
        PlayIntent(play_of("lignes", {"play": "end_strategy"})),
    )
    assert table.take(Amendment(1, play_of("lignes", {"play": "kickoff_roll", "d6": 2}))) == [Cue.QUESTION]
    table.take(AmendmentDecision(AmendmentChoice.KEEP))


def test_what_cannot_be_played_and_what_contradicts_the_match_is_heard() -> None:
    table = Table()
    assert table.hear([PuzzleEvent(_puzzle()), DifferenceEvent(_desync())]) == [Cue.ERROR, Cue.ERROR]
    assert table.hear([PuzzleEvent(None), DifferenceEvent(None)]) == []
    assert table.hear([RemarkEvent(Text("x")), RemarkEvent(Text("x"), is_trouble=True)]) == [Cue.ERROR]


def _question() -> TableQuestion:
    return TableQuestion("key", Text("which?"), (), ())


def _puzzle() -> Puzzle:
    return Puzzle("key", Text("no card"))


def _desync() -> Desync:
    return Desync("key", (Text("gone"),), ())


# --- the loudspeaker


def _speaker() -> Speaker:
    return Speaker(dict)


def standings(sound: Loudspeaker, game: str = "lignes") -> list[str]:
    """How it stands with the device, each time that a match is told so."""
    said: list[str] = []
    sound.begin(game, NAME, 0, lambda report: said.append(str(report.status)))
    return said


def test_a_loudspeaker_that_is_found_lost_and_found_again_is_told_each_time() -> None:
    card = FakeCard((Direction.OUT, "usb"))
    sound = Loudspeaker(_speaker(), card)
    sound.look()
    said = standings(sound)
    assert said == ["ready"], "what was so before the match is told once it begins"
    card.streams[-1].is_active = False
    sound.look()
    assert said == ["ready", "lost", "ready"]


def test_a_match_without_any_loudspeaker_goes_on_and_is_told_why_nothing_is_heard() -> None:
    table = Table("lignes")
    sound = Loudspeaker(_speaker(), FakeCard())
    table.sounds = Sounds("lignes", NAME, sound.player)
    said = standings(sound)
    sound.look()
    table.take(PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 3})))
    assert table.controller.match.seq == 1
    assert said == ["no-device"]


@pytest.mark.parametrize("seat", ["home", "away"])
def test_a_loudspeaker_lost_in_a_duel_of_each_side_stops_nothing(seat: str) -> None:
    card = FakeCard((Direction.OUT, "usb"))
    sound = Loudspeaker(_speaker(), card)
    setup, cards = demonstrations("ofusaido")["demo-match-ecole"]
    match = Match(GAMES["ofusaido"], {**setup, "kickoff": seat}, cards)
    controller = bare_controller(NAME, match)
    said = standings(sound, "ofusaido")
    sound.look()
    attempt = match.rules.options(match.state, SeatName(seat), "attempt")[0]
    controller.take(PlayIntent(attempt), 0)
    card.plugged.clear()
    card.streams[-1].is_active = False
    sound.look()
    for told in controller.take(PlayIntent(play_of("ofusaido", {"play": "give_up", "seat": seat})), 0):
        sound.hear(told)
    assert [entry.play.kind for entry in match.entries] == ["attempt", "give_up"]
    assert said[-1] == "no-device"
