"""Players in from a spreadsheet, everything out, and ratings."""

import csv
import io
import json
from random import Random

import pytest

from companion.errors import CompanionError
from companion.hall.tournament import judge
from companion.hall.tournament.events import EntrantNumber, FormatKind, ResultCorrected, TournamentFormat
from companion.hall.tournament.export import exported_tables, read_players, tournament_json
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.standings import ratings, standings
from companion.words import translate
from tests.hall.tournament.simulated import Played, a_whole_tournament, enter, joined, opened, play_round


def listed(text: str) -> tuple[Played, list[str]]:
    played = opened("lignes")
    found = read_players(played.state, text.encode())
    played.does(found.events)
    return played, [translate(fault.says, "en") for fault in found.faults]


def test_a_list_from_a_french_spreadsheet() -> None:
    played, faults = listed("\ufeffNom;Ville;Club;Niveau\r\nZoé;x;Belfort;27,5\r\n;;;\r\nAli;;;\r\n")
    zoe, ali = played.state.entrants.values()
    assert (zoe.name, zoe.club, zoe.skill) == ("Zoé", "Belfort", 27.5)
    assert (ali.name, ali.club, ali.skill) == ("Ali", None, None)
    assert played.state.clubs == ("Belfort",)
    assert not faults


def test_names_alone_are_a_list() -> None:
    played, faults = listed("\nZoé Durand\nAli, the elder\n\nBea\nbea\n")
    assert names(played) == ["Zoé Durand", "Ali, the elder", "Bea"]
    assert faults == ["line 6: bea is already on line 5; add a letter to tell two players apart"]


def test_every_line_with_a_fault_is_told() -> None:
    _, faults = listed("name,club,skill,doubt\nZoé,,many,\n,Belfort,,\nAli,,,0\nBea,,,\nbea,,,\n")
    assert faults == [
        "line 2: skill: expected a number from -1000 to 1000, got many",
        "line 3: the name is missing",
        "line 4: doubt: expected a number from 0 to 1000, got 0",
        "line 6: bea is already on line 5; add a letter to tell two players apart",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("club;skill\nBelfort;1\n", "among them name; it has: club, skill"),
        ("name;nom\nZoé;Zoé\n", "the column name is there twice"),
        ('name;club\n"Zoé;Belfort\n', "line 2: a cell begins with a quote, but the closing quote is missing"),
    ],
)
def test_what_is_no_list_of_players_is_told(text: str, said: str) -> None:
    with pytest.raises(CompanionError, match=said):
        listed(text)


def names(played: Played) -> list[str]:
    return [one.name for one in played.state.entrants.values()]


@pytest.mark.parametrize("heading", ["Nom;Prénom", "NOM DE FAMILLE;PRENOM", "last_name;First name"])
def test_a_name_in_two_columns_is_one_name(heading: str) -> None:
    played, faults = listed(f"{heading}\nMartin;Zoé\nMartin;Ali\nDurand;\n")
    assert names(played) == ["Zoé Martin", "Ali Martin", "Durand"] and not faults


def test_one_name_in_two_spellings_is_one_player() -> None:
    played, faults = listed("name\nZoe\u0301  Bré\u00a0Li\nzoé bré li\n")
    assert names(played) == ["Zoé Bré Li"]
    assert len(faults) == 1 and "is already on line 2" in faults[0]


def test_one_club_in_two_spellings_is_one_club() -> None:
    played, _ = listed("name;club\nA;Besanc\u0327on\nB;Besan\u00e7on \n")
    assert played.state.clubs == ("Besan\u00e7on",)


@pytest.mark.parametrize("unseen", ["\u200b", "\u202e", "\u00ad", "\ufeff", "\x1b", "\0"])
def test_signs_that_nobody_sees_make_no_other_player(unseen: str) -> None:
    played, faults = listed(f"name\nEva{unseen}\n")
    assert [one.name for one in played.state.entrants.values()] == ["Eva"] and not faults
    _, faults = listed(f"name\nEva\n{unseen}Eva\n{unseen}\n")
    assert [fault.partition(":")[0] for fault in faults] == ["line 3", "line 4"]


def test_empty_lines_before_the_headings_are_passed_over() -> None:
    played, faults = listed("\n;;;\n\nname,club\nZoé,A\n7,,\n,x\n")
    assert [one.club for one in played.state.entrants.values()] == ["A", None]
    assert [fault.partition(":")[0] for fault in faults] == ["line 7"]


def test_a_line_of_signs_alone_is_no_player() -> None:
    played, faults = listed("name\tclub\nZoé\t\n,,,\n- -\t\n")
    assert names(played) == ["Zoé"]
    assert [fault.partition(":")[0] for fault in faults] == ["line 3", "line 4"]


def test_a_rating_of_another_house_orders_the_first_round_and_changes_no_skill() -> None:
    played, faults = listed("name;Elo\nA;1500\nB;2100\nC;\nD;1800,5\n")
    assert not faults
    for number in played.state.entrants:
        played.does(judge.check_in(played.state, number))
    ranked = standings(played.state, played.count).ranks
    assert [played.state.entrants[rank.number].name for rank in ranked] == ["B", "D", "A", "C"]
    assert {one.skill for one in ratings(played.state).values()} == {25}
    again, _ = listed(exported_tables(played.state, played.count, "en")[0].as_csv())
    assert [one.rating for one in again.state.entrants.values()] == [1500, 2100, None, 1800.5]


