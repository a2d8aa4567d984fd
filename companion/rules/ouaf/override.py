"""Overrides by the referee: which values of the view may be set, and what follows from that."""

from collections.abc import Mapping
from typing import Annotated, Any

from companion.codec import Range
from companion.event import Overridden
from companion.rules.ouaf.cards import MOST, Seat
from companion.rules.ouaf.scoring import ending_boss, scores
from companion.rules.ouaf.sheet import HIGHEST, LOWEST
from companion.rules.ouaf.state import FULL, Phase, State, with_worker
from companion.rules.override_paths import OverridePath, changes_of, read_changes
from companion.values import replace
from companion.words import Text

OVERRIDE_PATHS = (
    OverridePath("score.SEAT", Text("score"), Annotated[int, Range(-MOST, MOST)]),
    OverridePath("reputation.SEAT", Text("reputation"), Annotated[int, Range(LOWEST, HIGHEST)]),
    OverridePath("happy", Text("cards under the happy boss"), Annotated[int, Range(0, FULL + 1)]),
    OverridePath("angry", Text("cards under the angry boss"), Annotated[int, Range(0, FULL + 1)]),
)


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Check the values that a referee sets. Raises `Malformed` for a path that cannot be set, or a value that does
    not fit it.
    """
    read_changes(OVERRIDE_PATHS, {"SEAT": state.sheet.seats}, changes)


def apply_override(state: State, event: Overridden) -> State:
    """Return the state with the values set, and the phase that follows from them. Scores are set last, so that each
    is in the end what the referee said.
    """
    scored = {}
    for path, seat, value in changes_of(OVERRIDE_PATHS, event.changes):
        match path.pattern:
            case "score.SEAT":
                scored[Seat(seat)] = value
            case "reputation.SEAT":
                state = with_worker(state, Seat(seat), replace(state.workers[Seat(seat)], reputation=value))
            case "happy":
                state = replace(state, happy=value)
            case _:
                state = replace(state, angry=value)
    return _with_scores(_reconsidered(state), scored)


def _reconsidered(state: State) -> State:
    """Between two rounds five cards end the match, and fewer reopen it; a round under way is finished first."""
    if state.conceded is not None or state.phase not in (Phase.ROUND, Phase.OVER):
        return state
    return replace(state, phase=Phase.ROUND if ending_boss(state) is None else Phase.OVER)


def _with_scores(state: State, scored: Mapping[Seat, int]) -> State:
    """Return the state with scores set by the referee: the seat keeps the difference to what the engine counts."""
    counted = scores(state)
    for seat, score in scored.items():
        worker = state.workers[seat]
        correction = worker.correction + score - counted[seat]
        state = with_worker(state, seat, replace(worker, correction=correction))
    return state
