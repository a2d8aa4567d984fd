"""Every card that ships, for tests that must hold for each of them."""

from typing import Any

from companion.rules.games import games_with_cards
from companion.storage.catalogue import SHIPPED, load_catalogue

CARDS: list[tuple[str, dict[str, Any]]] = [
    (game, card) for game in games_with_cards() for card in load_catalogue(game, [SHIPPED])
]
POSTS: tuple[str, dict[str, Any]] = (
    "ofusaido",
    {"kind": "posts", "table": {"G": ["G"], "DEF": ["DC", "left back"], "odd.name": ["X"]}},
)
EVERYTHING = [*CARDS, POSTS]


def richest(count: int) -> list[tuple[str, dict[str, Any]]]:
    """Of each kind the cards with the most in them."""
    by_kind: dict[tuple[str, str], list[tuple[str, dict[str, Any]]]] = {}
    for game, card in CARDS:
        by_kind.setdefault((game, card["kind"]), []).append((game, card))
    return [
        one
        for cards in by_kind.values()
        for one in sorted(cards, key=lambda each: -len(str(each[1])))[:count]
    ]
