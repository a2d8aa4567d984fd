"""Begins a match from its set-up: looks up the cards and boards that it names, then lets the rules judge it."""

from companion.errors import Malformed
from companion.match import Match, SetupRefused
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.places import Places
from companion.storage.setups import completed


def match_of(setup: Json, where: Places) -> Match:
    """Return a new match of a game. Raises `SetupRefused`, or `CatalogueError` for files that cannot be used."""
    try:
        whole, cards = completed(setup, where.catalogues)
    except Malformed as problem:
        raise SetupRefused(problem.where, problem.problem) from problem
    return Match(GAMES[whole["game"]], whole, cards)
