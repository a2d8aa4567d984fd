"""What a squad may be made of: how many copies of a card each mode allows, and what the levels may add up to (§02, §07, §08)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from companion.rules.ofusaido.cards import Action, Card, Coach, Energy, Goalkeeper, Occasion, Player, Stadium

MARKET = 120
"""The levels of 20 players add up to at most this in `elite` (§02)."""
TIERS = {"red": 1, "orange": 2}
"""Copies of an action that a squad may have, by its colour; a green one as often as wanted (§07)."""


class Mode(StrEnum):
    """How much of the rules is played (§02)."""

    ECOLE = "ecole"
    AMATEUR = "amateur"
    PRO = "pro"
    ELITE = "elite"

    @property
    def is_simple(self) -> bool:
        """Whether it is played with the base actions, and without coach and stadium."""
        return self in (Mode.ECOLE, Mode.AMATEUR)


def most_copies(card: Card, mode: Mode) -> int | None:
    """Return how often a squad may have a card in a mode: 0 for a card that is not played there, None for any number."""
    match card:
        case Occasion(ecole=ecole):
            return 0 if ecole is not None and ecole is not (mode is Mode.ECOLE) else 1
        case Action(base=base) if mode.is_simple:
            return 1 if base else 0
        case Action(tier=tier):
            return TIERS.get(tier)
        case Coach() | Stadium() if mode.is_simple:
            return 0
        case Energy():
            return None
        case _:
            return 1


def most_levels(mode: Mode, stadium: Stadium | None) -> int | None:
    """Return what the levels of a squad's 20 players may add up to; None in a mode that does not limit them."""
    if mode is not Mode.ELITE:
        return None
    return MARKET if stadium is None or stadium.market is None else stadium.market


class Squads:
    """The same for the pages on which squads are chosen (see `companion.rules.description.SquadRules`)."""

    def most_copies(self, card: Any, setup: Mapping[str, Any]) -> int | None:
        return most_copies(card, Mode(setup["mode"]))

    def level(self, card: Any) -> int | None:
        return card.level if isinstance(card, Player | Goalkeeper) else None

    def most_levels(self, setup: Mapping[str, Any], cards: Mapping[str, Any]) -> int | None:
        stadium = cards.get(setup.get("stadium") or "")
        return most_levels(Mode(setup["mode"]), stadium if isinstance(stadium, Stadium) else None)
