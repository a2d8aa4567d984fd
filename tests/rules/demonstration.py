"""The demonstration matches that ship with each game, in every mode they can be played in."""

from functools import cache
from typing import Any

from companion.storage import shipped_data

MODES = {"demo-match": ("pro", "elite")}
"""A set-up with free actions, a stadium and coaches is for two of OFUSAIDO's modes."""

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
            found[f"{name} long"] = (until_dry(setup), cards)
    return found


def until_dry(setup: dict[str, Any]) -> dict[str, Any]:
    """A Boufbowl match that ends when the cards do: with few enough that it has an end within a random match."""
    teams = {seat: {**team, "deck": team["deck"][:FEW_CARDS]} for seat, team in setup["teams"].items()}
    return {**setup, "length": "long", "teams": teams}
