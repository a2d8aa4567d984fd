"""What a tower is asked for follows from what the table is waited on for."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.match import Match
from companion.rules.dice import dice_waited_for
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED
from companion.storage.shipped_data import completed
from tests.rules.demonstration import demonstrations

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def begun(game: str) -> Match:
    return Match(GAMES[game], *next(iter(demonstrations(game).values())))


def asked(match: Match) -> tuple[str, ...]:
    return dice_waited_for(match.rules, match.state)


def test_the_dice_of_the_one_roll_that_is_waited_for_are_asked() -> None:
    match = begun("lignes")
    assert asked(match) == ("d6",)
    match.submit_json({"play": "kickoff_roll", "d6": 4})
    assert asked(match) == ("d6", "d12")


def test_while_pieces_move_no_dice_are_asked() -> None:
    match = begun("lignes")
    match.submit_json({"play": "kickoff_roll", "d6": 4})
    match.submit_json({"play": "strategy_roll", "d6": 6, "d12": 6})
    assert asked(match) == ()


@pytest.mark.parametrize("game", ["ofusaido", "ouaf"])
def test_a_game_of_cards_asks_for_no_dice(game: str) -> None:
    assert asked(begun(game)) == ()


def tackle() -> tuple[Match, dict[str, Any]]:
    """A match of the scenario in which a tackle is rolled, before its first dice, and these dice."""
    lines = (SCENARIOS / "boufbowl" / "13-tackle-and-injury.jsonl").read_text(encoding="utf-8").splitlines()
    objects = [json.loads(line) for line in lines if line and not line.startswith("#")]
    match = Match(GAMES["boufbowl"], *completed(objects[0], [SHIPPED]))
    for play in (data for data in objects[1:] if "play" in data):
        if match.submit_json(play).ok and play["play"] == "dice":
            match.submit_json({"play": "undo"})
            return match, play
    raise AssertionError("no dice in this scenario")


def test_the_dice_of_an_opposition_are_as_many_as_the_rules_give_that_coach() -> None:
    match, dice = tackle()
    stars, damage = len(dice["stars"]), len(dice.get("damage", []))
    assert asked(match) == ("stars",) * stars + ("damage",) * damage


def test_two_coaches_roll_one_after_the_other() -> None:
    match, dice = tackle()
    match.submit_json(dice)
    (other,) = match.expects()
    assert other.seat != dice["seat"]
    assert asked(match)[0] == "stars"
