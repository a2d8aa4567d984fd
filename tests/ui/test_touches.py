"""Whole matches are said by the fewest touches, and no kind of play needs more of them than `docs/screens.md` tells."""

import re
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from companion.match import Match
from companion.play import Concede, Play, TimeUp, write_play
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import chosen_play
from tests.showing.sitting import Sitting
from tests.ui.fingers import fewest_of_kind, fewest_touches
from ui.presenters.play_choice import Chooser

TABLE = Path("docs/screens.md")
ROW = re.compile(r"^\| (?P<game>[^|]+) \| `(?P<kind>\w+)` \| (?P<first>\d+) \| (?P<others>\d+) \|")
TITLES = {"OFUSAIDO": "ofusaido", "Lignes d'Attaque": "lignes", "L'Ouaf": "ouaf", "Boufbowl": "boufbowl"}
SEEDS = (4,)
LONGEST = 400
MOST_AT_ONCE, ENOUGH = 2, 6
"""Kinds of play that take so many touches at the least are tried in so many states."""


def told() -> dict[tuple[str, str], tuple[int, int]]:
    """The touches of the table in the document: for what stands first, and for all others."""
    rows = [ROW.match(line) for line in TABLE.read_text().splitlines()]
    return {
        (TITLES[row["game"]], row["kind"]): (int(row["first"]), int(row["others"])) for row in rows if row
    }


def touches_of(sitting: Sitting, play: Play) -> int:
    """How many touches say a play at the least; one more for what stands behind *Something else*."""
    seen = sitting.seen
    counts = [
        more + found
        for more, begun in enumerate(
            (Chooser.of(seen.offers, seen.scene), Chooser.aside(seen.offers, seen.scene))
        )
        if begun is not None and (found := fewest_touches(begun, play)) is not None
    ]
    assert counts, f"no touches say {write_play(play)}"
    return min(counts)


def least_of(sitting: Sitting, kind: str) -> int:
    """How many touches say any play of a kind now; one more than the most for what needs more."""
    seen = sitting.seen
    begins = [Chooser.of(seen.offers, seen.scene), Chooser.aside(seen.offers, seen.scene)]
    counts = [
        more + found
        for more, begun in enumerate(begins)
        if begun is not None and (found := fewest_of_kind(begun, kind)) is not None
    ]
    return min(counts, default=MOST_AT_ONCE + 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_are_said_by_the_fewest_touches(game: str) -> None:
    counted: dict[str, set[int]] = defaultdict(set)
    least: dict[str, list[int]] = defaultdict(list)
    table = told()
    for seed in SEEDS:
        sitting, chance = Sitting(Match(GAMES[game], *demonstrations(game)["demo-match"])), Random(seed)
        while (play := chosen_play(sitting.match, chance)) is not None:
            if len(sitting.match.entries) >= LONGEST or isinstance(play, Concede | TimeUp):
                break
            counted[play.kind].add(touches_of(sitting, play))
            if table[game, play.kind][0] <= MOST_AT_ONCE and len(least[play.kind]) < ENOUGH:
                least[play.kind].append(least_of(sitting, play.kind))
            sitting.submit(play)
            assert sitting.viewer.chronicle.lines[-1].refusal is None
    assert {kind for kind in counted if (game, kind) not in table} == set()
    too_many = {
        kind: sorted(counts) for kind, counts in counted.items() if max(counts) > table[game, kind][1]
    }
    assert too_many == {}
    assert {kind: min(counts) for kind, counts in least.items() if min(counts) > table[game, kind][0]} == {}
