"""Runs a drill on one of the two buses."""

import threading
from contextlib import ExitStack
from itertools import count

from companion.clock import monotonic_ms
from companion.hall.places import HallPlaces
from companion.network.caller_places import room_for_callers
from companion.threads import Stumble
from companion.words import translate
from tests.bench.hall_drill.buses import MemoryDrillBus, RealDrillBus
from tests.bench.hall_drill.drill import ROUND_MS, DrillPlan, DrillResult, HallDrill
from tests.bench.hall_drill.spectators import DrillSpectators

REAL_ROUND_S = 0.05
SHOWN_EVERY = 10
"""In every so many rounds the spectators see something new."""
FILES_EACH = 16
"""Files that a table of a drill has open, at most: its log three times, and its connection."""


def drilled_here(plan: DrillPlan) -> DrillResult:
    """Drill inside this process, in simulated time."""
    now = [0]

    def pass_round() -> None:
        now[0] += ROUND_MS

    return HallDrill(plan, MemoryDrillBus(), lambda: now[0], pass_round).run()


def drilled_on_broker(plan: DrillPlan, places: HallPlaces, port: int) -> DrillResult:
    """Drill on the real broker, in real time. Raises `NoBroker` or `CompanionError`."""
    stumbles: list[Stumble] = []
    spectators = DrillSpectators(plan.spectators, stumbles.append)
    pause, rounds = threading.Event(), count(1)

    def pass_round() -> None:
        pause.wait(REAL_ROUND_S)
        if (number := next(rounds)) % SHOWN_EVERY == 0:
            spectators.show(number)

    with ExitStack() as ends:
        spectators.start()
        ends.callback(spectators.stop)
        room_for_callers(plan.tables * FILES_EACH + 2 * plan.spectators)
        bus = RealDrillBus(places, port, plan.tables, stumbles.append)
        ends.callback(bus.stop)
        result = HallDrill(plan, bus, monotonic_ms, pass_round).run()
        spectators.show(next(rounds))
        result.watched = spectators.up_to_date()
    if missing := plan.spectators - result.watched:
        result.faults.append(f"{missing} of {plan.spectators} spectators did not see the last state")
    result.faults += [translate(one.says, "en") for one in stumbles]
    return result
