"""`python -m tests.bench mistakes GAME`: is what a review flags a mistake?

Matches of virtual players are reviewed with the value that ships. Of each match the largest mistake that is named is replayed:
the match goes on from there with that play, and with the one that the program would choose, to the end by virtual players, each
time with cards that the seat did not see dealt anew and with other dice. Both plays meet the same of them. A play that the
program would choose too is counted apart: no better one is known.
"""

import argparse
import os
import struct
import time
from collections.abc import Callable
from itertools import takewhile
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from companion.match import Entry, Match
from companion.opponent.choosing import Thinker, choose, knowledge_of
from companion.opponent.games import THINKERS
from companion.opponent.mistakes import LEAST_COST
from companion.opponent.review import Swing, reviewed
from companion.opponent.seat import steps_of
from companion.opponent.value import WinningValue
from companion.play import Play
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, value_data
from tests.bench.strength.seats import Table, fitted, submit, table_of, virtual_match

CLOSE_WITHIN = 1.96


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(THINKERS))
    parser.add_argument("--demonstration", default="demo-match", help="which match that ships is played")
    parser.add_argument("--mistakes", type=int, default=10, help="how many are replayed")
    parser.add_argument("--replays", type=int, default=200, help="of each play")
    parser.add_argument("--seconds", type=float, default=0.3, help="of the processor, for the better play")
    parser.add_argument("--seed", type=int, default=1000)


def run(args: argparse.Namespace) -> int:
    thinker, value = THINKERS[args.game], fitted(args.game, value_data(args.game))
    gains: list[float] = []
    alone, seed = 0, args.seed
    while len(gains) < args.mistakes:
        played = _Played(args.game, args.demonstration, seed)
        mistake = _worst(thinker, value, played.match)
        seed += 1
        if mistake is None:
            continue
        number, seat = mistake.number, str(mistake.maker)
        better = _better(thinker, value, played, number, seat, args.seconds)
        if better is None:
            alone += 1
            continue
        own = played.match.entries[number - 1].play
        differences = [
            played.result(number, seat, better, luck) - played.result(number, seat, own, luck)
            for luck in range(args.replays)
        ]
        gains.append(mean(differences))
        spread = CLOSE_WITHIN * stdev(differences) / sqrt(len(differences))
        print(
            f"  match {seed - 1}, play {number} ({own.kind}, then {better.kind}): cost {100 * mistake.weight:.1f} points by the review; "
            f"the better one wins {100 * gains[-1]:+.1f} (± {100 * spread:.1f}) more",
            flush=True,
        )
    reached, won = sum(gain >= LEAST_COST for gain in gains), sum(gain > 0 for gain in gains)
    print(
        f"{args.game}: of {len(gains)} flagged plays the better one gains five points in {reached}, something in {won}, "
        f"{100 * mean(gains):.1f} points in the mean; {alone} more the program would choose too; "
        f"{seed - args.seed} matches"
    )
    return 0


class _Played:
    """A match of virtual players, which can go on in another way from any of its plays."""

    def __init__(self, game: str, demonstration: str, seed: int) -> None:
        self._game, self._seed = game, seed
        self._setup, self._cards = demonstrations(game)[demonstration]
        self.match = virtual_match(game, self._setup, self._cards, seed)
        self._before: dict[int, tuple[Match, Table]] = {}

    def before(self, number: int, chance: Random | None = None) -> tuple[Match, Table]:
        """Return the match and its table as they were before a play; with `chance`, other cards lie face down before others."""
        down = self._face_down(number)
        match = Match(GAMES[self._game], self._setup, self._cards)
        table = table_of(match, self._seed)
        for entry in self.match.entries[: number - 1]:
            # Whoever plays draws chances from the same source as the piles: he is asked, and says the same again.
            assert table.next_play() == entry.play
            play = entry.play
            if chance is not None and entry in down:
                play = chance.choice(match.rules.options(match.state, _layer(play), play.kind))
            submit(match, table, play)
        return match, table

    def _face_down(self, number: int) -> list[Entry]:
        """Return the cards that were laid in this round before a play: none is turned before all are laid."""
        entries, thinker = self.match.entries, THINKERS[self._game]
        if entries[number - 1].play.kind not in thinker.sealed_kinds:
            return []
        of_round = takewhile(
            lambda entry: entry.play.kind not in thinker.chance_kinds, reversed(entries[: number - 1])
        )
        return [entry for entry in of_round if entry.play.kind in thinker.sealed_kinds]

    def result(self, number: int, seat: str, play: Play, luck: int) -> float:
        """Return what a seat wins, 0 to 1, if this play stands in the place of that number, with other cards and dice."""
        if self._face_down(number):
            return self._gone_on(*self.before(number, Random(luck)), seat, play, luck)
        if number not in self._before:
            self._before = {number: self.before(number)}
        match, table = self._before[number]
        return in_a_child(lambda: self._gone_on(match, table, seat, play, luck))

    def _gone_on(self, match: Match, table: Table, seat: str, play: Play, luck: int) -> float:
        table.deal_anew(seat, Random(luck))
        table.throw_anew(luck)
        submit(match, table, play)
        while (then := table.next_play()) is not None:
            submit(match, table, then)
        winners = THINKERS[self._game].winners(match.state) or ()
        return (seat in winners) / max(1, len(winners))


def in_a_child(work: Callable[[], float]) -> float:
    """Return what a copy of this process works out: what it changes is gone with it, so that the next one begins anew."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, struct.pack("d", work()))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        found: float = struct.unpack("d", told.read())[0]
    os.waitpid(child, 0)
    return found


def _layer(play: Play) -> str:
    """Return who lays a card face down."""
    return next(iter(play.cards))  # type: ignore[attr-defined, no-any-return]


def _worst(thinker: Thinker, value: WinningValue, match: Match) -> Swing | None:
    """Return the largest mistake that the review names; None if it names none."""
    review = reviewed(thinker, value, match.opening.state, steps_of(match.entries))
    named = [swing for swing in review.swings if swing.mistake is not None]
    return max(named, key=lambda swing: swing.weight, default=None)


def _better(
    thinker: Thinker, value: WinningValue, played: _Played, number: int, seat: str, seconds: float
) -> Play | None:
    """Return what the program would play there; None if it is what was played."""
    match, table = played.before(number)
    known: Any = knowledge_of(thinker, match.state, seat, table.held(seat))
    ranking = choose(thinker, value, known, seconds, time.process_time)
    best = ranking[0].play
    return None if best == played.match.entries[number - 1].play else best
