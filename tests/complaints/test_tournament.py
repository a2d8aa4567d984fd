"""What organisers complain of in other programs for tournaments, each complaint as a test of this one."""

import csv
import io
from pathlib import Path
from random import Random

import pytest

from companion.cli.main import main
from companion.hall.access import HallRole
from companion.hall.public import lists_of
from companion.hall.tournament import judge
from companion.hall.tournament.events import FormatKind, ResultCorrected, TournamentFormat
from companion.hall.tournament.export import exported_tables, standings_sheet
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.standings import standings
from companion.web.public.tables import SLIDE_MS, wall_slide
from tests.hall.pages_evening import open_pages
from tests.hall.tournament.simulated import Played, joined, opened, play_round

PRINTS = ("pairings", "standings", "slips")


class Organiser:
    """Types commands for one tournament called cup."""

    def __init__(self, data: Path, capture: pytest.CaptureFixture[str]) -> None:
        self._data = data
        self._capture = capture

    def types(self, action: str, *words: str, language: str = "en") -> tuple[int, str]:
        code = main(["tournament", action, "cup", *words, "--data", str(self._data), "--lang", language])
        said = self._capture.readouterr()
        assert "Traceback" not in said.err
        return code, said.out + said.err


@pytest.fixture
def organiser(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Organiser:
    return Organiser(tmp_path / "data", capsys)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))


# --- ranking points set by hand when rules change (FTC 888)


def test_a_number_set_by_hand_counts_and_keeps_its_reason_through_a_recount(organiser: Organiser) -> None:
    organiser.types("new", "ofusaido", "--rounds", "3")
    organiser.types("players", "--add", "Zoé", "Ali", "--all-here")
    organiser.types("pair")
    organiser.types("result", "1", "2:1", "--number", "duels=5:3")
    code, _ = organiser.types(
        "correct", "1", "2:1", "--number", "duels=9:3", "--by", "Anne", "--why", "new rule for duels"
    )
    assert code == 0
    assert organiser.types("standings")[1].splitlines()[1].split()[-4:-2] == ["2", "9"]
    code, said = organiser.types("result", "1", "2:1", "--number", "duels=5:3")
    assert code == 2 and "correct it, with a reason" in said
    organiser.types("pair")
    code, said = organiser.types("show", "--round", "1")
    assert "the result of table 1 was corrected: new rule for duels (Anne)" in said
    assert organiser.types("standings")[1].splitlines()[1].split()[-4:-2] == ["2", "9"]


def test_the_mark_of_a_number_set_by_hand_is_in_the_tables_that_go_out() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.SWISS, 3)), 2)
    play_round_two_to_one(played)
    made = judge.result_of(played.count, 2, {"goals": (4, 1)})
    assert not isinstance(made, Declined)
    before = standings(played.state, played.count).ranks
    played.does(judge.correct(played.state, ResultCorrected(1, 1, made, "Anne", "own goals count")))
    after = standings(played.state, played.count).ranks
    assert after[0].values != before[0].values
    rounds = next(one for one in exported_tables(played.state, played.count, "en") if one.name == "rounds")
    assert rows_of(rounds.as_csv())[0]["by hand"] == "Anne: own goals count"


def play_round_two_to_one(played: Played) -> None:
    played.does(judge.pair(played.state))
    made = judge.result_of(played.count, 2, {"goals": (2, 1)})
    assert not isinstance(made, Declined)
    played.does(judge.enter_result(played.state, 1, 1, made, "desk"))
    played.does(judge.confirm(played.state, 1, 1, "desk"))


# --- the cross table names the rank of that round (Sharly-Chess 2242)


@pytest.mark.parametrize("game", ["lignes", "ouaf"])
def test_cross_table_standings_and_print_agree_after_every_round(game: str) -> None:
    played = joined(opened(game, TournamentFormat(FormatKind.SWISS, 5)), 7)
    for seed in range(5):
        play_round(played, Random(seed))
        tables = {one.name: one for one in exported_tables(played.state, played.count, "en")}
        cross = tables["crosstable"]
        ranked = standings(played.state, played.count)
        sheet = standings_sheet(played.state, ranked)
        assert [row[1:3] for row in cross.rows] == [row[:2] for row in sheet.rows]
        assert [row[1:3] for row in cross.rows] == [row[:2] for row in tables["standings"].rows]
        assert [int(row[3]) for row in cross.rows] == [rank.points for rank in ranked.ranks]
        line_of = {row[2]: row[0] for row in cross.rows}
        for row in cross.rows:
            for n, each in enumerate(played.state.rounds):
                names = [[played.state.entrants[who].name for who in one.players] for one in each.tables]
                mine = next(
                    ([name for name in one if name != row[2]] for one in names if row[2] in one), None
                )
                met, _, _points = row[4 + n].partition(" (")
                assert met == ("bye" if mine is None else " ".join(line_of[name] for name in mine))
            assert sum(int(cell.partition(" (")[2].rstrip(")")) for cell in row[4:]) == int(row[3])


