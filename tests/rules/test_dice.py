"""What a tower is asked for follows from what the table is waited on for."""

from dataclasses import dataclass

from companion.rules.dice import dice_of, dice_waited_for
from companion.rules.engine import Expectation
from companion.rules.games import GAMES


@dataclass(frozen=True)
class StrategyRoll:
    d6: int
    d12: int


@dataclass(frozen=True)
class ShotRoll:
    d12: int


@dataclass(frozen=True)
class Hold:
    why: str = ""


KINDS = {"strategy_roll": StrategyRoll, "shot_roll": ShotRoll, "hold": Hold}


def test_a_play_names_its_dice() -> None:
    assert dice_of(StrategyRoll) == ("d6", "d12")
    assert dice_of(Hold) == ()


def test_the_dice_of_the_one_roll_that_is_waited_for_are_asked() -> None:
    assert dice_waited_for(KINDS, (Expectation("yellow", ("shot_roll", "hold")),)) == ("d12",)
    assert dice_waited_for(KINDS, (Expectation("yellow", ("strategy_roll", "undo")),)) == ("d6", "d12")


def test_where_no_dice_or_several_sets_are_waited_for_none_are_asked() -> None:
    assert dice_waited_for(KINDS, (Expectation(None, ("hold",)),)) == ()
    assert dice_waited_for(KINDS, (Expectation("red", ("shot_roll", "strategy_roll")),)) == ()
    assert dice_waited_for(KINDS, ()) == ()


def test_a_game_of_cards_asks_for_no_dice() -> None:
    rules = GAMES["ofusaido"]
    assert all(dice_of(kind) == () for kind in rules.play_kinds.values())
