"""The list of recorded matches: by date, narrowed to a game and to words, and what can be done with each."""

from datetime import UTC, date, datetime

import pytest

from companion.backend.listed_match import ListedMatch, MatchStatus
from companion.ids import MatchId
from companion.words import Text, Wording, translate
from ui.matches.matches_lines import MatchAct, Wanted, day_says, games_of, none_says, rows, unplayed_says

TODAY = date(2026, 11, 26)


def at_ms(day: date, hour: int = 21) -> int:
    return int(datetime(day.year, day.month, day.day, hour, 14, tzinfo=UTC).timestamp() * 1000)


def match(name: str, day: int = 20, game: str = "lignes", **more: object) -> ListedMatch:
    stands = Text("{teams}, {score}", teams=name, score="2 – 1")
    made = ListedMatch(MatchId(name), game, Wording.plain(game), stands, at_ms(date(2026, 11, day)))
    return ListedMatch(**{**{field: getattr(made, field) for field in made.__dataclass_fields__}, **more})


def names(matches: list[ListedMatch], wanted: Wanted) -> list[str]:
    return [str(row.match.match) for row in rows(matches, wanted, TODAY)]


def test_the_latest_match_comes_first_and_a_damaged_one_last() -> None:
    damaged = match("c", 26, standing=MatchStatus.DAMAGED)
    assert names([match("a", 3), damaged, match("b", 25)], Wanted()) == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("day", "english", "french"),
    [
        (date(2026, 11, 26), "today", "aujourd’hui"),
        (date(2026, 11, 25), "yesterday", "hier"),
        (date(2026, 8, 1), "1 August 2026", "1 août 2026"),
    ],
)
def test_a_day_is_said_as_people_say_it(day: date, english: str, french: str) -> None:
    said = day_says(
        int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp() * 1000), TODAY, UTC
    )
    assert (translate(said, "en"), translate(said, "fr")) == (english, french)


def test_words_are_found_in_names_games_and_dates_of_both_languages_without_accents() -> None:
    both = [match("Élodie – Hugo", 3, "ouaf"), match("Zoé – Bob", 20)]
    assert names(both, Wanted(words="elodie")) == ["Élodie – Hugo"]
    assert names(both, Wanted(words="zoe november")) == ["Zoé – Bob"]
    assert names(both, Wanted(words="novembre")) == ["Zoé – Bob", "Élodie – Hugo"]
    assert names(both, Wanted("ouaf")) == ["Élodie – Hugo"]
    assert names(both, Wanted("ouaf", "bob")) == []
    assert translate(none_says(Wanted("ouaf", "bob")), "en").startswith("no match has “bob”")


def test_a_match_that_is_over_is_looked_back_at_and_only_an_open_one_goes_on() -> None:
    def acts(standing: MatchStatus) -> list[MatchAct]:
        (row,) = rows([match("a", standing=standing)], Wanted(), TODAY)
        return [act for act, _ in row.acts]

    assert acts(MatchStatus.OVER) == [MatchAct.RESULT, MatchAct.LOOK, MatchAct.ASK]
    assert acts(MatchStatus.FOREIGN) == [MatchAct.LOOK, MatchAct.ASK]
    assert acts(MatchStatus.UNFINISHED) == [MatchAct.GO_ON, MatchAct.LOOK, MatchAct.ASK]
    assert acts(MatchStatus.DAMAGED) == [MatchAct.GO_ON, MatchAct.ASK]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (("yellow", "red"), "Red wins: Yellow gave up"),
        (("yellow", "red", "blue"), "Yellow gave up"),
    ],
)
def test_a_match_that_was_given_up_says_who_gave_it_up_and_of_two_who_wins(
    seats: tuple[str, ...], said: str
) -> None:
    names = {seat: Wording.plain(seat.capitalize()) for seat in seats}
    given_up = match("a", standing=MatchStatus.OVER, names=names, given_up_by="yellow")
    (row,) = rows([given_up], Wanted(), TODAY)
    assert translate(row.says, "en").endswith(f"· {said}")


def test_games_are_offered_where_there_are_several() -> None:
    assert games_of([match("a"), match("b")]) == []
    assert [game for game, _ in games_of([match("a"), match("b", game="ouaf")])] == ["", "lignes", "ouaf"]


@pytest.mark.parametrize(
    ("count", "said"), [(0, ""), (1, "1 match that never started"), (3, "3 matches that never started")]
)
def test_matches_without_a_play_are_said_to_be_there(count: int, said: str) -> None:
    told = translate(Text("{words}", words=unplayed_says(count)), "en")
    assert told.partition(" is ")[0].partition(" are ")[0] == said
