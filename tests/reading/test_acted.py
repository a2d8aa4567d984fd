"""Whole matches, acted out before a perfect camera: every play is read, and none that was not played."""

import pytest

from companion.cli.live.acted import Fate
from companion.storage.shipped import demonstrations
from companion.virtual.acting.games import ACTORS
from tests.reading.perfect import act_out

QUICK = [("boufbowl", 1), ("boufbowl", 2), ("ofusaido", 1)]
ANSWERED = {"boufbowl": {"buy", "buy_training", "clean_orders", "use_power"}}
"""Plays that are asked about, as docs/mats.md says: who pays."""


def _reads_every_play(game: str, name: str, seed: int) -> None:
    setup, cards = demonstrations(game)[name]
    acted, desk, _ = act_out(game, setup, cards, seed)
    score = acted.score
    assert acted.broken is None
    assert score.wrong == []
    assert score.missed == []
    asked = [play for play in score.asked if play["play"] not in ANSWERED.get(game, ())]
    assert asked == []
    assert score.fates[Fate.READ] > 50
    assert acted.match.view() == desk.match.view()


@pytest.mark.parametrize(("game", "seed"), QUICK)
def test_every_play_of_an_acted_match_is_read(game: str, seed: int) -> None:
    _reads_every_play(game, "demo-match", seed)


def test_every_game_that_can_be_acted_out_is_read_here() -> None:
    assert {game for game, _ in QUICK} == set(ACTORS)


def test_every_play_of_an_acted_match_in_expert_mode_is_read() -> None:
    _reads_every_play("boufbowl", "demo-match-expert", 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 23))
def test_every_play_of_many_acted_matches_is_read(seed: int) -> None:
    _reads_every_play("boufbowl", "demo-match", seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_every_play_of_many_acted_matches_in_expert_mode_is_read(seed: int) -> None:
    _reads_every_play("boufbowl", "demo-match-expert", seed)
