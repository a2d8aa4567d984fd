"""The forms of all kinds of cards, by game and kind: what is asked of whoever enters a card."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.rules.boufbowl import card_words as boufbowl_words
from companion.rules.boufbowl import cards as boufbowl
from companion.rules.forms import CardForm, Sayings, form_of
from companion.rules.ofusaido import card_words as ofusaido_words
from companion.rules.ofusaido import cards as ofusaido
from companion.rules.ouaf import card_words as ouaf_words
from companion.rules.ouaf import cards as ouaf

GAMES_WITH_CARDS: Mapping[str, tuple[Mapping[str, type[Any]], Sayings]] = {
    "ofusaido": (ofusaido.KINDS, ofusaido_words.SAYINGS),
    "ouaf": (ouaf.KINDS, ouaf_words.SAYINGS),
    "boufbowl": (boufbowl.KINDS, boufbowl_words.SAYINGS),
}


@cache
def forms_of(game: str) -> Mapping[str, CardForm]:
    """The forms of a game of `GAMES_WITH_CARDS`, by kind."""
    kinds, sayings = GAMES_WITH_CARDS[game]
    return {name: form_of(kind, sayings) for name, kind in kinds.items()}
