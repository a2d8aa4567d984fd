"""What OFUSAIDO's table means in a shoot-out (§14)."""

from functools import reduce

import pytest

from companion.play import write_play
from companion.rules.engine import Ruling
from tests.reading.branching import AWAY, CARDS, HOME, SETUP
from tests.reading.table import TestTable

ROWS = {"home": HOME["players"][3:8], "away": AWAY["players"][3:8]}
SLOTS = ("pass", "dribble", "cross", "shot", "oppose")


@pytest.fixture
def level() -> TestTable:
    """Every occasion was given up."""
    table = TestTable("ofusaido", SETUP, CARDS)
    left = {"teams.home.occasions_left": 0, "teams.away.occasions_left": 0}
    table.play({"play": "override", "set": left, "reason": "for the test"})
    while table.view["phase"] != "level":
        seat = table.match.expects()[0].seat
        assert seat is not None
        attempt = table.match.rules.options(table.match.state, seat, "attempt")[0]
        table.play(write_play(attempt))
        table.play({"play": "give_up", "seat": seat})
    return table


def _laid_in_row(table: TestTable, seat: str, count: int = 5) -> list[int]:
    return [table.lay(ROWS[seat][n], f"{seat}.{SLOTS[n]}") for n in range(count)]


def test_five_players_in_a_row_are_named_from_the_left_of_who_sits_there(level: TestTable) -> None:
    _laid_in_row(level, "away")
    assert level.played() == {"play": "shootout", "seat": "away", "shooters": ROWS["away"]}


def test_who_still_lays_his_row_is_told_nothing(level: TestTable) -> None:
    _laid_in_row(level, "home", 4)
    assert level.look(6000) is None


def test_a_row_with_somebody_who_cannot_shoot_is_told(level: TestTable) -> None:
    _laid_in_row(level, "home", 4)
    level.lay(ROWS["away"][0], "home.oppose")
    assert "squad" in level.told()


def test_the_rows_may_be_swept_away_before_the_first_kick(level: TestTable) -> None:
    _laid_in_row(level, "away")
    level.played()
    row = _laid_in_row(level, "home")
    level.played()
    for thing in row:
        level.take(thing)
    assert level.look(6000) is None


def test_in_sudden_death_who_was_named_may_be_taken_back_into_the_hand(level: TestTable) -> None:
    for seat in ("home", "away"):
        level.play({"play": "shootout", "seat": seat, "shooters": ROWS[seat]})
    while level.view["phase"] != "shootout":
        _saved(level)
    kicker = level.view["active"]
    shooter = next(card for card in SETUP["teams"][kicker]["players"] if card not in ROWS[kicker])
    thing = level.lay(shooter, f"{kicker}.shot")
    assert level.played() == {"play": "shoot", "seat": kicker, "card": shooter}
    level.take(thing)
    assert level.look(6000) is None
    _saved(level)


def _saved(table: TestTable) -> None:
    """One kick, with energies of which nobody scores."""
    kicker = table.view["active"]
    keeper = "away" if kicker == "home" else "home"
    rules, state = table.match.rules, table.match.state
    for shot in rules.options(state, kicker, "reveal"):
        ruling = rules.judge(state, shot)
        assert isinstance(ruling, Ruling)
        shown = reduce(rules.evolve, ruling.events, state)
        for save in rules.options(shown, keeper, "reveal"):
            settled = rules.judge(shown, save)
            if isinstance(settled, Ruling) and all(event.kind != "goal" for event in settled.events):
                energies = []
                for play in (shot, save):
                    energies.append(table.lay(play.energy, f"{play.seat}.energies"))
                    assert table.played() == write_play(play)
                for energy in energies:
                    table.take(energy)
                assert table.look(1000) is None, "they are seen to have gone"
                return
    pytest.fail("whatever is turned, it is a goal")
