"""The table of posts and lines, and the check that the cards of a catalogue name no others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.errors import Malformed
from companion.rules.effects import Effect
from companion.rules.ofusaido.cards import LINES, Card, Coach, Energy, Occasion, Player, Posts
from companion.words import Text

Lines = Mapping[str, tuple[str, ...]]
"""The posts of each line."""


def lines_in(rest: Sequence[Any]) -> Lines:
    """Return the last table of lines in a catalogue, or the game's own where the catalogue has none."""
    tables = [item.table for item in rest if isinstance(item, Posts)]
    return tables[-1] if tables else LINES


def lines_of_posts(lines: Lines) -> dict[str, tuple[str, ...]]:
    """Return the lines that each post belongs to."""
    return {
        post: tuple(line for line, posts in lines.items() if post in posts)
        for posts in lines.values()
        for post in posts
    }


def unknown_posts(cards: Iterable[Card], lines: Lines) -> list[Malformed]:
    """Return the posts and lines on cards that the table does not have. Each place begins with the card's reference."""
    posts = {post for line in lines.values() for post in line}
    return [
        Malformed(
            f"{card.ref} {where}",
            Text(
                "the word {word} cannot be used here; possible: {known}",
                word=name,
                known=", ".join(sorted(known)),
            ),
        )
        for card in cards
        for where, name, known in _named(card, posts, set(lines))
        if name not in known
    ]


def _named(card: Card, posts: set[str], lines: set[str]) -> Iterator[tuple[str, str, set[str]]]:
    """Yield the posts and lines that a card names: the place, the names, and the names that are allowed there."""
    if isinstance(card, Player):
        yield from (("posts", post, posts) for post in card.posts)
    if isinstance(card, Occasion):
        for zone in card.zones:
            for side in ("attack", "defence"):
                ideal = getattr(zone, side)
                yield from ((f"zones.{zone.id}.{side}.posts", post, posts) for post in ideal.posts)
                yield from ((f"zones.{zone.id}.{side}.lines", line, lines) for line in ideal.lines)
    for where, effect in _effects_of(card):
        for n, modifier in enumerate(effect.modifiers):
            for name, known in (("post", posts), ("line", lines)):
                if name in modifier.conditions:
                    yield f"{where}.modifiers[{n}].if.{name}", modifier.conditions[name], known


def _effects_of(card: Card) -> Iterator[tuple[str, Effect]]:
    if isinstance(card, Coach):
        for where, effect in (("permanent", card.permanent), ("unique", card.unique)):
            if effect is not None:
                yield where, effect
    elif not isinstance(card, Energy | Occasion):
        yield from ((f"effects[{n}]", effect) for n, effect in enumerate(card.effects))
