"""`companion play`: the screens for players, referee, kiosk or public."""

import argparse
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from companion.backend.kiosk_guard import Guard, guarded
from companion.cli.live.hall import add_hall, hall_joined
from companion.cli.live.opponent import add_opponent, seatings_of
from companion.cli.live.public import Watchers, add_public, public_window
from companion.cli.opening import opening
from companion.cli.options import Said, add_data
from companion.errors import ScriptError
from companion.kiosk import SystemdWatchdog
from companion.storage.kiosk_runs import RecoveryStore
from companion.storage.places import Places, places
from companion.storage.settings import SettingsStore
from companion.words import Text, translate
from ui.start import Display, has_screen

if TYPE_CHECKING:
    from companion.backend.table_match import TableSound


def _sound(where: Places) -> "TableSound":
    # A match has sounds; the first page is there sooner without them.
    from companion.backend.table_match import table_sound  # noqa: PLC0415

    return table_sound(where)


# --- kiosk
# `companion play --mode kiosk`: the kiosk's screens, with their guard.


def run_kiosk(where: Places, display: Display, language: str, watchers: Watchers) -> int:
    """Run until it is asked to end; each error is counted. `watchers` are shown the matches that are played here."""
    guard = Guard(RecoveryStore(where.kiosk), SystemdWatchdog.of(os.environ))
    return guarded(guard, lambda guard: _show(guard, where, display, language, watchers))


def _show(guard: Guard, where: Places, display: Display, language: str, watchers: Watchers) -> int:
    first = opening(display)
    first.show(0.3)
    # Kivy opens its window as it is imported: not before all is settled.
    from companion.backend.local import LocalBackend  # noqa: PLC0415

    first.show(0.6)
    from ui.kiosk.app import KioskApp  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    first.show(0.9)
    kept = SettingsStore(where.settings)
    settings = kept.load().settings
    look = Look(
        language=settings.language or language,
        theme=settings.theme.value,
        text_size=settings.text_size.value,
        is_left_handed=settings.is_left_handed,
        is_still=settings.is_motion_reduced,
    )
    app = KioskApp(
        LocalBackend(where, partial(_sound, where), hall=watchers.hall, public=watchers.public),
        look,
        guard,
        kept,
        settings,
    )
    app.bind(on_start=first.close)
    app.run()
    return app.exit_code


# --- public
# `companion play --mode public`: the scoreboard for spectators, of a match that another program plays.


def run_public(where: Places, wanted: str | None, display: Display, language: str, *, is_asked: bool) -> int:
    """Run until the window is closed. The language option has precedence over the settings. Raises `NoSuchMatch`."""
    from companion.backend.followed_match import FollowedMatch  # noqa: PLC0415 - the public sees no camera

    match = FollowedMatch(where, wanted)
    match.start()
    first = opening(display)
    # Kivy opens its window as it is imported: not before all is settled.
    from companion.backend.local import LocalBackend  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415
    from ui.public_app import PublicApp  # noqa: PLC0415

    settings = SettingsStore(where.settings).look().settings
    kept = None if is_asked else settings.language
    app = PublicApp(LocalBackend(where), Look(language=kept or language, theme=settings.theme.value), match)
    app.is_language_asked = is_asked
    app.bind(on_start=first.close)
    app.run()
    return 0


# --- play

ABOUT = (
    Text(
        "The home page opens in a window: set a match up, or continue one that was interrupted. "
        "Everything that a camera or a dice tower would report can also be entered by touch or "
        "mouse, so neither is needed."
    ),
)
EXAMPLES = (
    ("play", Text("the players' screen, in a window")),
    ("play --opponent away:3", Text("the same, with the program as the away side")),
    ("play --camera phone", Text("the same, with a phone as the camera")),
    (
        "play --mode referee --fullscreen",
        Text("the referee's screen: undo and correct plays, stop the clocks"),
    ),
    (
        "play --mode public",
        Text("the scoreboard for spectators, of a match that another program plays"),
    ),
)
MODES = ("players", "referee", "kiosk", "public")


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--mode",
        choices=MODES,
        default="players",
        help=said(
            Text(
                "for whom the screen is: the players, a referee, an unattended kiosk, or the public's "
                "scoreboard; default: the players"
            )
        ),
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        default="1280x800",
        help=said(Text("the window's size in pixels; default: 1280x800, or the screen's if that is smaller")),
    )
    parser.add_argument(
        "--match",
        metavar="ID",
        help=said(Text("with --mode public: the match to follow; default: the match that began last")),
    )
    parser.add_argument(
        "--camera",
        metavar="S",
        help=said(
            Text(
                "the camera to begin with, instead of the last match's: 0 for the first one; the address of a stream; or"
                " phone, which shows a code that a phone scans"
            )
        ),
    )
    add_opponent(parser, said)
    add_hall(parser, said)
    add_public(parser, said)
    parser.add_argument("--fullscreen", action="store_true", help=said(Text("fill the screen")))
    add_data(parser, said)


def run(args: argparse.Namespace) -> int:
    """Run until the window is closed."""
    opponents = seatings_of(args)
    if not has_screen(dict(os.environ)):
        raise ScriptError(
            Text(
                "there is no screen here: no X or Wayland session. `companion watch` plays without one;"
                " on a Raspberry Pi without a desktop set SDL_VIDEODRIVER=kmsdrm"
            )
        )
    width_px, height_px = read_size(args.size)
    display = Display(width_px, height_px, is_fullscreen=args.fullscreen or args.mode == "kiosk")
    window = public_window(args)
    if opponents and args.mode in ("kiosk", "public"):
        raise ScriptError(
            Text(
                "--opponent belongs to the players' or the referee's screen, not to --mode {mode}",
                mode=args.mode,
            )
        )
    if args.mode == "kiosk":
        with hall_joined(args, args.camera, places(args.data)) as hall:
            return run_kiosk(places(args.data), display, args.lang, Watchers(hall, window))
    if args.mode == "public" and window is not None:
        raise ScriptError(Text("--public belongs to the program that plays the match, not to --mode public"))
    if args.mode == "public":
        return run_public(places(args.data), args.match, display, args.lang, is_asked=args.is_language_asked)
    first = opening(display)
    first.show(0.3)
    # Kivy opens its window as it is imported: not before all is settled.
    from companion.backend.local import LocalBackend  # noqa: PLC0415

    first.show(0.6)
    from ui.app import CompanionApp  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    first.show(0.9)
    where = places(args.data)
    with hall_joined(args, args.camera, where) as hall:
        backend = LocalBackend(where, partial(_sound, where), hall=hall, public=window, opponents=opponents)
        if (problem := backend.keeping()) is not None:
            told = Text("no match can be kept: {problem}", problem=problem)
            print(f"companion: {translate(told, args.lang)}", file=sys.stderr, flush=True)
        if args.camera is not None:
            backend.choose_camera(args.camera)
        app = CompanionApp(backend, Look(language=args.lang), match_page=args.mode)
        app.is_language_asked = args.is_language_asked
        app.bind(on_start=first.close)
        app.run()
    return 0


def read_size(words: str) -> tuple[int, int]:
    """Read a size such as 1280x800. Raises `ScriptError`."""
    width, _, height = words.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) >= 320 and int(height) >= 240):
        raise ScriptError(
            Text("a size is written like 1280x800, at least 320x240; you chose {got}", got=words[:40])
        )
    return int(width), int(height)
