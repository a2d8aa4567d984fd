"""Says which seats the table waits for, and for which kinds of play."""

from companion.rules.engine import Expectation
from companion.rules.ouaf.state import Phase, State, is_unread, waiting


def expects(state: State) -> tuple[Expectation, ...]:
    """Return whom the table waits for now; nobody once the match is over."""
    match state.phase:
        case Phase.ROUND:
            return (Expectation(None, ("round",)),)
        case Phase.WORK:
            return tuple(
                Expectation(seat, ("work",) if worker.down else ("work", "down"))
                for seat, worker in state.workers.items()
                if is_unread(worker)
            )
        case Phase.CHOICE:
            return tuple(Expectation(seat, ("discard",)) for seat in waiting(state))
        case Phase.OVER:
            return ()
