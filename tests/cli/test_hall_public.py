"""The hall's public pages: its tables' views, who left the line, and what stands on the wall."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.clock import wall_ms
from companion.hall.access import AccountBook, HallAccount
from companion.hall.links import Lamp, LinkStanding
from companion.hall.places import HallPlaces
from companion.hall.public import HallPublic, TournamentOnWall
from companion.hall.store.changes import FORK_CALL, KeptCall, KeptLink, StoreChanges
from companion.hall.store.store import HallStore, sqlite_address
from companion.storage.places import Places
from companion.web.public.shown import PublicPlan
from companion.web.public.tables import WallList
from companion.words import translate
from tests.web.public.views import view
from tests.web.served import Visitor


def standing(lamp: Lamp, silent_ms: int = 0, name: str = "Ann") -> LinkStanding:
    return LinkStanding("t1", lamp, 0, silent_ms, "log", 3, "1", view(name=name))


def test_the_public_sees_the_tables_and_who_left_is_old_at_once(tmp_path: Path) -> None:
    public = HallPublic(PublicPlan(0, host="127.0.0.1"), Places(tmp_path), print)
    public.start()
    try:
        accounts = {"t1": HallAccount("t1", "table", 7, "", 0)}
        visitor = Visitor(public.port)
        public.look([standing(Lamp.GOOD)], accounts)
        with visitor.listen("/live/table/7/spectator") as stream:
            assert "Ann" in stream.next()[1]
            public.look([standing(Lamp.GONE)], accounts)
            said = ""
            while "says nothing any more" not in said:
                said = stream.next()[1]
        public.look([], {})
        assert visitor.get("/table/7")[0] == 404
    finally:
        public.stop()


@pytest.fixture
def tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    def types(*words: str) -> None:
        assert main(["tournament", *words, "--data", str(tmp_path), "--lang", "en"]) == 0
        capsys.readouterr()

    players = tmp_path / "players.csv"
    players.write_text("Nom;Club\nZoé;Belfort\nAli;\nBea;\nDan;\n", encoding="utf-8")
    types("new", "spring", "lignes", "--rounds", "3", "--title", "Spring cup")
    types("players", "spring", "--import", str(players), "--all-here")
    return types


def test_the_wall_has_pairings_and_standings_as_they_change(
    tmp_path: Path, tournament: Callable[..., None]
) -> None:
    time = [0]
    wall = TournamentOnWall(Places(tmp_path), lambda: time[0])
    assert wall() == ()
    tournament("pair", "spring")
    assert wall() == (), "the file is not read at every glance"
    time[0] += 2_000
    pairings, standings = wall()
    assert translate(pairings.title, "en") == "round 1 of Spring cup"
    assert [row[0] for row in pairings.rows["fr"]] == ["1", "2"]
    assert all(len(row) == len(pairings.headings["fr"]) for row in pairings.rows["fr"])
    assert {row[1] for row in standings.rows["en"]} == {"Zoé", "Ali", "Bea", "Dan"}
    tournament("result", "spring", "1", "2:1")
    time[0] += 2_000
    assert "2\u00a0–\u00a01" in cells(wall()[0]) and "1" in cells(wall()[1])


def cells(shown: WallList) -> set[str]:
    return {cell for row in shown.rows["en"] for cell in row}


def test_a_tournament_that_cannot_be_read_leaves_the_wall_to_the_tables(tmp_path: Path) -> None:
    where = Places(tmp_path)
    assert TournamentOnWall(where)() == ()
    where.tournaments.mkdir(parents=True)
    (where.tournaments / "broken.jsonl").write_text("{}\n", encoding="utf-8")
    assert TournamentOnWall(where)() == ()


@pytest.mark.parametrize(("kind", "lamp"), [("help", "good"), (FORK_CALL, "forked")])
def test_status_tells_a_call_of_players_from_a_fork(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, lamp: str
) -> None:
    places = HallPlaces(Places(tmp_path).hall)
    account = AccountBook(places.accounts, wall_ms).add("raspberry", 7).account
    changes = StoreChanges(calls=[KeptCall(account.account, kind, "x", 0)])
    changes.links[account.account] = KeptLink(account.account, "l", 0, 5, 5, True, "1", wall_ms(), None)
    with HallStore(sqlite_address(places.store)) as store:
        store.keep(changes)
    main(["hall", "status", "--json", "--data", str(tmp_path), "--lang", "en"])
    assert f'"link": "{lamp}"' in capsys.readouterr().out
