"""`companion demo`: a whole match acted out on the virtual table, read by camera and tower, and told line by line."""

import argparse
import contextlib
import math
import os
import secrets
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from companion.backend.devices.tower import TOWER, TRAY
from companion.cli.live.narration import DemoNarrator
from companion.cli.main import called_as
from companion.cli.options import Said, add_data, add_sound
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.errors import ScriptError, StorageError
from companion.ids import MatchId
from companion.match import Match
from companion.rules.description import PLAIN_MODE, GameDescription
from companion.rules.games import GAMES
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.storage.claim import ClaimedLog
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.evidence import EvidenceStore
from companion.storage.log import MatchStore
from companion.storage.places import Places, places
from companion.storage.shelf import MatchShelf
from companion.storage.shipped_data import demonstrations
from companion.table.acted_match import ActedFate, Score
from companion.table.loudspeaker import loudspeaker
from companion.table.recorded_match import claimed
from companion.table.show import (
    CAMERA_DAYS,
    FRAMES_PER_SECOND,
    TOWER_DAYS,
    Scenery,
    Show,
    ShowCompany,
    read_bad_days,
)
from companion.table.wiring import reader_of
from companion.timers import Clocks
from companion.virtual.acting.games import ACTORS
from companion.words import Text
from ui.start import Display, has_screen, prepare

ABOUT = (
    Text(
        "Virtual players play with virtual cards and dice on a drawn table. A virtual camera looks at it, and what it reads is"
        " judged as at a real table: nothing is told to the referee in secret. It opens a window where there is a screen."
    ),
)
USUAL_GAME, *_, OTHER_GAME = GAMES
EXAMPLES = (
    (
        "demo",
        Text("play a match of {game}, a different one each time", game=GAMES[USUAL_GAME].description.title),
    ),
    (
        f"demo --game {OTHER_GAME} --seed 7",
        Text("play a match of {game}, the same one each time", game=GAMES[OTHER_GAME].description.title),
    ),
    ("demo --headless --speed 0", Text("tell the match in the terminal, as fast as this machine can")),
    (
        "demo --bad-days bump,finger",
        Text("play with accidents: somebody bumps against the table, and a finger is in the picture"),
    ),
)
SEEDS = 10_000
"""Without `--seed` it is a number that can be remembered."""
USUAL_SPEED = 3.0
"""The speed in a terminal: a match takes two or three minutes. Elsewhere nobody watches, and it is as fast as possible."""
"""The other place to throw dice into, besides the tray."""
UNRECORDED = MatchId("demo")


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    _add_match(parser, said)
    _add_table(parser, said)
    add_sound(parser, said)
    add_data(parser, said)


def _add_match(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--game",
        choices=list(ACTORS),
        default=USUAL_GAME,
        help=said(Text("which game; default: {game}", game=USUAL_GAME)),
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help=said(
            Text("which match: the same number plays the same match; default: a different match each time")
        ),
    )
    parser.add_argument(
        "--mode",
        metavar="MODE",
        help=said(_other_mode(GAMES[USUAL_GAME].description)),
    )


def _other_mode(box: GameDescription) -> Text:
    name, mode = next((name, mode) for name, mode in box.modes.items() if name != PLAIN_MODE)
    return Text(
        "another way to play it: {mode} for {game}'s {title}",
        mode=name.removeprefix(f"{PLAIN_MODE}-"),
        game=box.title,
        title=mode.title,
    )


def _add_table(parser: argparse.ArgumentParser, said: Said) -> None:
    _add_pace(parser, said)
    parser.add_argument(
        "--dice",
        choices=(TOWER, TRAY),
        default=TOWER,
        help=said(
            Text(
                "where dice are thrown: into the tower, or onto a printed tray that the camera sees; default: tower"
            )
        ),
    )
    parser.add_argument(
        "--bad-days",
        metavar="LIST",
        default="",
        help=said(
            Text(
                "accidents that happen during the match, separated by commas: {days}",
                days=", ".join((*CAMERA_DAYS, *TOWER_DAYS)),
            )
        ),
    )
    parser.add_argument(
        "--no-codes",
        action="store_true",
        help=said(
            Text("cards without codes, as they come out of a box: the camera knows them by their faces")
        ),
    )
    parser.add_argument(
        "--headless",
        action="store_true",
        help=said(Text("tell it in the terminal, even where there is a screen")),
    )


