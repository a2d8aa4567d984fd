"""Lists by game id the players that somebody can play against."""

from collections.abc import Mapping

from companion.errors import CompanionError
from companion.opponent.boufbowl.player import BOUFBOWL_THINKER
from companion.opponent.choosing import Thinker
from companion.opponent.lignes.player import LIGNES_THINKER
from companion.opponent.ofusaido.thinker import OFUSAIDO_THINKER
from companion.opponent.ouaf.player import OUAF_THINKER
from companion.opponent.value import WinningValue, fitted_weights
from companion.words import Text

THINKERS: Mapping[str, Thinker] = {
    "boufbowl": BOUFBOWL_THINKER,
    "lignes": LIGNES_THINKER,
    "ofusaido": OFUSAIDO_THINKER,
    "ouaf": OUAF_THINKER,
}


def thinker_of(game: str) -> Thinker:
    """Return the player of a game. Raises `CompanionError` for a game that the program cannot play itself."""
    if game not in THINKERS:
        raise CompanionError(Text("the program cannot play {game} itself", game=game))
    return THINKERS[game]


def value_of(thinker: Thinker, data: object) -> tuple[WinningValue, Text | None]:
    """Return a game's value with the weights of its file; with the simple ones, and why, if the file cannot be used."""
    fitted = fitted_weights(thinker.features, thinker.simple, data)
    value = WinningValue(thinker.rules.seats, thinker.winners, thinker.measure, fitted.weights, fitted.stages)
    return value, fitted.problem
