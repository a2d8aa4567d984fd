"""`companion watch`: watches a mat with a camera, a stream or a film, perhaps with a tower, and prints the match live."""

import argparse
import shlex
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue

from companion.backend.devices.camera import pipeline_of
from companion.backend.devices.registry import DEVICES
from companion.backend.interface import CAMERA, TableDevices
from companion.backend.table_house import TableHouse, phone_of
from companion.backend.table_match import equipment_for
from companion.cli.camera import camera_named, libraries_silenced
from companion.cli.live.hall import add_hall, hall_joined
from companion.cli.live.match import MatchPlan, plan_of
from companion.cli.live.narration import JsonNarrator, Narrator, TextNarrator
from companion.cli.live.opponent import add_opponent, seatings_of
from companion.cli.live.public import Watchers, add_public, public_window
from companion.cli.live.typed import StandardInput, TypedInput, one_of_each_kind
from companion.cli.main import called_as
from companion.cli.options import Said, add_data, add_sound, add_take_over
from companion.cli.paper import paper_here
from companion.clock import monotonic_ms, wall_ms
from companion.errors import ScriptError
from companion.kiosk import tries_told
from companion.session.inbox import RollReport
from companion.session.match_controller import MatchController
from companion.session.session import SnapshotWatch
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.kept_files import expect_to_keep
from companion.storage.kiosk_runs import PinTries
from companion.storage.places import Places, places
from companion.storage.settings import SettingsStore
from companion.storage.shipped_data import mat_of
from companion.table.hall.orders import OpenMatch
from companion.table.hall.teller import view_of
from companion.table.live_table import FramedTable, TableCamera, TableEquipment, ThreadedTable
from companion.table.loudspeaker import loudspeaker
from companion.table.opening import history
from companion.words import Text, translate
from vision.errors import SourceLost
from vision.sources.camera_password import without_password

GOODBYE_S = 0.3
"""Longest wait for threads at the end: a person who stops a command does not wait for a camera."""

ABOUT = (
    Text(
        "The camera looks down on a printed mat (`companion print mat GAME`). What lies there is read, judged and told line"
        " by line, and recorded, until you press Ctrl and C. `companion play` does the same with screens."
    ),
    Text(
        "Answer a question by typing the number of an answer, or 0 for none of these. You can "
        "also type a play, in the notation of `companion matches export --notation`, or ok, if "
        "the table is right and the match is not. `help` shows how the plays that are possible now are typed. `hint` gives"
        " a hint, and more of it when typed again. At a table of a hall, `call` calls a referee. What is locked for players is done after `pin` and the digits of the PIN."
    ),
)
EXAMPLES = (
    (
        "watch --source 0 --setup match.jsonl",
        Text("the first camera, and a new match; `companion matches export --script ID` writes such a file"),
    ),
    (
        "watch --camera phone --resume ID",
        Text("a phone as camera, and a match to go on with"),
    ),
)


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    _add_camera(parser, said)
    _add_match(parser, said)
    for kind in DEVICES.values():
        if kind.option is not None:
            parser.add_argument(f"--{kind.name}", metavar="PORT", help=said(kind.option))
    add_sound(parser, said)
    add_hall(parser, said)
    add_public(parser, said)
    parser.add_argument("--json", action="store_true", help=said(Text("JSON Lines instead of sentences")))
    add_data(parser, said)


