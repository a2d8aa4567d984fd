"""The program as a player: it enters its plays as people do, keeps to its sealed cards, and thinks anew after a correction."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, Self

import pytest

from companion.errors import ScriptError
from companion.ids import CardRef, MatchId
from companion.match import Match
from companion.opponent.boufbowl.coaches import Coaches, Deck, cards_of
from companion.opponent.checking import SealCheck, checked
from companion.opponent.choosing import is_asked
from companion.opponent.games import THINKERS
from companion.opponent.ofusaido.dealt import DealtTable
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.opponent.seat import BY, MachineSeat, Seating, cards_after, seal_in, steps_of
from companion.play import Concede, Note, Play, Undo
from companion.rules.boufbowl.board import Seat as Coach
from companion.rules.games import GAMES
from companion.rules.lignes.plays import EndStrategy, KickoffRoll
from companion.rules.ofusaido.sheet import Seat as Side
from companion.rules.ouaf.plays import RoundPlay, Work
from companion.rules.ouaf.state import next_orders
from companion.session.inbox import PlayIntent
from companion.session.session_event import NoticeEvent, RulingEvent, SessionEvent
from companion.storage.machine_seeds import seed_for
from companion.storage.settings import SettingsStore
from companion.storage.shipped_data import demonstrations
from companion.table.even_levels import EvenLevels
from companion.table.live_table import TableEquipment, ThreadedTable
from companion.table.machine_player import MOST_REFUSED, MachinePlayer, greeting, seating
from companion.table.wiring import bare_controller
from companion.words import translate
from tests.quick import first_quick

PATIENCE_S = 20
RED, HOME = Coach.RED, Side.HOME


class Evening:
    """A table in real time at which the program plays some seats, and a test the others."""

    def __init__(
        self,
        game: str,
        folder: Path,
        *seatings: Seating,
        name: str = "demo-match",
        notes: Mapping[int, Note] = {},
    ) -> None:
        self.match = Match(GAMES[game], *demonstrations(game)[name])
        self.folder = folder
        self.told: SimpleQueue[SessionEvent] = SimpleQueue()
        self.levels = EvenLevels(SettingsStore(folder / "settings.json"))
        self.player = MachinePlayer(
            seatings, folder / "seeds", lambda _match: notes, seconds=0.0, levels=self.levels
        )
        self.table = ThreadedTable(
            lambda: bare_controller(MatchId("abcdef"), self.match),
            TableEquipment(None, (self.player,)),
            self.told.put,
        )
        self.heard: list[SessionEvent] = []

    def __enter__(self) -> Self:
        self.table.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.table.stop()

    def play(self, play: Play) -> None:
        self.table.session.put(PlayIntent(play))

    def until(self, is_it: Callable[[Any], bool]) -> Any:
        """Wait for an event."""
        while True:
            event = self.told.get(timeout=PATIENCE_S)
            self.heard.append(event)
            if is_it(event):
                return event

    def until_played(self, kind: str, by: str = BY) -> RulingEvent:
        event: RulingEvent = self.until(
            lambda one: isinstance(one, RulingEvent) and one.by == by and one.play.kind == kind  # type: ignore[union-attr]
        )
        assert event.refusal is None, event
        return event

    def until_played_by(self, by: str) -> None:
        event = self.until(lambda one: isinstance(one, RulingEvent) and one.by == by)
        assert event.refusal is None, event

    def seed(self, seat: str) -> str:
        return seed_for(self.folder / "seeds", MatchId("abcdef"), seat)

    def checked(self) -> list[SealCheck]:
        notes = {one.seq: one.play for one in self.heard if isinstance(one, RulingEvent)}
        return checked(
            THINKERS[self.match.rules.game], self.match.opening.state, steps_of(self.match.entries), notes
        )


def new_round(match: Match) -> RoundPlay:
    evaluation = match.state.order or match.state.sheet.usable[0]
    return RoundPlay(evaluation, next_orders(match.state, evaluation)[0])


def people_lay(evening: Evening) -> None:
    """Each person lays the first card of his hand."""
    state = evening.match.state
    for seat in evening.match.rules.seats(state):
        if seat not in evening.player.seats:
            evening.play(Work({seat: state.workers[seat].hand[0]}))  # type: ignore[dict-item]
            evening.until_played("work", by="tap")


def round_of(evening: Evening) -> list[RulingEvent]:
    """A new round: the program seals its cards, people lay theirs, and the program's are turned with them."""
    evening.play(new_round(evening.match))
    for _ in evening.player.seats:
        assert " card " in str(evening.until_played("note").play)
        evening.until_played("down")
    people_lay(evening)
    return [evening.until_played("work") for _ in evening.player.seats]


