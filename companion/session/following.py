"""Says which play a table makes by itself: the only one that anybody could make, of a kind that needs nobody's decision."""

from typing import Any

from companion.match import Match
from companion.play import Play
from companion.rules.engine import Rules
from companion.showing.games import SCENE_BUILDERS


def following(rules: Rules, state: Any) -> Play | None:
    """Return the play that follows by itself now; None where anybody has a choice, or something to do or to roll."""
    waited = (*rules.expects(state), *SCENE_BUILDERS[rules.game].aside(rules, state))
    if len(waited) != 1 or len(waited[0].plays) != 1 or waited[0].plays[0] not in rules.needs_nobody:
        return None
    plays: list[Play] = rules.options(state, waited[0].seat, waited[0].plays[0])
    return plays[0] if len(plays) == 1 else None


def no_longer_follows(match: Match, last: int) -> int | None:
    """Return the number of the first of the `last` plays, made by itself, that has a choice before it now; None: none has."""
    entries = match.entries
    for before, entry in zip(entries[-last - 1 :], entries[len(entries) - last :], strict=False):
        if following(match.rules, before.after) != entry.play:
            return entry.seq
    return None
