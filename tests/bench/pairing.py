"""`python -m tests.bench pairing`: how long the pairing of a Swiss round takes, round after round of a large tournament."""

import argparse
import time
from random import Random

from companion.hall.tournament.swiss import SwissPlayer, swiss_round

WANTED_S = 1.0
CLUBS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, default, words in (
        ("--players", 400, "how many players are paired"),
        ("--rounds", 9, "how many rounds are played by chance"),
        ("--seed", 1, "the seed of the results"),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=words)


def run(args: argparse.Namespace) -> int:
    took = measure(max(2, args.players), max(1, args.rounds), args.seed)
    told = (
        "{players} players, {rounds} rounds: a round is paired in {middle} s in the middle and in {longest} s at most "
        "({wanted} wanted)"
    ).format(
        players=max(2, args.players),
        rounds=len(took),
        middle=f"{sorted(took)[len(took) // 2]:.2f}",
        longest=f"{max(took):.2f}",
        wanted=f"{WANTED_S:g}",
    )
    print(told)
    return 0


def measure(players: int, rounds: int, seed: int) -> list[float]:
    """Play rounds with results by chance; return how many seconds each pairing took."""
    random = Random(seed)
    met: list[dict[int, int]] = [{} for _ in range(players)]
    points, balance, byes = [0] * players, [0] * players, [0] * players
    took = []
    for _ in range(rounds):
        order = sorted(range(players), key=lambda who: (-points[who], who))
        field = [
            SwissPlayer(who, points[who], str(who % CLUBS), met[who], balance[who], byes[who], who)
            for who in order
        ]
        start = time.perf_counter()
        paired = swiss_round(field)
        took.append(time.perf_counter() - start)
        assert paired is not None
        if paired.bye is not None:
            byes[paired.bye] += 1
            points[paired.bye] += 3
        for pair in paired.pairs:
            a, b = pair.first, pair.second
            met[a][b] = met[b][a] = met[a].get(b, 0) + 1
            balance[a] += 1
            balance[b] -= 1
            for who, won in zip((a, b), random.choice(((3, 0), (1, 1), (0, 3))), strict=True):
                points[who] += won
    return took
