"""Virtual players who choose at random from the plays that the rules offer, for measurements and random matches."""

from collections.abc import Iterator
from random import Random

from companion.ids import SeatName
from companion.match import Match
from companion.opponent.sense import sensible_play
from companion.play import Concede, Play, TimeUp
from companion.rules.engine import Refusal
from companion.virtual.games import SENSES

HALF = "half"
"""The clock that may run out in any match."""
HALF_PLAYS = 60
"""Plays of a half: two of them are over well before a match is conceded."""

LONGEST = 400
"""A match that has not ended by its own rules after this many plays is conceded."""


def chosen_play(match: Match, chance: Random) -> Play | None:
    """Return a random play that the rules would accept now; None when the match waits for nobody."""
    waited = list(match.expects())
    if waited and len(match.entries) >= LONGEST:
        return Concede(SeatName(chance.choice(match.rules.seats(match.state))))
    if waited and is_half_over(match):
        return TimeUp(HALF)
    return sensible_play(SENSES.get(match.rules.game), match.rules, match.state, waited, chance)


def is_half_over(match: Match) -> bool:
    """Tell whether half of the match is over, in a match whose clock matters."""
    recent = match.entries[-HALF_PLAYS:]
    if len(recent) < HALF_PLAYS or any(isinstance(entry.play, TimeUp) for entry in recent):
        return False
    ruling = match.rules.time_up(match.state, HALF)
    return not isinstance(ruling, Refusal) and ruling.after is not match.state


def random_plays(match: Match, chance: Random) -> Iterator[Play]:
    """Yield random plays until the match is over; each must be submitted before the next is asked for."""
    while (play := chosen_play(match, chance)) is not None:
        yield play
