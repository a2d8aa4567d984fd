"""`python -m tests.bench rules`: how many plays a second the rules judge, and how long the replay of a match takes."""

import argparse
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
WANTED_REFOLD_MS = 10


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A random match: its opening state, and its plays with their events."""

    opening: Any
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """The measurements of one game, each the best of several runs: slower runs shared the machine with other programs."""

    plays: int
    plays_per_s: float
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
        told = (
            "{game}: {rate} plays judged a second ({wanted} wanted), over {plays} plays of "
            "{matches} random matches; {refolded} plays replayed in {refold} ms ({wanted_ms} "
            "wanted)"
        ).format(
            game=game,
            rate=f"{figures.plays_per_s:.0f}",
            wanted=WANTED_PLAYS_PER_S,
            plays=figures.plays,
            matches=len(played),
            refolded=REFOLD_PLAYS,
            refold=f"{figures.refold_ms:.1f}",
            wanted_ms=WANTED_REFOLD_MS,
        )
        print(told)
    return 0


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
    """Time judging, evolving, and asking who must play (without options) over all plays; then the replay of 300 plays."""
    kinds = (*rules.play_kinds, TimeUp.kind)
    matches: list[tuple[Any, Sequence[Any]]] = [
        (
            match.opening,
            [entry.play for entry in match.entries if entry.play.kind in kinds],
        )
        for match in played
    ]
    plays = sum(len(match_plays) for _, match_plays in matches)
    judging_s = min(_judge_all(rules, matches) for _ in range(runs))
    refold_s = min(_refold(rules, played) for _ in range(runs))
    return Figures(plays, plays / judging_s, refold_s * 1000)


def _judge_all(rules: Rules, matches: Sequence[tuple[Any, Sequence[Any]]]) -> float:
    start = time.perf_counter()
    for opening, plays in matches:
        state = opening
        for play in plays:
            is_clock = isinstance(play, TimeUp)
            ruling = rules.time_up(state, play.clock) if is_clock else rules.judge(state, play)
            assert not isinstance(ruling, Refusal)
            for event in ruling.events:
                state = rules.evolve(state, event)
            rules.expects(state)
    return time.perf_counter() - start


def _refold(rules: Rules, played: Sequence[PlayedMatch]) -> float:
    """Replay 300 plays from their events, in as many random matches as that takes."""
    left = REFOLD_PLAYS
    start = time.perf_counter()
    while left:
        for match in played:
            state = match.opening
            for entry in match.entries[:left]:
                for event in entry.events:
                    state = rules.evolve(state, event)
            left -= min(left, len(match.entries))
    return time.perf_counter() - start
