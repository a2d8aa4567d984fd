"""Lets a person choose by hand: the cards of a squad, cards drawn in pairs, and the numbers of a house rule that is a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.backend.interface import CardName, HouseRuleOffer
from companion.rules.description import NumberTable, SquadNeed
from companion.showing.scene import CardSide
from companion.words import Text, joined, plain, translate
from ui.presenters.lines import MenuLine, MenuOption, PageRequest, PageWish, ShownCard, Words
from ui.setup.match_setup import MatchSetup
from ui.setup.squads import Squad, counted

# --- card picking
# Lets a squad be chosen by hand: first a part of the squad, then cards from a list, page by page.

ON_A_PAGE, ON_A_FULL_PAGE, MOST_DEEDS = 7, 11, 5
"""Cards of a page that has buttons below them, and of one that has nothing else: with the next page they fill rows of four."""
WHOLE = Text("the squad is complete")


@dataclass(frozen=True, slots=True)
class NextPage:
    """The value of a button: show the next page of the list."""


@dataclass(frozen=True, slots=True)
class Empty:
    """The value of a button: put all cards of this part back."""


@dataclass(frozen=True, slots=True)
class FillUp:
    """The value of a button: take what is left until this part, or the whole squad, is complete."""


@dataclass(frozen=True, slots=True)
class NextOrder:
    """The value of a button: sort the list by something else."""


class CardOrder(StrEnum):
    """The orders in which a list of cards can be shown."""

    NUMBER = "number"
    NAME = "name"
    LEVEL = "level"


_SORTED: Mapping[CardOrder, Text] = {
    CardOrder.NUMBER: Text("now by number"),
    CardOrder.NAME: Text("now by name"),
    CardOrder.LEVEL: Text("now by level"),
}


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
    order: CardOrder = CardOrder.NUMBER
    language: str = "en"
    """The language in whose names the list is sorted."""
    whose: Text | None = None
    """The team whose cards these are."""

    @property
    def asks(self) -> Text:
        asks = self._asks
        return asks if self.whose is None else joined([self.whose, asks], " – ")

    @property
    def _asks(self) -> Text:
        levels = self.squad.told_levels
        if self.need is None:
            asks = Text("which part of the squad?")
            return asks if levels is None else joined([asks, levels], " – ")
        n = self.squad.count(self.need)
        # How many a list may have stands below it.
        count = (
            Text("{what}: {count}", what=self.need.title, count=n) if self.scans else counted(self.need, n)
        )
        return count if levels is None else joined([count, levels])

    @property
    def lines(self) -> tuple[MenuLine, ...]:
        """Return the lines to choose from."""
        if self.need is None:
            return (MenuLine("part", "", "", self._parts()),)
        cards, deeds = self._cards(self.need), self._deeds()
        return (
            *((MenuLine("cards", "", "", cards),) if cards else ()),
            MenuLine("deeds", "", "", deeds, across=min(MOST_DEEDS, len(deeds))),
        )

    def pick(self, value: object) -> "Picking":
        """Return the picking after a touch."""
        match value:
            case SquadNeed():
                return replace(self, need=value, page=0, words="", says="", is_new=True)
            case NextPage():
                return replace(self, page=(self.page + 1) % self._page_count, is_new=False)
            case FillUp():
                return self._filled()
            case NextOrder():
                orders = self._orders
                order = orders[(orders.index(self.order) + 1) % len(orders)]
                return replace(self, order=order, page=0, is_new=False)
            case Empty() if self.need is not None:
                return replace(self, squad=self.squad.emptied(self.need), says="", is_new=False)
            case tuple() if self.need is not None:
                outcome = self.squad.toggled(self.need, value)
                return replace(self, squad=outcome.squad, says=outcome.says, is_new=False)
            case _:
                return self

    def _filled(self) -> "Picking":
        """Take what is left for this part, or for all parts."""
        squad = self.squad
        for need in squad.needs if self.need is None else (self.need,):
            squad = squad.filled_up(need)
        added = sum(squad.count(need) - self.squad.count(need) for need in squad.needs)
        return replace(self, squad=squad, says=Text("cards added: {n}", n=added), is_new=False)

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
        if self.lacks_cards:
            return Text("skip to: {what}", what=self.next.title)
        return Text("next: {what}", what=self.next.title)

    @property
    def told_part(self) -> list[Text]:
        """Return which part of the squad this is; nothing of a list, which has one."""
        if self.need is None or len(self.squad.needs) == 1:
            return []
        count = len(self.squad.needs)
        return [Text("part {n} of {count}", n=self.squad.needs.index(self.need) + 1, count=count)]

    @property
    def lacks_cards(self) -> bool:
        """Whether the part that is shown has fewer cards than it needs."""
        return self.need is not None and self.squad.count(self.need) < self.need.least

    @property
    def lacks(self) -> Text | str:
        """Return how many cards this part still lacks, and how one is taken."""
        if self.need is None:
            return ""
        if not self.lacks_cards:
            return Text("touch a card to add it, again to take it off")
        n = self.need.least - self.squad.count(self.need)
        if self.need.least == self.need.count:
            return Text("{n} to go: touch cards, or fill the rest at once", n=n)
        return Text(
            "at least {n} more, at most {most}: touch cards, or fill the rest at once",
            n=n,
            most=self.need.count,
        )

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
        parts = [
            MenuOption(
                need,
                counted(need, self.squad.count(need)),
                is_chosen=self.squad.count(need) >= max(1, need.least),
            )
            for need in self.squad.needs
        ]
        fill = MenuOption(FillUp(), Text("fill the rest"), Text("with the cards that are left"))
        return tuple(parts if self.next is None else [*parts, fill])

    def narrowed(self, words: str) -> "Picking":
        """Show only the cards with these words in their name or reference."""
        return replace(self, words=words.strip(), page=0, says="", is_new=False)

    @property
    def _offered(self) -> list[list[CardName]]:
        assert self.need is not None
        return sorted(self.squad.offered_alike(self.need, self.words), key=self._place)

    def _place(self, alike: Sequence[CardName]) -> tuple[int | str, ...]:
        """Return by what a card is sorted; the order of its catalogue comes after that."""
        card = alike[0]
        match self.order:
            case CardOrder.NUMBER:
                return ()
            case CardOrder.NAME:
                return (plain(translate(card.name, self.language)),)
            case CardOrder.LEVEL:
                return (-(self.squad.level(card) or 0),)

    @property
    def _orders(self) -> list[CardOrder]:
        """Return what the list may be sorted by: levels where its cards have them."""
        assert self.need is not None
        has_levels = any(self.squad.level(card) is not None for card in self.squad.offered(self.need))
        return list(CardOrder) if has_levels else [CardOrder.NUMBER, CardOrder.NAME]

    @property
    def _page_count(self) -> int:
        return page_count(len(self._offered))

    def _cards(self, need: SquadNeed) -> tuple[MenuOption, ...]:
        offered = self._offered
        shown = offered[self.page * ON_A_PAGE : (self.page + 1) * ON_A_PAGE]
        cards = (self._card(alike, sum(self.squad.copies(need, one.ref) for one in alike)) for alike in shown)
        return (*cards, *next_page(self.page, len(offered)))

    def _deeds(self) -> tuple[MenuOption, ...]:
        """Return the buttons beside the cards: fill the part up, sort or narrow the list, scan cards, put all cards back."""
        assert self.need is not None
        left = self.need.count - self.squad.count(self.need)
        under = Text("1 card") if left == 1 else Text("{n} cards at once", n=left)
        fill = MenuOption(FillUp(), Text("fill the rest"), under, is_main=self.lacks_cards)
        options = [
            *([fill] if left else []),
            MenuOption(NextOrder(), Text("change the order"), _SORTED[self.order]),
            self._search(len(self._offered)),
        ]
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
            card=ShownCard(str(self.squad.setup.get("game", "")), CardSide(card.ref)),
            badge=f"{copies}/{len(alike)}" if len(alike) > 1 else f"×{copies}" if copies > 1 else "",
        )


def page_count(cards: int, most: int = ON_A_PAGE) -> int:
    """Return the number of pages of a list with this many cards, of which a page has so many at most."""
    return max(1, -(-cards // most))


def next_page(page: int, cards: int, most: int = ON_A_PAGE) -> tuple[MenuOption, ...]:
    """Return the button to the next page of a list with this many cards; none if the list has one page."""
    count = page_count(cards, most)
    if count == 1:
        return ()
    return (MenuOption(NextPage(), Text("next page"), Text("page {n} of {count}", n=page + 1, count=count)),)


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
    """Holds a draw of cards in pairs: the set-up, the cards that each seat has named so far, and the page of the list. Before
    the first pair it asks which ability counts.
    """

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
    def _has_criterion(self) -> bool:
        return self.setup.drawing is not None

    @property
    def asks(self) -> Text:
        if not self._has_criterion:
            return Text("which stat counts?")
        return Text("which card does {team} turn over?", team=self.setup.told_name(self.seat))

    @property
    def lines(self) -> tuple[MenuLine, ...]:
        """Return the abilities, or the cards, to choose from."""
        if not self._has_criterion and self.setup.mode.draw is not None:
            criteria = (MenuOption(str(one.value), one.says) for one in self.setup.mode.draw.criteria)
            says = Text("each side turns a card over, and whose card has the higher value plays at home")
            return (MenuLine("criterion", "", says, tuple(criteria)),)
        refs = self.setup.drawable(self.seat)
        shown = refs[self.page * ON_A_FULL_PAGE : (self.page + 1) * ON_A_FULL_PAGE]
        game = self.setup.game.name
        options = [
            MenuOption(
                ref, self.setup.cards[ref].name, Text("{ref}", ref=ref), card=ShownCard(game, CardSide(ref))
            )
            for ref in shown
        ]
        return (MenuLine("pair", "", "", (*options, *next_page(self.page, len(refs), ON_A_FULL_PAGE))),)

    def pick(self, value: object) -> "PairPicking":
        """Return the picking after a touch."""
        match value:
            case NextPage():
                count = page_count(len(self.setup.drawable(self.seat)), ON_A_FULL_PAGE)
                return replace(self, page=(self.page + 1) % count)
            case str() if not self._has_criterion:
                return replace(self, setup=self.setup.choose("criterion", value))
            case str():
                return replace(self, picked={**self.picked, self.seat: value}, page=0)
            case _:
                return self


# --- table typing
# Lets a person type the table of a house rule: one button for each name, and a number for each.

IN_A_ROW = 7
"""Numbers that stand side by side on a screen that lies: three full rows of 21."""
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
        """Return a button for each name, and below them, if a number was changed, the button back to the usual ones."""
        usual = MenuLine("usual", "", "", (MenuOption(AllAsUsual(), Text("all back to default")),))
        numbers = tuple(self._number(name) for name in sorted(self.table.usual, key=int))
        asks = Text("how many points is each reputation worth at the end? Touch one to change it")
        table = MenuLine("table", asks, "", numbers, across=IN_A_ROW)
        return (table, usual) if self.typed else (table,)

    def asks_for(self, name: str) -> Text:
        """Return the keyboard's question for a touched name."""
        return Text(self.table.asks.template, name=_signed(name))

    def with_number(self, name: str, number: int) -> "TableTyping":
        """Return the table with one more number; a usual number is not stored."""
        typed = {**self.typed, name: number}
        return replace(self, typed={key: n for key, n in typed.items() if n != self.table.usual[key]})

    def as_usual(self) -> "TableTyping":
        return replace(self, typed={})

    def _number(self, name: str) -> MenuOption:
        number = self.typed.get(name, self.table.usual[name])
        under = Text(self.table.each.template, name=_signed(name))
        return MenuOption(
            PageRequest(PageWish.TABLE_NUMBER, name),
            Text("{n}", n=number),
            under,
            is_chosen=name in self.typed,
        )


def _signed(name: str) -> str:
    return f"{int(name):+d}".replace("-", MINUS) if int(name) else name
