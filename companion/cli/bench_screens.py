"""`companion bench screens`: how evenly the players' page is drawn while camera, reader and rules work on the same
machine.
"""

import argparse
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.backend.interface import PlayRequest, TableDevices
from companion.cli.options import Said
from companion.cli.play import read_size
from companion.rules.games import GAMES
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.words import Text, translate
from ui.start import Display, prepare

if TYPE_CHECKING:
    from ui.frames import FrameTimes

WANTED_MS = 33.0
"""The aim at the 99th percentile, in ms: a longer frame looks like a picture that stands still."""
TABLE = "virtual:table"


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--seconds",
        type=int,
        default=20,
        help=said(Text("how many seconds each is measured; default: 20")),
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        default="1280x800",
        help=said(Text("the window's size in pixels; default: 1280x800")),
    )
    parser.add_argument(
        "--game", choices=list(GAMES), default=next(iter(GAMES)), help=said(Text("which game"))
    )


def run(args: argparse.Namespace) -> int:
    """Measure without a visible screen, so that no screen's refresh rate is waited for."""
    width_px, height_px = read_size(args.size)
    prepare(Display(width_px, height_px, is_offscreen=True))
    from companion.backend.local import LocalBackend  # noqa: PLC0415 - Kivy opens its window as it is imported
    from ui.app import CompanionApp  # noqa: PLC0415
    from ui.frames import FrameTimes  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        backend = LocalBackend(Places(Path(folder)))
        app = CompanionApp(backend, Look(language=args.lang))
        setup = demonstrations(args.game)["demo-match"][0]
        gear = TableDevices(camera=TABLE)
        shown = partial(backend.show, args.game, "demo-match", 1, 1.0)
        real = partial(backend.begin, PlayRequest(setup, gear))
        with FrameTimes(app) as frames:
            for what, begin, seen in (
                (
                    Text("a demonstration match is played, at the speed of a real table"),
                    shown,
                    TableDevices(),
                ),
                (Text("a match on the virtual table"), real, gear),
            ):
                frames.watch(begin, seen)
                _tell(what, _measured(frames, args.seconds), args.lang)
    return 0


def _measured(frames: "FrameTimes", seconds: int) -> tuple[float, list[float]]:
    """Return the frames a second and each frame's time in ms, without the first two seconds, which are not typical."""
    warm_s = time.monotonic() + 2
    frames.draw(lambda: time.monotonic() >= warm_s)
    began_s = time.monotonic()
    times_ms = frames.draw(lambda: time.monotonic() >= began_s + seconds)
    return len(times_ms) / (time.monotonic() - began_s), sorted(times_ms)


def _tell(what: Text, measured: tuple[float, list[float]], language: str) -> None:
    per_second, times_ms = measured

    def at(hundredth: int) -> str:
        return f"{times_ms[min(len(times_ms) - 1, len(times_ms) * hundredth // 100)]:.1f}"

    line = Text(
        "{what}: {fps} frames a second; half of them are drawn within {p50} ms, 95 % within {p95} ms, 99 "
        "% within {p99} ms (wanted: {wanted}), the slowest in {most} ms",
        what=what,
        fps=f"{per_second:.0f}",
        p50=at(50),
        p95=at(95),
        p99=at(99),
        wanted=f"{WANTED_MS:.0f}",
        most=f"{times_ms[-1]:.1f}",
    )
    print(translate(line, language))
