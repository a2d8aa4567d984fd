"""`python -m tests.bench ladder GAME`: how often a player wins against the virtual players, or against another level.

Sides are swapped: each match is played once from either side, with the same seed. In L'Ouaf one seat plays against all
others. A shared win counts by its share. The interval is 95 % of the mean, by the normal approximation; matches with the
same seed count as one, because the sides are not equally strong.
"""

import argparse
import time
from math import sqrt
from statistics import mean, quantiles, stdev
from typing import Any

from companion.opponent.games import THINKERS
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, value_data
from tests.bench.strength.seats import Seated, fitted, played


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(THINKERS))
    parser.add_argument("--demonstration", default="demo-match", help="which match that ships is played")
    parser.add_argument("--matches", type=int, default=20, help="how many, both sides counted")
    parser.add_argument("--seconds", type=float, default=0.2, help="of the processor, for each choice")
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--against", type=int, help="the other side's level; without it, a virtual player")
    parser.add_argument(
        "--gives-away",
        type=float,
        help="points of the chance of winning that the other side's choices may give away",
    )
    parser.add_argument(
        "--simple", action="store_true", help="with the simple value instead of the fitted one"
    )
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument(
        "--even", action="store_true", help="nobody thinks: how much luck the game has by itself"
    )


def run(args: argparse.Namespace) -> int:
    setup, cards = demonstrations(args.game)[args.demonstration]
    rules = GAMES[args.game]
    seats = rules.seats(rules.set_up(setup, cards).state)  # type: ignore[union-attr]
    value = fitted(args.game, None if args.simple else value_data(args.game))
    own = Seated(value, args.seconds, args.level)
    against = None if args.against is None else Seated(value, args.seconds, args.against)
    told = "virtual players" if args.against is None else f"level {args.against}"
    if args.gives_away is not None:
        against = Seated(value, args.seconds, level=1, gives_away=args.gives_away / 100)
        told = f"one who gives away {args.gives_away:g} points"
    points, choices, begun_s = [], [], time.process_time()
    for n in range(args.matches):
        seat = seats[n % len(seats)]
        seated: dict[str, Any] = {} if args.even else {seat: own}
        if against is not None:
            seated = dict.fromkeys(seats, against) | seated
        done = played(args.game, setup, cards, seated, args.seed + n // len(seats))
        points.append((seat in done.winners) / max(1, len(done.winners)))
        choices += done.choices_s
        if (n + 1) % 10 == 0:
            print(f"  {n + 1} matches: {100 * mean(points):.1f} %", flush=True)
    rounds = [mean(points[n : n + len(seats)]) for n in range(0, len(points), len(seats))]
    spread = 1.96 * stdev(rounds) / sqrt(len(rounds)) if len(rounds) > 1 else 0.5
    print(
        f"{args.game} {args.demonstration}: level {args.level} against {told}: {100 * mean(points):.1f} % "
        f"(± {100 * spread:.1f}) of {len(points)} matches; fair is {100 / len(seats):.0f} %"
    )
    if len(choices) > 20:
        print(
            f"a choice takes {mean(choices):.2f} s of the processor, p95 {quantiles(choices, n=20)[18]:.2f} s; "
            f"{(time.process_time() - begun_s) / len(points):.1f} s a match"
        )
    return 0