def _add_pace(parser: argparse.ArgumentParser, said: Said) -> None:
    def pace(words: str) -> float:
        with contextlib.suppress(ValueError):
            if 0 <= (value := float(words)) < math.inf:
                return value
        raise argparse.ArgumentTypeError(
            said(Text("a pace is a number, 0 or more; you chose {got}", got=words[:40]))
        )

    parser.add_argument(
        "--speed",
        type=pace,
        metavar="X",
        help=said(
            Text(
                "how many times as fast as a real table; 0: as fast as this machine can, the "
                "default if nobody watches"
            )
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Play the demonstration; 1 when a play was misread, or the match and the players no longer agree."""
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    speed = args.speed if args.speed is not None else USUAL_SPEED if sys.stdout.isatty() else 0.0
    paper = paper_here(sys.stdout, args.lang)
    scenery = Scenery(
        seed,
        language=args.lang,
        bad_days=read_bad_days(args.bad_days),
        has_tray=args.dice == TRAY,
        has_codes=not args.no_codes,
        thinks=True,
        speed=speed,
    )
    name = _name_of(args.game, args.mode)
    if has_screen(dict(os.environ)) and not args.headless:
        return _on_screen(args, name, replace(scenery, speed=scenery.speed or USUAL_SPEED), paper)
    setup, cards = demonstrations(args.game)[name]
    rules = GAMES[args.game]
    truth, match = Match(rules, setup, cards), Match(rules, setup, cards)
    with contextlib.ExitStack() as open_things:
        where = places(args.data)
        controller, kept, rolls = _controller(match, where, open_things)
        if isinstance(kept, StorageError):
            paper.say(_unkept(kept))
        saying = DemoNarrator(match, paper, name, seed)
        sound = open_things.enter_context(loudspeaker(args.sound, args.volume, where, paper.say))
        saying.begin()
        beside = ShowCompany(sound=sound)
        show = open_things.enter_context(Show(truth, controller, scenery, saying.tell, rolls, beside))
        try:
            _play(show)
        except KeyboardInterrupt:
            _say_way_back(paper, kept, args)
            _farewell(paper, kept, args, seed)
            raise
    saying.end()
    _compare(paper, show.acted.score, is_whole=show.acted.broken is None)
    _farewell(paper, kept, args, seed)
    return 0 if show.acted.broken is None and not show.acted.score.wrong else 1


def _on_screen(args: argparse.Namespace, name: str, scenery: Scenery, paper: TerminalPaper) -> int:
    """Show virtual table and scoreboard in a window; at the end, print how well the match was read."""
    paper.say(Text("the demonstration is played in a window, until you close it"))
    prepare(Display())
    # Kivy opens its window as it is imported: not before all is settled.
    from companion.backend.shown_match import ShowKeeping, ShownMatch  # noqa: PLC0415
    from companion.cli.play.demonstrated import show_demonstration  # noqa: PLC0415

    where = places(args.data)
    seeds: list[int] = []
    logs: list[MatchId | StorageError] = []

    def kept(match: Match, open_things: contextlib.ExitStack) -> ShowKeeping:
        controller, log, rolls = _controller(match, where, open_things)
        logs.append(log)
        trouble = _unkept(log) if isinstance(log, StorageError) else None
        return ShowKeeping(controller, rolls, where.evidence, trouble)

    def shown(seed: int) -> ShownMatch:
        seeds.append(seed)
        return ShownMatch(args.game, name, replace(scenery, seed=seed), kept=kept)

    score, is_whole = show_demonstration(
        shown(scenery.seed), lambda: shown(secrets.randbelow(SEEDS)), where, args.lang
    )
    _compare(paper, score, is_whole=is_whole)
    for log in logs[-1:]:
        _farewell(paper, log, args, seeds[-1])
    return 0 if is_whole and not score.wrong else 1


def _unkept(problem: StorageError) -> Text:
    return Text("this match is not recorded: {problem}", problem=problem.message)


def _name_of(game: str, mode: str | None) -> str:
    """Return the name of a demonstration that ships. Raises `ScriptError`."""
    matches = demonstrations(game)
    name = PLAIN_MODE if mode is None else f"{PLAIN_MODE}-{mode}"
    if name not in matches:
        modes = ", ".join(one.removeprefix(f"{PLAIN_MODE}-") for one in matches if one != PLAIN_MODE)
        raise ScriptError(
            Text(
                "{game} has no demonstration in mode {mode}; possible: {known}",
                game=game,
                mode=mode or "",
                known=modes,
            )
        )
    return name


def _controller(
    match: Match, where: Places, open_things: contextlib.ExitStack
) -> tuple[MatchController, MatchId | StorageError, Path]:
    """Return a match controller that logs the match; if this fails (full disk), return one without a log and the
    reason, so that the demonstration goes on.
    """
    clocks = Clocks(clocks_of(match.setup, {}))
    reader = reader_of(match, {})
    try:
        store = open_things.enter_context(MatchStore(where.matches))
        log = store.begin(match.rules, match.setup, match.cards)
        claim = open_things.enter_context(claimed(log.id, where, "companion demo"))
        clock_log = ClockLog(where.matches)
    except StorageError as problem:
        folder = open_things.enter_context(tempfile.TemporaryDirectory(prefix="companion-"))
        return MatchController(UNRECORDED, match, reader, clocks), problem, Path(folder) / "rolls.db"
    open_things.callback(clock_log.close)
    match.log_to(ClaimedLog(log, claim))
    with contextlib.suppress(StorageError):
        MatchShelf(where.shelf).note_demonstration(log.id)
    kept = Kept(clock_log, EvidenceStore(where.evidence))
    return MatchController(log.id, match, reader, clocks, kept), log.id, where.matches


def _play(show: Show) -> None:
    """Play to the end, with progress on standard error if the story goes to a file."""
    progress = sys.stderr if sys.stderr.isatty() and not sys.stdout.isatty() else None
    for number, _ in enumerate(show.frames()):
        if progress is not None and number % FRAMES_PER_SECOND == 0:
            minutes, seconds = divmod(number // FRAMES_PER_SECOND, 60)
            print(f"\r{minutes}:{seconds:02d}  {show.acted.score.acted}", end="", file=progress, flush=True)
    if progress is not None:
        print(file=progress)


def _compare(paper: TerminalPaper, score: Score, *, is_whole: bool) -> None:
    """Print the comparison of the plays that were read with the plays that were acted."""
    paper.heading(Text("what the virtual players played, and what was read"))
    told = Text(
        "{acted} plays acted out by the virtual players: {read} read, {plain} understood from the next play,"
        " {tapped} entered by touch because no card says them, {asked} asked about, {missed} missed, {wrong} read wrong",
        acted=score.acted,
        read=score.fates[ActedFate.READ],
        plain=score.fates[ActedFate.PLAIN],
        tapped=score.fates[ActedFate.TAPPED],
        asked=score.fates[ActedFate.ASKED],
        missed=score.fates[ActedFate.MISSED],
        wrong=len(score.wrong),
    )
    paper.say(told, Ink.BOLD)
    if not is_whole:
        paper.say(
            Text(
                "the match that was read differs from the match that was played: this is an "
                "error in the program"
            ),
            Ink.BOLD,
        )


def _say_way_back(paper: TerminalPaper, kept: MatchId | StorageError, args: argparse.Namespace) -> None:
    """Say how a match goes on that was stopped before its end; the virtual players do not come back."""
    if isinstance(kept, StorageError):
        return
    paper.blank()
    paper.command(
        Text("the match is not over; go on with it by typing what is played:"),
        called_as("matches", "resume", kept, data=args.data),
    )


def _farewell(
    paper: TerminalPaper, kept: MatchId | StorageError, args: argparse.Namespace, seed: int
) -> None:
    paper.blank()
    if isinstance(kept, StorageError):
        paper.say(Text("this match was not recorded: {problem}", problem=kept.message))
    else:
        show = called_as("matches", "show", data=args.data)
        paper.command(Text("see it again:"), f"{show} {kept}")
        why = called_as("matches", "why", data=args.data)
        paper.command(Text("see what a play was read from:"), f"{why} {kept} 1")
    game = () if args.game == USUAL_GAME else ("--game", args.game)
    mode = () if args.mode is None else ("--mode", args.mode)
    paper.command(Text("play the same match:"), called_as("demo", *game, "--seed", str(seed), *mode))
