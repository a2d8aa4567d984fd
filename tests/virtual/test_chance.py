"""The players who choose by chance bring a match to the end that its rules give it, and on the way show every play."""

from functools import cache
from operator import itemgetter
from random import Random
from typing import Any

import pytest

from companion.match import Match
from companion.opponent.sense import wisest
from companion.rules.games import GAMES
from companion.virtual.chance import HALF_PLAYS, LONGEST, random_plays
from companion.virtual.games import SENSES
from tests.quick import first_quick
from tests.rules.boufbowl import table as boufbowl
from tests.rules.demonstration import demonstrations
from tests.rules.lignes.table import yellow_plays, yellow_shoots
from tests.rules.table import Table

MATCHES = 20
NEVER_SEEN = {"lignes": {"hold"}}
"""A carrier is hardly ever so hemmed in that no relay, no shot and no kick is left to him: `hold` is played when every
line from his cell is barred at once, or a teammate stands just where each would end.
"""
DEMONSTRATIONS = [(game, name) for game in GAMES for name in demonstrations(game)]


@cache
def played(game: str, name: str, seed: int) -> Match:
    """A random match of a demonstration, to its end."""
    match = Match(GAMES[game], *demonstrations(game)[name])
    for play in random_plays(match, Random(seed)):
        assert match.submit(play).ok, play
    assert match.is_over
    return match


def kinds_of(match: Match) -> list[str]:
    return [entry.play.kind for entry in match.entries]


@pytest.mark.slow
@pytest.mark.many
@first_quick(("game", "name"), reversed(DEMONSTRATIONS), of=itemgetter(0))
def test_most_matches_end_by_their_own_rules(game: str, name: str) -> None:
    matches = [played(game, name, seed) for seed in range(MATCHES)]
    conceded = [match for match in matches if "concede" in kinds_of(match)]
    assert len(conceded) <= MATCHES // 4
    assert all(len(match.entries) == LONGEST + 1 for match in conceded)


@pytest.mark.slow
@pytest.mark.many
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_play_is_seen(game: str) -> None:
    matches = [played(game, name, seed) for name in demonstrations(game) for seed in range(MATCHES)]
    seen = {kind for match in matches for kind in kinds_of(match)}
    assert set(GAMES[game].play_kinds) - seen == NEVER_SEEN.get(game, set())


def test_the_same_seed_makes_the_same_match_and_another_seed_another() -> None:
    again = played.__wrapped__("ouaf", "demo-match", 0)
    assert again.entries == played("ouaf", "demo-match", 0).entries
    assert again.entries != played("ouaf", "demo-match", 1).entries


def test_a_match_by_halves_ends_when_the_last_half_has_been_played() -> None:
    kinds = kinds_of(played("lignes", "demo-match-halves", 0))
    assert [n for n, kind in enumerate(kinds) if kind == "time_up"] == [HALF_PLAYS, 2 * HALF_PLAYS + 1]


def test_no_clock_runs_out_where_it_would_change_nothing() -> None:
    kinds = kinds_of(played("lignes", "demo-match", 0))
    assert len(kinds) > HALF_PLAYS
    assert "time_up" not in kinds


def thoughts(table: Table) -> list[Any]:
    """What players with sense would do here, however often they are asked."""
    match = table.match
    (waited,) = match.expects()
    sense = SENSES[match.rules.game]
    return [
        wisest(sense, match.rules, match.state, str(waited.seat), waited.plays, Random(seed))
        for seed in range(9)
    ]


def test_who_can_shoot_with_credit_enough_shoots() -> None:
    assert {play.kind for play in thoughts(yellow_shoots(9, ball="g17"))} == {"shoot"}


def test_who_has_the_ball_goes_towards_the_goal_with_it() -> None:
    for play in thoughts(yellow_plays(6).put(Y9="k11")):
        assert play.kind == "pass" or (play.piece, play.path[-1][1:]) == ("Y9", "12")


def test_who_stands_before_the_endzone_with_the_ball_goes_in() -> None:
    tries = thoughts(boufbowl.a_table().at("R1", R1="b5", B2="b4"))
    assert {(play.kind, play.player, play.to) for play in tries} == {("move", "R1", "blue_end")}


def test_who_stands_where_the_ball_lies_picks_it_up() -> None:
    assert {play.kind for play in thoughts(boufbowl.a_table().at("a2"))} == {"pick_up"}


def test_dice_are_never_thought_about() -> None:
    table = yellow_shoots(9, ball="g17").shoot("g21")
    assert table.waited == {"red": {"save_roll"}}
    assert set(thoughts(table)) == {None}
