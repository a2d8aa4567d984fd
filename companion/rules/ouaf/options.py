"""Lists complete plays that the rules would accept now, for screens to offer; none for a seat that has played."""

from collections.abc import Iterator

from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.expects import expects
from companion.rules.ouaf.plays import Discard, Down, Play, RoundPlay, Work
from companion.rules.ouaf.state import State, next_orders


def options(state: State, seat: str | None, kind: str) -> Iterator[Play]:
    """Return the complete plays of one kind that would be accepted now from a seat or the whole table."""
    if not any(waited.seat == seat and kind in waited.plays for waited in expects(state)):
        return
    if seat is None:
        yield from _rounds(state)
        return
    own = Seat(seat)
    match kind:
        case "work":
            for value in state.workers[own].hand:
                yield Work({own: value})
        case "down":
            yield Down((own,))
        case _:
            for value in state.workers[own].choice:
                yield Discard(own, value)


def _rounds(state: State) -> Iterator[Play]:
    """Yield the possible rounds: any pair of cards in the first round; later the last order becomes the
    evaluation.
    """
    for evaluation in state.sheet.usable if state.order is None else (state.order,):
        for order in next_orders(state, evaluation):
            yield RoundPlay(evaluation, order)
