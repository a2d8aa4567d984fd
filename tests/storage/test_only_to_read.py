"""Matches on a medium that can only be read are looked up as ever, and nothing is written there."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import LogFull, StorageError
from companion.ids import MatchId
from companion.rules.games import GAMES
from companion.storage import schema
from companion.storage.kept_files import expect_to_keep, why_not_kept
from companion.storage.log import MatchStore
from companion.storage.reviews import ReviewStore
from companion.storage.rolls import RollStore
from companion.words import Text
from tests.storage.only_to_read import only_to_read
from tests.storage.test_log import CARDS, SETUP, record

KILLED = """
import os, signal
from pathlib import Path
from companion.storage.log import MatchStore
from tests.storage.test_log import CARDS, RULES, SETUP, record
store = MatchStore(Path(os.environ["THERE"]))
log = store.begin(RULES, SETUP, CARDS)
log.append(record(1))
log.append(record(2))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def path(folder: Path) -> Path:
    path = folder / "matches.db"
    with MatchStore(path) as store:
        store.begin(GAMES["ofusaido"], SETUP, CARDS).append(record(1))
    return path


def killed(path: Path) -> None:
    """A program keeps two plays, and the power goes: both lie beside the file still."""
    done = subprocess.run([sys.executable, "-c", KILLED], env={**os.environ, "THERE": str(path)}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.with_name("matches.db-wal").stat().st_size


def plays(path: Path) -> int:
    with MatchStore(path, is_to_look=True) as store:
        header = store.headers()[0]
        assert len(store.records(header.id)) == header.plays
        return header.plays


def test_a_log_that_was_closed_is_read_where_nothing_can_be_written(path: Path) -> None:
    with only_to_read(path.parent):
        assert plays(path) == 1
        assert [one.name for one in path.parent.iterdir()] == ["matches.db"]


@pytest.mark.process
def test_the_last_plays_of_a_program_that_was_killed_are_read_too(folder: Path) -> None:
    path = folder / "matches.db"
    killed(path)
    before = {one.name: one.read_bytes() for one in folder.iterdir() if not one.name.endswith("-shm")}
    with only_to_read(folder):
        assert plays(path) == 2
    assert {one.name: one.read_bytes() for one in folder.iterdir() if not one.name.endswith("-shm")} == before


@pytest.mark.process
def test_plays_that_cannot_be_taken_in_are_told_of_and_never_passed_over(folder: Path) -> None:
    path = folder / "matches.db"
    killed(path)
    path.with_name("matches.db-shm").unlink()
    with (
        only_to_read(folder),
        pytest.raises(StorageError, match=r"last plays are beside it in matches\.db-wal"),
    ):
        plays(path)
    copy = folder / "copy"
    copy.mkdir()
    for name in ("matches.db", "matches.db-wal"):
        shutil.copy(folder / name, copy / name)
    assert plays(copy / "matches.db") == 2


def test_rolls_are_read_where_nothing_can_be_written(path: Path) -> None:
    with only_to_read(path.parent), RollStore(path, is_to_look=True) as rolls:
        assert rolls.count() == 0


def test_a_log_is_read_where_the_disk_is_full(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise LogFull(Text("the disk is full"))

    monkeypatch.setattr(schema, "connect", full)
    assert plays(path) == 1


def test_who_only_looks_where_he_may_write_sees_what_another_writes(path: Path) -> None:
    with MatchStore(path, is_to_look=True) as looking, MatchStore(path) as writing:
        header = looking.headers()[0]
        writing.log(header.id).append(record(2))
        assert looking.header(header.id).plays == 2


def test_a_log_of_which_nothing_can_be_written_is_refused_with_the_reason(path: Path) -> None:
    with only_to_read(path.parent), pytest.raises(StorageError, match="this user has no permission"):
        MatchStore(path)


# --- asked before


def test_a_folder_in_which_one_may_write_is_good_and_nothing_is_left_in_it(folder: Path) -> None:
    assert why_not_kept(folder / "not" / "yet" / "matches.db") is None
    assert list(folder.iterdir()) == []


def test_a_folder_in_which_nothing_can_be_written_is_told_by_its_name(folder: Path) -> None:
    with (
        only_to_read(folder),
        pytest.raises(StorageError, match=rf"in {folder}: this user has no permission; .*--data"),
    ):
        expect_to_keep(folder / "not" / "yet" / "matches.db")


def test_a_file_that_is_anothers_is_told_of_before_it_is_wanted(path: Path) -> None:
    with only_to_read(path.parent):
        assert why_not_kept(path) is not None


def test_a_file_that_stands_where_the_folder_should_be_is_told_of(folder: Path) -> None:
    (folder / "data").write_text("no folder")
    with pytest.raises(StorageError, match="should be a folder"):
        expect_to_keep(folder / "data" / "matches.db")


def test_a_review_that_cannot_be_kept_is_shown_all_the_same(folder: Path) -> None:
    """`matches review` and `matches keep` refused to tell a match on a medium that can only be read."""
    kept, match = ReviewStore(folder / "reviews"), MatchId("3genje")
    with only_to_read(folder):
        kept.save(match, "fingerprint", {"curve": []})
        assert kept.load(match, "fingerprint") is None
