"""`python -m tests.bench value GAME`: fits the weights of a player's value on matches that the program plays against itself,
and writes them where the program looks for them.

Of each match the states after each turn are used. The fit is a conditional logit with a small ridge, by Newton's method.
A third of the matches is kept out of the fit: how often states of ten chances were really won is counted in these, and once
more with one state of each match, at half time: after half of the turns of a usual match. Half of a match's own turns would
not do: who is ahead then has not won soon, so less than his chance.

`--stages` keeps the weights, and fits what the side on move has more at each stage of a turn. New weights come without stages:
they are fitted anew then.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

import numpy as np
import yaml

from companion.opponent.choosing import Thinker
from companion.opponent.games import THINKERS
from companion.opponent.value import VERSION, WinningValue
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED
from companion.storage.shipped_data import demonstrations, value_data
from tests.bench.strength.seats import Played, Seated, fitted, played

RIDGE = 3.0
"""Strength of the ridge: it keeps weights of features that hardly vary near 0."""
BINS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(THINKERS))
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=0.02, help="of the processor, for each choice")
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--virtual", action="store_true", help="virtual players play, which is much quicker")
    parser.add_argument(
        "--simple", action="store_true", help="choose with the simple value, not the fitted one"
    )
    parser.add_argument("--stages", action="store_true", help="fit only the stages of a turn")
    parser.add_argument(
        "--only-tell", action="store_true", help="count how well the present weights do; write nothing"
    )


def run(args: argparse.Namespace) -> int:
    thinker = THINKERS[args.game]
    value = fitted(args.game, None if args.simple else value_data(args.game))
    if args.stages:
        _fit_stages(args, thinker, value)
        return 0
    rows = [list(_states(thinker, seats, done)) for seats, done in _matches(args, thinker, value)]
    cut = 0 if args.only_tell else len(rows) * 2 // 3
    if not args.only_tell:
        weights = fit([row for match in rows[:cut] for row in match])
        named = zip(thinker.features, weights, strict=True)
        _write(
            args.game,
            {
                "version": VERSION,
                "matches": args.matches,
                "weights": {name: round(float(weight), 4) for name, weight in named},
            },
        )
    else:
        weights = np.array(value.weights)
    print(f"at the beginning of turns, in {len(rows) - cut} matches:")
    _tell([row for match in rows[cut:] for row in match], weights)
    half = int(median(len(match) for match in rows)) // 2
    print(f"at half time, turn {half + 1}, in the same matches:")
    _tell([match[half] for match in rows[cut:] if len(match) > half], weights)
    return 0


Row = tuple[np.ndarray, np.ndarray]
"""A state: the features of each seat, and each seat's share of the win."""


def _matches(
    args: argparse.Namespace, thinker: Thinker, value: WinningValue
) -> Iterator[tuple[Sequence[str], Played]]:
    """Yield the seats and the match of each match that somebody has won."""
    shipped = [
        (turned, cards)
        for setup, cards in demonstrations(args.game).values()
        for turned in turned_round(setup)
    ]
    luck = Random(args.seed)
    for n in range(args.matches):
        setup, cards = shipped[n % len(shipped)]
        seats = thinker.rules.seats(GAMES[args.game].set_up(setup, cards).state)  # type: ignore[union-attr]
        # Levels differ, so that states are seen that two strong players would not come to.
        seated = {
            seat: Seated(value, args.seconds, luck.choice((1, 3, 5)))
            for seat in seats
            if not args.virtual and luck.random() < 0.85
        }
        done = played(args.game, setup, cards, seated, args.seed + n)
        if done.winners:
            yield seats, done
        if (n + 1) % 50 == 0:
            print(f"  {n + 1} matches", flush=True)


def turned_round(setup: Any) -> Iterator[Any]:
    """Yield a set-up, and the same with its two teams exchanged: what a team is worth must not count for its seat."""
    yield setup
    teams = setup.get("teams", {})
    if len(teams) == 2:
        yield setup | {"teams": dict(zip(teams, reversed(teams.values()), strict=True))}