@pytest.mark.parametrize(
    ("game", "has_dice", "does"),
    [("lignes", True, "Move its pieces"), ("ouaf", False, "Lay none of the cards")],
)
def test_what_people_do_for_it_is_told_of_things_that_the_game_has(
    game: str, has_dice: bool, does: str
) -> None:
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    told = translate(greeting(Seating("red"), match), "en")
    assert does in told
    assert ("dice" in told) is has_dice


def test_the_seal_comes_before_the_first_play_and_the_seed_after_the_last(tmp_path: Path) -> None:
    with Evening("ouaf", tmp_path, Seating("red", 5)) as evening:
        assert seal_in(evening.until_played("note").play) is not None
        (turned,) = round_of(evening)
        assert "red" in turned.play.cards  # type: ignore[union-attr]
        evening.play(Concede("yellow"))  # type: ignore[arg-type]
        evening.until_played("note")
        (check,) = evening.checked()
    assert check.fault is None
    assert check.sealed_cards == (1, 1)


def test_after_an_undo_it_thinks_anew(tmp_path: Path) -> None:
    with Evening("ouaf", tmp_path, Seating("red", 5), Seating("blue", 1)) as evening:
        evening.until_played("note")
        evening.until_played("note")
        first = round_of(evening)
        laid = [entry.seq for entry in evening.match.entries if isinstance(entry.play, Work)]
        evening.play(Undo(laid[0]))
        sealed = [evening.until_played("note") for _ in first]
        people_lay(evening)
        for _ in first:
            evening.until_played("work")
        cards = [entry.play for entry in evening.match.entries if isinstance(entry.play, Work)]
    assert len(cards) == 4
    assert all(" card 2 " in str(one.play) for one in sealed), "what was seen is not played again"


def test_who_takes_his_play_back_takes_back_what_the_program_answered(tmp_path: Path) -> None:
    with Evening("ouaf", tmp_path, Seating("red", 5)) as evening:
        evening.until_played("note")
        round_of(evening)
        before = [entry.play for entry in evening.match.entries]
        evening.play(Undo())
        evening.until_played("undo", by="tap")
        assert [entry.play for entry in evening.match.entries] == before[:-2]


def test_what_it_sealed_stays_while_another_card_lies_open(tmp_path: Path) -> None:
    with Evening("ouaf", tmp_path, Seating("red", 5)) as evening:
        evening.until_played("note")
        (first,) = round_of(evening)
        evening.play(Undo(first.seq))
        assert evening.until_played("work").play == first.play


def test_a_card_that_was_not_sealed_is_found(tmp_path: Path) -> None:
    with Evening("ouaf", tmp_path, Seating("red", 5)) as evening:
        evening.until_played("note")
        (turned,) = round_of(evening)
        evening.play(Concede("yellow"))  # type: ignore[arg-type]
        evening.until_played("note")
        state = evening.match.entries[0].after
        others = [card for card in state.workers["red"].hand if card != turned.play.cards["red"]]  # type: ignore[union-attr]
        changed = [
            replace(step, play=Work({"red": others[0]})) if step.seq == turned.seq else step  # type: ignore[dict-item]
            for step in steps_of(evening.match.entries)
        ]
        notes = {one.seq: one.play for one in evening.heard if isinstance(one, RulingEvent)}
        (check,) = checked(THINKERS["ouaf"], evening.match.opening.state, changed, notes)
    assert "another card was sealed" in str(check.fault)


def test_its_plays_are_kept_as_its_own(tmp_path: Path) -> None:
    with Evening("ouaf", tmp_path, Seating("red")) as evening:
        event = evening.until_played("note")
        assert event.evidence == (f"{BY}-1",)
    said = next(one for one in evening.heard if isinstance(one, NoticeEvent))
    assert said.notice.device == BY


def test_a_seat_that_it_played_before_is_played_again_when_the_match_goes_on(tmp_path: Path) -> None:
    sealed = MachineSeat(Seating("red", 5), seed_for(tmp_path / "seeds", MatchId("abcdef"), "red")).sealed
    with Evening("ouaf", tmp_path, notes={1: sealed}) as evening:
        (turned,) = round_of(evening)
        assert "red" in turned.play.cards  # type: ignore[union-attr]


def test_a_match_sealed_on_another_machine_goes_on_without_it_and_with_a_word(tmp_path: Path) -> None:
    sealed = Note("companion red:5 sealed " + "0" * 64)
    with Evening("ouaf", tmp_path, notes={1: sealed}) as evening:
        said = evening.until(lambda one: isinstance(one, NoticeEvent))
    assert "another machine" in str(said.words)


def test_an_even_match_is_played_at_its_level_which_then_follows_the_result(tmp_path: Path) -> None:
    with Evening("ouaf", tmp_path, Seating("red", is_even=True)) as evening:
        seal = seal_in(evening.until_played("note").play)
        assert seal is not None
        assert str(seal.seating) == "red:3:even"
        evening.play(Concede("red"))  # type: ignore[arg-type]
        evening.until_played("note")
        assert evening.levels.level("ouaf") == 4


