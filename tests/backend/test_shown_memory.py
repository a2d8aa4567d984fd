"""What shown matches take of the memory, and that they give it back: a kiosk shows one after the other all day."""

import gc
import os
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest

from companion.backend.shown_match import ShownMatch
from companion.table.show import Scenery
from vision.virtual.flat_drawings import draw_card, draw_mat, draw_table
from vision.virtual.hand import draw_hand

pytestmark = [pytest.mark.drawn, pytest.mark.process]

MATCHES = 16
SEEN_S = 3.0
"""Each is watched for so long, from its first picture on."""
MOST_MB = 400
MORE_AT_MOST_MB = 40
"""So much may the last four take more than the four of the same games before them."""

WATCHES = """
import os, sys, time
from ui.start import give_memory_back
give_memory_back()
from companion.backend.shown_match import ShownMatch
from companion.table.show import Scenery
for number in range(int(sys.argv[1])):
    game = ("ofusaido", "lignes", "ouaf", "boufbowl")[number % 4]
    match = ShownMatch(game, "demo-match", Scenery(number))
    match.start()
    while match.picture() is None:
        time.sleep(0.02)
    time.sleep(float(sys.argv[2]))
    pages = int(open("/proc/self/statm").read().split()[1])
    print(pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000, flush=True)
    match.stop()
"""


def _begun() -> ShownMatch:
    match = ShownMatch("ouaf", "demo-match", Scenery(1, speed=1.0))
    match.start()
    until_s = time.monotonic() + 60
    while match.picture() is None and time.monotonic() < until_s:
        time.sleep(0.01)
    return match


@pytest.mark.slow
def test_nothing_is_left_of_a_match_that_was_shown() -> None:
    match = _begun()
    left = weakref.ref(match)
    folder = Path(match._folder.name)
    match.stop()
    del match
    gc.collect()
    assert left() is None
    assert not folder.exists()
    for drawn in (draw_mat, draw_table, draw_card, draw_hand):
        assert drawn.cache_info().currsize == 0, drawn.__name__


@pytest.mark.slow
def test_nothing_is_collected_while_the_collector_is_kept_from_running() -> None:
    match = _begun()

    class Cycle:
        def __init__(self) -> None:
            self.own = self

    gc.disable()
    try:
        left = weakref.ref(Cycle())
        match.stop()
        assert left() is not None
    finally:
        gc.enable()


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
def test_a_day_of_shown_matches_takes_no_more_memory_than_the_first_hour() -> None:
    watched = subprocess.run(
        [sys.executable, "-c", WATCHES, str(MATCHES), str(SEEN_S)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        timeout=900,
    )
    taken_mb = [int(line) for line in watched.stdout.split()]
    assert len(taken_mb) == MATCHES
    assert max(taken_mb) <= MOST_MB, taken_mb
    assert max(taken_mb[-4:]) <= max(taken_mb[-8:-4]) + MORE_AT_MOST_MB, taken_mb
