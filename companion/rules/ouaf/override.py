"""The referee's word against the engine's: which values of the view may be set, and what that causes."""

from collections.abc import Mapping
from typing import Annotated, Any

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.event import Overridden
from companion.rules.ouaf.cards import MOST, Boss, Seat
from companion.rules.ouaf.scoring import ending_boss, scores
from companion.rules.ouaf.sheet import HIGHEST, LOWEST
from companion.rules.ouaf.state import FULL, Phase, State, with_worker
from companion.values import replace
from companion.words import Text

PATHS = ("score.SEAT", "reputation.SEAT", "happy", "angry")
_RANGES: Mapping[str, Any] = {
    "score": Annotated[int, Range(-MOST, MOST)],
    "reputation": Annotated[int, Range(LOWEST, HIGHEST)],
    "happy": Annotated[int, Range(0, FULL + 1)],
    "angry": Annotated[int, Range(0, FULL + 1)],
}


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Raises `Malformed` for a path that is not the referee's to set, or a value that does not fit it."""
    if not changes:
        raise Malformed("set", Text("there is nothing to set"))
    for path, value in changes.items():
        read(_RANGES[_name(state, path)], value, path)


def _name(state: State, path: str) -> str:
    match path.split("."):
        case [("happy" | "angry") as name]:
            return name
        case [("score" | "reputation") as name, seat] if seat in state.sheet.seats:
            return name
        case _:
            raise Malformed(
                "set",
                Text("{path} cannot be set; what can: {paths}", path=shown(path), paths=", ".join(PATHS)),
            )


def apply_override(state: State, event: Overridden) -> State:
    """The state with the values set, and the phase that follows from them. Scores are set last, so that each is in the
    end what the referee said.
    """
    scored = {}
    for path, value in event.changes.items():
        name, _, seat = path.partition(".")
        if name == "score":
            scored[Seat(seat)] = value
        elif name == "reputation":
            state = with_worker(state, Seat(seat), replace(state.workers[Seat(seat)], reputation=value))
        elif name == Boss.HAPPY:
            state = replace(state, happy=value)
        else:
            state = replace(state, angry=value)
    return _with_scores(_reconsidered(state), scored)


def _reconsidered(state: State) -> State:
    """Between two rounds five cards end the match, and fewer reopen it; a round under way is finished first."""
    if state.conceded is not None or state.phase not in (Phase.ROUND, Phase.OVER):
        return state
    return replace(state, phase=Phase.ROUND if ending_boss(state) is None else Phase.OVER)


def _with_scores(state: State, scored: Mapping[Seat, int]) -> State:
    """The difference to what the engine counts stays with the seat."""
    counted = scores(state)
    for seat, score in scored.items():
        worker = state.workers[seat]
        correction = worker.correction + score - counted[seat]
        state = with_worker(state, seat, replace(worker, correction=correction))
    return state
