"""Runs a drill on one of the two buses."""

import threading

from companion.clock import monotonic_ms
from companion.hall.places import HallPlaces
from companion.threads import Stumble
from companion.words import translate
from tests.bench.hall_drill.buses import MemoryDrillBus, RealDrillBus
from tests.bench.hall_drill.drill import ROUND_MS, DrillPlan, DrillResult, HallDrill

REAL_ROUND_S = 0.05


def drilled_here(plan: DrillPlan) -> DrillResult:
    """Drill inside this process, in simulated time."""
    now = [0]

    def pass_round() -> None:
        now[0] += ROUND_MS

    return HallDrill(plan, MemoryDrillBus(), lambda: now[0], pass_round).run()


def drilled_on_broker(plan: DrillPlan, places: HallPlaces, port: int) -> DrillResult:
    """Drill on the real broker, in real time. Raises `NoBroker`."""
    stumbles: list[Stumble] = []
    bus = RealDrillBus(places, port, plan.tables, stumbles.append)
    pause = threading.Event()

    def pass_round() -> None:
        pause.wait(REAL_ROUND_S)

    try:
        result = HallDrill(plan, bus, monotonic_ms, pass_round).run()
    finally:
        bus.stop()
    result.faults += [translate(one.says, "en") for one in stumbles]
    return result
