"""A film of a whole match shown again to the match that goes on: what was read from it says nothing a second time."""

from collections.abc import Sequence

import pytest

from companion.observation import Sighting
from companion.reading.weighing import TOLD, Rerun
from companion.session.inbox import TableApproval
from companion.session.session_event import DifferenceEvent, RulingEvent, SessionEvent
from companion.storage.shipped_data import demonstrations
from tests.quick import first_quick
from tests.reading.film import Film

QUICK = [
    ("ofusaido", "demo-match", 1),
    ("ouaf", "demo-match", 1),
    ("lignes", "demo-match", 12),
    ("boufbowl", "demo-match", 1),
]
QUICK_PLAYS = 30
LONG = [
    (game, name, seed)
    for game in ("ofusaido", "ouaf", "lignes", "boufbowl")
    for name in demonstrations(game)
    for seed in (2, 3)
]


def _plays(told: Sequence[tuple[int, SessionEvent]]) -> list[tuple[int, object]]:
    return [(at_ms, one.play) for at_ms, one in told if isinstance(one, RulingEvent) and one.refusal is None]


def _is_told_and_adds_nothing(film: Film, plays: int) -> None:
    scenes = film.after(plays)
    told = list(film.shown(film.controller(plays), scenes))
    until_ms = film.at_ms(scenes)
    assert [play for at_ms, play in _plays(told) if at_ms < until_ms] == []
    if film.was_seen(plays):
        assert TOLD in [one.desync for _, one in told if isinstance(one, DifferenceEvent)]
    rest = list(film.rest_shown(film.controller(plays), scenes))
    assert len(_plays(told)) >= len(_plays(rest))


@first_quick(("game", "name", "seed"), QUICK)
def test_a_film_of_the_whole_match_adds_nothing_to_the_match_that_was_read_from_it(
    game: str, name: str, seed: int
) -> None:
    film = Film(game, name, seed, QUICK_PLAYS)
    plays = len(film.plays) * 2 // 3
    told = list(film.shown(film.controller(plays), film.after(len(film.plays))))
    until_ms = film.at_ms(film.after(plays))
    assert [play for at_ms, play in _plays(told) if at_ms < until_ms] == []
    assert TOLD in [one.desync for _, one in told if isinstance(one, DifferenceEvent)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "seed"), [*QUICK, *LONG])
def test_wherever_the_match_stands_the_film_is_read_from_there_as_if_it_began_there(
    game: str, name: str, seed: int
) -> None:
    film = Film(game, name, seed)
    for plays in range(1, len(film.plays), max(1, len(film.plays) // 8)):
        _is_told_and_adds_nothing(film, plays)
    _is_told_and_adds_nothing(film, len(film.plays))


def test_who_says_that_the_table_is_right_has_it_read_at_once() -> None:
    film = Film("ouaf", "demo-match", 1)
    controller = film.controller(len(film.plays) // 2)
    for at_ms, _ in film.shown(controller, film.after(len(film.plays))):
        if controller.desync == TOLD:
            controller.take(TableApproval(TOLD.key), at_ms)
            assert controller.desync != TOLD
            break
    else:
        raise AssertionError("nothing was told")


def _sighting(name: str, at_ms: int, x_mm: int = 10) -> Sighting:
    return Sighting(f"{name}-sight-{at_ms}", at_ms, "OC001-900", at_mm=(x_mm, 20))  # type: ignore[arg-type]


def test_what_is_seen_at_another_time_or_place_is_no_film_shown_again() -> None:
    rerun = Rerun()
    rerun.recall([_sighting("a1", 1000), _sighting("a1", 9000)])
    rerun.see(_sighting("b2", 1001))
    rerun.see(_sighting("b2", 1000, x_mm=11))
    assert not rerun.has_begun


def test_a_film_is_known_by_one_sighting_and_lasts_until_its_last() -> None:
    rerun = Rerun()
    rerun.recall([_sighting("a1", 1000), _sighting("a1", 9000), _sighting("b2", 50_000)])
    rerun.see(_sighting("c3", 1000))
    assert rerun.is_on(9000) and not rerun.is_on(9001)
