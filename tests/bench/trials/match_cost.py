"""Measures what a real match costs: the frames of acted matches are fed to what `watch` runs, and to zxing-cpp as whole
frames.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.show import Scenery, Show
from companion.table.wiring import bare_controller
from companion.words import Text
from tests.bench.trials.acted_matches import Condition
from vision.detectors.codes import read_plain
from vision.frame import Frame
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.worker import Reporter

IDLE_FRAMES = 60
"""How many frames of the table are taken at the end, on which nothing moves."""

BEGUN_FRAMES = 5
"""In so many frames the table is read for the first time."""


@dataclass(slots=True)
class FrameCosts:
    """What each frame cost, in ms of this process: `watched` by what `watch` runs, `whole` by zxing-cpp; `idle` are frames
    of a table on which nothing moves, and `begun` the first five of a match, in which everything is read.
    """

    watched: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)
    begun: list[float] = field(default_factory=list)


def match_costs(game: str, condition: Condition, seeds: Sequence[int], frames: int) -> FrameCosts:
    """Measure the first frames of some matches, and of the table as it lies then."""
    costs = FrameCosts()
    for seed in seeds:
        reporter = Reporter(Pipeline(MatWatch(mat_of(game))), Text("a film"))
        for number, (frame, is_idle) in enumerate(_film(game, condition, seed, frames)):
            fresh = Frame(frame.pixels, frame.number, frame.at_ms)
            begun = time.process_time()
            reporter.frame(fresh)
            watched_ms = 1000 * (time.process_time() - begun)
            if is_idle:
                costs.idle.append(watched_ms)
                continue
            (costs.begun if number < BEGUN_FRAMES else costs.watched).append(watched_ms)
            begun = time.process_time()
            read_plain(frame.grey)
            costs.whole.append(1000 * (time.process_time() - begun))
    return costs


def _film(game: str, condition: Condition, seed: int, frames: int) -> Iterator[tuple[Frame, bool]]:
    """Yield the first frames of a match, and some more of the table once its hands have gone and everything was read."""
    setup, cards = demonstrations(game)["demo-match"]
    truth, match = (Match(GAMES[game], setup, cards) for _ in range(2))
    light = {} if condition.light is None else {"light": condition.light}
    scenery = Scenery(
        seed,
        sensor=condition.sensor,
        is_sleeved=condition.is_sleeved,
        px_a_module=condition.px_a_module,
        surface=condition.surface,
        **light,  # type: ignore[arg-type]
    )
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        controller = bare_controller(MatchId("truth"), match)
        with Show(truth, controller, scenery, lambda _told: None, Path(folder) / "rolls.db") as show:
            for frame in islice(filter(None, show.frames()), frames):
                yield frame, False
            for _ in range(2 * IDLE_FRAMES):
                yield show.table.frame(), False
            for _ in range(IDLE_FRAMES):
                yield show.table.frame(), True
