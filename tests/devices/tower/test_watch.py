"""From impacts to rest, and what a power cut leaves of the tower's memory."""

from pathlib import Path

from devices.tower.firmware.dt1 import framed
from devices.tower.firmware.memory import Memory
from devices.tower.firmware.watch import Watch


def test_dice_have_come_to_rest_when_it_was_quiet_long_enough() -> None:
    watch = Watch()
    for at in (0, 60, 140, 200):
        assert watch.felt(at)
    assert watch.ended(799, 600) is None
    assert watch.ended(800, 600) == ("ok", 200)
    assert not watch.is_falling
    assert watch.ended(5000, 600) is None


def test_a_knock_that_rings_is_one_impact() -> None:
    watch = Watch()
    assert [watch.felt(at) for at in (0, 5, 20, 70, 75)] == [True, False, False, True, False]


def test_a_tower_that_is_shaken_for_ten_seconds_gives_up() -> None:
    watch = Watch()
    ends = []
    for at in range(0, 12_000, 100):
        watch.felt(at)
        ends.append(watch.ended(at, 600))
    assert [end for end in ends if end] == [("timeout", 10_000)]


def test_memory_keeps_what_waits_and_forgets_what_was_acknowledged(tmp_path: Path) -> None:
    memory = Memory(str(tmp_path))
    assert memory.rolls() == [] and memory.settings() == {}
    bodies = [f"id={n} boot=b1 req=- n=0 faces=- conf=- state=ok rest=1" for n in (1, 2, 3)]
    for body in bodies:
        memory.add("R " + body)
    memory.add("A b1 1")
    assert Memory(str(tmp_path)).rolls() == bodies[1:]
    assert Memory(str(tmp_path)).rolls() == bodies[1:]
    memory.clear()
    assert Memory(str(tmp_path)).rolls() == []


def test_a_line_that_the_power_cut_short_is_none(tmp_path: Path) -> None:
    memory = Memory(str(tmp_path))
    memory.add("R id=1 boot=b1 req=-")
    whole = framed("R id=2 boot=b1 req=-")
    with (tmp_path / "rolls.txt").open("ab") as file:
        file.write(whole[:-4])
    assert Memory(str(tmp_path)).rolls() == ["id=1 boot=b1 req=-"]
