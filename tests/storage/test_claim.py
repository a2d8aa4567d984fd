"""A match is played by one program at a time, and whoever was killed is in nobody's way."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.errors import PlayedElsewhere, StorageError
from companion.ids import MatchId
from companion.storage.claim import Claim, Claimant, ClaimedLog, lay_claim
from companion.storage.clocks import ClockLog
from companion.storage.log import MatchStore
from companion.storage.rolls import RollStore
from companion.timers import ClockEvent, Doing
from tests.storage.test_log import CARDS, RULES, SETUP, record
from tests.storage.test_rolls import roll

MATCH = MatchId("abc234")
US = Claimant(os.getpid(), "companion matches", 1_767_225_600_000)
OTHER = """
import os, sys
from pathlib import Path
from companion.storage.claim import Claimant, lay_claim
claim = lay_claim(Path(sys.argv[1]), "abc234", Claimant(os.getpid(), "companion watch", 1767225600000))
print("held", flush=True)
sys.stdin.readline()
"""


@contextmanager
def another_program(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """It has the match open, until it reads a line."""
    words = [sys.executable, "-c", OTHER, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def claim(folder: Path, *, is_taken_over: bool = False) -> Claim:
    return lay_claim(folder, MATCH, US, is_taken_over=is_taken_over)


@pytest.mark.process
def test_the_second_program_is_told_which_one_has_the_match_open(tmp_path: Path) -> None:
    with another_program(tmp_path) as other, pytest.raises(PlayedElsewhere) as told:
        claim(tmp_path)
    assert f"abc234 is open in another program: companion watch, process {other.pid}, since 20" in str(
        told.value
    )


@pytest.mark.process
def test_a_program_that_was_killed_is_in_nobodys_way(tmp_path: Path) -> None:
    with another_program(tmp_path) as other:
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
        with claim(tmp_path) as ours:
            assert ours.is_ours


def test_who_lets_a_match_go_leaves_nothing_behind(tmp_path: Path) -> None:
    ours = claim(tmp_path)
    ours.release()
    ours.release()
    assert (ours.is_ours, list(tmp_path.iterdir())) == (False, [])


def test_a_data_folder_that_was_deleted_is_told_as_that_and_not_as_another_program(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with (
        MatchStore(data / "matches.db") as store,
        closing(ClockLog(data / "matches.db")) as clocks,
        RollStore(data / "matches.db") as rolls,
        claim(data / "open") as ours,
    ):
        begun = store.begin(RULES, SETUP, CARDS)
        log = ClaimedLog(begun, ours)
        log.append(record(1))
        shutil.rmtree(data)
        writing: tuple[Callable[[], object], ...] = (
            lambda: log.append(record(2)),
            lambda: clocks.append(begun.id, ClockEvent(Doing.KEEP)),
            lambda: rolls.keep(roll(1)),
        )
        for write in writing:
            with pytest.raises(StorageError, match=f"{data} is missing.*--data") as told:
                write()
            assert not isinstance(told.value, PlayedElsewhere)


def test_a_match_that_was_taken_over_is_no_longer_kept_by_the_first(tmp_path: Path) -> None:
    with MatchStore(tmp_path / "matches.db") as store, claim(tmp_path) as ours:
        begun = store.begin(RULES, SETUP, CARDS)
        log = ClaimedLog(begun, ours)
        log.append(record(1))
        with lay_claim(tmp_path, MATCH, Claimant(1, "companion play", 0), is_taken_over=True) as other:
            assert other.is_ours
            with pytest.raises(PlayedElsewhere, match="taken this match over"):
                log.append(record(2))
            ours.release()
            assert other.is_ours, "what the first lets go is not the second's"
        assert len(store.records(begun.id)) == 1


@pytest.mark.process
def test_a_running_program_may_be_overruled_by_a_person(tmp_path: Path) -> None:
    with another_program(tmp_path), claim(tmp_path, is_taken_over=True) as ours:
        assert ours.is_ours
        with pytest.raises(PlayedElsewhere, match="companion matches"):
            lay_claim(tmp_path, MATCH, Claimant(1, "companion play", 0))


def test_a_program_is_not_in_its_own_way(tmp_path: Path) -> None:
    first = claim(tmp_path)
    with claim(tmp_path) as second:
        assert (first.is_ours, second.is_ours) == (False, True)
    first.release()


@pytest.mark.process
def test_other_matches_are_free(tmp_path: Path) -> None:
    with another_program(tmp_path), lay_claim(tmp_path, MatchId("xyz789"), US) as ours:
        assert ours.is_ours


def test_rubbish_in_the_file_of_a_claim_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / MATCH).write_bytes(b"\xff\xfe no claim")
    with claim(tmp_path) as ours:
        assert ours.is_ours


def test_where_no_claim_can_be_written_that_is_told(tmp_path: Path) -> None:
    (tmp_path / "open").write_text("no folder")
    with pytest.raises(StorageError, match="cannot be written"):
        claim(tmp_path / "open")