def test_an_elo_in_the_column_of_skill_is_told_with_the_column_where_it_belongs() -> None:
    _, faults = listed("name;skill;rating\nA;1500;\nB;;12000\n")
    assert faults == [
        "line 2: skill: 1500 is not a skill (a newcomer has 25); call the column rating if it is Elo or another rating",
        "line 3: rating: expected a number from -9999 to 9999, got 12000",
    ]


def test_a_fault_names_the_column_as_the_file_does() -> None:
    _, faults = listed("Nom;Elo\nA;many\n")
    assert faults == ["line 2: Elo: expected a number from -9999 to 9999, got many"]


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u202f"])
def test_a_blank_may_stand_between_the_thousands(blank: str) -> None:
    played, faults = listed(f"name;Elo\nA;1{blank}450\n")
    assert not faults
    assert [one.rating for one in played.state.entrants.values()] == [1450]


@pytest.mark.parametrize("cell", ["14 50", "1 4500", "1  450"])
def test_a_blank_elsewhere_in_a_number_is_refused(cell: str) -> None:
    assert listed(f"name;Elo\nA;{cell}\n")[1]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "there is no player in this list"),
        ("A\n", "1 player was entered"),
        ("A\nB\n", "2 players were entered"),
    ],
)
def test_how_many_were_entered_is_said_in_the_right_number(lines: str, says: str) -> None:
    assert translate(read_players(opened("lignes").state, f"name\n{lines}".encode()).says, "en") == says


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))


def test_the_exported_players_begin_the_next_tournament() -> None:
    played = a_whole_tournament("ofusaido", 8, 3, 1)
    players = exported_tables(played.state, played.count, "en")[0]
    again, faults = listed(players.as_csv())
    assert not faults
    assert [one.name for one in again.state.entrants.values()] == [
        one.name for one in played.state.entrants.values()
    ]
    assert all(one.skill is not None for one in again.state.entrants.values())


def test_each_table_has_a_cell_for_each_heading() -> None:
    for game in ("ofusaido", "ouaf"):
        played = a_whole_tournament(game, 9, 3, 2)
        for table in exported_tables(played.state, played.count, "fr"):
            rows = rows_of(table.as_csv())
            assert len(rows) == len(table.rows) + 1
            assert {len(row) for row in rows} == {len(table.headings)}, table.name


def test_a_name_is_no_formula() -> None:
    played = opened("lignes")
    names = ["=cmd()", "@Zoé", "-Dan", "'Ali"]
    for name in names:
        played.does(judge.enter(played.state, name))
    text = exported_tables(played.state, played.count, "en")[0].as_csv()
    assert [row[1] for row in rows_of(text)[1:]] == ["'=cmd()", "'@Zoé", "'-Dan", "'Ali"]
    again, _ = listed(text)
    assert [one.name for one in again.state.entrants.values()] == names


def test_the_json_holds_everything() -> None:
    played = a_whole_tournament("lignes", 7, 3, 3)
    data = json.loads(json.dumps(tournament_json(played.state, played.count, "abc")))
    assert len(data["rounds"]) == 3 and data["hash"] == "abc"
    assert len(data["ratings"]) == len(data["players"]) == len(played.state.entrants)


def test_who_wins_is_rated_higher_and_who_does_not_play_stays_a_newcomer() -> None:
    played = joined(opened("lignes"), 2)
    played.does(judge.enter(played.state, "Absent"))
    played.does(judge.pair(played.state))
    winner, loser = played.state.rounds[0].tables[0].players
    result = judge.result_of(played.count, 2, {"goals": (2, 0)})
    assert not isinstance(result, Declined)
    enter(played, 1, 1, result)
    rated = ratings(played.state)
    absent = rated[EntrantNumber(3)]
    assert rated[winner].skill > absent.skill > rated[loser].skill
    assert rated[winner].doubt < absent.doubt == pytest.approx(25 / 3)
    assert next(iter(rated)) == winner


def test_at_a_table_of_several_each_place_is_rated() -> None:
    played = joined(opened("ouaf", TournamentFormat(FormatKind.SWISS, seats=4)), 4)
    each = play_round(played, Random(1))
    table = each.tables[0]
    order = sorted(table.players, key=table.place_of)
    rated = ratings(played.state)
    assert rated[order[0]].skill > rated[order[-1]].skill


def test_a_corrected_result_rates_anew() -> None:
    played = joined(opened("lignes"), 2)
    played.does(judge.pair(played.state))
    for goals in ((2, 0), (0, 2)):
        result = judge.result_of(played.count, 2, {"goals": goals})
        assert not isinstance(result, Declined)
        if goals == (2, 0):
            enter(played, 1, 1, result)
        else:
            played.does(judge.correct(played.state, ResultCorrected(1, 1, result, "Anne", "wrong way round")))
    assert next(iter(ratings(played.state))) == played.state.rounds[0].tables[0].players[1]
