"""Lets a squad be chosen by hand: first a part of the squad, then cards from a list, page by page."""

from dataclasses import dataclass, replace

from companion.backend.interface import CardName
from companion.rules.description import SquadNeed
from companion.words import Text, joined
from ui.presenters.lines import MenuLine, MenuOption
from ui.presenters.page_requests import PageRequest, PageWish
from ui.setup.squads import Squad, counted

ON_A_PAGE = 9


@dataclass(frozen=True, slots=True)
class NextPage:
    """The value of a button: show the next page of the list."""


@dataclass(frozen=True, slots=True)
class Empty:
    """The value of a button: put all cards of this part back."""


@dataclass(frozen=True, slots=True)
class Picking:
    """The squad so far, the part that is shown, and its page."""

    squad: Squad
    need: SquadNeed | None = None
    page: int = 0
    says: Text | str = ""
    is_new: bool = True

    @property
    def asks(self) -> Text:
        if self.need is None:
            return Text("which part of the squad?")
        return counted(self.need, self.squad.count(self.need))

    @property
    def lines(self) -> tuple[MenuLine, ...]:
        """Return the lines to choose from."""
        return (
            (MenuLine("part", "", "", self._parts()),)
            if self.need is None
            else (MenuLine("cards", "", "", self._cards()),)
        )

    def pick(self, value: object) -> "Picking":
        """Return the picking after a touch."""
        match value:
            case SquadNeed():
                return Picking(self.squad, value)
            case NextPage():
                return replace(self, page=(self.page + 1) % self._page_count, is_new=False)
            case Empty() if self.need is not None:
                return replace(self, squad=self.squad.emptied(self.need), says="", is_new=False)
            case str() if self.need is not None:
                outcome = self.squad.toggled(self.need, value)
                return replace(self, squad=outcome.squad, says=outcome.says, is_new=False)
            case _:
                return self

    def named(self, ref: str) -> "Picking":
        """Add a card by its typed reference, in capitals or not."""
        outcome = self.squad.scanned(ref.strip().upper(), is_other_copy=True)
        return replace(self, squad=outcome.squad, says=outcome.says, is_new=False)

    @property
    def next(self) -> SquadNeed | None:
        """Return the next part that lacks cards, after this one; None when the squad is complete."""
        needs = self.squad.needs
        at = needs.index(self.need) + 1 if self.need in needs else 0
        return next(
            (need for need in (*needs[at:], *needs[:at]) if self.squad.count(need) < need.least), None
        )

    @property
    def goes_on(self) -> Text:
        """Return the label of the button that goes on."""
        if self.next in (None, self.need):
            return Text("the squad is whole")
        return Text("next: {what}", what=self.next.title)

    @property
    def is_waiting(self) -> bool:
        """Whether no button goes on, because this is the only part that lacks cards."""
        return self.next is not None and self.next == self.need

    def back(self) -> "Picking | None":
        """Go back from the list to the parts; from the parts return None."""
        return None if self.need is None else Picking(self.squad)

    def _parts(self) -> tuple[MenuOption, ...]:
        return tuple(
            MenuOption(
                need,
                counted(need, self.squad.count(need)),
                is_chosen=self.squad.count(need) >= max(1, need.least),
            )
            for need in self.squad.needs
        )

    @property
    def _offered(self) -> tuple[CardName, ...]:
        assert self.need is not None
        return self.squad.offered(self.need)

    @property
    def _page_count(self) -> int:
        return max(1, -(-len(self._offered) // ON_A_PAGE))

    def _cards(self) -> tuple[MenuOption, ...]:
        assert self.need is not None
        shown = self._offered[self.page * ON_A_PAGE : (self.page + 1) * ON_A_PAGE]
        options = [self._card(card, self.squad.copies(self.need, card.ref)) for card in shown]
        if self._page_count > 1:
            options.append(
                MenuOption(
                    NextPage(),
                    Text("more"),
                    Text("page {n} of {count}", n=self.page + 1, count=self._page_count),
                )
            )
        options.append(MenuOption(PageRequest(PageWish.REFERENCE), Text("type a reference")))
        if self.squad.count(self.need):
            options.append(MenuOption(Empty(), Text("put all back")))
        return tuple(options)

    def _card(self, card: CardName, copies: int) -> MenuOption:
        ref = Text("{ref}", ref=card.ref)
        under = joined([ref, Text("{n} copies", n=copies)]) if copies > 1 else ref
        return MenuOption(card.ref, card.name, under, is_chosen=copies > 0)
