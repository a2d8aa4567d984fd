"""Measures how long a hall takes to have all records again, after its file was deleted while many tables play."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from companion.hall.places import HallPlaces
from tests.bench.hall_load.tables import (
    SETTLES_S,
    STEP_S,
    HallUnderLoad,
    TablesPlay,
    hall_under_load,
)

LONGEST_S = 600
"""How long is waited at most, and how long the tables play on."""


@dataclass(frozen=True, slots=True)
class RecoveryFigures:
    """The records that the tables had when the file was deleted, how many were there again, and the seconds until then."""

    kept: int
    fetched: int
    whole_s: float
    more: int
    """The records that the tables kept meanwhile."""
    machine_load: float


def measure_recovery(folder: Path, port: int, tables: int, records: int) -> RecoveryFigures:
    """Measure, with so many records of each table. Raises `NoBroker`."""
    with hall_under_load(folder, port, TablesPlay(tables, LONGEST_S, records)) as load:
        _step_until_whole(load, tables, SETTLES_S + LONGEST_S)
        before = {one.account: one.kept for one in load.hall.standings(0)}
        store = HallPlaces(folder).store
        for file in store.parent.glob(f"{store.name}*"):
            file.unlink()
        at_s = time.monotonic()
        while not load.store.reopened and time.monotonic() - at_s < LONGEST_S:
            load.desk.step(STEP_S)
        _step_until_whole(load, tables, LONGEST_S)
        whole_s = time.monotonic() - at_s
        after = {one.account: one.kept for one in load.hall.standings(0)}
    kept = sum(before.values())
    fetched = sum(min(n, after[account]) for account, n in before.items())
    return RecoveryFigures(kept, fetched, whole_s, sum(after.values()) - fetched, os.getloadavg()[0])


def _step_until_whole(load: HallUnderLoad, tables: int, longest_s: float) -> None:
    """Step until each table had nothing missing at some moment; they play on, so that it is not the same moment for all."""
    whole: set[str] = set()
    until_s = time.monotonic() + longest_s
    while len(whole) < tables and time.monotonic() < until_s:
        load.desk.step(STEP_S)
        whole |= {one.account for one in load.hall.standings(0) if one.log is not None and not one.behind}