def _states(thinker: Thinker, seats: Sequence[str], done: Played) -> Iterator[Row]:
    shares = np.array([(seat in done.winners) / len(done.winners) for seat in seats])
    before: Any = None
    for state in done.states:
        turn = getattr(state, "turn", None) or getattr(state, "round", None)
        if turn != before and thinker.winners(state) is None:
            before = turn
            yield np.array([thinker.measure(state, seat) for seat in seats]), shares


def fit(rows: Sequence[Row]) -> np.ndarray:
    """Return the weights under which the matches came out as they did with the highest likelihood."""
    size = rows[0][0].shape[1]
    weights = np.zeros(size)
    for _ in range(30):
        slope, bend = -RIDGE * weights, RIDGE * np.eye(size)
        for features, shares in rows:
            chances = _chances(features, weights)
            slope += features.T @ (shares - chances)
            bend += features.T @ (np.diag(chances) - np.outer(chances, chances)) @ features
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-5:
            break
    return weights


def _chances(features: np.ndarray, weights: np.ndarray) -> np.ndarray:
    sums = features @ weights
    parts = np.exp(sums - sums.max())
    return np.asarray(parts / parts.sum())


def _fit_stages(args: argparse.Namespace, thinker: Thinker, value: WinningValue) -> None:
    """Fit what the side on move has more at each stage in two thirds of the matches, and tell how the others came out."""
    found: list[dict[str, list[tuple[float, float]]]] = []
    for _, done in _matches(args, thinker, value):
        found.append(defaultdict(list))
        for state in done.states:
            stage = thinker.stage(state)
            if stage is not None:
                share = (stage.seat in done.winners) / len(done.winners)
                found[-1][stage.name].append((thinker.worths(value, state)[stage.seat], share))
    cut = len(found) * 2 // 3
    names = sorted({name for match in found for name in match})
    print("stage                        states  told %  with it  won %")
    stages: dict[str, float] = {}
    for name in names:
        seen, kept_out = (
            np.array([one for match in part for one in match.get(name, ())]).reshape(-1, 2)
            for part in (found[:cut], found[cut:])
        )
        stages[name] = round(_more(*seen.T), 3)
        if len(kept_out):
            told, won = kept_out.T
            means = [float(100 * part.mean()) for part in (told, _shifted(told, stages[name]), won)]
            print(f"{name:28} {len(told):6}  {means[0]:6.1f}  {means[1]:7.1f}  {means[2]:5.1f}")
    _write(args.game, {**(value_data(args.game) or {}), "stages": stages})


def _shifted(chances: np.ndarray, more: float) -> np.ndarray:
    parts = chances * np.exp(more)
    return np.asarray(parts / (parts + 1 - chances))


def _more(chances: np.ndarray, won: np.ndarray) -> float:
    """Return what has to be added to the logits of these chances, by Newton's method."""
    more = 0.0
    for _ in range(30):
        now = _shifted(chances, more)
        step = (np.sum(won - now) - RIDGE * more) / (np.sum(now * (1 - now)) + RIDGE)
        more += step
        if abs(step) < 1e-6:
            break
    return float(more)


def _write(game: str, data: Json) -> None:
    path = SHIPPED / "values" / f"{game}.yaml"
    head = f"# Fitted by `python -m tests.bench value {game}`: what each feature of a state is worth.\n"
    path.write_text(head + yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    print(f"written to {path.name}: " + ", ".join(f"{k} {v}" for k, v in data["weights"].items()))


def _tell(rows: Sequence[Row], weights: np.ndarray) -> None:
    """Print how often states of ten chances were won, and the mean logarithmic loss."""
    chances = np.concatenate([_chances(features, weights) for features, _ in rows])
    shares = np.concatenate([shares for _, shares in rows])
    seats = len(rows[0][1])
    loss = -np.sum(shares * np.log(np.clip(chances, 1e-9, 1))) / len(rows)
    print(f"{len(rows)} states; mean loss {loss:.3f} (knowing nothing: {np.log(seats):.3f})")
    print("  told      states  told %  won %")
    for n in range(BINS):
        inside = (chances * BINS).astype(int).clip(0, BINS - 1) == n
        if inside.any():
            told, won = 100 * chances[inside].mean(), 100 * shares[inside].mean()
            print(f"  {n * 10:2} to {n * 10 + 10:3}  {inside.sum():6}  {told:6.1f}  {won:5.1f}")
