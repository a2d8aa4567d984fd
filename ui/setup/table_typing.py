"""Lets a person type the table of a house rule: one button for each name, and a number for each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.backend.interface import HouseRuleOffer
from companion.rules.description import NumberTable
from companion.words import Text
from ui.presenters.lines import MenuLine, MenuOption, Words
from ui.presenters.page_requests import PageRequest, PageWish

IN_A_ROW = 4
"""Buttons that stand side by side on a screen that lies."""
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class AllAsUsual:
    """The value of the button that restores all usual numbers."""


@dataclass(frozen=True, slots=True)
class TableTyping:
    """A table while it is typed: the house rule, its form, and the changed numbers by name."""

    rule: HouseRuleOffer
    table: NumberTable
    typed: Mapping[str, int]

    @property
    def asks(self) -> Words:
        return self.rule.title

    @property
    def lines(self) -> tuple[MenuLine, ...]:
        """Returns a line for each name, and the button back to the usual numbers at the end."""
        usual = MenuOption(AllAsUsual(), Text("all as usual"), is_chosen=not self.typed)
        options = (*(self._number(name) for name in self.table.usual), usual)
        rows = (options[n : n + IN_A_ROW] for n in range(0, len(options), IN_A_ROW))
        return tuple(MenuLine(f"row {n}", "", "", row) for n, row in enumerate(rows))

    def asks_for(self, name: str) -> Text:
        """Returns the keyboard's question for a touched name."""
        return Text(self.table.asks.template, name=_signed(name))

    def with_number(self, name: str, number: int) -> "TableTyping":
        """Returns the table with one more number; a usual number is not stored."""
        typed = {**self.typed, name: number}
        return replace(self, typed={key: n for key, n in typed.items() if n != self.table.usual[key]})

    def as_usual(self) -> "TableTyping":
        return replace(self, typed={})

    def _number(self, name: str) -> MenuOption:
        number = self.typed.get(name, self.table.usual[name])
        says = Text("{n}", n=number)
        under = Text("for {name}", name=_signed(name))
        return MenuOption(PageRequest(PageWish.TABLE_NUMBER, name), says, under, is_chosen=name in self.typed)


def _signed(name: str) -> str:
    return name.replace("-", MINUS)
