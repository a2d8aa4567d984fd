"""The demonstration matches that ship with each game, in every mode they can be played in."""

from functools import cache
from typing import Any

from companion.storage import shipped
from tests.rules.boufbowl.short_field import short_field

MODES = {"demo-match": ("pro", "elite"), "demo-match-ecole": ("ecole", "amateur")}
"""A set-up with free actions, a stadium and coaches is for two of OFUSAIDO's modes, a base one for the others."""


@cache
def demonstrations(game: str) -> dict[str, tuple[dict[str, Any], list[Any]]]:
    """Set-up and cards of each demonstration match of a game, by name."""
    found = {}
    for name, (setup, cards) in shipped.demonstrations(game).items():
        modes = MODES.get(name, (setup["mode"],)) if game == "ofusaido" else ()
        for mode in modes:
            found[f"{name} {mode}"] = ({**setup, "mode": mode}, cards)
        if not modes:
            found[name] = (setup, cards)
        if (game, name) == ("boufbowl", "demo-match-expert"):
            found[f"{name} short field"] = ({**setup, "board": short_field()}, cards)
    return found
