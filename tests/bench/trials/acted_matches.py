"""Acts whole matches before the virtual camera, and compares what was read with what was acted, by game and condition."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.ids import MatchId
from companion.match import Match
from companion.play import Play
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.table.acted_match import ActedFate
from companion.table.show import Scenery, Show
from companion.table.wiring import bare_controller
from companion.virtual.acting.games import ACTORS
from tests.bench.trials.cards import OVER_LAMP
from vision.pictures import use_one_thread
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import Surface


@dataclass(frozen=True, slots=True)
class Condition:
    """How the table is seen: pixels for each module of a card's code, and what camera and lamp do to the picture."""

    name: str
    title: str
    sensor: Sensor
    light: RoomLight | None = None
    is_sleeved: bool = False
    obeys_exposure: bool = False
    px_a_module: float = 3.0
    surface: Surface = Surface.WOOD


CONDITIONS: Sequence[Condition] = (
    Condition("usual", "ordinary light, 3 px for each code module", Sensor(0.8, jpeg=None, is_grey=True)),
    Condition("blur", "blur: 1.2 px", Sensor(1.2, jpeg=None, is_grey=True)),
    Condition(
        "evening",
        "an evening room, one third of ordinary light",
        Sensor(0.8, 4.0, 0.33, jpeg=None, is_grey=True),
    ),
    Condition(
        "glare",
        "card sleeves under a lamp that hangs over the table",
        Sensor(0.8, jpeg=None, is_grey=True),
        OVER_LAMP,
        is_sleeved=True,
    ),
    Condition(
        "bracket",
        "the same, with a camera whose exposure can be set",
        Sensor(0.8, jpeg=None, is_grey=True),
        OVER_LAMP,
        is_sleeved=True,
        obeys_exposure=True,
    ),
    Condition(
        "shadows",
        "people lean over: each 7 s a shadow takes 45 % of the grey levels from nearly half of the table",
        Sensor(0.8, jpeg=None, is_grey=True),
        RoomLight(leaning=0.45),
    ),
    Condition(
        "breathing",
        "the focus breathes: each 6 s it wanders off by 1.5 px for a second",
        Sensor(0.8, jpeg=None, is_grey=True, breathing_px=1.5),
    ),
    Condition(
        "checked",
        "a checked cloth under the mat",
        Sensor(0.8, jpeg=None, is_grey=True),
        surface=Surface.CHECKED,
    ),
    *(
        Condition(
            f"flicker-{mains_hz}-{percent}",
            f"a lamp that flickers on {mains_hz} Hz: bands of ±{percent} % of the grey levels",
            Sensor(0.8, jpeg=None, is_grey=True),
            RoomLight(flicker=percent / 100, mains_hz=mains_hz),
        )
        for percent in (11, 6, 3)
        for mains_hz in (50, 60)
    ),
)


@dataclass(frozen=True, slots=True)
class ActedResult:
    """The result of one match: how its acted plays were read.

    `latencies_ms` belong to plays read by the camera, `signs_ms` to things that were laid or turned up, `logged_ms` to plays
    that the camera read from such; `wrong` pairs each misread play with what was read instead.
    """

    seed: int
    acted: int
    read: int
    tilted: int
    asked: int
    missed: int
    tapped: int
    wrong: tuple[tuple[Play | None, Play], ...]
    is_whole: bool
    latencies_ms: tuple[int, ...]
    signs_ms: tuple[int, ...]
    logged_ms: tuple[int, ...]


def played(game: str, condition: Condition, has_codes: bool, plays: int | None, seed: int) -> ActedResult:
    """Act one match out, or its first plays, read it, and compare."""
    use_one_thread()
    setup, cards = demonstrations(game)["demo-match"]
    truth, match = (Match(GAMES[game], setup, cards) for _ in range(2))
    light = {} if condition.light is None else {"light": condition.light}
    scenery = Scenery(
        seed,
        sensor=condition.sensor,
        is_sleeved=condition.is_sleeved,
        obeys_exposure=condition.obeys_exposure,
        px_a_module=condition.px_a_module,
        surface=condition.surface,
        has_codes=has_codes,
        **light,  # type: ignore[arg-type]
    )
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        controller = bare_controller(MatchId("truth"), match)
        with Show(truth, controller, scenery, lambda _told: None, Path(folder) / "rolls.db") as show:
            for _ in show.frames():
                if plays is not None and show.acted.score.acted > plays:
                    show.acted.score.acted = plays
                    break
    score = show.acted.score
    return ActedResult(
        seed,
        score.acted,
        score.fates[ActedFate.READ] + score.fates[ActedFate.PLAIN],
        score.fates[ActedFate.TILTED],
        score.fates[ActedFate.ASKED],
        score.fates[ActedFate.MISSED],
        score.fates[ActedFate.TAPPED],
        tuple(score.wrong),
        show.acted.broken is None,
        tuple(score.latencies_ms),
        tuple(score.signs_ms),
        tuple(score.logged_ms),
    )


def measured(
    games: Sequence[str],
    names: Sequence[str],
    seeds: range,
    *,
    has_codes: bool = True,
    plays: int | None = None,
) -> Iterator[tuple[str, Condition, Iterator[ActedResult]]]:
    """Act several matches at a time for each game and condition, one for each seed, and yield the results as they end."""
    chosen = [condition for condition in CONDITIONS if condition.name in names]
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        for condition in chosen:
            for game in games:
                yield game, condition, pool.map(partial(played, game, condition, has_codes, plays), seeds)


def games() -> list[str]:
    """Return the games that can be acted out."""
    return list(ACTORS)
