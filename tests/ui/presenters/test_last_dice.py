"""Dice beside a board are those that lie there, and never those of before while new ones are waited for."""

from companion.match import Match
from companion.rules.lignes.rules import LIGNES
from tests.plays import play_of
from tests.rules.lignes.table import a_setup
from tests.showing.sitting import Sitting
from ui.presenters.duel_plan import last_dice


def test_the_dice_that_fell_last_are_shown_until_others_are_waited_for() -> None:
    sitting = Sitting(Match(LIGNES, a_setup(), []))
    assert last_dice(sitting.seen) == ()
    sitting.submit(play_of("lignes", {"play": "kickoff_roll", "d6": 2}))
    assert last_dice(sitting.seen) == (), "the match waits for the dice of the strategy phase"
    sitting.submit(play_of("lignes", {"play": "strategy_roll", "d6": 4, "d12": 9}))
    assert [(die.die, die.face) for die in last_dice(sitting.seen)] == [("d6", "4"), ("d12", "9")]
    sitting.submit(play_of("lignes", {"play": "end_strategy"}))
    assert last_dice(sitting.seen) == ()
