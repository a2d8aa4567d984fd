"""Writes the view of a match of L'Ouaf as JSON data, without the value of any card that lies face down."""

from typing import Any

from companion.rules.ouaf.scoring import result, scores
from companion.rules.ouaf.state import Lasting, Phase, State, waiting


def view(state: State) -> dict[str, Any]:
    """Return the match as a screen shows it. A card laid counts in hand and score until the reveal."""
    over = state.phase is Phase.OVER
    ended = result(state) if over else None
    winner = None if ended is None else ended.winner
    workers = state.workers.items()
    house = state.sheet.house
    return {
        "phase": state.phase.value,
        "turn": state.round,
        "round": state.round,
        "active": None,
        "score": {seat.value: score for seat, score in scores(state).items()},
        "over": over,
        "winner": list(winner) if isinstance(winner, tuple) else winner,
        "house": {"reputation_points": dict(house.reputation_points), "two_players": house.two_players},
        "order": _order(state),
        "happy": state.happy,
        "angry": state.angry,
        "reputation": {seat.value: worker.reputation for seat, worker in workers},
        "hand": {seat.value: list(worker.hand) for seat, worker in workers},
        "discard": {seat.value: list(worker.discard) for seat, worker in workers},
        "waiting": [seat.value for seat in waiting(state)],
        "lasting": [_lasting(state, lasting) for lasting in state.lasting],
    }


def _order(state: State) -> dict[str, int] | None:
    if state.order is None or state.phase not in (Phase.WORK, Phase.CHOICE):
        return None
    return {"total": state.sheet.totals[state.order], "average": state.sheet.average(state.order)}


def _lasting(state: State, lasting: Lasting) -> dict[str, Any]:
    half = state.sheet.half(lasting.card, lasting.boss)
    return {
        "card": lasting.card,
        "boss": lasting.boss.value,
        "effect": half.effect.value,
        "target": half.target.value,
        "value": half.value,
    }
