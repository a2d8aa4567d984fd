"""Lists the owner's cards: drafts first, then the cards that match the search, page by page."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.backend.interface import CardName
from companion.showing.scene import Face
from companion.storage.drafts import Draft
from companion.words import Text, Wording, word
from ui.presenters.lines import MenuLine, MenuOption, ShownCard

ON_A_PAGE = 8


class CardWish(StrEnum):
    """The actions of the page of cards."""

    ENTER = "enter"
    READ = "read"
    TEACH = "teach"
    SEARCH = "search"
    MORE = "more"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class OfGame:
    """The value of a line: show the cards of this game."""

    game: str


@dataclass(frozen=True, slots=True)
class OfKind:
    """The value of a line: the new card is of this kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Anew:
    """The value of a line: enter this card again."""

    card: CardName


@dataclass(frozen=True, slots=True)
class ThrowAway:
    """The value of a line: delete the draft of this card."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Shelved:
    """The list as it is shown: the cards of one game, the search, and the page."""

    game: str
    cards: tuple[CardName, ...] = ()
    drafts: tuple[Draft, ...] = ()
    search: str = ""
    page: int = 0
    can_undo: bool = False

    @property
    def found(self) -> tuple[CardName, ...]:
        """The cards whose name or reference contains the search; accents do not matter."""
        wanted = _plain(self.search)
        return tuple(card for card in self.cards if wanted in _plain(f"{card.ref} {_both(card)}"))

    @property
    def page_count(self) -> int:
        return max(1, -(-len(self.found) // ON_A_PAGE))

    def lines(self, games: Sequence[tuple[str, Wording]]) -> tuple[MenuLine, ...]:
        """Return the lines of the page, from the choice of the game to the cards that were found."""
        return (
            MenuLine(
                "game",
                Text("game"),
                "",
                tuple(MenuOption(OfGame(name), says, is_chosen=name == self.game) for name, says in games),
            ),
            MenuLine("do", Text("a card"), self._counted(), self._deeds()),
            *((MenuLine("cards", "", "", self._cards()),) if self.cards or self.drafts else ()),
        )

    def _counted(self) -> Text:
        if self.search:
            return Text("{n} with “{words}”", n=len(self.found), words=self.search)
        return Text("{n} of your own", n=len(self.cards))

    def _deeds(self) -> tuple[MenuOption, ...]:
        undo = (MenuOption(CardWish.UNDO, Text("restore it"), is_main=True),) if self.can_undo else ()
        return (
            MenuOption(CardWish.ENTER, Text("enter a card")),
            MenuOption(CardWish.READ, Text("show it to the camera")),
            MenuOption(CardWish.TEACH, Text("show your cards")),
            MenuOption(CardWish.SEARCH, Text("search")),
            *undo,
        )

    def _cards(self) -> tuple[MenuOption, ...]:
        drafts = tuple(
            MenuOption(draft, Text("{ref}", ref=draft.ref), Text("begun, not finished"))
            for draft in self.drafts
        )
        shown = self.found[self.page * ON_A_PAGE : (self.page + 1) * ON_A_PAGE]
        cards = tuple(
            MenuOption(
                card,
                card.name,
                Text("{ref}, {kind}", ref=card.ref, kind=word(card.kind)),
                card=ShownCard(self.game, Face(card.ref)),
            )
            for card in shown
        )
        more = Text("page {n} of {count}: more", n=self.page + 1, count=self.page_count)
        return (*drafts[:3], *cards, *((MenuOption(CardWish.MORE, more),) if self.page_count > 1 else ()))


def _both(card: CardName) -> str:
    return f"{card.name.en} {card.name.fr}" if isinstance(card.name, Wording) else str(card.name)


def _plain(words: str) -> str:
    """Return a text in small letters without accents."""
    return "".join(
        sign for sign in unicodedata.normalize("NFD", words.lower()) if not unicodedata.combining(sign)
    )
