"""Finds the end of a match and its winner (p. 12)."""

from companion.event import Winner
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.events import MatchEnd
from companion.rules.boufbowl.sheet import Length
from companion.rules.boufbowl.state import State
from companion.rules.readings import CONCEDED_CITE, cited


def winner(state: State) -> Winner:
    """Return the winners: one seat, both seats of a level long match, or none yet."""
    if not state.is_over:
        return None
    if state.conceded is not None:
        return state.conceded.other.value
    if state.red.score == state.blue.score:
        return (Seat.RED.value, Seat.BLUE.value)
    return (Seat.RED if state.red.score > state.blue.score else Seat.BLUE).value


def end_of_match(before: State, after: State) -> MatchEnd | None:
    """Return the event that ends the match, if the match has just ended or its winner has just changed."""
    best = winner(after)
    if best is None or best == winner(before):
        return None
    if after.conceded is not None:
        return MatchEnd(best, after.score, CONCEDED_CITE)
    if after.sheet.length is Length.LONG:
        return MatchEnd(best, after.score, cited("Boufbowl p. 12", "long_match_end"))
    return MatchEnd(best, after.score)
