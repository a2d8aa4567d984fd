"""Says which side the table waits for, and for which kinds of play."""

from companion.rules.engine import Expectation
from companion.rules.lignes.moving import steps
from companion.rules.lignes.pieces import TEAMS
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import Phase, State

_ONLY = {
    Phase.STRATEGY_ROLL: ("strategy_roll",),
    Phase.SHOT_ROLL: ("shot_roll",),
    Phase.PENALTY_CHECK: ("penalty_check",),
    Phase.OUT: ("restart_at",),
}
"""The phases in which the active side can do one thing alone."""


def expects(state: State) -> tuple[Expectation, ...]:
    """Return whom the table waits for now; nobody once the match is over."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.KICKOFF:
            return (Expectation(None, ("kickoff_roll",)),)
        case Phase.STRATEGY:
            return (Expectation(state.playing, _strategy(state)),)
        case Phase.SHOT:
            return (Expectation(state.playing, _shot(state)),)
        case Phase.SAVE:
            return (Expectation(state.playing.other, ("save_roll",)),)
        case Phase.PENALTY:
            return (_penalty(state),)
        case Phase.CLEAR:
            return (Expectation(state.playing, ("clear_from",) if state.has_rolled else ("clear_roll",)),)
        case _:
            return (Expectation(state.playing, _ONLY[state.phase]),)


def _strategy(state: State) -> tuple[str, ...]:
    plays: tuple[str, ...] = ("end_strategy",)
    if any(True for _ in sight(state).passes()):
        plays = ("pass", *plays)
    if any(True for piece in TEAMS[state.playing] for _ in steps(state, piece)):
        plays = ("move", *plays)
    return plays


def _shot(state: State) -> tuple[str, ...]:
    seen = sight(state)
    ways = {
        "relay": (seen.relays(),),
        "shoot": (seen.shots(),),
        "send": (seen.sends(), seen.sends_out()),
    }
    plays = tuple(kind for kind, cells in ways.items() if any(True for found in cells for _ in found))
    return plays or ("hold",)


def _penalty(state: State) -> Expectation:
    assert state.aim is not None
    if state.aim.cell is None:
        return Expectation(state.playing, ("penalty_roll",))
    return Expectation(state.playing.other, ("penalty_save",))
