"""Matches that a kiosk shows."""

import pytest

from companion.cli.play.offers import games
from companion.cli.play.shown import ShownMatch
from companion.session.told import Remarked

SHOWN = [(game.name, mode.name) for game in games() for mode in game.modes]


@pytest.mark.parametrize(("game", "mode"), SHOWN)
def test_every_mode_that_is_offered_can_be_shown(game: str, mode: str) -> None:
    shown = ShownMatch(game, mode, 1, 1.0)
    shown.start()
    shown.stop()
    assert shown.setup["game"] == game
    assert not [told for told in shown.news() if isinstance(told, Remarked) and told.is_trouble]
