"""Prints a deck: which cards, how many of each, in which colour, with their backs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from calibration.printing.deck.frame import CardStyle
from calibration.printing.games import PRINTS
from calibration.printing.paper import PaperSize
from calibration.printing.pen import Document, new_pages
from calibration.printing.sheets import CardSides, make_card_grid, print_cards
from calibration.printing.typeface import CODE, SEATS, Colour
from calibration.printing.typesetting import PrintLanguage
from companion.errors import CompanionError
from companion.ids import CardRef
from companion.rules.games import GAMES
from companion.words import Text

TITLE = Text("{game}: cards")
LISTED_TWICE = frozenset({"visible"})
"""Keys of a set-up whose cards are in another list of the team too."""


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """Holds a card to be printed: the card as the game reads it, its seat, and the number of copies."""

    ref: CardRef
    card: Any
    seat: str | None = None
    copies: int = 1


def list_entries(game: str, cards: Mapping[str, Any], setups: Sequence[Mapping[str, Any]]) -> list[DeckEntry]:
    """List the cards of a catalogue, each as often as one of the set-ups needs it, at least once.

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
        DeckEntry(
            CardRef(ref),
            card,
            _seat_of(ref, owners, letters if isinstance(card, PRINTS[game].sorted_by_letter) else {}),
            max(1, copies[ref]),
        )
        for ref, card in cards.items()
    ]


def _teams(setup: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield each seat of a set-up with all references of its team."""
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


def _seat_of(ref: str, owners: Mapping[str, set[str]], letters: Mapping[str, set[str]]) -> str | None:
    seats = owners.get(ref) or letters.get(ref[1:2], set())
    return next(iter(seats)) if len(seats) == 1 else None


def draw_deck(
    game: str,
    deals: Iterable[DeckEntry],
    language: PrintLanguage,
    paper: PaperSize,
    *,
    has_codes: bool = True,
) -> Document:
    """Draw all cards with their backs, as many on a sheet as fit."""
    title = language.translate_line(Text(TITLE.template, game=GAMES[game].description.title))
    with new_pages(title) as pages:
        pages.flip_on_long_edge()
        code = CODE if has_codes else None
        cards = [make_card_sides(game, deal, language, code) for deal in deals for _ in range(deal.copies)]
        print_cards(pages, cards, make_card_grid(paper), title, language)
        return pages.finished()


def make_card_sides(
    game: str, deal: DeckEntry, language: PrintLanguage, code: Colour | None = CODE
) -> CardSides:
    """Make the drawings of a card's front and back. `code` is the colour of its code; None: it has none."""
    prints = PRINTS[game]
    assert prints.sides is not None, game
    return prints.sides(deal.card, CardStyle(language, SEATS.get(deal.seat or "", prints.colour), code))


def pick_entries(entries: Sequence[DeckEntry], refs: Sequence[str]) -> list[DeckEntry]:
    """Pick the cards with these references, one copy each, in this order.

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
