"""Prints a deck: which cards, how many of each, in which colour, with their backs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from calibration.printing.boufbowl import deck as boufbowl
from calibration.printing.colour import GRASS, SEATS, SOFT, Colour
from calibration.printing.deck.frame import CardStyle, draw_back
from calibration.printing.language import PrintLanguage
from calibration.printing.mats.sheet import NAMES
from calibration.printing.ofusaido import deck as ofusaido
from calibration.printing.ouaf import deck as ouaf
from calibration.printing.paper import PaperSize
from calibration.printing.pen import Document, Pages
from calibration.printing.sheets import CardSides, make_card_grid, print_cards
from companion.errors import CompanionError
from companion.ids import CardRef
from companion.rules.boufbowl.cards import Action as Bonus
from companion.rules.boufbowl.cards import Player
from companion.rules.ouaf.cards import RoundCard, WorkCard
from companion.words import Text, Wording

TITLE = Text("{game}: cards")
LISTED_TWICE = frozenset({"visible"})
"""Keys of a set-up whose cards are in another list of the team too."""
EARTH = Colour("#a98a63")


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """Holds a card to be printed: the card as the game reads it, its seat, and the number of copies."""

    ref: CardRef
    card: Any
    seat: str | None = None
    copies: int = 1


def deals_of(cards: Mapping[str, Any], setups: Sequence[Mapping[str, Any]]) -> list[DeckEntry]:
    """Lists the cards of a catalogue, each as often as one of the set-ups needs it, at least once.

    A card has the colour of its seat; a card of several seats has none. If a set-up names only a team's
    players, its other cards are found by the second letter of their references: AR001 belongs with PR001.
    """
    owners: dict[str, set[str]] = {}
    copies: Counter[str] = Counter()
    letters: dict[str, set[str]] = {}
    for setup in setups:
        used: Counter[str] = Counter()
        for seat, refs in _teams(setup):
            used.update(refs)
            for ref in refs:
                owners.setdefault(ref, set()).add(seat)
                letters.setdefault(ref[1:2], set()).add(seat)
        copies |= used
    return [
        DeckEntry(CardRef(ref), card, _seat_of(ref, card, owners, letters), max(1, copies[ref]))
        for ref, card in cards.items()
    ]


def _teams(setup: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yields each seat of a set-up with all references of its team."""
    for seat, team in setup.get("teams", {}).items():
        yield (
            seat,
            [
                ref
                for word, value in team.items()
                if word not in LISTED_TWICE | {"name"}
                for ref in (value if isinstance(value, list) else [value])
                if isinstance(ref, str)
            ],
        )


def _seat_of(
    ref: str, card: Any, owners: Mapping[str, set[str]], letters: Mapping[str, set[str]]
) -> str | None:
    seats = owners.get(ref, set())
    if not seats and isinstance(card, Bonus | Player):
        seats = letters.get(ref[1:2], set())
    return next(iter(seats)) if len(seats) == 1 else None


def deck(game: str, entries: Iterable[DeckEntry], language: PrintLanguage, paper: PaperSize) -> Document:
    """Draws all cards with their backs, as many on a sheet as fit."""
    name = NAMES.get(game, game)
    title = language.translate_line(Text(TITLE.template, game=name))
    pages = Pages(title)
    pages.prefer_flip(on_long_edge=True)
    cards = [make_card_sides(game, name, entry, language) for entry in entries for _ in range(entry.copies)]
    print_cards(pages, cards, make_card_grid(paper), title, language)
    return pages.finished()


def make_card_sides(game: str, name: str, entry: DeckEntry, language: PrintLanguage) -> CardSides:
    """Makes the drawings of a card's front and back."""
    card = entry.card
    look = CardStyle(language, SEATS.get(entry.seat or "", EARTH if game == "boufbowl" else SOFT))
    match game:
        case "ofusaido":
            back = partial(draw_back, name=name, icon=ofusaido.BACKS[card.kind], colour=GRASS)
            return CardSides(partial(ofusaido.draw_front, card=card, look=look), back)
        case "ouaf" if isinstance(card, RoundCard):
            return CardSides(
                partial(ouaf.draw_front, card=card, look=look),
                partial(ouaf.draw_evaluation, card=card, look=look),
            )
        case "ouaf" if isinstance(card, WorkCard):
            back = partial(draw_back, name=name, icon="bread", colour=SEATS[card.seat.value])
            return CardSides(partial(ouaf.draw_front, card=card, look=look), back)
        case _:
            return CardSides(
                partial(boufbowl.draw_front, card=card, look=look),
                partial(draw_back, name=name, icon=boufbowl.BACKS[card.kind], colour=EARTH),
            )


def name_of(card: Any) -> Wording | None:
    """Returns the name of a card; None if it has none."""
    name = getattr(card, "name", "")
    return Wording.plain(name) if isinstance(name, str) else name


def only(entries: Sequence[DeckEntry], refs: Sequence[str]) -> list[DeckEntry]:
    """Picks the cards with these references, one copy each, in this order.

    Raises `CompanionError` for an unknown reference, and for none at all.
    """
    by_ref = {str(entry.ref): entry for entry in entries}
    strangers = [ref for ref in refs if ref not in by_ref]
    if strangers or not refs:
        raise CompanionError(
            Text(
                "there is no card {refs} among these {count} cards, which begin with {first}",
                refs=", ".join(strangers) or "''",
                count=len(entries),
                first=", ".join(list(by_ref)[:3]),
            )
        )
    return [replace(by_ref[ref], copies=1) for ref in refs]
