"""`companion watch`: a real camera, a stream or a film over a mat, a tower perhaps, and the match told as it is played."""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.cli.files import called_as, raw_lines
from companion.cli.live.opening import begun, pipeline_for, resumed
from companion.cli.live.saying import JsonSaying, PlainSaying, Saying
from companion.cli.live.table import LiveTable
from companion.cli.live.tower import LinkedTower
from companion.cli.live.wiring import from_vision, run_name
from companion.cli.paper import paper_here
from companion.cli.places import Places, add_data, places
from companion.cli.recorded import open_store
from companion.cli.referee import begin
from companion.cli.script import ScriptLine, read_lines, read_setup
from companion.clock import monotonic_ms
from companion.errors import ScriptError
from companion.session.desk import Desk
from companion.session.session import Session
from companion.session.told import Arms, Told
from companion.storage.catalogue import SUFFIXES, read_as
from companion.storage.clocks import clocks_of
from companion.words import Text, translate
from vision.news import News
from vision.sources.choose import source_for
from vision.sources.source import Source
from vision.worker import Worker, frame_by_frame

SUMMARY = Text("referee a match through a camera, a stream or a film, and a dice tower")
SECOND_MS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")

    def said(text: Text) -> str:
        return translate(text, language)

    parser.add_argument(
        "--source",
        required=True,
        metavar="S",
        help=said(
            Text("a camera's number or path, the address of a stream, a film, or a folder of pictures")
        ),
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--setup", metavar="FILE", help=said(Text("the set-up: a script's first line, or YAML"))
    )
    which.add_argument("--resume", metavar="ID", help=said(Text("go on with this recorded match")))
    parser.add_argument(
        "--tower", metavar="PORT", help=said(Text("the dice tower's port; `usb` looks for one"))
    )
    parser.add_argument(
        "--clock",
        action="append",
        default=[],
        metavar="NAME=SECONDS",
        help=said(Text("give a clock of the game a length: turn=120")),
    )
    parser.add_argument(
        "--calibration",
        metavar="NAME",
        help=said(Text("the camera's name under which it was calibrated; else the source's own")),
    )
    parser.add_argument("--json", action="store_true", help=said(Text("JSON Lines instead of sentences")))
    add_data(parser, language)


def run(args: argparse.Namespace) -> int:
    """Watch until the film ends or somebody stops it."""
    where = places(args.data)
    with ExitStack() as open_things:
        plan = _plan(args, where)
        source = source_for(args.source, is_paced=False)
        tower = None
        if args.tower:
            tower = LinkedTower(None if args.tower == "usb" else args.tower, where.matches)
            open_things.callback(tower.stop)
            tower.start()
        if source.is_live:
            _follow(source, plan, tower, args)
        else:
            _look_through(source, plan, tower, args)
    return 0


# --- what is played


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is played: `open_desk` is called in the thread that will own the desk."""

    open_desk: Callable[[], Desk]
    game: str


def _plan(args: argparse.Namespace, where: Places) -> _Plan:
    """Raises `CompanionError` for a set-up that is refused, before any camera is opened."""
    lengths = dict(map(_length, args.clock))
    if args.resume:
        with open_store(where) as store:
            header = store.header(args.resume)
            clocks_of(header.setup, lengths)
        return _Plan(lambda: resumed(header.id, where, lengths), header.game)
    fresh = begin(_setup(args.setup), where)
    clocks_of(fresh.setup, lengths)
    return _Plan(lambda: begun(fresh, where, lengths), fresh.rules.game)


def _setup(name: str) -> ScriptLine:
    """A set-up: a file of its own, in YAML or JSON, or the first line of a script. Raises `CompanionError`."""
    path = Path(name)
    if path.suffix.lower() not in SUFFIXES:
        return read_setup(read_lines(raw_lines(name)))
    data = read_as(path, lambda data: data)
    return read_setup(iter((ScriptLine(1, data if isinstance(data, dict) else {}),)))


def _length(words: str) -> tuple[str, int]:
    name, _, seconds = words.partition("=")
    if not name or not seconds.isdecimal():
        raise ScriptError(
            Text("expected a clock and its seconds such as turn=120, got {got}", got=words[:40])
        )
    return name, int(seconds) * SECOND_MS


# --- how it is watched


def _saying(desk: Desk, args: argparse.Namespace) -> Saying:
    if args.json:
        return JsonSaying(desk.match, sys.stdout, args.lang)
    paper = paper_here(sys.stdout, args.lang, 0)
    again = called_as("watch", "--source", args.source, "--resume", str(desk.name), data=args.data)
    paper.command(Text("this match is recorded; go on with it after a stop:"), again)
    return PlainSaying(desk.match, paper)


def _look_through(source: Source, plan: _Plan, tower: LinkedTower | None, args: argparse.Namespace) -> None:
    """A film: every frame, in its own time, as fast as it can be looked at."""
    desk = plan.open_desk()
    saying = _saying(desk, args)
    saying.begin()

    def hear(told: Told) -> tuple[()]:
        saying.tell(told)
        return ()

    live = LiveTable(desk, run_name(), hear, tower)
    for looked in frame_by_frame(
        source, pipeline_for(plan.game, args.source, args.calibration, places(args.data))
    ):
        live.look(looked.news, looked.at_ms)
    saying.end()


def _follow(source: Source, plan: _Plan, tower: LinkedTower | None, args: argparse.Namespace) -> None:
    """A camera: the newest frame in its thread, the match in another, and what is told here."""
    told: SimpleQueue[Told] = SimpleQueue()

    def hear(one: Told) -> None:
        if isinstance(one, Arms) and tower is not None:
            tower.arm(one)
        told.put(one)

    session = Session(plan.open_desk, hear)
    run = run_name()

    def hear_camera(news: News) -> None:
        for item in from_vision(news, run):
            session.put(item)

    worker = Worker(
        source, pipeline_for(plan.game, args.source, args.calibration, places(args.data)), hear_camera
    )
    session.start()
    try:
        saying = _saying(session.desk(), args)
        saying.begin()
        worker.start()
        with suppress(KeyboardInterrupt):
            while session.is_running or not told.empty():
                for item in () if tower is None else tower.items(monotonic_ms()):
                    session.put(item)
                with suppress(Empty):
                    saying.tell(told.get(timeout=0.05))
        saying.end()
    finally:
        worker.stop()
        session.stop()
    if session.trouble is not None:
        raise session.trouble
