"""What every registered game must have: scenarios, random matches, notation, something to demonstrate it with."""

import json
from pathlib import Path

import pytest

from companion.ids import SeatName
from companion.match import Match
from companion.notation import line_of
from companion.play import MATCH_PLAYS, Concede
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED
from companion.words import translate
from tests.rules import test_random_matches
from tests.rules.demonstration import demonstrations

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FEWEST = 25


def plays_of(path: Path) -> list[dict[str, object]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    objects = [json.loads(line) for line in lines if line.strip() and not line.startswith("#")]
    return [data for data in objects if isinstance(data.get("play"), str)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_scenarios_that_say_which_rule_they_are_of(game: str) -> None:
    files = sorted((SCENARIOS / game).rglob("*.jsonl"))
    assert len(files) >= FEWEST
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text.lstrip().startswith("#"), f"{file.name} begins with no sentence"
        assert '"expect"' in text, f"{file.name} checks nothing"


@pytest.mark.parametrize("game", GAMES)
def test_every_play_of_a_game_stands_in_a_scenario(game: str) -> None:
    seen = {play["play"] for file in (SCENARIOS / game).rglob("*.jsonl") for play in plays_of(file)}
    assert set(GAMES[game].play_kinds) <= seen


@pytest.mark.parametrize("game", GAMES)
def test_the_plays_of_its_scenarios_are_written_in_notation_and_read_again(game: str) -> None:
    kinds = {**GAMES[game].play_kinds, **MATCH_PLAYS}
    written = 0
    for file in (SCENARIOS / game).glob("*.jsonl"):
        written += sum(line_of(kinds, play) is not None for play in plays_of(file))
    assert written > 100


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ships_cards_or_a_board_and_a_match_to_demonstrate_it(game: str) -> None:
    assert demonstrations(game)
    boards = list((SHIPPED / game / "boards").glob("*.yaml"))
    cards = [cards for _, cards in demonstrations(game).values()]
    assert boards or all(cards)
    if GAMES[game].board is not None:
        assert GAMES[game].board in {board.stem for board in boards}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_chance(game: str) -> None:
    assert game in {name for name, _ in test_random_matches.DEMONSTRATIONS}


NAMES = {"ofusaido": "Bellecombre", "lignes": "Yellow", "ouaf": "Red", "boufbowl": "Fort-Clairval"}


@pytest.mark.parametrize("game", GAMES)
def test_who_concedes_is_called_as_in_every_other_sentence(game: str) -> None:
    setup, cards = next(iter(demonstrations(game).values()))
    match = Match(GAMES[game], setup, cards)
    seat = next(seat for seat in match.rules.seats(match.state))
    outcome = match.submit(Concede(SeatName(str(seat))))
    assert outcome.ok
    assert f"{NAMES[game]} concedes the match" in [
        translate(match.label(one), "en") for one in outcome.events
    ]
