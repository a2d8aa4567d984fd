"""A tournament at the terminal, from its first player to its last print."""

import csv
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.main import main
from companion.cli.tournament.results import BETWEEN
from companion.match import Match
from companion.rules.games import GAMES
from companion.showing.scene_builder import unbroken_score
from companion.storage.log import MatchStore
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays

LIST = "Nom;Club\nZoé;Belfort\nAli;Belfort\nBea;Sochaux\nCyd;Sochaux\nDan;\n"


class Terminal:
    """Types commands for one tournament, and returns what is said."""

    def __init__(self, data: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.data = data
        self.capture = capture

    def types(self, *words: str, code: int = 0) -> str:
        action, *rest = words
        assert main(["tournament", action, *rest, "--data", str(self.data), "--lang", "en"]) == code
        said = self.capture.readouterr()
        return said.err if code else said.out


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    terminal = Terminal(tmp_path / "data", capsys)
    terminal.types("new", "spring", "lignes", "--rounds", "3", "--title", "Spring cup")
    (tmp_path / "players.csv").write_text(LIST, encoding="utf-8")
    said = terminal.types("players", "spring", "--import", str(tmp_path / "players.csv"), "--all-here")
    assert "5 players were entered" in said and "players who are here: 5 of 5" in said
    return terminal


def test_a_round_from_its_pairing_to_its_last_result(terminal: Terminal) -> None:
    said = terminal.types("pair", "spring")
    assert "round 1 of Spring cup" in said and "bye: " in said
    assert "won by" in terminal.types("result", "spring", "1", "2:1")
    assert "all results of round 1 are in" in terminal.types("result", "spring", "2", "0-0")
    assert "decided by" in terminal.types("standings", "spring")
    assert "round 2" in terminal.types("pair", "spring")


def test_a_round_that_waits_is_told_on_the_error_line(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    assert "round 1 still waits for results of these tables: 1, 2" in terminal.types("pair", "spring", code=2)
    assert terminal.types("show", "spring").count("in play") == 2


def test_why_two_meet_is_shown_with_the_next_best_round(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    said = terminal.types("why", "spring", "1")
    assert "they have not met before" in said
    assert "each of them will have played one side once more than the other side" in said
    # The lot decides whether another round would be as good.
    bye = terminal.types("why", "spring")
    assert "next best round" in bye or "another round would be as good" in bye
    assert "it has: 1, 2" in terminal.types("why", "spring", "7", code=2)


def test_a_result_counts_after_somebody_else_confirmed_it(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    terminal.types("result", "spring", "1", "2:1", "--unconfirmed", "--by", "Zoé")
    assert "to be confirmed" in terminal.types("show", "spring")
    assert "still waiting for: 2" in terminal.types("confirm", "spring", "--by", "desk")
    assert "no result waits" in terminal.types("confirm", "spring", code=2)


def test_a_correction_needs_a_name_and_a_reason_and_tells_what_it_would_change(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    terminal.types("result", "spring", "1", "3:0")
    terminal.types("result", "spring", "2", "1:0")
    terminal.types("pair", "spring")
    before = terminal.types("show", "spring")
    words = ("correct", "spring", "1", "0:3", "--round", "1")
    assert "say who decides it and why" in terminal.types(*words, code=2)
    said = terminal.types(*words, "--by", "Anne", "--why", "wrong way round")
    assert "these tables of the last round would have been others" in said
    assert terminal.types("show", "spring") == before


def test_a_pairing_by_hand_is_shown_with_its_reason(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    names = [line.split() for line in terminal.types("show", "spring").splitlines()[2:4]]
    said = terminal.types("swap", "spring", names[0][1], names[1][1], "--by", "Anne", "--why", "brothers")
    assert "exchanged their places: brothers (Anne)" in said
    assert "decided by hand, by Anne: brothers" in terminal.types("why", "spring", "1")


def test_one_bad_line_keeps_everybody_of_the_list_out(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text("name;club\nEve;\nALI;\n", encoding="utf-8")
    said = terminal.types("players", "spring", "--import", str(tmp_path / "more.csv"), code=1)
    assert "line 3: ALI is on the list already, with number 2" in said
    assert "nobody was entered" in said
    assert "Eve" not in terminal.types("players", "spring")


def test_a_file_without_end_is_named_once(terminal: Terminal) -> None:
    assert terminal.types("players", "spring", "--import", "/dev/zero", code=2).count("/dev/zero") == 1


def test_a_player_is_found_by_number_name_or_beginning(terminal: Terminal) -> None:
    terminal.types("players", "spring", "--add", "Beatrix")
    assert "several names: Bea, Beatrix" not in terminal.types("players", "spring", "--drop", "bea")
    assert "from the next round on, Zoé sits at table 4" in terminal.types("seat", "spring", "zo", "4")
    assert "nobody is called Max" in terminal.types("seat", "spring", "Max", "4", code=2)
    terminal.types("players", "spring", "--add", "Xena", "Xenon")
    assert "xen is the beginning of several names: Xena, Xenon" in terminal.types(
        "players", "spring", "--drop", "xen", code=2
    )


def test_everything_is_written_out(terminal: Terminal, tmp_path: Path) -> None:
    terminal.types("pair", "spring")
    terminal.types("result", "spring", "1", "2:1")
    terminal.types("export", "spring", "-o", str(tmp_path / "out"))
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        "spring-players.csv", "spring-rounds.csv", "spring-standings.csv", "spring-crosstable.csv", "spring-ratings.csv", "spring.json"
    }  # fmt: skip
    with (tmp_path / "out" / "spring-rounds.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file, delimiter=";"))
    assert rows[1][4] == unbroken_score((2, 1)), "spreadsheets would read 2-1 as a date"
    whole = json.loads((tmp_path / "out" / "spring.json").read_text(encoding="utf-8"))
    kept = (terminal.data / "tournaments" / "spring.jsonl").read_text(encoding="utf-8").splitlines()
    assert whole["hash"] == json.loads(kept[-1])["hash"]


def test_a_slip_is_known_by_its_hash(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    kept = (terminal.data / "tournaments" / "spring.jsonl").read_text(encoding="utf-8").splitlines()
    head = json.loads(kept[-1])["hash"][:16].upper()
    assert f"after act {len(kept)} of {len(kept)}" in terminal.types("show", "spring", "--slip", head)
    assert main(["tournament", "show", "spring", "--slip", "0" * 16, "--data", str(terminal.data)]) == 1


def test_a_result_is_read_from_a_recorded_match(terminal: Terminal) -> None:
    rules = GAMES["lignes"]
    setup, cards = demonstrations("lignes")["demo-match"]
    with MatchStore(terminal.data / "matches.db") as store:
        log = store.begin(rules, setup, cards)
        match = Match(rules, setup, cards, log)
        for play in random_plays(match, Random(1)):
            match.submit(play)
    assert match.is_over
    terminal.types("pair", "spring")
    assert "round 1, table 1" in terminal.types("result", "spring", "1", "--match", log.id)
    score = unbroken_score(match.view()["score"].values())
    assert score in terminal.types("show", "spring")


def test_the_first_of_a_table_may_have_points_below_zero(terminal: Terminal) -> None:
    terminal.types("new", "bakers", "ouaf")
    terminal.types("players", "bakers", "--add", "Zoé", "Ali", "Bea", "--all-here")
    terminal.types("pair", "bakers")
    assert "won by" in terminal.types("result", "bakers", "1", "-3,12,7", "--number", "reputation=-1:2:0")
    assert unbroken_score((-3, 12, 7)) in terminal.types("show", "bakers")


def test_a_number_of_a_result_is_given_once(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    said = terminal.types("result", "spring", "1", "2:1", "--number", "goals=5:5", code=2)
    assert "the number goals is given twice" in said
    assert terminal.types("show", "spring").count("in play") == 2


def test_a_tournament_begins_once_and_has_a_simple_name(terminal: Terminal) -> None:
    assert "there is a tournament spring already" in terminal.types("new", "spring", "ouaf", code=2)
    assert "small letters, digits and hyphens" in terminal.types("new", "Été", "ouaf", code=2)
    assert "no tournament summer; known: spring" in terminal.types("pair", "summer", code=2)
    assert terminal.types("list") == "spring\n"


@pytest.mark.parametrize("rounds", ["100", "-1", "x", "٣" * 9])
def test_a_number_that_cannot_be_is_told_with_its_bounds(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], rounds: str
) -> None:
    with pytest.raises(SystemExit):
        terminal.types("new", "other", "lignes", f"--rounds={rounds}")
    assert f"expected a whole number from 0 to 99, got {rounds}" in capsys.readouterr().err


def test_what_was_declined_leaves_nothing_behind(terminal: Terminal) -> None:
    said = terminal.types("new", "groups", "ouaf", "--format", "groups", code=2)
    assert "choose Swiss or free play" in said
    assert terminal.types("list") == "spring\n"


def test_groups_are_shown_one_by_one(terminal: Terminal) -> None:
    terminal.types("format", "spring", "--format", "groups", "--group-size", "3")
    terminal.types("pair", "spring")
    said = terminal.types("standings", "spring")
    assert "group 1" in said and "group 2" in said


def test_after_the_end_nothing_is_paired(terminal: Terminal) -> None:
    assert "has ended" in terminal.types("end", "spring")
    assert "only results can still be corrected" in terminal.types("pair", "spring", code=2)


@given(st.lists(st.integers(-99, 999), min_size=2, max_size=6), st.sampled_from(":,/–-"))
def test_a_score_is_read_whatever_stands_between_its_numbers(numbers: list[int], sign: str) -> None:
    assert [int(part) for part in BETWEEN.split(sign.join(map(str, numbers)))] == numbers


@pytest.mark.parametrize("what", ["pairings", "standings", "slips"])
def test_prints_are_written(terminal: Terminal, tmp_path: Path, what: str) -> None:
    terminal.types("pair", "spring")
    said = terminal.types("print", "spring", what, "-o", str(tmp_path / "x.pdf"))
    assert "x.pdf is written: 1 page" in said
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


def test_no_slip_is_printed_for_a_match_that_is_over(terminal: Terminal) -> None:
    terminal.types("pair", "spring")
    terminal.types("result", "spring", "1", "1:0")
    terminal.types("result", "spring", "2", "1:0")
    assert "no slip was printed: all results of round 1 are in" in terminal.types(
        "print", "spring", "slips", code=2
    )