# --- print crashes for one kind of tournament (Sharly-Chess 1234)


@pytest.mark.parametrize("players", [0, 1, 2, 3, 7])
@pytest.mark.parametrize(
    ("game", "kind"), [*(("lignes", kind) for kind in FormatKind), ("ouaf", "swiss"), ("ouaf", "free")]
)
def test_every_print_of_every_kind_is_written_or_says_why_not(
    organiser: Organiser, tmp_path: Path, game: str, kind: str, players: int
) -> None:
    organiser.types("new", game, "--format", kind)
    if players:
        organiser.types("players", "--add", "Gone", *(f"P{n}" for n in range(players)), "--all-here")
        organiser.types("players", "--withdraw", "Gone")
    assert_prints(organiser, tmp_path)
    code, _ = organiser.types("pair")
    assert_prints(organiser, tmp_path)
    if players > 3 and code == 0:
        for table in range(1, 4):
            organiser.types("result", str(table), "3:1" if game == "lignes" else "3:2:1:0")
        organiser.types("players", "--drop", "P1")
        organiser.types("pair")
        assert_prints(organiser, tmp_path)


def assert_prints(organiser: Organiser, folder: Path) -> None:
    for what in PRINTS:
        file = folder / f"{what}.pdf"
        file.unlink(missing_ok=True)
        code, said = organiser.types("print", what, "-o", str(file), language="both")
        assert (code, file.exists()) in ((0, True), (2, False)), said
        assert said.strip()


# --- publishing standings hides the draw (Tabbycat 2709, 2785)


def two_rounds() -> Played:
    """One round is played, the next is paired."""
    played = joined(opened("lignes", TournamentFormat(FormatKind.SWISS, 3)), 5)
    play_round(played, Random(1))
    played.does(judge.pair(played.state))
    return played


def test_the_wall_shows_the_draw_of_the_round_under_way_beside_the_standings() -> None:
    played = two_rounds()
    lists = lists_of(played.state)
    slides = [wall_slide(lists, (), n * SLIDE_MS) for n in range(len(lists))]
    shown = [slide.rows for slide in slides if slide.rows is not None]
    assert [one.title.template for one in shown] == ["round {round} of {name}", "standings"]
    assert shown[0].title.args["round"] == 2
    names = {one.name for one in played.state.entrants.values()}
    for one in shown:
        assert names <= {cell for row in one.rows["en"] for cell in row}


def test_the_pages_and_files_of_the_hall_have_both_while_a_round_is_played(tmp_path: Path) -> None:
    with open_pages(tmp_path) as pages:
        guest = pages.guest(HallRole.ORGANISER)
        guest.send(
            "/tournament/new", {"title": "Cup", "game": "lignes", "format": "swiss", "number-swiss": "3"}
        )
        for name in ("Zoé", "Ali"):
            guest.post("/tournament/cup/act", do="enter", player=name)
        guest.post("/tournament/cup/act", do="all-here")
        guest.post("/tournament/cup/act", do="pair", round=1)
        body = guest.get("/tournament/cup").body
        assert "Round 1" in body and "Zoé – Ali" in body.replace("Ali – Zoé", "Zoé – Ali")
        assert "Decided by" in body
        for file in ("pairings.pdf", "standings.pdf"):
            assert guest.raw(f"/tournament/cup/files/{file}").startswith(b"%PDF")
        for file in ("rounds.csv", "standings.csv"):
            assert guest.get(f"/tournament/cup/files/{file}").body.count("Zoé") == 1


def test_print_and_terminal_have_both_while_a_round_is_played(organiser: Organiser, tmp_path: Path) -> None:
    organiser.types("new", "lignes")
    organiser.types("players", "--add", "Zoé", "Ali", "Bea", "--all-here")
    organiser.types("pair")
    for action in ("show", "standings"):
        said = organiser.types(action)[1]
        assert all(name in said for name in ("Zoé", "Ali", "Bea"))
    for what in PRINTS:
        assert organiser.types("print", what, "-o", str(tmp_path / "x.pdf"))[0] == 0
