"""The sides that the scoreboard marks are those that are asked to do something, whosever turn it is."""

from random import Random

import pytest

from companion.match import Match
from companion.rules.games import GAMES
from companion.session.following import go_on
from companion.session.inbox import PlayIntent
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.chance import random_plays
from tests.session.sitting import begun

PLAYS = 60


@pytest.mark.parametrize("game", ["boufbowl", "lignes", "ofusaido"])
def test_exactly_the_sides_that_are_asked_are_marked(game: str) -> None:
    sitting, chance = begun(demonstrations(game)["demo-match"]), Random(4)
    viewer = SnapshotBuilder(sitting.controller, mat_of(game), lambda: 0)
    truth = Match(GAMES[game], *demonstrations(game)["demo-match"])
    count = 0
    while truth.seq < PLAYS:
        play = next(random_plays(truth, chance))
        truth.submit(play)
        go_on(truth, truth.submit)
        sitting.take(PlayIntent(play))
        seen = viewer.look()
        assert seen is not None
        asked = {one.seat for one in seen.scene.waited if one.seat is not None}
        marked = {side.seat for side in seen.scene.sides if side.is_active}
        assert not asked or marked == asked, [str(one.says) for one in seen.scene.waited]
        count += len(asked) > 0
    assert count > PLAYS / 2
