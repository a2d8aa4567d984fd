"""Lets a person enter a pair of the draw: the card that each side turned over, one side after the other."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.showing.scene import Face
from companion.words import Text
from ui.presenters.lines import MenuLine, MenuOption, ShownCard
from ui.setup.card_picking import ON_A_PAGE, NextPage, next_page, page_count
from ui.setup.match_setup import MatchSetup


@dataclass(frozen=True, slots=True)
class PairPicking:
    """Holds a draw of cards in pairs: the set-up, the cards that each seat has named so far, and the page of the list."""

    setup: MatchSetup
    picked: Mapping[str, str] = field(default_factory=dict)
    page: int = 0

    @property
    def seat(self) -> str:
        """Return the side whose card is asked for."""
        return next(seat for seat in self.setup.teams if seat not in self.picked)

    @property
    def is_whole(self) -> bool:
        return len(self.picked) == len(self.setup.teams)

    @property
    def asks(self) -> Text:
        return Text("which card does {team} turn over?", team=self.setup.told_name(self.seat))

    @property
    def lines(self) -> tuple[MenuLine, ...]:
        """Return the cards to choose from."""
        refs = self.setup.drawable(self.seat)
        shown = refs[self.page * ON_A_PAGE : (self.page + 1) * ON_A_PAGE]
        game = self.setup.game.name
        options = [
            MenuOption(
                ref, self.setup.cards[ref].name, Text("{ref}", ref=ref), card=ShownCard(game, Face(ref))
            )
            for ref in shown
        ]
        return (MenuLine("pair", "", "", (*options, *next_page(self.page, len(refs)))),)

    def pick(self, value: object) -> "PairPicking":
        """Return the picking after a touch."""
        match value:
            case NextPage():
                return replace(self, page=(self.page + 1) % page_count(len(self.setup.drawable(self.seat))))
            case str():
                return replace(self, picked={**self.picked, self.seat: value}, page=0)
            case _:
                return self
