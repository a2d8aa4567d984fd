"""Writes the view of a match of Lignes d'Attaque as JSON data: everything lies open on the board."""

from typing import Any

from companion.codec import write
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.sheet import HOUSE_RULES
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import Phase, State, winner


def view(state: State) -> dict[str, Any]:
    """Return the match as a screen shows it."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "active": state.active and state.active.value,
        "score": write(state.score),
        "over": state.phase is Phase.OVER,
        "winner": write(winner(state)),
        "house": {rule.name: getattr(state.sheet.house, rule.name) for rule in HOUSE_RULES},
        "end": write(state.sheet.end),
        "half": state.half,
        "pieces": write(state.pieces),
        "ball": {"cell": state.ball.cell, "carrier": state.ball.carrier and state.ball.carrier.value},
        "points": state.points,
        "carried": 0 if state.ball.carrier is None else state.carried,
        "reach": reach(state),
        "checks": [{"piece": pair.defender.value, "against": pair.attacker.value} for pair in state.checks],
    }


def reach(state: State) -> list[Cell]:
    """Return where the ball may be played now, by row, then by column."""
    if state.phase is Phase.STRATEGY:
        return list(sight(state).passes())
    if state.phase is Phase.SHOT:
        seen = sight(state)
        return [cell for cell in seen.lines if seen.may_relay(cell) or seen.may_shoot(cell)]
    return []
