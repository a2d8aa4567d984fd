"""The end of a match (p. 12): who has won, and when it is told."""

from companion.event import Winner
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.events import MatchEnd
from companion.rules.boufbowl.state import State


def winner(state: State) -> Winner:
    """Who has won: a seat, both of a level long match, or nobody yet."""
    if not state.is_over:
        return None
    if state.conceded is not None:
        return state.conceded.other.value
    if state.red.score == state.blue.score:
        return (Seat.RED.value, Seat.BLUE.value)
    return (Seat.RED if state.red.score > state.blue.score else Seat.BLUE).value


def end_of_match(before: State, after: State) -> MatchEnd | None:
    """The end of the match, if it has just come, or its winner has just changed."""
    best = winner(after)
    if best is None or best == winner(before):
        return None
    return MatchEnd(best, after.score)
