"""Players in from a spreadsheet, everything out, and ratings."""

import csv
import io
import json
from random import Random

import pytest

from companion.errors import CompanionError
from companion.hall.tournament import judge
from companion.hall.tournament.events import EntrantNumber
from companion.hall.tournament.export import exported_tables, tournament_json
from companion.hall.tournament.formats import FormatKind, TournamentFormat
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.player_csv import read_players
from companion.hall.tournament.ratings import ratings
from companion.words import translate
from tests.hall.tournament.simulated import Played, a_whole_tournament, enter, joined, opened, play_round


def listed(text: str) -> tuple[Played, list[str]]:
    played = opened("lignes")
    found = read_players(played.state, text.encode())
    played.does(found.events)
    return played, [translate(fault.says, "en") for fault in found.faults]


def test_a_list_from_a_french_spreadsheet() -> None:
    played, faults = listed("\ufeffNom;Prénom;Club;Niveau\r\nZoé;x;Belfort;27,5\r\n;;;\r\nAli;;;\r\n")
    zoe, ali = played.state.entrants.values()
    assert (zoe.name, zoe.club, zoe.skill) == ("Zoé", "Belfort", 27.5)
    assert (ali.name, ali.club, ali.skill) == ("Ali", None, None)
    assert played.state.clubs == ("Belfort",)
    assert not faults


def test_every_line_with_a_fault_is_told() -> None:
    _, faults = listed("name,club,skill,doubt\nZoé,,many,\n,Belfort,,\nAli,,,0\nBea,,,\nbea,,,\n")
    assert faults == [
        "line 2: skill: expected a number, got many",
        "line 3: the name is missing",
        "line 4: doubt: expected a number, got 0",
        "line 6: bea is on the list already, with number 1; add a letter to tell two players apart",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("club;skill\nBelfort;1\n", "among them name; it has: club, skill"),
        ("name;nom\nZoé;Zoé\n", "the column name stands there twice"),
        ('name;club\n"Zoé;Belfort\n', "line 2: a cell begins with a quote, but the closing quote is missing"),
    ],
)
def test_what_is_no_list_of_players_is_told(text: str, said: str) -> None:
    with pytest.raises(CompanionError, match=said):
        listed(text)


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
    played.does(judge.enter(played.state, "=cmd()"))
    assert rows_of(exported_tables(played.state, played.count, "en")[0].as_csv())[1][1] == "'=cmd()"


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
            played.does(judge.correct(played.state, 1, 1, result, "Anne", "wrong way round"))
    assert next(iter(ratings(played.state))) == played.state.rounds[0].tables[0].players[1]
