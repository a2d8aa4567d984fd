"""What people have played is counted for each game by its own numbers, against each other, and over a season."""

from dataclasses import replace
from random import Random

import pytest

from companion.counting.game_count import MatchResult
from companion.counting.games import COUNTS
from companion.counting.season import PlayedMatch, Tally, against, by_game, season
from companion.ids import MatchId
from companion.match import Match
from companion.people import KnownPerson
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from companion.words import translate

ANNA, BEN, ZOE = (KnownPerson(name[0], name, "star", "coral") for name in ("Anna", "Ben", "Zoé"))


def duel(home: KnownPerson, away: KnownPerson, *goals: int, duels: tuple[int, ...] = (0, 0)) -> PlayedMatch:
    places = (1, 1) if goals[0] == goals[1] else (1, 2) if goals[0] > goals[1] else (2, 1)
    result = MatchResult(places, {"goals": goals, "duels": duels})
    return PlayedMatch(MatchId("m"), "ofusaido", 0, ("home", "away"), result, {"home": home, "away": away})


def bakery(*points: int) -> PlayedMatch:
    seats = ("red", "yellow", "green")
    places = tuple(1 + sum(other > one for other in points) for one in points)
    result = MatchResult(places, {"points": points, "reputation": (3, -1, 5)})
    return PlayedMatch(
        MatchId("m"), "ouaf", 0, seats, result, dict(zip(seats, (ANNA, BEN, ZOE), strict=True))
    )


def test_a_match_that_was_given_up_says_so_to_both() -> None:
    one = replace(
        duel(ANNA, BEN, 0, 0),
        given_up_by="home",
        result=MatchResult((2, 1), {"goals": (0, 0), "duels": (0, 0)}),
    )
    assert in_english(by_game("A", [one])["ofusaido"]).startswith(
        "one match: 1 lost; gave up 1; goals 0 to 0"
    )
    assert "1 won; the other side gave up 1; " in in_english(by_game("B", [one])["ofusaido"])


def in_english(words: object) -> str:
    return translate(words, "en")  # type: ignore[arg-type]


def test_each_game_is_told_by_its_own_numbers() -> None:
    duels = [duel(ANNA, BEN, 3, 1, duels=(9, 4)), duel(BEN, ANNA, 2, 2, duels=(5, 6))]
    assert (
        in_english(by_game("A", [bakery(40, 52, 45)])["ouaf"])
        == "one match: 1 lost; points: 40; reputation: 3"
    )
    matches = [*duels, bakery(40, 52, 45), bakery(44, 30, 20)]
    told = {game: in_english(says) for game, says in by_game("A", matches).items()}
    assert told == {
        "ofusaido": "2 matches: 1 won, 1 drawn; goals 5 to 3; duels won 15 to 9",
        "ouaf": "2 matches: 1 won, 1 lost; points 42.0 on average, 44 at best; reputation 3.0 on average, 3 at best",
    }
    assert "-1 at best" in in_english(by_game("B", matches)["ouaf"]), "less is better"


def test_who_was_ahead_is_counted_against_each_other_person() -> None:
    matches = [duel(ANNA, BEN, 3, 1), duel(BEN, ANNA, 2, 2), bakery(40, 52, 45)]
    assert [(one.name, in_english(tally.says)) for one, tally in against("A", matches)] == [
        ("Ben", "3 matches: 1 won, 1 drawn, 1 lost"),
        ("Zoé", "one match: 1 lost"),
    ]


def test_a_season_is_a_table_of_points_and_level_people_share_a_place() -> None:
    matches = [duel(ANNA, BEN, 3, 1), duel(BEN, ANNA, 2, 2), duel(ZOE, BEN, 1, 0), duel(ANNA, ZOE, 0, 1)]
    rows = [(row.place, row.person.name, row.tally.points) for row in season(matches)]
    assert rows == [(1, "Zoé", 6), (2, "Anna", 4), (3, "Ben", 1)]
    both = season([duel(ANNA, BEN, 1, 0), duel(BEN, ANNA, 1, 0)])
    assert [(row.place, row.tally) for row in both] == [(1, Tally(1, 0, 1)), (1, Tally(1, 0, 1))]


def test_somebody_who_sat_alone_among_strangers_is_counted_too() -> None:
    one = duel(ANNA, BEN, 3, 1)
    alone = PlayedMatch(one.match, one.game, 0, one.seats, one.result, {"home": ANNA})
    assert [row.person for row in season([alone])] == [ANNA]
    assert list(against("A", [alone])) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_result_has_the_seats_in_the_order_of_the_rules(game: str) -> None:
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    for play, _ in zip(random_plays(match, Random(1)), range(12), strict=False):
        match.submit(play)
    result = COUNTS[game].read(match.state, [])
    assert len(result.places) == len(match.rules.seats(match.state))
    score = match.view()["score"]
    first = COUNTS[game].score.key
    assert list(result.numbers[first]) == list(score.values())
