"""Lets a person choose by hand: the cards of a squad, the pair of a draw, and the table of a house rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.backend.interface import CardName, HouseRuleOffer
from companion.rules.description import NumberTable, SquadNeed
from companion.showing.scene import Face
from companion.words import Text, joined
from ui.presenters.lines import MenuLine, MenuOption, PageRequest, PageWish, ShownCard, Words
from ui.setup.match_setup import MatchSetup
from ui.setup.squads import Squad, counted

# --- card picking
# Lets a squad be chosen by hand: first a part of the squad, then cards from a list, page by page.

ON_A_PAGE = 9
WHOLE = Text("the squad is complete")


@dataclass(frozen=True, slots=True)
class NextPage:
    """The value of a button: show the next page of the list."""


@dataclass(frozen=True, slots=True)
class Empty:
    """The value of a button: put all cards of this part back."""


@dataclass(frozen=True, slots=True)
class Picking:
    """The squad so far, the part that is shown, and its page; `words` narrow the list."""

    squad: Squad
    need: SquadNeed | None = None
    page: int = 0
    words: str = ""
    says: Text | str = ""
    is_new: bool = True
    done: Text = WHOLE
    """The label of the button that ends the picking."""
    scans: str = ""
    """The setting whose cards may be scanned in from here."""

    @property
    def asks(self) -> Text:
        if self.need is None:
            levels = self.squad.told_levels
            asks = Text("which part of the squad?")
            return asks if levels is None else joined([asks, levels], " – ")
        count = counted(self.need, self.squad.count(self.need))
        levels = self.squad.told_levels
        return count if levels is None else joined([count, levels])

    @property
    def lines(self) -> tuple[MenuLine, ...]:
        """Return the lines to choose from."""
        if self.need is None:
            return (MenuLine("part", "", "", self._parts()),)
        cards = self._cards(self.need)
        return (
            *((MenuLine("cards", "", "", cards),) if cards else ()),
            MenuLine("deeds", "", "", self._deeds()),
        )

    def pick(self, value: object) -> "Picking":
        """Return the picking after a touch."""
        match value:
            case SquadNeed():
                return replace(self, need=value, page=0, words="", says="", is_new=True)
            case NextPage():
                return replace(self, page=(self.page + 1) % self._page_count, is_new=False)
            case Empty() if self.need is not None:
                return replace(self, squad=self.squad.emptied(self.need), says="", is_new=False)
            case tuple() if self.need is not None:
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
        """Return the words of the button that goes on."""
        if self.next in (None, self.need):
            return self.done
        return Text("next: {what}", what=self.next.title)

    @property
    def is_waiting(self) -> bool:
        """Whether no button goes on, because this is the only part that lacks cards, or the squad costs too much."""
        if self.next is None:
            return self.squad.is_too_dear
        return self.next == self.need

    def back(self) -> "Picking | None":
        """Go back from the list to the parts; from the parts, or from the only part, return None."""
        if self.need is None or len(self.squad.needs) == 1:
            return None
        return replace(self, need=None, page=0, says="", is_new=True)

    def _parts(self) -> tuple[MenuOption, ...]:
        return tuple(
            MenuOption(
                need,
                counted(need, self.squad.count(need)),
                is_chosen=self.squad.count(need) >= max(1, need.least),
            )
            for need in self.squad.needs
        )

    def narrowed(self, words: str) -> "Picking":
        """Show only the cards with these words in their name or reference."""
        return replace(self, words=words.strip(), page=0, says="", is_new=False)

    @property
    def _offered(self) -> list[list[CardName]]:
        assert self.need is not None
        return self.squad.offered_alike(self.need, self.words)

    @property
    def _page_count(self) -> int:
        return page_count(len(self._offered))

    def _cards(self, need: SquadNeed) -> tuple[MenuOption, ...]:
        shown = self._offered[self.page * ON_A_PAGE : (self.page + 1) * ON_A_PAGE]
        return tuple(
            self._card(alike, sum(self.squad.copies(need, one.ref) for one in alike)) for alike in shown
        )

    def _deeds(self) -> tuple[MenuOption, ...]:
        """Return what else can be done: turn the page, narrow the list, name cards otherwise, put them back."""
        assert self.need is not None
        offered = len(self._offered)
        options = [*next_page(self.page, offered), self._search(offered)]
        options.append(MenuOption(PageRequest(PageWish.REFERENCE), Text("type a reference")))
        if self.scans:
            options.append(MenuOption(PageRequest(PageWish.SCAN, self.scans), Text("scan them in")))
        if self.squad.count(self.need):
            options.append(MenuOption(Empty(), Text("put all cards back")))
        return tuple(options)

    def _search(self, found: int) -> MenuOption:
        """Return the button that narrows the list, or says by which words it is narrowed."""
        wish = PageRequest(PageWish.FILTER)
        if not self.words:
            return MenuOption(wish, Text("search"))
        return MenuOption(wish, f"“{self.words}”", Text("{n} found", n=found), is_chosen=True)

    def _card(self, alike: Sequence[CardName], copies: int) -> MenuOption:
        card = alike[0]
        facts = [Text("{ref}", ref=card.ref)]
        level = self.squad.level(card)
        if level is not None:
            facts.append(Text("level {n}", n=level))
        if copies > 1:
            facts.append(Text("{n} copies", n=copies))
        return MenuOption(
            tuple(one.ref for one in alike),
            card.name,
            joined(facts),
            is_chosen=copies > 0,
            card=ShownCard(str(self.squad.setup.get("game", "")), Face(card.ref)),
            badge=f"{copies}/{len(alike)}" if len(alike) > 1 else f"×{copies}" if copies > 1 else "",
        )


def page_count(cards: int) -> int:
    """Return the number of pages of a list with this many cards."""
    return max(1, -(-cards // ON_A_PAGE))


def next_page(page: int, cards: int) -> tuple[MenuOption, ...]:
    """Return the button to the next page of a list with this many cards; none if the list has one page."""
    count = page_count(cards)
    if count == 1:
        return ()
    return (MenuOption(NextPage(), Text("more"), Text("page {n} of {count}", n=page + 1, count=count)),)


def begun_picking(squad: Squad) -> Picking:
    """Begin with the parts of a squad; with its cards, if it has only one part."""
    return Picking(squad, squad.needs[0] if len(squad.needs) == 1 else None)


def begun_list(cards: Squad, setting: str) -> Picking:
    """Begin with the cards that a setting lists."""
    return Picking(cards, cards.needs[0], done=Text("keep this list"), scans=setting)


# --- pair picking
# Lets a person enter a pair of the draw: the card that each side turned over, one side after the other.


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


# --- table typing
# Lets a person type the table of a house rule: one button for each name, and a number for each.

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
