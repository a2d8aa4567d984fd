"""A deck on sheets: which cards, how often, in whose colour, with their backs behind them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from calibration.printing.colour import SEATS
from calibration.printing.deck.frame import CardStyle
from calibration.printing.games import PRINTS
from calibration.printing.paper import PaperSize
from calibration.printing.pen import Document, Pages
from calibration.printing.sheets import Sided, new_block, print_cards
from calibration.printing.tongue import Tongue
from companion.errors import CompanionError
from companion.ids import CardRef
from companion.rules.games import GAMES
from companion.words import Text, Wording

TITLE = Text("{game}: cards")
LISTED_TWICE = frozenset({"visible"})
"""Words of a set-up whose cards stand in another list of the team already."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A card to be printed: as the game reads it, whose it is, and how many are needed."""

    ref: CardRef
    card: Any
    seat: str | None = None
    copies: int = 1


def deals_of(game: str, cards: Mapping[str, Any], setups: Sequence[Mapping[str, Any]]) -> list[Deal]:
    """The cards of a catalogue, as often as one of the set-ups asks for them, at least once.

    A card is of the colour of the seat that has it; one that several seats have is nobody's. Where a set-up names only a
    team's players, its other cards are known by the second letter that they share with them: AR001 is with PR001.
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
        Deal(
            CardRef(ref),
            card,
            _seat_of(ref, owners, letters if isinstance(card, PRINTS[game].sorted_by_letter) else {}),
            max(1, copies[ref]),
        )
        for ref, card in cards.items()
    ]


def _teams(setup: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Each seat of a set-up with all references that its team lists."""
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


def deck(game: str, deals: Iterable[Deal], tongue: Tongue, paper: PaperSize) -> Document:
    """All cards with their backs, as many on a sheet as go."""
    title = tongue.line(Text(TITLE.template, game=GAMES[game].description.title))
    pages = Pages(title)
    pages.prefer_flip(on_long_edge=True)
    cards = [sided(game, deal, tongue) for deal in deals for _ in range(deal.copies)]
    print_cards(pages, cards, new_block(paper), title, tongue)
    return pages.finished()


def sided(game: str, deal: Deal, tongue: Tongue) -> Sided:
    """A card's two sides."""
    prints = PRINTS[game]
    assert prints.sides is not None, game
    return prints.sides(deal.card, CardStyle(tongue, SEATS.get(deal.seat or "", prints.colour)))


def name_of(card: Any) -> Wording | None:
    """What a card is called, where it has a name."""
    name = getattr(card, "name", "")
    return Wording.plain(name) if isinstance(name, str) else name


def only(deals: Sequence[Deal], refs: Sequence[str]) -> list[Deal]:
    """The cards of these references, one each, in this order. Raises `CompanionError` for one that is not there."""
    by_ref = {str(deal.ref): deal for deal in deals}
    strangers = [ref for ref in refs if ref not in by_ref]
    if strangers or not refs:
        raise CompanionError(
            Text(
                "there is no card {refs} among these {count} cards, which begin with {first}",
                refs=", ".join(strangers) or "''",
                count=len(deals),
                first=", ".join(list(by_ref)[:3]),
            )
        )
    return [replace(by_ref[ref], copies=1) for ref in refs]
