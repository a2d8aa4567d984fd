"""`python -m tests.bench accounts`: does a review add up: for each seat start + luck + own plays + others' plays = result?

Matches of virtual players are added up with the value that ships, each with its own seed and all modes in turn. Nothing is
replayed: which plays are named changes no sum.
"""

import argparse

from companion.opponent.games import THINKERS
from companion.opponent.review import summed
from companion.opponent.seat import steps_of
from companion.storage.shipped_data import demonstrations, value_data
from tests.bench.strength.seats import fitted, virtual_match


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(THINKERS))
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000)


def run(args: argparse.Namespace) -> int:
    thinker, value = THINKERS[args.game], fitted(args.game, value_data(args.game))
    shipped = list(demonstrations(args.game).values())
    widest, wrong = 0.0, 0
    for n in range(args.matches):
        match = virtual_match(args.game, *shipped[n % len(shipped)], args.seed + n)
        review = summed(thinker, value, match.opening.state, steps_of(match.entries))
        winners = thinker.winners(match.state) or ()
        for seat, account in review.accounts.items():
            wrong += abs(account.result - (seat in winners) / max(1, len(winners))) > 0
            added = account.start + account.luck + account.own_plays + account.others_plays
            widest = max(widest, abs(added - account.result))
        if (n + 1) % 50 == 0:
            print(f"  {n + 1} matches", flush=True)
    print(
        f"{args.game}: of {args.matches} matches no sum is off by more than {widest:.1e}, {wrong} results are others "
        f"than the match's"
    )
    return 0
