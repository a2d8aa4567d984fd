"""Complete plays that the rules would accept now: what a screen offers, and what the virtual players choose from.

Dice show any of their faces. A path has several cells: there is one move for each single cell that a piece may enter,
and one of two cells for each way over the teammate who has the ball, where nobody may stop.
"""

from collections.abc import Callable, Iterator, Mapping

from companion.rules.lignes.moving import steps
from companion.rules.lignes.pieces import TEAMS
from companion.rules.lignes.plays import (
    OUT,
    ClearFrom,
    ClearRoll,
    EndStrategy,
    Hold,
    KickoffRoll,
    Move,
    Pass,
    PenaltyCheck,
    PenaltyRoll,
    PenaltySave,
    Play,
    Relay,
    RestartAt,
    SaveRoll,
    Send,
    Shoot,
    ShotRoll,
    StrategyRoll,
)
from companion.rules.lignes.positions import nearest
from companion.rules.lignes.restarts import clearing_cells
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import State

D6 = range(1, 7)
D12 = range(1, 13)


def options(state: State, kind: str) -> list[Play]:
    """The complete plays of one kind that is waited for."""
    return list(_OPTIONS[kind](state))


def _moves(state: State) -> Iterator[Play]:
    for piece in TEAMS[state.playing]:
        for path in steps(state, piece):
            yield Move(piece, path)


def _sends(state: State) -> Iterator[Play]:
    seen = sight(state)
    for cell in seen.sends():
        yield Send(cell)
    for cell in seen.sends_out():
        yield Send(OUT, cell)


_OPTIONS: Mapping[str, Callable[[State], Iterator[Play]]] = {
    "kickoff_roll": lambda _: (KickoffRoll(d6) for d6 in D6),
    "strategy_roll": lambda _: (StrategyRoll(d6, d12) for d6 in D6 for d12 in D12),
    "move": _moves,
    "pass": lambda state: (Pass(cell) for cell in sight(state).passes()),
    "end_strategy": lambda _: iter((EndStrategy(),)),
    "shot_roll": lambda _: (ShotRoll(d12) for d12 in D12),
    "relay": lambda state: (Relay(cell) for cell in sight(state).relays()),
    "shoot": lambda state: (Shoot(cell) for cell in sight(state).shots()),
    "send": _sends,
    "hold": lambda _: iter((Hold(),)),
    "save_roll": lambda _: (SaveRoll(d6) for d6 in D6),
    "penalty_check": lambda _: (PenaltyCheck(d6) for d6 in D6),
    "penalty_roll": lambda _: (PenaltyRoll(d6) for d6 in D6),
    "penalty_save": lambda _: (PenaltySave(d6) for d6 in D6),
    "clear_roll": lambda _: (ClearRoll(d6, d12) for d6 in D6 for d12 in D12),
    "clear_from": lambda state: (ClearFrom(cell) for cell in clearing_cells(state)),
    "restart_at": lambda state: (RestartAt(piece) for piece in nearest(state, state.playing)),
}
