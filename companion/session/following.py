"""Goes on with a match where nobody has anything to decide: only one play is possible, and it is of a kind that needs
nobody.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from companion.match import Match
from companion.play import Play, Undo
from companion.rules.engine import Rules
from companion.showing.by_itself import followed_by_itself
from companion.showing.games import SCENE_BUILDERS
from companion.words import Text, clauses

MOST_AT_ONCE = 8
"""After so many plays a person is asked: on some board, a position may leave both sides nothing to do turn after turn."""


def following(rules: Rules, state: Any) -> Play | None:
    """Return the play that follows by itself now; None where anybody has a choice, or something to do or to roll."""
    waited = (*rules.expects(state), *SCENE_BUILDERS[rules.game].aside(rules, state))
    if len(waited) != 1 or len(waited[0].plays) != 1 or waited[0].plays[0] not in rules.needs_nobody:
        return None
    plays: list[Play] = rules.options(state, waited[0].seat, waited[0].plays[0])
    return plays[0] if len(plays) == 1 else None


def go_on(match: Match, submit: Callable[[Play], object]) -> Text | None:
    """Submit the plays that follow by themselves, and return them in words; None if there are none.

    Those before which a correction has left a choice are taken back first.
    """
    stale = _no_longer_follows(match)
    if stale is not None:
        submit(Undo(stale))
    says: list[Text] = []
    while not match.is_over and len(says) < MOST_AT_ONCE:
        play = following(match.rules, match.state)
        if play is None:
            break
        says.append(match.rules.label(match.state, play))
        submit(play)
    return clauses(says) if says else None


def _no_longer_follows(match: Match) -> int | None:
    """Return the number of the first of the last plays, made by itself, that has a choice before it now; None: none has."""
    last = match.entries[-1 - followed_by_itself(match.entries) :]
    for before, entry in pairwise(last):
        if following(match.rules, before.after) != entry.play:
            return entry.seq
    return None
