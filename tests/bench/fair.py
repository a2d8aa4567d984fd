"""`python -m tests.bench fair GAME`: is a choice the same when all cards that the seat cannot see are dealt anew?"""

import argparse
from copy import deepcopy
from itertools import count
from random import Random
from typing import Any

from companion.match import Match
from companion.opponent.choosing import choose, is_asked, knowledge_of
from companion.opponent.games import THINKERS
from companion.opponent.value import WinningValue
from companion.rules.games import GAMES
from companion.rules.ouaf.state import is_unread
from companion.storage.shipped_data import demonstrations, value_data
from companion.values import replace
from tests.bench.strength.seats import fitted, table_of

LOOKS = 4
"""So many rankings are waited for: a count, because a clock would make choices differ by itself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=("boufbowl", "ofusaido", "ouaf"))
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=9000)


def run(args: argparse.Namespace) -> int:
    setup, cards = demonstrations(args.game)["demo-match"]
    value = fitted(args.game, value_data(args.game))
    same = asked = 0
    seed = args.seed
    while asked < args.positions:
        seed += 1
        match = Match(GAMES[args.game], setup, cards)
        table = table_of(match, seed)
        while (play := table.next_play()) is not None and asked < args.positions:
            for seat in match.rules.seats(match.state):
                if not is_asked(THINKERS[args.game], match.state, seat):
                    continue
                first = _chosen(args.game, value, match.state, seat, table.held(seat))
                other = _face_down_changed(match.state, seat, Random(seed + asked))
                anew = deepcopy(table, {id(match): match})
                anew.deal_anew(seat, Random(asked))
                asked += 1
                same += first == _chosen(args.game, value, other, seat, anew.held(seat))
            outcome = match.submit(play)
            assert outcome.ok, (play, outcome.refusal)
            table.follow(play, outcome.events)
    print(f"{args.game}: the same choice in {same} of {asked} positions")
    return 0


def _face_down_changed(state: Any, seat: str, luck: Random) -> Any:
    """Return the state with other cards face down before the other seats, in L'Ouaf; in other games the table has them."""
    workers = getattr(state, "workers", None)
    if workers is None:
        return state
    changed = {
        whose: replace(worker, played=luck.choice(worker.hand))
        if is_unread(worker) and whose != seat
        else worker
        for whose, worker in workers.items()
    }
    return replace(state, workers=changed)


def _chosen(game: str, value: WinningValue, state: Any, seat: str, held: Any) -> Any:
    thinker, ticks = THINKERS[game], count()
    known = knowledge_of(thinker, state, seat, held)
    ranking = choose(thinker, value, known, LOOKS, now_s=lambda: float(next(ticks)))
    return ranking[0].play if ranking else None
