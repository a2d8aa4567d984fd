"""What is kept of matches and people is its owner's alone, whatever the user's mask says."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.ids import MatchId, ObservationId
from companion.storage.evidence import EvidenceStore
from companion.storage.kept_files import make_folder, replace_file, tighten
from companion.storage.schema import connect


@pytest.fixture(autouse=True)
def open_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_log_and_what_sqlite_puts_beside_it_are_their_owners_alone(tmp_path: Path) -> None:
    log = tmp_path / "data" / "matches.db"
    connection = connect(log)
    files = list(log.parent.iterdir())
    assert {file.name for file in files} >= {"matches.db", "matches.db-wal", "matches.db-shm"}
    assert {_mode(file) for file in files} == {0o600}
    assert _mode(log.parent) == 0o700
    connection.close()


def test_a_log_that_others_could_read_is_tightened_when_it_is_opened(tmp_path: Path) -> None:
    log = tmp_path / "matches.db"
    connect(log).close()
    log.chmod(0o644)
    connection = connect(log)
    assert {_mode(file) for file in tmp_path.iterdir()} == {0o600}
    connection.close()


def test_a_picture_of_a_play_is_its_owners_alone(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    store.keep(MatchId("m"), ObservationId("o"), b"jpeg")
    found = store.find(MatchId("m"), ObservationId("o"))
    assert found is not None
    assert (_mode(found), _mode(found.parent), _mode(found.parent.parent)) == (0o600, 0o700, 0o700)


def test_a_full_disk_leaves_no_part_of_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        with path.open("wb") as file:
            file.write(data[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    store = EvidenceStore(tmp_path / "evidence")
    with pytest.raises(StorageError):
        store.keep(MatchId("m"), ObservationId("o"), b"jpeg")
    assert store.find(MatchId("m"), ObservationId("o")) is None


def test_a_file_that_is_replaced_is_its_owners_alone_unless_it_is_for_others(tmp_path: Path) -> None:
    old, new, unit = (tmp_path / name for name in ("old", "new", "unit"))
    old.write_text("before")
    for path, most in ((old, 0o600), (new, 0o600), (unit, 0o644)):
        replace_file(path, b"after", most_mode=most)
    assert [_mode(path) for path in (old, new, unit)] == [0o600, 0o600, 0o644]


def test_what_may_not_be_tightened_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    file = tmp_path / "matches.db"
    file.write_text("")
    monkeypatch.setattr(Path, "chmod", refused)
    tighten(file)
    assert _mode(file) == 0o644


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_folder(tmp_path / "a" / "b")
    assert [_mode(one) for one in (tmp_path, tmp_path / "a", tmp_path / "a" / "b")] == [0o755, 0o700, 0o700]
