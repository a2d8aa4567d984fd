"""Players who know nothing but what the rules offer, and choose by chance: for measurements and random matches."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.match import Match
from companion.play import write_play

UNWISE = frozenset(("give_up",))
"""Plays that are always offered and end a turn: chosen as often as others they would leave little to see."""

LONGEST = 300
"""Players who choose by chance hardly ever score in some games: after so many plays one side concedes."""


def chosen_play(match: Match, chance: Random) -> dict[str, Any] | None:
    """One of the plays that the rules would accept now; None when the match waits for nobody."""
    waited = list(match.expects())
    if waited and len(match.entries) >= LONGEST:
        return {"play": "concede", "seat": chance.choice(match.rules.seats(match.state))}
    chance.shuffle(waited)
    for expectation in waited:
        kinds = [kind for kind in expectation.plays if kind not in UNWISE or chance.random() < 0.05]
        chance.shuffle(kinds)
        for kind in kinds:
            if offered := match.rules.options(match.state, expectation.seat, kind):
                return write_play(chance.choice(offered))
    return None


def random_plays(match: Match, chance: Random) -> Iterator[dict[str, Any]]:
    """Plays until the match is over; the match must have taken each before the next is asked for."""
    while (play := chosen_play(match, chance)) is not None:
        yield play
