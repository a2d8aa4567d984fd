"""What a referee may set: the rules take every path that is offered, with its least value, its greatest, and all settings."""

from random import Random

import pytest

from companion.match import Match
from companion.rules.games import GAMES
from companion.showing.games import SHOWERS
from companion.showing.settable import Settable, settable
from companion.storage.mats import mat_of
from companion.storage.shipped import demonstrations
from companion.virtual.chance import chosen_play

CONTRADICTS = ("pieces.", "players.", "ball.")
"""Some of these values cannot be so at once with others: the rules say which."""


def offered(game: str) -> tuple[Match, tuple[Settable, ...]]:
    setup, cards = demonstrations(game)["demo-match"]
    match, chance = Match(GAMES[game], setup, cards), Random(4)
    for _ in range(12):
        match.submit(chosen_play(match, chance))
    scene = SHOWERS[game].scene(match.rules, match.state, match.entries[-1].events, mat_of(game))
    return match, settable(match.view(), scene)


def is_taken(match: Match, path: str, value: object) -> bool:
    return isinstance(match.preview({"play": "override", "set": {path: value}, "reason": "test"}), tuple)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_take_what_is_offered(game: str) -> None:
    match, found = offered(game)
    assert [one.path for one in found if one.path.startswith("score.")]
    for one in found:
        if one.settings:
            taken = [setting for setting in one.settings if is_taken(match, one.path, setting.value)]
            assert taken if one.path.startswith(CONTRADICTS) else len(taken) == len(one.settings), one.path
        else:
            assert is_taken(match, one.path, one.least), one.path
            assert is_taken(match, one.path, one.most), one.path


@pytest.mark.parametrize("game", GAMES)
def test_the_value_now_is_among_the_settings(game: str) -> None:
    for one in offered(game)[1]:
        if one.settings and one.value is not None:
            assert one.value in [setting.value for setting in one.settings], one.path
