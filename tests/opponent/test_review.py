"""A review adds up: start, luck and plays are the result, for every seat of every game."""

from collections import defaultdict
from random import Random
from statistics import mean

import pytest

from companion.match import Match
from companion.opponent.games import THINKERS, value_of
from companion.opponent.review import reviewed
from companion.opponent.seat import steps_of
from companion.play import Concede
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, value_data
from companion.virtual.chance import random_plays
from tests.bench.strength.seats import virtual_match
from tests.quick import first_quick
from tests.rules.lignes.table import yellow_shoots

PLAYS = 40
ENOUGH = 20
"""Plays of a kind, for a mean that tells something."""


def part_of(game: str) -> Match:
    """The beginning of a match by chance, which somebody then concedes."""
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    for play in random_plays(match, Random(2)):
        assert match.submit(play).ok
        if len(match.entries) >= PLAYS:
            break
    match.submit(Concede(match.rules.seats(match.state)[0]))  # type: ignore[arg-type]
    return match


@first_quick("game", THINKERS)
def test_start_luck_and_plays_add_up_to_the_result(game: str) -> None:
    thinker, match = THINKERS[game], part_of(game)
    value, _ = value_of(thinker, value_data(game))
    review = reviewed(thinker, value, match.opening.state, steps_of(match.entries))
    winners = thinker.winners(match.state) or ()
    for seat, account in review.accounts.items():
        added = account.start + account.luck + account.own_plays + account.others_plays
        assert added == pytest.approx(account.result, abs=1e-12)
        assert account.result == pytest.approx((seat in winners) / len(winners))
    assert sum(account.luck for account in review.accounts.values()) == pytest.approx(0, abs=1e-9)


def test_a_keepers_die_is_luck_and_the_mean_over_its_faces_is_what_was_expected() -> None:
    match = yellow_shoots(9, ball="g17").shoot("g21").save(6).match
    thinker = THINKERS["lignes"]
    value, _ = value_of(thinker, value_data("lignes"))
    review = reviewed(thinker, value, match.opening.state, steps_of(match.entries))
    last = review.swings[-1]
    assert last.is_roll
    assert last.after["yellow"] > last.before["yellow"]
    assert last in review.largest(9, rolls=True)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["boufbowl", "lignes", "ofusaido"])
def test_no_kind_of_play_costs_much_in_the_mean(game: str) -> None:
    """Else the plays that a review names would be those of one kind, whoever plays them."""
    thinker, moved = THINKERS[game], defaultdict(list)
    value, _ = value_of(thinker, value_data(game))
    for seed in range(8):
        match = virtual_match(game, *demonstrations(game)["demo-match"], seed)
        for swing in reviewed(thinker, value, match.opening.state, steps_of(match.entries)).swings:
            if swing.maker is not None and not swing.is_roll:
                kind = match.entries[swing.number - 1].play.kind
                moved[kind].append(swing.after[swing.maker] - swing.before[swing.maker])
    usual = {kind: mean(found) for kind, found in moved.items() if len(found) >= ENOUGH}
    assert len(usual) >= 5
    assert max(map(abs, usual.values())) < 0.08, usual
