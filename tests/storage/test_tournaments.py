"""A tournament's file: what was kept stays, also when the power goes, and damage is told."""

from pathlib import Path

import pytest

from companion.errors import LogDamaged, NoSuchMatch, StorageError
from companion.storage import tournaments
from companion.storage.places import Places
from companion.storage.tournaments import KeptAct, TournamentFile, read_acts, tournament_names
from tests.storage.only_to_read import only_to_read

FIRST, SECOND = {"kind": "opened", "name": "Été"}, {"kind": "closed", "round": 1, "part": 0.5}


@pytest.fixture
def where(tmp_path: Path) -> Places:
    where = Places(tmp_path)
    with TournamentFile(where, "cup-1", is_new=True) as file:
        file.append([FIRST], 1_000)
        file.append([SECOND, SECOND], 2_000)
    return where


def path(where: Places) -> Path:
    return where.tournaments / "cup-1.jsonl"


def acts(where: Places) -> list[KeptAct]:
    return read_acts(path(where))[0]


def test_acts_come_back_in_order(where: Places) -> None:
    assert [(act.n, act.at_ms, act.events) for act in acts(where)] == [
        (1, 1_000, (FIRST,)), (2, 2_000, (SECOND, SECOND))
    ]  # fmt: skip
    assert tournament_names(where) == ["cup-1"]


def test_nobody_else_may_read_it(where: Places) -> None:
    assert path(where).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("cut", [1, 2, 30, 60])
def test_a_line_that_a_power_cut_left_half_never_counted(where: Places, cut: int) -> None:
    whole = path(where).read_bytes()
    second = whole.split(b"\n")[1]
    path(where).write_bytes(whole[: -1 - min(cut, len(second))] if cut > 1 else whole[:-1])
    assert [act.n for act in acts(where)] == [1]
    with TournamentFile(where, "cup-1") as file:
        file.append([SECOND], 3_000)
    assert [(act.n, act.at_ms) for act in acts(where)] == [(1, 1_000), (2, 3_000)]


@pytest.mark.parametrize("left", [b"", b'{"n": 1, "at_ms": 17'])
def test_a_tournament_whose_first_line_was_never_whole_has_not_begun(where: Places, left: bytes) -> None:
    begun = where.tournaments / "spring.jsonl"
    begun.write_bytes(left)
    assert tournament_names(where) == ["cup-1"]
    with pytest.raises(NoSuchMatch, match="known: cup-1"):
        TournamentFile(where, "spring")
    with TournamentFile(where, "spring", is_new=True) as file:
        file.append([FIRST], 3_000)
    assert tournament_names(where) == ["cup-1", "spring"]
    assert [act.n for act in read_acts(begun)[0]] == [1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"round": 1', b'"round": 2', "line 2: it was changed, or a line before it is missing"),
        (b"2000", b"2001", "line 2: it was changed"),
        (
            b'"events": [{"kind": "opened"',
            b'"events": [["kind": "opened"',
            "line 1: it is not as this program",
        ),
    ],
)
def test_a_changed_line_is_told(where: Places, old: bytes, new: bytes, said: str) -> None:
    path(where).write_bytes(path(where).read_bytes().replace(old, new, 1))
    with pytest.raises(LogDamaged, match=said), TournamentFile(where, "cup-1"):
        pass


def test_a_missing_line_is_told(where: Places) -> None:
    path(where).write_bytes(path(where).read_bytes().split(b"\n", 1)[1])
    with pytest.raises(LogDamaged, match="line 1"):
        acts(where)


def test_a_tournament_is_begun_once(where: Places) -> None:
    with pytest.raises(StorageError, match="there is a tournament cup-1 already"):
        TournamentFile(where, "cup-1", is_new=True)


def test_of_two_programs_that_begin_one_the_first_wins(tmp_path: Path) -> None:
    one, other = (TournamentFile(Places(tmp_path), "cup-1", is_new=True) for _ in range(2))
    with one:
        one.append([FIRST], 1_000)
    with pytest.raises(StorageError, match="there is a tournament cup-1 already"), other:
        other.append([FIRST], 2_000)
    assert len(acts(Places(tmp_path))) == 1


def test_a_tournament_that_is_not_there_is_told_with_those_that_are(where: Places) -> None:
    with pytest.raises(NoSuchMatch, match="no tournament cup-2; known: cup-1"):
        TournamentFile(where, "cup-2")


@pytest.mark.parametrize("name", ["", "../x", "Cup", "a b", "-a", "a-", "x" * 61])
def test_a_name_leads_nowhere_else(where: Places, name: str) -> None:
    with pytest.raises(StorageError, match="small letters, digits and hyphens"):
        TournamentFile(where, name, is_new=True)


def test_a_new_file_is_in_its_folder_on_disk_from_its_first_act_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    with TournamentFile(Places(tmp_path), "cup-2", is_new=True) as file:
        monkeypatch.setattr(tournaments, "sync_folder", synced.append)
        file.append([FIRST], 1_000)
        assert synced == [Places(tmp_path).tournaments]
        file.append([SECOND], 2_000)
    assert len(synced) == 1


def test_a_folder_of_tournaments_that_may_not_be_entered_is_no_empty_one(tmp_path: Path) -> None:
    where = Places(tmp_path)
    where.tournaments.mkdir()
    with only_to_read(tmp_path, where.tournaments), pytest.raises(StorageError, match="cannot be used"):
        tournament_names(where)
