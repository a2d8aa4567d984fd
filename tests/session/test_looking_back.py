"""Looking back: how it stood before a play, and what else it may have been."""

from random import Random

import pytest

from companion.match import Match
from companion.play import Correct, Undo, write_play
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll
from companion.session.snapshot_builder import look_back
from companion.showing.games import SCENE_BUILDERS
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.chance import random_plays
from tests.plays import json_of, play_of


def played(game: str, count: int) -> Match:
    setup, cards = demonstrations(game)["demo-match"]
    match, chance = Match(GAMES[game], setup, cards), Random(4)
    for _ in range(count):
        assert match.submit(next(random_plays(match, chance))).ok
    return match


def likely(match: Match, seq: int) -> list[Json]:
    past = look_back(match, SCENE_BUILDERS[match.rules.game], mat_of(match.rules.game), seq)
    assert past is not None
    return json_of(one.play for one in past.likely)


def test_of_a_misread_die_the_other_faces_are_offered_first() -> None:
    match = played("lignes", 12)
    assert match.entries[0].play == KickoffRoll(2)
    assert [play["d6"] for play in likely(match, 1)] == [1, 3, 4, 5, 6]
    second = write_play(match.entries[1].play)
    assert all(
        (play["d6"] == second["d6"]) != (play["d12"] == second["d12"]) for play in likely(match, 2)[:16]
    )


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_offered_would_have_been_taken_and_nothing_is_the_play_itself(game: str) -> None:
    match = played(game, 24)
    for entry in match.entries:
        for play in likely(match, entry.seq)[:4]:
            assert play != write_play(entry.play)
            assert play["play"] == entry.play.kind
            assert not hasattr(match.preview(Correct(entry.seq, play_of(game, play))), "code")


def test_of_a_card_that_lies_face_down_nothing_is_offered_before_it_is_turned() -> None:
    match = played("ouaf", 2)
    assert match.entries[1].play.kind == "work"
    assert likely(match, 2) == []
    match = played("ouaf", 9)
    assert {tuple(play["cards"]) for play in likely(match, 2)} == {("blue",)}


def test_a_play_that_is_not_in_force_has_no_past() -> None:
    match = played("lignes", 3)
    assert match.submit(Undo()).ok
    assert look_back(match, SCENE_BUILDERS["lignes"], mat_of("lignes"), 3) is None
    assert look_back(match, SCENE_BUILDERS["lignes"], mat_of("lignes"), 4) is None