class _OthersDeck(Deck):
    """The cards of the seat that the program plays: nobody else sees them."""

    def play(self, cards: Iterable[CardRef]) -> None:
        pass


def _coach(match: Match) -> Any:
    luck = Random(4)
    decks = {
        RED: Deck(cards_of(match.state.sheet, RED), luck),
        RED.other: _OthersDeck((), luck),
    }
    coaches = Coaches(match.rules, decks, luck)
    return coaches.next_play, lambda _before, events, after: coaches.follow(events, after)


def _manager(match: Match) -> Any:
    luck, sheet = Random(4), match.state.sheet
    box = DeckBox(sheet.team(HOME), match.state.home.hand, luck)
    table = DealtTable(match.rules, sheet, {HOME: box}, luck)
    return table.next_play, table.follow


@pytest.mark.many
@first_quick(("game", "seat", "person"), [("boufbowl", "blue", _coach), ("ofusaido", "away", _manager)])
def test_a_match_with_cards_is_proved_from_its_log(
    game: str, seat: str, person: Callable[[Match], Any], tmp_path: Path
) -> None:
    """A virtual player has the other side's cards, and throws the dice of both."""
    with Evening(game, tmp_path, Seating(seat)) as evening:
        evening.until_played("note")
        match = evening.match
        next_play, follow = person(match)
        done = 0
        while len(match.entries) < 60 and not match.is_over:
            entries = match.entries
            state = entries[-1].after if entries else match.opening.state
            for n in range(done, len(entries)):
                follow(
                    entries[n - 1].after if n else match.opening.state, entries[n].events, entries[n].after
                )
            done = len(entries)
            own = cards_after(
                THINKERS[game], match.opening.state, steps_of(entries), seat, evening.seed(seat)
            )
            is_waited = own.own_play(state) is not None or is_asked(THINKERS[game], state, seat)
            if is_waited:
                evening.until_played_by(BY)
            else:
                evening.play(next_play(state))
                evening.until_played_by("tap")
        evening.play(Concede("red" if game == "boufbowl" else "home"))  # type: ignore[arg-type]
        evening.until(
            lambda one: isinstance(one, RulingEvent) and " opened " in getattr(one.play, "text", "")
        )
        (check,) = evening.checked()
    assert check.fault is None
    assert check.plays > 5


def test_people_throw_its_dice_but_neither_choose_for_it_nor_turn_its_energies_over(tmp_path: Path) -> None:
    with Evening("ofusaido", tmp_path / "cards", Seating("home")) as evening:
        evening.until_played("note")
        program = evening.table.session.controller().program
        assert program.is_asked("home", ("attempt",))
        assert program.is_asked("home", ("reveal",))
        assert not program.is_asked("away", ("attempt",))
    with Evening("lignes", tmp_path / "dice", Seating("red")) as evening:
        evening.until_played("note")
        program = evening.table.session.controller().program
        assert program.is_asked("red", ("move",))
        assert not program.is_asked("red", ("strategy_roll",))


def test_where_its_plays_are_refused_people_are_offered_them(tmp_path: Path) -> None:
    with Evening("lignes", tmp_path, Seating("red")) as evening:
        evening.until_played("note")
        controller = evening.table.session.controller()
        for _ in range(MOST_REFUSED):
            evening.table.session.put(PlayIntent(EndStrategy(), source=BY))
        evening.until(lambda one: isinstance(one, NoticeEvent) and "make this play for it" in str(one.words))
        assert not controller.program.seats
        evening.play(KickoffRoll(1))
        evening.until_played("kickoff_roll", by="tap")
        assert controller.program.seats


def test_a_seat_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(ScriptError, match="possible: red, yellow"),
        Evening("ouaf", tmp_path, Seating("nobody")),
    ):
        pass


def test_a_level_that_follows_results_and_cards_that_people_lay_are_said_with_the_seat() -> None:
    assert [seating(words) for words in ("away", "away:even", "away:4:laid", "away:laid")] == [
        Seating("away"),
        Seating("away", is_even=True),
        Seating("away", 4, is_laid=True),
        Seating("away", is_laid=True),
    ]


@pytest.mark.parametrize("words", ["away:0", "away:6", ":3", "away:x", "away:3:4", "away:laid:3"])
def test_a_level_that_is_none_is_told(words: str) -> None:
    with pytest.raises(ScriptError, match="from 1 to 5"):
        seating(words)


def test_a_changed_seed_and_a_card_from_nowhere_are_found(tmp_path: Path) -> None:
    thinker = THINKERS["boufbowl"]
    match = Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"])
    sealed = Note("companion red:3 sealed " + "0" * 64)
    opened = Note("companion red opened " + "0" * 32)
    assert checked(thinker, match.opening.state, (), {1: sealed})[0].fault is not None
    (check,) = checked(thinker, match.opening.state, (), {1: sealed, 9: opened})
    assert "not the one that was sealed" in str(check.fault)
