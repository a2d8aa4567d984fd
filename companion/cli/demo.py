"""`companion demo`: a whole match of the demonstration deck, played by a virtual table and told line by line."""

import argparse
import contextlib
import math
import secrets
import sys
import time
from pathlib import Path

from companion.cli.files import called_as
from companion.cli.ofusaido.programme import open_match
from companion.cli.ofusaido.telling import Teller
from companion.cli.paper import Paper, paper_here
from companion.cli.places import add_data, places
from companion.errors import StorageError
from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Tap
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.log import MatchStore
from companion.storage.shipped import demonstrations
from companion.virtual.ofusaido import VirtualTable
from companion.words import Text, translate

SUMMARY = Text("play a whole demonstration match, told line by line")
SETUPS = {"pro": "demo-match", "ecole": "demo-match-ecole"}
SEEDS = 10_000
"""Without `--seed` it is a number that can be remembered."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")

    def told(text: Text) -> str:
        return translate(text, language)

    def pace(words: str) -> float:
        with contextlib.suppress(ValueError):
            if 0 <= (value := float(words)) < math.inf:
                return value
        raise argparse.ArgumentTypeError(
            told(Text("a pace is a number from 0 up, got {got}", got=words[:40]))
        )

    parser.add_argument(
        "--seed", type=int, metavar="N", help=told(Text("which match; the same number plays the same match"))
    )
    parser.add_argument(
        "--mode",
        choices=list(SETUPS),
        default="pro",
        help=told(Text("the whole rules (pro), or the football school's (ecole)")),
    )
    parser.add_argument(
        "--speed",
        type=pace,
        default=1.0,
        metavar="X",
        help=told(Text("pace on a terminal: 2 is twice as fast, 0 tells it at once")),
    )
    add_data(parser, language)


def run(args: argparse.Namespace) -> int:
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    paper = paper_here(sys.stdout, args.lang, args.speed)
    rules = GAMES["ofusaido"]
    match = Match(rules, *demonstrations(rules.game)[SETUPS[args.mode]])
    with contextlib.ExitStack() as open_things:
        kept = _keep(match, places(args.data).matches, open_things)
        play(match, seed, paper)
    _farewell(paper, kept, seed, args)
    return 0


def play(match: Match, seed: int, paper: Paper) -> None:
    """Play a match to its end on a virtual table, and tell it."""
    table = VirtualTable(match, seed)
    teller = Teller(match, paper)
    open_match(match, paper, seed)
    teller.kick_off()
    while (said := table.next_play()) is not None:
        outcome = match.submit(said, (_tap(match, said, seed),))
        assert outcome.refusal is None, translate(outcome.refusal.message, "en")
        table.follow(outcome.events)
        teller.tell(outcome.events)
    teller.summary()


def _tap(match: Match, said: Json, seed: int) -> Tap:
    number = match.seq + 1
    return Tap(ObservationId(f"tap-{number}"), time.time_ns() // 1_000_000, said, f"demo --seed {seed}")


def _keep(match: Match, path: Path, open_things: contextlib.ExitStack) -> MatchId | StorageError:
    """Log the match, or say why not: nobody's demonstration fails for want of a disk."""
    try:
        store = open_things.enter_context(MatchStore(path))
        log = store.begin(match.rules, match.setup, match.cards)
    except StorageError as problem:
        return problem
    match.log_to(log)
    return log.id


def _farewell(paper: Paper, kept: MatchId | StorageError, seed: int, args: argparse.Namespace) -> None:
    paper.blank()
    if isinstance(kept, StorageError):
        paper.say(Text("this match was not recorded: {problem}", problem=kept.message))
    else:
        show = called_as("matches", "show", data=args.data)
        paper.command(Text("see it again:"), f"{show} {kept}")
    mode = () if args.mode == "pro" else ("--mode", args.mode)
    paper.command(Text("play the same match:"), called_as("demo", "--seed", str(seed), *mode))
