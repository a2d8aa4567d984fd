"""`python -m tests.bench rules`: how many plays a second the rules judge, and how long the replay of a match takes.

Plays are judged twice: alone, and with all options of everybody listed before each. Where python-chess can be imported
(`PYTHONPATH=FOLDER`), it plays at random beside each run, with all legal moves listed. Time is the processor's.
"""

import argparse
import importlib
import importlib.util
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.match import Entry, Match
from companion.play import TimeUp
from companion.rules.engine import Refusal, Rules
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays

REFOLD_PLAYS = 300
"""Plays of a long match."""
WANTED_PLAYS_PER_S = 20_000
CHESS_PLAYS = 2_000
WANTED_TIMES_CHESS = 1.5
WANTED_REFOLD_MS = 10


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A random match: its opening state, and its plays with their events."""

    opening: Any
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """The measurements of one game, each the best of several runs: slower runs shared the machine with other programs.

    `listed_per_s`: plays a second with all options listed before each. `chess_per_s`: those of python-chess, if it is there.
    """

    plays: int
    plays_per_s: float
    listed_per_s: float
    chess_per_s: float | None
    refold_ms: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, default, words in (
        ("--matches", 60, "how many random matches are judged"),
        ("--runs", 5, "how often each is measured; the best run counts"),
        ("--seed", 1, "the seed of the random matches"),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=words)


def run(args: argparse.Namespace) -> int:
    for game, rules in GAMES.items():
        played = random_matches(rules, max(1, args.matches), args.seed)
        figures = measure(rules, played, max(1, args.runs))
        print(
            f"{game}: {figures.plays_per_s:.0f} plays judged a second ({WANTED_PLAYS_PER_S} wanted), "
            f"{figures.listed_per_s:.0f} with all options listed, over {figures.plays} plays of {len(played)} random "
            f"matches; {REFOLD_PLAYS} plays replayed in {figures.refold_ms:.1f} ms ({WANTED_REFOLD_MS} wanted)"
            f"{_beside_chess(figures)}"
        )
    return 0


def _beside_chess(figures: Figures) -> str:
    chess = figures.chess_per_s
    if chess is None:
        return ""
    return (
        f"; python-chess at random, legal moves listed: {chess:.0f} a second, of which this is "
        f"{figures.plays_per_s / chess:.2f} times and {figures.listed_per_s / chess:.2f} times with options "
        f"({WANTED_TIMES_CHESS} wanted)"
    )


def random_matches(rules: Rules, matches: int, seed: int) -> list[PlayedMatch]:
    """Play matches with the demonstration decks to their end, with random plays."""
    shipped = list(demonstrations(rules.game).values())
    played = []
    for n in range(matches):
        match = Match(rules, *shipped[n % len(shipped)])
        for play in random_plays(match, Random(seed + n)):
            match.submit(play)
        played.append(PlayedMatch(match.opening.state, match.entries))
    return played


def measure(rules: Rules, played: Sequence[PlayedMatch], runs: int) -> Figures:
    """Time judging and asking who must play over all plays, without options and with them; then the replay of 300
    plays.
    """
    kinds = (*rules.play_kinds, TimeUp.kind)
    matches: list[tuple[Any, Sequence[Any]]] = [
        (
            match.opening,
            [entry.play for entry in match.entries if entry.play.kind in kinds],
        )
        for match in played
    ]
    plays = sum(len(match_plays) for _, match_plays in matches)
    has_chess = importlib.util.find_spec("chess") is not None
    rounds = [
        (
            _judge_all(rules, matches, are_listed=False),
            _judge_all(rules, matches, are_listed=True),
            _chess_s() if has_chess else 0.0,
        )
        for _ in range(runs)
    ]
    judging_s, listing_s, chess_s = (min(times) for times in zip(*rounds, strict=True))
    refold_s = min(_refold(rules, played) for _ in range(runs))
    return Figures(
        plays,
        plays / judging_s,
        plays / listing_s,
        CHESS_PLAYS / chess_s if has_chess else None,
        refold_s * 1000,
    )


def _judge_all(rules: Rules, matches: Sequence[tuple[Any, Sequence[Any]]], *, are_listed: bool) -> float:
    start = time.process_time()
    for opening, plays in matches:
        state = opening
        for play in plays:
            waited = rules.expects(state)
            for one in waited if are_listed else ():
                for kind in one.plays:
                    rules.options(state, one.seat, kind)
            is_clock = isinstance(play, TimeUp)
            ruling = rules.time_up(state, play.clock) if is_clock else rules.judge(state, play)
            assert not isinstance(ruling, Refusal)
            state = ruling.after
    return time.process_time() - start


def _chess_s() -> float:
    """Return how long python-chess plays at random, with all legal moves listed before each."""
    chess: Any = importlib.import_module("chess")
    luck, board = Random(1), chess.Board()
    start = time.process_time()
    for _ in range(CHESS_PLAYS):
        if board.is_game_over():
            board = chess.Board()
        board.push(luck.choice(list(board.legal_moves)))
    return time.process_time() - start


def _refold(rules: Rules, played: Sequence[PlayedMatch]) -> float:
    """Replay 300 plays from their events, in as many random matches as that takes."""
    left = REFOLD_PLAYS
    start = time.process_time()
    while left:
        for match in played:
            state = match.opening
            for entry in match.entries[:left]:
                for event in entry.events:
                    state = rules.evolve(state, event)
            left -= min(left, len(match.entries))
    return time.process_time() - start
