"""The program is killed in mid-duel, really, and goes on where it was: each side, with and without a tower."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.rules.engine import Json
from companion.storage.clocks import ClockLog
from companion.storage.shipped_data import demonstrations
from tests.cli.live_match import LiveMatch

pytestmark = pytest.mark.process

SCHOOL = demonstrations("ofusaido")["demo-match-ecole"]
MOST_PLAYS = 80
"""A match of Boufbowl has some three hundred, in a quarter of an hour of real time."""
FORKED = "OC003-900"
"""An occasion that leads to two zones from its start."""


def match(folder: Path, demonstration: tuple[Json, list[Json]], seed: int) -> LiveMatch:
    return LiveMatch(folder, *demonstration, seed)


def spent_ms(live: LiveMatch) -> int:
    """How long the whole match has lasted, as the clocks were kept."""
    clocks = ClockLog(live.data / "matches.db")
    event = clocks.last(live.match_id)
    clocks.close()
    assert event is not None
    return event.spent["match/"]


def play_until(live: LiveMatch, is_so: Callable[[Json], bool]) -> None:
    while not is_so(live.truth.view()):
        assert live.play(), "it never was so"


def in_the_duel_of(seat: str) -> Callable[[Json], bool]:
    """An energy is turned, and another is waited for."""
    return lambda view: view["phase"] == "reveal" and view["attacking"] == seat


def killed(live: LiveMatch) -> None:
    """Killed, and begun anew: all is as it was, and the clocks stand until somebody plays."""
    before_ms = spent_ms(live)
    live.kill()
    kept = live.kept()
    live.watch()
    assert live.kept() == kept, "nothing that lies there is played again"
    assert [line for line in live.heard if line.get("desync") or line.get("puzzle")] == []
    assert spent_ms(live) == before_ms


@pytest.mark.slow
def test_a_watch_killed_in_a_duel_of_each_side_goes_on_with_the_right_score(tmp_path: Path) -> None:
    with match(tmp_path, SCHOOL, 2) as live:
        live.watch()
        stood_ms = 0
        for seat in ("home", "away"):
            play_until(live, in_the_duel_of(seat))
            assert live.play()
            killed(live)
            stood_ms = spent_ms(live)
        assert live.play()
        assert live.view() == live.truth.view()
        assert live.view()["score"] == {"home": 1, "away": 0}
        assert live.last("clock")["doing"] == "start"
        assert spent_ms(live) >= stood_ms


@pytest.mark.slow
def test_a_question_that_is_open_when_the_power_goes_is_asked_again(tmp_path: Path) -> None:
    setup, cards = SCHOOL
    with match(tmp_path, (setup, cards), 1) as live:
        live.is_acted = False
        player = setup["teams"]["home"]["players"][4]
        live.watch()
        live.lay(FORKED, "occasion")
        live.until(lambda: len(live.kept()) == 1, "the occasion is attempted")
        live.lay(player, "home.pass")
        live.until(lambda: live.last("question") is not None, "one of two ways is asked for")
        question = live.last("question")
        live.kill()
        live.watch()
        live.until(lambda: live.last("question") is not None, "it is asked again")
        assert live.last("question")["options"] == question["options"]
        assert len(live.kept()) == 1


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("seed", [2])
def test_a_match_killed_again_and_again_ends_with_the_right_score(tmp_path: Path, seed: int) -> None:
    with match(tmp_path, SCHOOL, seed) as live:
        _killed_now_and_then(live, Random(seed))


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 4])
def test_a_match_with_a_tower_killed_again_and_again_ends_with_the_right_score(
    tmp_path: Path, seed: int
) -> None:
    setup, cards = demonstrations("lignes")["demo-match"]
    with match(tmp_path, ({**setup, "end": {"goals": 1}}, cards), seed) as live:
        _killed_now_and_then(live, Random(seed), "shot_roll", "save_roll", "strategy_roll")


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("game", ["ouaf", "boufbowl"])
def test_a_match_of_the_other_games_killed_again_and_again_ends_with_the_right_score(
    tmp_path: Path, game: str
) -> None:
    with match(tmp_path, demonstrations(game)["demo-match"], 1) as live:
        _killed_now_and_then(live, Random(1), most=MOST_PLAYS)


def _killed_now_and_then(live: LiveMatch, chance: Random, *after: str, most: int | None = None) -> None:
    """To the end of the match, or until `most` plays were played; after some plays (one in eight of all, if none are named)
    the power goes, at once or in the time of a hold.
    """
    live.watch()
    while (most is None or live.truth.seq < most) and live.play():
        play = live.truth.entries[-1].play.kind
        if play in after if after else chance.random() < 1 / 8:
            live.frames(chance.randrange(6))
            live.kill()
            live.watch()
    assert live.view() == live.truth.view()


@pytest.mark.slow
def test_camera_and_tower_may_be_unplugged_in_a_shot_of_each_side(tmp_path: Path) -> None:
    setup, cards = demonstrations("lignes")["demo-match"]
    # Both sides shoot before the first goal of these players.
    with match(tmp_path, ({**setup, "end": {"goals": 1}}, cards), 6) as live:
        live.watch()
        unplugged = set()
        while live.play():
            view = live.truth.view()
            if view["phase"] == "shot" and view["active"] not in unplugged:
                unplugged.add(view["active"])
                _pulled_out(live)
        assert unplugged == {"red", "yellow"}
        assert live.view() == live.truth.view()


def _pulled_out(live: LiveMatch) -> None:
    """Both plugs are pulled, and put in again."""
    assert live.tower is not None
    live.tower.order("unplug 1")
    live.webcam.is_plugged = False
    live.until(lambda: live.says("camera") == "lost", "the camera is missed")
    live.webcam.is_plugged = True
    live.until(lambda: live.says("camera") == "live", "the camera is back")
    live.until(lambda: live.says("tower") in ("ready", "armed"), "the tower is back")
    live.frames(40)
