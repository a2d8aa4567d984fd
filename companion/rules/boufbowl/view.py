"""Writes the view of a match of Boufbowl as JSON data: everything in it is visible to everybody."""

from typing import Any

from companion.codec import write
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.buying import buyer_seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.ending import winner
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.odds import odds
from companion.rules.boufbowl.sheet import HOUSE_RULES
from companion.rules.boufbowl.state import Phase, Stage, State


def view(state: State) -> dict[str, Any]:
    """Return the match as a screen shows it."""
    stage = state.stage
    best = winner(state)
    shown: dict[str, Any] = {
        "phase": stage.phase.value,
        "turn": state.turn,
        "active": _active(state),
        "score": state.score,
        "over": stage is Stage.OVER,
        "winner": list(best) if isinstance(best, tuple) else best,
        "mode": state.sheet.mode.value,
        "length": state.sheet.length.value,
        "house": {rule.name: write(getattr(state.sheet.house, rule.name)) for rule in HOUSE_RULES},
        "names": {seat.value: state.sheet.team(seat).name for seat in Seat},
        "players": {ref: _player(state, ref) for ref in state.figures},
        "ball": {
            "zone": state.ball.zone,
            "carrier": state.ball.carrier,
            "state": state.ball.state,
            "thrower": state.ball.thrower,
        },
        "movement": state.movement,
        "action_used": state.action_used,
        "hands": {seat.value: state.team(seat).hand for seat in Seat},
        "piles": {seat.value: state.team(seat).pile for seat in Seat},
        "discards": {seat.value: list(state.team(seat).discards) for seat in Seat},
        "unknown_spent": {seat.value: state.team(seat).unknown_spent for seat in Seat},
        "intensity": state.intensity,
        "orders": {
            seat.value: {slot.value: slot in state.team(seat).orders for slot in Slot} for seat in Seat
        },
        "trainings": {seat.value: list(state.team(seat).trainings) for seat in Seat},
    }
    if state.shown is not None:
        shown["shown"] = list(state.shown)
    if state.sheet.toss is not None:
        shown["toss"] = state.sheet.toss.value
    if isinstance(state.top, Contest) and stage in (Stage.COMMIT, Stage.BONUS, Stage.DICE):
        chances = odds(state, state.top)
        shown["odds"] = {
            "attack": chances.attack,
            "defence": chances.defence,
            "level": chances.level,
        }
    return shown


def _active(state: State) -> str | None:
    """Return whose turn it is; after a try, who buys."""
    if state.phase is Phase.OVER:
        return None
    return buyer_seat(state).value


def _player(state: State, ref: Any) -> dict[str, Any]:
    figure = state.figures[ref]
    return {
        "seat": state.sheet.seat_of[ref].value,
        "zone": figure.zone,
        "standing": figure.standing,
        "marker": figure.marker,
        "injured": figure.injured,
        "fervour": figure.fervour,
        "powers": list(figure.powers),
    }
