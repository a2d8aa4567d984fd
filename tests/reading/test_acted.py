"""Whole matches, acted out before a perfect camera: every play is read, and none is another than was acted."""

from operator import itemgetter

import pytest

from companion.rules.engine import Json
from companion.session.session_event import DifferenceEvent
from companion.storage.shipped_data import demonstrations
from tests.quick import first_quick
from tests.reading.perfect import Performance, act_out

MATCHES = [
    ("ofusaido", "demo-match-ecole", 1),
    ("ofusaido", "demo-match", 109),  # Level, and sudden death after five kicks each.
    ("ouaf", "demo-match", 1),
    ("ouaf", "demo-match-basic", 2),
    ("lignes", "demo-match", 12),
    ("boufbowl", "demo-match", 1),
    ("boufbowl", "demo-match-expert", 1),
]
AGREED = [
    ("lignes", "demo-match", 3, {"restart_by": "die"}),
    ("lignes", "demo-match-halves", 5, {"pass_to": "anywhere"}),
    ("boufbowl", "demo-match", 3, {"lightning": "any_moment", "pick_up_against": "present"}),
    ("boufbowl", "demo-match-expert", 9, {"lightning": "any_moment", "stand_up": "point"}),
]
"""House rules that change what hands do."""
LONG = [
    *(("ofusaido", name, seed) for name in demonstrations("ofusaido") for seed in range(2, 22)),
    *(("ouaf", name, seed) for name in demonstrations("ouaf") for seed in range(3, 33)),
    *(("lignes", name, seed) for name in demonstrations("lignes") for seed in range(1, 9)),
    *(("boufbowl", name, seed) for name in demonstrations("boufbowl") for seed in range(2, 12)),
]
ASKED = {"buy", "buy_training", "clean_orders", "use_power", "pass"}
"""Boufbowl's plays that are asked about: who pays, and a pass inside the carrier's own zone (docs/mats.md)."""
MAY_BE_ASKED = 0.01
"""Of Lignes d'Attaque's plays: a walk that takes the ball from a teammate looks like a walk and a pass."""


def _read_whole(game: str, name: str, seed: int, house: Json | None = None) -> None:
    setup, cards = demonstrations(game)[name]
    acted, controller, told = act_out(game, {**setup, "house": house or {}}, cards, seed)
    assert acted.broken is None
    assert acted.score.wrong == []
    assert acted.score.missed == []
    asked = [play for play in acted.score.asked if game != "boufbowl" or play.kind not in ASKED]
    assert len(asked) <= (max(1, MAY_BE_ASKED * acted.score.acted) if game == "lignes" else 0)
    assert [one for one in told if isinstance(one, DifferenceEvent) and one.desync is not None] == []
    assert controller.match.is_over
    assert controller.match.view() == acted.match.view()


@pytest.mark.many
@first_quick(("game", "name", "seed"), MATCHES, of=itemgetter(0))
def test_a_match_acted_out_before_a_perfect_camera_is_read_whole(game: str, name: str, seed: int) -> None:
    _read_whole(game, name, seed)


@pytest.mark.slow
def test_players_enter_a_missed_play_after_those_that_it_would_have_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    setup, cards = demonstrations("boufbowl")["demo-match"]
    performance = Performance("boufbowl", setup, cards, 1)
    stage, acted = performance.stage, performance.acted
    say = stage._say
    monkeypatch.setattr(
        stage, "_say", lambda thing, state: None if thing.text == "CMD:PICK-UP" else say(thing, state)
    )
    while not acted.is_over and len(acted.score.missed) < 3:
        performance.step()
    assert acted.broken is None
    assert acted.score.wrong == []
    assert acted.score.missed


@first_quick(("game", "name", "seed", "house"), AGREED)
def test_a_match_under_house_rules_is_read_whole(game: str, name: str, seed: int, house: Json) -> None:
    _read_whole(game, name, seed, house)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "seed"), LONG)
def test_many_matches_are_read_whole(game: str, name: str, seed: int) -> None:
    _read_whole(game, name, seed)
