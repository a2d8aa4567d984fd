"""`python -m tests.bench screens`: how evenly the players' page is drawn while camera, reader and rules work on the same
machine, and how soon pages are there.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.backend.interface import LiveMatch, PlayRequest, TableDevices
from companion.cli.play import read_size
from companion.clock import monotonic_ms
from companion.errors import CompanionError
from companion.ids import MatchId
from companion.rules.description import PLAIN_MODE
from companion.rules.games import GAMES
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.words import Text
from tests.bench.first_frame import OPENED, SHOWN
from tests.bench.trials.reveals import RevealedMatch, contest_before_and_after
from ui.start import Display, prepare

if TYPE_CHECKING:
    from tests.bench.frame_times import FrameTimes

WANTED_MS = 33.0
"""The aim at the 99th percentile, in ms: a longer frame looks like a picture that stands still."""
PAGE_WANTED_MS, OPENED_WANTED_S, START_WANTED_S = 100, 0.5, 2
"""The aims for the first frame of a page, and of the program."""
TABLE = "virtual:table"
FIRST_FRAME = "from tests.bench.first_frame import draw_first_frame; draw_first_frame()"
"""What a new program prints after its first frame."""
SHOWN_PAGES = ("home", "settings", "rules", "cards", "players", "referee", "public")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=int,
        default=20,
        help="how many seconds each is measured; default: 20",
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        default="1280x800",
        help="the window's size in pixels; default: 1280x800",
    )
    parser.add_argument("--game", choices=list(GAMES), default=next(iter(GAMES)), help="which game")


def run(args: argparse.Namespace) -> int:
    """Measure without a visible screen, so that no screen's refresh rate is waited for."""
    width_px, height_px = read_size(args.size)
    prepare(Display(width_px, height_px, is_offscreen=True))
    from companion.backend.local import LocalBackend  # noqa: PLC0415 - Kivy opens its window as it is imported
    from tests.bench.frame_times import FrameTimes  # noqa: PLC0415
    from ui.app import CompanionApp  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        backend = LocalBackend(Places(Path(folder)))
        app = CompanionApp(backend, Look(language="en"))
        setup = demonstrations(args.game)["demo-match"][0]
        gear = TableDevices(camera=TABLE)
        shown = partial(_shown, args.game)
        real = partial(backend.begin, PlayRequest(setup, gear))
        with FrameTimes(app) as frames:
            for what, begin, seen in (
                (
                    "a demonstration match is played, at the speed of a real table",
                    shown,
                    TableDevices(),
                ),
                ("a match on the virtual table", real, gear),
            ):
                frames.watch(begin, seen)
                _tell(what, _measured(frames, args.seconds))
            _reveal(frames, args, real, gear)
            _tell_pages(frames)
    _tell_start()
    return 0


def _shown(game: str) -> LiveMatch:
    """Begin a match that virtual players act out on the virtual table."""
    # Imported late, as the backend.
    from companion.backend.shown_match import ShownMatch  # noqa: PLC0415
    from companion.table.show import Scenery  # noqa: PLC0415

    match = ShownMatch(game, PLAIN_MODE, Scenery(1, speed=1.0))
    match.start()
    return match


def _reveal(
    frames: "FrameTimes", args: argparse.Namespace, begin: Callable[[], LiveMatch], gear: TableDevices
) -> None:
    """Measure while a contest is revealed every three seconds and the camera is read."""
    found = contest_before_and_after(args.game, MatchId("bench"))
    if found is None:
        return
    frames.watch(lambda: RevealedMatch(begin(), *found, monotonic_ms), gear)
    measured = _measured(frames, args.seconds)
    what = "contests are revealed one after the other, before a virtual camera"
    _tell(what, measured)


def _tell_pages(frames: "FrameTimes") -> None:
    """Measure the first frame of each page; twice, because the first time its texts are drawn."""
    while frames.app.make_next_page():  # As an app that runs does by itself.
        pass
    frames.app.garbage.settle()
    for name in SHOWN_PAGES * 2:
        began_s, worked_s = time.perf_counter(), time.thread_time()
        frames.app.go(name)
        frames.frames()
        said = (
            "page {name}: first frame after {ms} ms (wanted: {wanted}), {work} ms of processor time".format(
                name=name,
                ms=f"{(time.perf_counter() - began_s) * 1000:.0f}",
                work=f"{(time.thread_time() - worked_s) * 1000:.0f}",
                wanted=PAGE_WANTED_MS,
            )
        )
        print(said)
        frames.frames(5)


def _tell_start() -> None:
    """Measure a program of its own from its start to its first frame."""
    began_s, before = time.perf_counter(), os.times()
    command = [sys.executable, "-c", FIRST_FRAME]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        opened_s = 0.0
        while (line := program.stdout.readline()) and line.strip() != SHOWN:
            if line.strip() == OPENED:
                opened_s = time.perf_counter() - began_s
        took_s = time.perf_counter() - began_s
    if not line:
        raise CompanionError(
            Text(
                "the program that was to show its first page ended before; its status is {n}",
                n=program.returncode,
            )
        )
    after = os.times()
    worked_s = after.children_user + after.children_system - before.children_user - before.children_system
    said = (
        "a new program shows its first picture after {opened} s (wanted: {soon}), and its first page after {s} s"
        " (wanted: {wanted}), {work} s of processor time"
    ).format(
        opened=f"{opened_s:.1f}",
        soon=OPENED_WANTED_S,
        s=f"{took_s:.1f}",
        work=f"{worked_s:.1f}",
        wanted=START_WANTED_S,
    )
    print(said)


def _measured(frames: "FrameTimes", seconds: int) -> tuple[float, list[float]]:
    """Return the frames a second and each frame's time in ms, without the first two seconds, which are not typical."""
    warm_s = time.monotonic() + 2
    frames.draw(lambda: time.monotonic() >= warm_s)
    began_s = time.monotonic()
    times_ms = frames.draw(lambda: time.monotonic() >= began_s + seconds)
    return len(times_ms) / (time.monotonic() - began_s), sorted(times_ms)


def _tell(what: str, measured: tuple[float, list[float]]) -> None:
    per_second, times_ms = measured

    def at(hundredth: int) -> str:
        return f"{times_ms[min(len(times_ms) - 1, len(times_ms) * hundredth // 100)]:.1f}"

    line = (
        "{what}: {fps} frames a second; half of them are drawn within {p50} ms, 95 % within {p95} ms, 99 "
        "% within {p99} ms (wanted: {wanted}), the slowest in {most} ms"
    ).format(
        what=what,
        fps=f"{per_second:.0f}",
        p50=at(50),
        p95=at(95),
        p99=at(99),
        wanted=f"{WANTED_MS:.0f}",
        most=f"{times_ms[-1]:.1f}",
    )
    print(line)
