"""The trial of the load: every record arrives in the store, and every spectator sees the last play."""

from pathlib import Path

import pytest

from companion.hall.places import HallPlaces
from companion.hall.store.store import HallStore, sqlite_address
from companion.storage.log import MatchStore
from companion.storage.outbox import NOTHING_YET
from companion.storage.places import Places
from tests.bench.hall_load.corrections import measure_corrections
from tests.bench.hall_load.figures import figures
from tests.bench.hall_load.recovery import measure_recovery
from tests.bench.hall_load.spectators import measure_spectators
from tests.bench.hall_load.tables import PER_S, TrialLog, measure_tables
from tests.hall.real_broker import free_port, needs_mosquitto


def test_the_figures_of_some_delays() -> None:
    found = figures(200, [float(n) for n in range(1, 101)], 0.5, 80.0)
    assert (found.sent, found.arrived, found.middle_ms) == (200, 100, 50)
    assert (found.p95_ms, found.p99_ms, found.longest_ms) == (95, 99, 100)


def test_a_log_in_memory_is_chained_as_the_real_one() -> None:
    log = TrialLog("l")
    for n in range(3):
        log.keep(f"record {n}")
    before = NOTHING_YET
    for record in log.after(0, 10, 10_000):
        assert record.follows("l", before)
        before = record.hash
    assert log.hash_at(3) == before == log.tip().hash
    assert log.hash_at(4) is None


@pytest.mark.slow
@needs_mosquitto
@pytest.mark.process
def test_every_record_of_every_table_is_in_the_store(tmp_path: Path) -> None:
    found = measure_tables(tmp_path, free_port(), 3, 1)
    assert found.arrived == found.sent == 3 * PER_S
    assert found.cores > 0 and found.memory_mb > 0


@pytest.mark.slow
@pytest.mark.process
def test_every_spectator_sees_plays() -> None:
    found = measure_spectators(4, 2)
    assert 4 <= found.arrived <= found.sent == 8
    assert found.memory_mb > 0


@pytest.mark.slow
@needs_mosquitto
@pytest.mark.process
def test_every_correction_is_at_the_tables_screen_and_in_its_log(tmp_path: Path) -> None:
    found = measure_corrections(tmp_path, free_port(), 3, 4)
    assert found.arrived == found.sent == 4
    with MatchStore(Places(tmp_path / "table").matches) as store:
        (header,) = store.headers()
        plays = [record.play for record in store.records(header.id)]
    corrections = [play for play in plays if play["play"] == "correct"]
    assert [one["reason"] for one in corrections] == ["bench"] * 4
    first, second, *_ = [one["with"] for one in corrections]
    assert first != second, "one way and back again"


@pytest.mark.slow
@needs_mosquitto
@pytest.mark.process
def test_a_hall_whose_file_was_deleted_has_every_record_again(tmp_path: Path) -> None:
    found = measure_recovery(tmp_path, free_port(), 3, 200)
    assert found.fetched == found.kept >= 600
    assert found.more > 0 and found.whole_s > 0
    with HallStore(sqlite_address(HallPlaces(tmp_path).store)) as store:
        assert sum(len(store.records(branch.key)) for branch in store.branches()) >= found.kept
