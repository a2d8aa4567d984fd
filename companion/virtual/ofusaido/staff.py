"""Rates how much a player wants a staff card or the coach's bonus now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.effects import Deed, Effect
from companion.rules.ofusaido.sheet import Seat, Sheet
from companion.virtual.ofusaido.box import Box
from companion.virtual.ofusaido.sense import gain, moment_of, own_chance, own_foul_risk

OPEN = (0.1, 0.8)
"""The chances of winning between which a duel is worth a card."""
FEW_ENERGIES = 5
MANY_ENERGIES = 8
LAST_OCCASIONS = 2
WORTH_SEARCHING = 4
"""Number of discards that are likely to hold a card worth taking back."""
THIN_PILE = 12
"""Size of a draw pile that is worth reducing further."""
RISK_OF_FOUL = 0.15


@dataclass(frozen=True, slots=True)
class Standing:
    """The situation of one side when it considers its staff cards."""

    sheet: Sheet
    seat: Seat
    box: Box
    view: Mapping[str, Any]

    @property
    def own(self) -> Mapping[str, Any]:
        team: Mapping[str, Any] = self.view["teams"][self.seat]
        return team

    @property
    def other(self) -> Mapping[str, Any]:
        team: Mapping[str, Any] = self.view["teams"][self.seat.other]
        return team


def wish(effect: Effect, standing: Standing) -> float:
    """Return how much an effect is wanted now, from 0 (not at all) to 1."""
    if effect.deeds:
        return float(all(_is_wanted(deed, standing) for deed in effect.deeds))
    moment = moment_of(standing.sheet, standing.view, standing.seat)
    if moment is None or standing.view["phase"] != "support":
        return 0.0
    least, most = OPEN
    if not least < own_chance(moment, standing.view) < most:
        return 0.0
    return min(1.0, max(0.0, gain(standing.sheet, effect, moment)))


def _is_wanted(deed: Deed, standing: Standing) -> bool:
    own, n = standing.own, deed.value
    match deed.what:
        case "recover_energies":
            wanted = own["energy_spent"] > n and own["energy_pile"] <= FEW_ENERGIES
        case "discard_energies":
            wanted = own["energy_pile"] >= MANY_ENERGIES
        case "draw":
            wanted = own["draw_pile"] >= n and own["hand"] <= own["hand_limit"]
        case "recover_card":
            wanted = len(standing.box.discard) >= WORTH_SEARCHING
        case "opponent_discards_pile":
            wanted = n <= standing.other["draw_pile"] <= THIN_PILE
        case "extra_occasion":
            wanted = bool(standing.box.used_occasions) and own["occasions_left"] <= LAST_OCCASIONS
        case "reinstate":
            wanted = bool(own["expelled"])
        case "cancel_foul":
            wanted = _risks_a_foul(standing)
        case _:
            wanted = False
    return bool(wanted)


def _risks_a_foul(standing: Standing) -> bool:
    moment = moment_of(standing.sheet, standing.view, standing.seat)
    return moment is not None and own_foul_risk(moment, standing.view) >= RISK_OF_FOUL