def _add_camera(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    parser.add_argument(
        "--source",
        "--camera",
        required=True,
        metavar="S",
        help=said(
            Text(
                "where the pictures come from: 0 for the first camera, 1 for the second; a camera's path, "
                "such as /dev/video2; pi, the camera on a Raspberry Pi's ribbon cable, also pi:flicker=60,focus=70,shutter=10 "
                "(Hz, cm, ms); phone, which shows a code that a phone scans; the address of a "
                "stream or of a camera's newest picture; a video file; or a folder of pictures; with mirrored: before it, such as "
                "mirrored:0, if its pictures are mirrored"
            )
        ),
    )
    parser.add_argument(
        "--calibration",
        metavar="NAME",
        help=said(
            Text(
                "the name under which the camera was calibrated (`companion calibrate camera`), if it is not the source's own"
            )
        ),
    )


def _add_match(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--setup",
        metavar="FILE",
        help=said(
            Text(
                "begin the match of this file: a script, whose first line is the set-up, or the set-up alone, in YAML"
            )
        ),
    )
    which.add_argument(
        "--resume",
        metavar="ID",
        help=said(Text("go on with this recorded match; `companion matches list` shows its id")),
    )
    add_take_over(parser, said)
    add_opponent(parser, said)
    parser.add_argument(
        "--clock",
        action="append",
        default=[],
        metavar="NAME=SECONDS",
        help=said(Text("how long a clock of the game runs: turn=120; may be given several times")),
    )


def run(args: argparse.Namespace) -> int:
    """Watch until the film ends or somebody stops it."""
    where = places(args.data)
    expect_to_keep(where.matches)
    window = public_window(args)
    opponents = seatings_of(args)
    with libraries_silenced(), ExitStack() as open_things:
        plan = plan_of(args, where)
        hall = open_things.enter_context(hall_joined(args, args.source, where))
        if plan.warns is not None:
            _warn(plan.warns, args.lang)
        gear = TableDevices(args.source, args.calibration or "", _chosen(args))
        pipeline = pipeline_of(plan.game, gear, where)
        source = open_things.enter_context(
            camera_named(args.source, where, args.lang, is_grey=not pipeline.faces.are_read, is_paced=False)
        )
        open_things.callback(source.close)
        with suppress(SourceLost):
            # Where there is no camera, or no picture, no match is begun that nobody can play.
            source.open()
        sound = open_things.enter_context(
            loudspeaker(args.sound, args.volume, where, lambda problem: _warn(problem, args.lang))
        )
        camera = TableCamera(source, pipeline)
        # The camera was made above, where a phone may be waited for.
        house = TableHouse(where, phone_of(where), sound)
        equipment = replace(
            equipment_for(plan.game, gear.choose(CAMERA, ""), house, opponents), camera=camera
        )
        if source.is_live:
            _follow(plan, equipment, args, Watchers(hall, window))
        elif opponents:
            raise ScriptError(
                Text(
                    "--opponent plays at a table that is watched now, but {source} is only looked through once: choose a camera",
                    source=source.describe(),
                )
            )
        elif window is not None:
            raise ScriptError(
                Text(
                    "--public shows what is played now, but {source} is only looked through once: leave --public out, or choose"
                    " a camera",
                    source=source.describe(),
                )
            )
        else:
            _look_through(plan, equipment, args)
    return 0


def _chosen(args: argparse.Namespace) -> dict[str, str]:
    """Return the addresses of the devices that the options name, by the name of their kind."""
    options = ((kind.name, getattr(args, kind.name)) for kind in DEVICES.values() if kind.option is not None)
    return {name: address for name, address in options if address}


# --- how it is watched


def _warn(problem: Text, language: str) -> None:
    print(f"companion: {translate(problem, language)}", file=sys.stderr)


def _saying(controller: MatchController, args: argparse.Namespace, *, can_type: bool = False) -> Narrator:
    if args.json:
        return JsonNarrator(controller.match, sys.stdout, args.lang)
    paper = paper_here(sys.stdout, args.lang)
    paper.command(Text("this match is recorded; go on with it after a stop:"), _again(controller, args))
    is_told_dice = any(RollReport in DEVICES[name].reports for name in _chosen(args))
    by_hand = None if is_told_dice else called_as("matches", "resume", str(controller.name), data=args.data)
    return TextNarrator(controller.match, paper, args.lang, by_hand, can_type=can_type)


def _again(controller: MatchController, args: argparse.Namespace) -> str:
    """Return how to type that this match goes on, with the same devices, hall and pages."""
    words = [
        "watch",
        "--source",
        shlex.quote(without_password(args.source)),
        "--resume",
        str(controller.name),
    ]
    devices = ((f"--{name}", address) for name, address in _chosen(args).items())
    for option, value in (("--calibration", args.calibration), *devices, ("--public", args.public)):
        words += [option, shlex.quote(value)] if value else []
    for seat in args.opponent:
        words += ["--opponent", shlex.quote(seat)]
    # A table that joined its hall is known there without an address.
    return called_as(*words, *(("--hall",) if args.hall is not None else ()), data=args.data)


def _say_way_back(controller: MatchController, args: argparse.Namespace) -> None:
    """Say how an unfinished match goes on, at the end of what was printed."""
    if not args.json and not controller.match.is_over:
        paper = paper_here(sys.stdout, args.lang)
        paper.blank()
        paper.command(Text("the match is not over; go on with it:"), _again(controller, args))


def _look_through(plan: MatchPlan, equipment: TableEquipment, args: argparse.Namespace) -> None:
    """Watch a film: every frame, in the film's own time, as fast as possible."""
    with closing(plan.open_controller()) as controller:
        saying = _saying(controller, args)
        saying.begin()
        try:
            with FramedTable(controller, equipment, saying.tell) as table:
                table.look_through()
            saying.end()
        finally:
            _say_way_back(controller, args)
        table.expect_kept()


def _watched_by(
    watchers: Watchers, plan: MatchPlan, where: Places, tell: Callable[[SessionEvent], None]
) -> SnapshotWatch:
    """Return a watch on the match that shows each new state to the hall and to the public, and tells who is coming."""
    coming: str | None = None

    def viewer(controller: MatchController) -> SnapshotBuilder:
        builder = SnapshotBuilder(controller, mat_of(plan.game), wall_ms)
        builder.recall(history(controller.name, controller.match, where))
        return builder

    def publish(snapshot: Snapshot) -> None:
        nonlocal coming
        before, coming = coming, None if snapshot.call is None else snapshot.call.coming
        if coming is not None and coming != before:
            tell(RemarkEvent(Text("{name} is coming", name=coming)))
        view = view_of(snapshot)
        if watchers.hall is not None:
            watchers.hall.show(view)
            watchers.hall.report(snapshot)
        if watchers.public is not None:
            watchers.public.show(view)

    return SnapshotWatch(viewer, publish)


def _pin_refused(where: Places, digits: str) -> Text | None:
    """Return why typed digits do not open what is locked; None if they are the PIN."""
    pin = SettingsStore(where.settings).look().settings.pin
    if pin is None:
        return Text("no PIN is set at this table")
    answer = PinTries(where.pin_tries).attempt(pin, digits, monotonic_ms)
    return None if answer.is_right else tries_told(answer.tries, monotonic_ms())


def _follow(plan: MatchPlan, equipment: TableEquipment, args: argparse.Namespace, watchers: Watchers) -> None:
    """Watch a camera: match and camera run in their threads, and this one prints."""
    told: SimpleQueue[SessionEvent] = SimpleQueue()
    hall, public = watchers.hall, watchers.public
    watched = (
        None if hall is None and public is None else _watched_by(watchers, plan, places(args.data), told.put)
    )
    table = ThreadedTable(plan.open_controller, equipment, told.put, watched)
    session = table.session
    if public is not None:
        public.open()
    try:
        controller = table.start()
        if hall is not None:
            hall.orders.open(OpenMatch(controller.name, session.put))
        saying = _saying(controller, args, can_type=True)
        typed = TypedInput(
            plan.game,
            StandardInput(),
            args.lang,
            possible=lambda: one_of_each_kind(controller.match),
            has_hall=hall is not None,
            pin_refused=partial(_pin_refused, places(args.data)),
        )
        saying.begin()
        with suppress(KeyboardInterrupt):
            while session.is_running or not told.empty():
                for said in typed.items():
                    if isinstance(said, Text):
                        saying.tell(RemarkEvent(said))
                    else:
                        session.put(said)
                with suppress(Empty):
                    one = told.get(timeout=0.05)
                    typed.hear(one)
                    saying.tell(one)
        saying.end()
        _say_way_back(controller, args)
    finally:
        # A camera that hangs keeps nobody waiting: its threads end with the program.
        table.stop(GOODBYE_S)
        if public is not None:
            public.close()
            public.wait_until_closed()
    if session.trouble is not None:
        raise session.trouble
