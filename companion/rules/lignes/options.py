"""Lists complete plays that the rules would accept now, for screens to offer and for virtual players to choose from.

Dice show any of their faces. A path has several cells: there is one move for each single cell that a piece may enter,
and one of two cells for each way over the teammate who has the ball, where nobody may stop.
"""

from collections.abc import Callable, Iterator, Mapping

from companion.rules.lignes import plays
from companion.rules.lignes.moving import steps
from companion.rules.lignes.pieces import TEAMS
from companion.rules.lignes.positions import nearest
from companion.rules.lignes.restarts import clearing_cells
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import State

D6 = range(1, 7)
D12 = range(1, 13)


def options(state: State, kind: str) -> list[plays.Play]:
    """Return the complete plays of one kind that the table waits for."""
    return list(_OPTIONS[kind](state))


def _moves(state: State) -> Iterator[plays.Play]:
    for piece in TEAMS[state.playing]:
        for path in steps(state, piece):
            yield plays.Move(piece, path)


def _sends(state: State) -> Iterator[plays.Play]:
    seen = sight(state)
    for cell in seen.sends():
        yield plays.Send(cell)
    for cell in seen.sends_out():
        yield plays.Send(plays.OUT, cell)


_OPTIONS: Mapping[str, Callable[[State], Iterator[plays.Play]]] = {
    "kickoff_roll": lambda _: (plays.KickoffRoll(d6) for d6 in D6),
    "strategy_roll": lambda _: (plays.StrategyRoll(d6, d12) for d6 in D6 for d12 in D12),
    "move": _moves,
    "pass": lambda state: (plays.Pass(cell) for cell in sight(state).passes()),
    "end_strategy": lambda _: iter((plays.EndStrategy(),)),
    "shot_roll": lambda _: (plays.ShotRoll(d12) for d12 in D12),
    "relay": lambda state: (plays.Relay(cell) for cell in sight(state).relays()),
    "shoot": lambda state: (plays.Shoot(cell) for cell in sight(state).shots()),
    "send": _sends,
    "hold": lambda _: iter((plays.Hold(),)),
    "save_roll": lambda _: (plays.SaveRoll(d6) for d6 in D6),
    "penalty_check": lambda _: (plays.PenaltyCheck(d6) for d6 in D6),
    "penalty_roll": lambda _: (plays.PenaltyRoll(d6) for d6 in D6),
    "penalty_save": lambda _: (plays.PenaltySave(d6) for d6 in D6),
    "clear_roll": lambda _: (plays.ClearRoll(d6, d12) for d6 in D6 for d12 in D12),
    "clear_from": lambda state: (plays.ClearFrom(cell) for cell in clearing_cells(state)),
    "restart_at": lambda state: (plays.RestartAt(piece) for piece in nearest(state, state.playing)),
}
