"""Recorded matches on the screens: all of them are listed, also those that are over, and each is stepped through."""

from pathlib import Path
from random import Random

import pytest

from companion.backend.interface import PlayRequest, TableDevices
from companion.backend.listed_match import ListedMatch, MatchStatus
from companion.backend.local import LocalBackend
from companion.backend.offers import again
from companion.ids import MatchId, SeatName
from companion.match import Match
from companion.people import KnownPerson
from companion.play import Concede
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.storage.log import MatchStore
from companion.storage.people import PeopleStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.recorded_match import match_of
from companion.virtual.chance import random_plays
from companion.words import Text, translate
from tests.backend.test_shown_match import until

PLAYS = 24


def recorded(where: Places, game: str, *, is_over: bool = False, plays: int = PLAYS) -> tuple[MatchId, Match]:
    """A match of so many plays that was played and left."""
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    with MatchStore(where.matches) as store:
        log = store.begin(match.rules, match.setup, match.cards)
        match.log_to(log)
        for play, _ in zip(random_plays(match, Random(game)), range(plays), strict=False):
            match.submit(play)
        if is_over and not match.is_over:
            match.submit(Concede(match.rules.seats(match.state)[0]))  # type: ignore[arg-type]
    return log.id, match


def test_a_match_that_is_over_is_listed_with_its_result(tmp_path: Path) -> None:
    name, _ = recorded(Places(tmp_path), "lignes", is_over=True)
    found = LocalBackend(Places(tmp_path)).matches(12)
    (one,) = found.matches
    assert (one.match, one.standing, found.total) == (name, MatchStatus.OVER, 1)
    assert not one.is_interrupted
    assert translate(one.stands, "fr").startswith("Jaune – Rouge, arrêté à "), "it ended before its time"
    assert one.given_up_by == "yellow"


def test_the_list_is_as_long_as_it_is_asked_to_be_and_says_how_many_there_are(tmp_path: Path) -> None:
    for _ in range(3):
        recorded(Places(tmp_path), "lignes", plays=2)
    found = LocalBackend(Places(tmp_path)).matches(2)
    assert (len(found.matches), found.total) == (2, 3)


def test_matches_without_a_play_are_counted_and_not_listed(tmp_path: Path) -> None:
    recorded(Places(tmp_path), "lignes", plays=2)
    recorded(Places(tmp_path), "ouaf", plays=0)
    found = LocalBackend(Places(tmp_path)).matches(12)
    assert (len(found.matches), found.total, found.unplayed) == (1, 1, 1)


