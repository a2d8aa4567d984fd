"""The games that can be judged, by id, and which of them have cards."""

from collections.abc import Mapping
from functools import cache

from companion.rules.boufbowl.rules import BOUFBOWL
from companion.rules.engine import Rules
from companion.rules.forms import CardForm, form_of
from companion.rules.lignes.rules import LIGNES
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ouaf.rules import OUAF

GAMES: Mapping[str, Rules] = {rules.game: rules for rules in (OFUSAIDO, LIGNES, OUAF, BOUFBOWL)}


# --- card forms
# The forms of all kinds of cards, by game and kind: the questions for a person who enters a card.


def games_with_cards() -> tuple[str, ...]:
    """Return the games whose owners enter cards."""
    return tuple(game for game, rules in GAMES.items() if rules.card_kinds)


@cache
def forms_of(game: str) -> Mapping[str, CardForm]:
    """Return the forms of one of `games_with_cards`, by kind."""
    rules = GAMES[game]
    return {name: form_of(kind, rules.card_words) for name, kind in rules.card_kinds.items()}
