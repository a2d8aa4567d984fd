"""What a kiosk's runs left behind, on disk; and without one."""

import json
from pathlib import Path

import pytest

from companion.kiosk import Recoveries
from companion.storage.kiosk_runs import RecoveryStore, boot_id


class Machine:
    """A machine that is switched on and off, and a program in it that is started anew each time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "kiosk.json"
        self.boot = "b1"
        self.now_ms = 1_000

    def run(self) -> RecoveryStore:
        self.now_ms += 1_000
        return RecoveryStore(self.path, boot=lambda: self.boot, clock_ms=lambda: self.now_ms)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "data")


def test_a_kiosk_that_is_killed_four_times_starts_safe_and_says_why(machine: Machine) -> None:
    assert [machine.run().start().is_safe for _ in range(5)] == [False, False, False, False, True]
    fault = machine.run().look().fault
    assert fault is not None and "without a message" in fault.says.en


def test_a_kiosk_that_is_stopped_each_evening_never_becomes_safe(machine: Machine) -> None:
    for _ in range(9):
        run = machine.run()
        assert run.start().count == 0
        assert not run.stop().is_running


def test_what_was_survived_is_told_by_the_next_run(machine: Machine) -> None:
    run = machine.run()
    run.start()
    run.fail(ValueError("the sound stumbled"))
    again = machine.run().start()
    assert again.count == 1 and again.fault is not None
    assert again.fault.says.en == "ValueError: the sound stumbled" and again.fault.at_ms == 2_000


def test_giving_up_outlives_a_restart_until_it_is_forgiven_or_switched_off(machine: Machine) -> None:
    run = machine.run()
    run.start()
    assert run.give_up(ValueError("too much")).is_safe
    run.stop()
    assert machine.run().start().is_safe
    assert not machine.run().forgive().is_safe
    machine.run().give_up(ValueError("too much"))
    machine.boot = "b2"
    fresh = machine.run().start()
    assert not fresh.is_safe and fresh.fault is not None


@pytest.mark.parametrize("found", [b"", b"{", b"[]", b'{"count": -1}', b'{"boot": 7}', b"\xff"])
def test_a_damaged_file_is_one_with_nothing_in_it(machine: Machine, found: bytes) -> None:
    machine.path.parent.mkdir()
    machine.path.write_bytes(found)
    assert machine.run().look() == Recoveries()
    assert machine.run().start() == Recoveries("b1", is_running=True)
    assert json.loads(machine.path.read_bytes()) == {"boot": "b1", "is_running": True}


def test_where_nothing_can_be_kept_the_kiosk_is_safe_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = RecoveryStore(tmp_path / "file" / "kiosk.json", boot=lambda: "b1", clock_ms=lambda: 3)
    begun = store.start()
    assert begun.is_safe and begun.fault is not None and "cannot be written" in begun.fault.says.en
    assert store.look() == begun
    assert not store.forgive().is_safe and not store.stop().is_running


def test_this_machine_has_a_name_for_its_boot() -> None:
    assert boot_id() == boot_id() != ""