def test_what_a_match_was_worth_is_worked_out_once_and_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = recorded(Places(tmp_path), "ouaf", is_over=True)
    shares: list[float] = []
    first = LocalBackend(Places(tmp_path)).report(name, is_reviewed=True, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert len(shares) >= first.plays
    monkeypatch.delattr("companion.backend.kept_matches.review_of")
    again = LocalBackend(Places(tmp_path)).report(name, is_reviewed=True)
    assert again == first, "another program reads what the first has kept"
    (file,) = (tmp_path / "reviews").iterdir()
    file.write_text("{")
    with pytest.raises(NameError):
        LocalBackend(Places(tmp_path)).report(name, is_reviewed=True)


def test_a_match_that_goes_on_is_read_again(tmp_path: Path) -> None:
    where, backend = Places(tmp_path), LocalBackend(Places(tmp_path))
    name, match = recorded(where, "lignes", plays=2)
    assert backend.matches(1).matches[0].standing is MatchStatus.UNFINISHED
    with MatchStore(where.matches) as store:
        match.log_to(store.log(name))
        match.submit(Concede(match.rules.seats(match.state)[0]))  # type: ignore[arg-type]
    assert backend.matches(1).matches[0].standing is MatchStatus.OVER


def test_a_match_that_was_put_away_is_listed_no_more_until_it_is_taken_out(tmp_path: Path) -> None:
    backend = LocalBackend(Places(tmp_path))
    name, _ = recorded(Places(tmp_path), "lignes", plays=2)
    backend.put_away(name)
    assert backend.matches(9).matches == ()
    assert backend.replay(name), "its log stays"
    backend.take_out(name)
    assert [one.match for one in backend.matches(9).matches] == [name]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_stands_after_each_play_that_counts(tmp_path: Path, game: str) -> None:
    name, match = recorded(Places(tmp_path), game, is_over=True)
    steps = LocalBackend(Places(tmp_path)).replay(name)
    assert [one.seq for one in steps] == [0, *(entry.seq for entry in match.entries)]
    assert not steps[0].history
    assert all(one.history[-1].seq == one.seq for one in steps[1:])
    assert steps[-1].is_over
    assert not steps[0].is_over
    assert all(not one.offers for one in steps), "nothing can be played in what is over"
    scores = [side.score for side in steps[-1].scene.sides]
    assert scores == list(match.view()["score"].values())


def test_the_people_of_a_match_are_named_wherever_it_is_shown(tmp_path: Path) -> None:
    where, backend = Places(tmp_path), LocalBackend(Places(tmp_path))
    name, _ = recorded(where, "lignes", is_over=True)
    (anna,) = backend.people_desk.remember(KnownPerson("", "Anna", "star", "coral"))
    PeopleStore(where.people).change(lambda kept: kept.with_match(name, {"yellow": anna.id}))
    (one,) = backend.matches(1).matches
    assert translate(one.who, "en").startswith("Anna – Red, ")
    assert {step.scene.side("yellow").person for step in backend.replay(name)} == {anna}
    assert {side.side.person for side in backend.report(name, is_reviewed=False).sides} == {anna, None}


def test_a_person_who_was_forgotten_is_named_nowhere_and_the_log_is_whole(tmp_path: Path) -> None:
    where, backend = Places(tmp_path), LocalBackend(Places(tmp_path))
    (anna,) = backend.people_desk.remember(KnownPerson("", "Annabelle", "star", "coral"))
    live = backend.begin(
        PlayRequest(demonstrations("lignes")["demo-match"][0], TableDevices(), people={"yellow": anna.id})
    )
    live.put(PlayIntent(Concede(SeatName("yellow")), 0))
    until(lambda: live.newest() is not None and live.newest().is_over)  # type: ignore[union-attr]
    live.stop()
    backend.report(live.name, is_reviewed=True)
    backend.people_desk.forget(anna.id)
    assert translate(backend.matches(1).matches[0].who, "en").startswith("Yellow – Red, ")
    assert all(side.side.person is None for side in backend.report(live.name, is_reviewed=True).sides)
    with MatchStore(where.matches) as store:
        assert store.sound(live.name).damage is None
    assert all(b"Annabelle" not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize("mode", [(game, mode) for game in GAMES for mode in demonstrations(game)])
def test_a_match_with_its_sides_swapped_can_begin_in_every_mode(
    tmp_path: Path, mode: tuple[str, str]
) -> None:
    game, name = mode
    setup, cards = demonstrations(game)[name]
    match = Match(GAMES[game], setup, cards)
    seats = list(match.rules.seats(match.state))
    names = {seat: Text("{name}", name=seat) for seat in seats}
    last = ListedMatch(
        MatchId("m"),
        game,
        Text("g"),
        Text("s"),
        0,
        names=names,
        people={seats[0]: KnownPerson("a", "Anna", "star", "coral")},
    )
    kept, *swapped = again(last, PlayRequest(setup, TableDevices(), people={seats[0]: "a"}))
    assert kept.request.people == {seats[0]: "a"}
    assert bool(swapped) == (len(seats) == 2)
    for one in swapped:
        assert one.request.people == {seats[1]: "a"}
        match_of(one.request.setup, Places(tmp_path))
