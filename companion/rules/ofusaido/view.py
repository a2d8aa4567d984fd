"""Writes the view of a match of OFUSAIDO as JSON data: everything in it is visible to everybody."""

from typing import Any

from companion.rules.ofusaido.actions import takes_before_draw
from companion.rules.ofusaido.flow import winner
from companion.rules.ofusaido.odds import odds
from companion.rules.ofusaido.scoring import Scale, weigh
from companion.rules.ofusaido.sheet import HOUSE_RULES, Seat
from companion.rules.ofusaido.state import DuelOnTable, Phase, Side, State

CLOCK_HINT_MIN = (45, 60)
"""How long a match takes, in minutes (the rulebook's first page)."""


def view(state: State) -> dict[str, Any]:
    """Return the match as a screen shows it."""
    over = state.phase is Phase.OVER
    nobody = over or state.phase is Phase.LEVEL
    active = None if nobody else state.attacking.value
    best = winner(state)
    shown: dict[str, Any] = {
        "phase": state.phase.value,
        "turn": state.turn,
        "active": active,
        "score": state.score,
        "over": over,
        "winner": list(best) if isinstance(best, tuple) else best,
        "mode": state.sheet.mode.value,
        "house": {rule.name: getattr(state.sheet.house, rule.name) for rule in HOUSE_RULES},
        "attacking": active,
        "zone": state.zone,
        "occasion": state.occasion,
        "zones": [] if state.occasion is None else list(state.sheet.zones[state.occasion]),
        "before_draw": takes_before_draw(state),
        "clock_hint": list(CLOCK_HINT_MIN),
        "teams": {seat.value: _team(state, seat) for seat in Seat},
    }
    if state.shootout is not None:
        shown["shootout"] = _shootout(state)
    if state.duel is not None and state.phase in (Phase.SUPPORT, Phase.REVEAL):
        shown["duel"] = _duel(state, state.duel)
    return shown


def _team(state: State, seat: Seat) -> dict[str, Any]:
    team = state.team(seat)
    return {
        "name": state.sheet.team(seat).name,
        "hand": team.hand,
        "hand_limit": team.hand_limit,
        "draw_pile": team.draw_pile,
        "discard_known": list(team.discard_known),
        "discard_unknown": team.discard_unknown,
        "energy_pile": team.energy_pile,
        "energy_spent": team.energy_spent,
        "occasions_left": team.occasions_left,
        "visible": list(team.visible),
        "expelled": list(team.expelled),
        "goalkeeper": team.goalkeeper,
        "coach_bonus_used": team.coach_bonus_used,
    }


def _shootout(state: State) -> dict[str, Any]:
    shootout = state.shootout
    assert shootout is not None
    return {
        seat.value: {
            "shooters": list(shootout.shooters(seat)),
            "kicks": [kick.scored for kick in shootout.kicks if kick.seat is seat],
        }
        for seat in Seat
    }


def _duel(state: State, duel: DuelOnTable) -> dict[str, Any]:
    balance = weigh(state, duel)
    chances = odds(state, duel, balance)
    return {
        "attack": _side(duel, duel.attack, balance.attack, balance.attack_times),
        "defence": _side(duel, duel.defence, balance.defence, balance.defence_times),
        "odds": {
            "attack": chances.attack,
            "defence": chances.defence,
            "foul_by_attack": chances.foul_by_attack,
            "foul_by_defence": chances.foul_by_defence,
        },
    }


def _side(duel: DuelOnTable, side: Side, scale: Scale, times: int) -> dict[str, Any]:
    return {
        "base": side.base,
        "intent": duel.contest.value,
        "supports": list(side.supports),
        "score": scale.score,
        "placement": scale.placement,
        "times": times,
        "revealed": list(side.revealed),
        "referee": side.referee,
    }
