"""The demonstration matches that ship with each game, in every mode they can be played in."""

from functools import cache
from itertools import product
from typing import Any

from companion.rules.engine import Refusal
from companion.rules.games import GAMES
from companion.storage import shipped_data

MODES = {"demo-match": ("pro", "elite")}
"""A set-up with free actions, a stadium and coaches is for two of OFUSAIDO's modes."""

STAND = 5
"""Power cards that lie face up."""
FEW_CARDS = 18
"""A hand, and what a coach draws in about ten turns."""


@cache
def demonstrations(game: str) -> dict[str, tuple[dict[str, Any], list[Any]]]:
    """Set-up and cards of each demonstration match of a game, by name."""
    found = {}
    for name, (setup, cards) in shipped_data.demonstrations(game).items():
        modes = MODES.get(name, (setup["mode"],)) if game == "ofusaido" else ()
        for mode in modes:
            found[f"{name} {mode}"] = ({**setup, "mode": mode}, cards)
        if not modes:
            found[name] = (setup, cards)
        if (game, name) == ("boufbowl", "demo-match-expert"):
            found[f"{name} long"] = (until_dry({"shown": powers_of(cards), **setup}), cards)
        if (game, name) == ("ofusaido", "demo-match"):
            found[f"{name} lots"] = (with_lots(setup, cards), cards)
    return found


def powers_of(cards: list[Any]) -> list[str]:
    """The first power cards of a Boufbowl catalogue, as many as lie on the stand."""
    return [card["ref"] for card in cards if card["kind"] == "power"][:STAND]


def with_lots(setup: dict[str, Any], cards: list[Any]) -> dict[str, Any]:
    """An OFUSAIDO set-up whose home team won the draw of lots, in the first pair and criterion by which it does."""
    rules = GAMES["ofusaido"]
    home, away = (setup["teams"][seat]["players"] for seat in ("home", "away"))
    for criterion, one, other in product(("TIR", "TDL", "DRB", "PAS", "TAK", "INT"), home, away):
        lots = {"criterion": criterion, "drawn": [{"home": one, "away": other}]}
        if not isinstance(rules.set_up({**setup, "lots": lots}, cards), Refusal):
            return {**setup, "lots": lots}
    raise AssertionError("the home team wins no draw of lots")


def until_dry(setup: dict[str, Any]) -> dict[str, Any]:
    """A Boufbowl match that ends when the cards do: with few enough that it has an end within a random match."""
    teams = {seat: {**team, "deck": team["deck"][:FEW_CARDS]} for seat, team in setup["teams"].items()}
    return {**setup, "length": "long", "teams": teams}
