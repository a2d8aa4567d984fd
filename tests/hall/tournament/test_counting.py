"""What each game tells of a finished match: read from matches that were played to their end."""

from random import Random

import pytest

from companion.counting.games import COUNTS
from companion.match import Match
from companion.rules.games import GAMES
from companion.rules.ofusaido.events import Duel
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays

SEEDS = 6


def finished(game: str, seed: int) -> Match:
    shipped = list(demonstrations(game).values())
    match = Match(GAMES[game], *shipped[seed % len(shipped)])
    for play in random_plays(match, Random(seed)):
        match.submit(play)
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_result_has_the_score_and_the_winner_that_the_match_shows(game: str, seed: int) -> None:
    match, count = finished(game, seed), COUNTS[game]
    if not match.is_over:
        pytest.skip("chance did not bring it to its end")
    view = match.view()
    found = count.read(match.state, [event for entry in match.entries for event in entry.events])
    seats = match.rules.seats(match.state)
    assert found.numbers.keys() == {one.key for one in count.numbers}
    assert found.numbers[count.score.key] == tuple(view["score"][seat] for seat in seats)
    winner = view["winner"]
    first = {seat for seat, place in zip(seats, found.places, strict=True) if place == 1}
    if winner is not None:
        assert first == ({winner} if isinstance(winner, str) else set(winner))
    assert set(seats) <= set(count.seats)


@pytest.mark.parametrize("game", GAMES)
def test_every_tie_break_is_a_number_of_the_game(game: str) -> None:
    count = COUNTS[game]
    assert {rule.key for rule in (*count.tie_breaks, *count.level)} <= {one.key for one in count.numbers}


def test_duels_won_are_counted_for_the_side_that_won_them() -> None:
    match = finished("ofusaido", 1)
    events = [event for entry in match.entries for event in entry.events]
    won = COUNTS["ofusaido"].read(match.state, events).numbers["duels"]
    duels = [event for event in events if isinstance(event, Duel)]
    winners = [getattr(duel, duel.winner).seat.value for duel in duels]
    assert duels
    assert won == (winners.count("home"), winners.count("away"))
