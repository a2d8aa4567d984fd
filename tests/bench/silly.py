"""`python -m tests.bench silly GAME`: does a player take a win in one, and does he avoid a loss in one?

Positions come from matches of virtual players that the next goal or try decides. For each play that the seat may make, how
likely the match is won and lost right after it is counted over all dice that follow at once. A position counts if some play
wins for sure and another does not, or if some play may lose at once and another cannot. Only one position of a turn is
taken.
"""

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.match import Match
from companion.opponent.choosing import RatedPlay, Thinker, choose, is_asked, knowledge_of
from companion.opponent.games import THINKERS
from companion.play import Play
from companion.rules.engine import Refusal
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, value_data
from tests.bench.strength.seats import Table, fitted, table_of

SURE, RISK = 0.999, 0.2
MOST_OPTIONS = 300
DEEPEST = 3
"""So many rolls in a row are followed."""
DECIDING: Mapping[str, Mapping[str, Any]] = {"lignes": {"end": {"goals": 1}}}
"""What makes the next goal decide a match, where its set-up can say so."""


@dataclass(frozen=True, slots=True)
class Position:
    """What each play leads to at once: how likely the seat has won, and lost."""

    plays: Sequence[Play]
    won: Sequence[float]
    lost: Sequence[float]

    @property
    def is_test(self) -> bool:
        is_win = max(self.won) >= SURE > min(self.won)
        return is_win or (min(self.lost) == 0 and max(self.lost) >= RISK)

    def is_right(self, choice: RatedPlay) -> bool:
        """Tell whether a choice wins at once, or does not lose at once. A win that comes with the end of the turn, whatever
        falls, is as good: the player has tried it to the end of the match.
        """
        n = self.plays.index(choice.play) if choice.play in self.plays else None
        if max(self.won) >= SURE:
            return choice.chance >= SURE or (n is not None and self.won[n] >= SURE)
        return n is None or self.lost[n] == 0

    @property
    def best(self) -> Play:
        return max(zip(self.plays, self.won, self.lost, strict=True), key=lambda one: one[1] - one[2])[0]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(THINKERS))
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.3, help="of the processor, for each choice")
    parser.add_argument("--most-minutes", type=float, default=10.0, help="of the processor, for all")
    parser.add_argument("--seed", type=int, default=7000)


def run(args: argparse.Namespace) -> int:
    thinker = THINKERS[args.game]
    value = fitted(args.game, value_data(args.game))
    right = count = 0
    for match, table, seat, position in _positions(args, thinker):
        ranking = choose(
            thinker,
            value,
            knowledge_of(thinker, match.state, seat, table.held(seat)),
            args.seconds,
            time.process_time,
        )
        count += 1
        if position.is_right(ranking[0]):
            right += 1
        else:
            print(f"  silly: {ranking[0].play} and not {position.best}", flush=True)
        if count == args.positions or time.process_time() > args.most_minutes * 60:
            break
    print(f"{args.game}: right in {right} of {count} positions")
    return 0


def _positions(args: argparse.Namespace, thinker: Thinker) -> Iterator[tuple[Match, Table, str, Position]]:
    setup, cards = demonstrations(args.game)["demo-match"]
    seed = args.seed
    while True:
        seed += 1
        match = Match(GAMES[args.game], {**setup, **DECIDING.get(args.game, {})}, cards)
        table, taken = table_of(match, seed), set[tuple[Any, str]]()
        while (play := table.next_play()) is not None:
            turn = getattr(match.state, "turn", None) or getattr(match.state, "round", None)
            for seat in match.rules.seats(match.state):
                if (turn, seat) not in taken and is_asked(thinker, match.state, seat):
                    position = _position(thinker, match, table, seat, Random(seed))
                    if position is not None and position.is_test:
                        taken.add((turn, seat))
                        yield match, table, seat, position
            outcome = match.submit(play)
            assert outcome.ok, (play, outcome.refusal)
            table.follow(play, outcome.events)


def _position(thinker: Thinker, match: Match, table: Table, seat: str, luck: Random) -> Position | None:
    """Return what the plays of a seat lead to; None if it has no choice, or what it leads to depends on hidden cards."""
    state, held = match.state, set(table.held(seat))
    offered = [
        play
        for waited in thinker.rules.expects(state)
        if waited.seat == seat
        for kind in waited.plays
        if kind in thinker.chosen_kinds - thinker.sealed_kinds
        for play in thinker.rules.options(state, seat, kind)
        if not held or _named(play) <= held or kind not in thinker.from_hand
    ]
    if len(offered) > MOST_OPTIONS:
        shots = [play for play in offered if play.kind == "shoot"]
        offered = [*shots, *luck.sample(offered, MOST_OPTIONS)]
    if len(offered) < 2:
        return None
    results = [_result(thinker, state, play, DEEPEST) for play in offered]
    won = [found.get(seat, 0.0) for found in results]
    lost = [sum(found.values()) - found.get(seat, 0.0) for found in results]
    return Position(offered, won, lost)


def _named(play: Play) -> set[str]:
    cards = getattr(play, "cards", None) or getattr(play, "card", None) or getattr(play, "ref", None) or ()
    return {cards} if isinstance(cards, str) else set(cards) if not isinstance(cards, int) else set()


def _result(thinker: Thinker, state: Any, play: Play, depth: int) -> dict[str, float]:
    """Return how likely each seat has won right after a play and the rolls that follow it."""
    ruling = thinker.rules.judge(state, play)
    if isinstance(ruling, Refusal):
        return {}
    state = ruling.after
    winners = thinker.winners(state)
    if winners is not None:
        return {seat: 1 / len(winners) for seat in winners}
    waited = thinker.rules.expects(state)
    kinds = [(one.seat, kind) for one in waited for kind in one.plays if kind in thinker.even_kinds]
    if not kinds or depth == 0 or any(kind in thinker.chosen_kinds for one in waited for kind in one.plays):
        return {}
    rolls = thinker.rules.options(state, *kinds[0])
    sums: dict[str, float] = {}
    for roll in rolls:
        for seat, chance in _result(thinker, state, roll, depth - 1).items():
            sums[seat] = sums.get(seat, 0.0) + chance / len(rolls)
    return sums
