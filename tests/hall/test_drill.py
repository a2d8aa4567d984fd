"""The drill: whatever goes wrong, every table's log stands in the hall at the end, record for record."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.hall.places import HallPlaces
from companion.hall.store.changes import StoreChanges
from companion.hall.store.store import HallStore, sqlite_address
from tests.bench.hall_drill.drill import DrillPlan, DrillResult
from tests.bench.hall_drill.running import drilled_here, drilled_on_broker
from tests.hall.real_broker import free_port, needs_mosquitto


def plan(folder: Path, tables: int, plays: int, seed: int = 1) -> DrillPlan:
    return DrillPlan(tables, plays, seed, folder, sqlite_address(folder / "hall.db"))


def expect_well(result: DrillResult) -> None:
    assert result.faults == []
    assert result.is_well
    happened = (
        "dropped", "doubled", "late", "damaged", "broker killed", "hall killed", "table killed", "hall's file deleted",
        "table cloned", "clock set back a day", "orders",
    )  # fmt: skip
    assert [name for name in happened if not result.done[name]] == []
    assert result.forked > 0
    assert result.answered["done"] > 0


@pytest.mark.slow
def test_every_chain_is_equal_after_a_drill(tmp_path: Path) -> None:
    expect_well(drilled_here(plan(tmp_path, 3, 80)))


def test_the_same_seed_is_the_same_drill(tmp_path: Path) -> None:
    one = drilled_here(plan(tmp_path / "one", 2, 20))
    other = drilled_here(plan(tmp_path / "other", 2, 20))
    assert (one.done, one.records) == (other.done, other.records)


@pytest.mark.slow
@needs_mosquitto
@pytest.mark.process
def test_every_chain_is_equal_after_a_drill_on_the_real_broker(tmp_path: Path) -> None:
    result = drilled_on_broker(plan(tmp_path, 2, 40), HallPlaces(tmp_path / "hall"), free_port())
    assert result.faults == []
    assert result.done["broker killed"] > 0


@needs_mosquitto
@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize(("tables", "spectators"), [(200, 0), (8, 1_200)])
def test_a_full_hall_goes_on_after_its_broker_was_killed(
    tmp_path: Path, tables: int, spectators: int
) -> None:
    full = replace(plan(tmp_path, tables, 40), spectators=spectators)
    result = drilled_on_broker(full, HallPlaces(tmp_path / "hall"), free_port())
    assert result.faults == []
    assert result.done["broker killed"] > 0
    assert result.equal == tables


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_every_chain_is_equal_after_a_large_drill(tmp_path: Path, seed: int) -> None:
    expect_well(drilled_here(plan(tmp_path, 12, 200, seed)))


def test_a_hall_that_lost_a_record_is_found_out(tmp_path: Path) -> None:
    keep = HallStore.keep

    def forgetful(self: HallStore, changes: StoreChanges) -> None:
        changes.records = [one for one in changes.records if one.record.n != 20]
        keep(self, changes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HallStore, "keep", forgetful)
        assert not drilled_here(plan(tmp_path, 1, 40)).is_well
