"""Four hours at a table leave no more in memory than one: controller, reader, clocks, pictures and what is told."""

import gc
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Sighting, SightingState
from companion.play import Undo
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent, SightingReport
from companion.session.match_clocks import Kept
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.evidence import EvidenceStore
from companion.storage.log import MatchStore
from companion.table.wiring import bare_controller
from companion.timers import Clocks
from tests.session.sitting import OCCASION, OFUSAIDO, Sitting

HOURS = 4
CYCLE_MS = 20_000
"""A card is laid, read, played, taken back, and taken from the table."""
CROP = b"\xff\xd8" + bytes(12_000)
GROWS_BYTES = 64_000
"""What may be left over of three hours: some buckets of dictionaries, no picture, not a hundredth of the plays."""


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """A match whose plays, clocks and pictures are all kept on disk."""
    setup, cards = OFUSAIDO
    match = Match(GAMES["ofusaido"], setup, cards)
    path = tmp_path / "matches.db"
    with MatchStore(path) as store, closing(ClockLog(path)) as clock_log:
        log = store.begin(match.rules, setup, cards)
        match.log_to(log)
        kept = Kept(clock_log, EvidenceStore(tmp_path / "evidence"))
        yield Sitting(bare_controller(log.id, match, Clocks(clocks_of(setup, {})), kept))


def _cycle(sitting: Sitting, number: int) -> None:
    thing = sitting.lay(OCCASION, "occasion", CROP)
    sitting.wait(1_000)
    sitting.take(PlayIntent(Undo()))
    name = ObservationId(f"gone-{number}")
    gone = Sighting(name, sitting.now_ms, OCCASION, state=SightingState.END, thing=thing)
    sitting.take(SightingReport(gone))
    sitting.wait(CYCLE_MS - 1_000)
    sitting.told.clear()


def _in_memory() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.soak
@pytest.mark.slow
def test_four_hours_at_a_table_leave_no_more_in_memory_than_one(sitting: Sitting) -> None:
    cycles = HOURS * 3_600_000 // CYCLE_MS
    after_an_hour = 0
    tracemalloc.start()
    try:
        for number in range(cycles):
            _cycle(sitting, number)
            if number == cycles // HOURS:
                after_an_hour = _in_memory()
        grown = _in_memory() - after_an_hour
    finally:
        tracemalloc.stop()
    assert sitting.controller.match.seq == 2 * cycles
    assert grown < GROWS_BYTES, f"{grown} bytes in {HOURS - 1} hours"
