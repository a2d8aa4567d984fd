"""The owner's cards as menu lines: the list, and a card that is being entered, with the field at a place of its face."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.backend.card_entry import CardEntry, FacePart, FieldFault
from companion.backend.interface import CardKind, CardName
from companion.rules.forms import ChoiceShape, NumberShape, RowShape, YesNoShape
from companion.rules.games import GAMES, games_with_cards
from companion.rules.interview import NOTHING, InterviewQuestion
from companion.showing.scene import CardSide
from companion.storage.drafts import Draft
from companion.words import Text, Wording, plain, word
from ui.presenters.lines import LineStanding, MenuLine, MenuOption, MenuTile, ShownCard

# --- face parts
# Finds the field of a card at a place of its face, and the place of a field.


def field_at(x: float, y: float, parts: Sequence[FacePart]) -> str | None:
    """Return the field at a place, given as shares of the face from its top left: of several the smallest one."""
    found = [part for part in parts if part.holds(x, y)]
    return min(found, key=lambda part: part.width * part.height).field if found else None


def part_of(field: str, parts: Sequence[FacePart]) -> FacePart | None:
    """Return where a field stands: its own place, or that of the smallest part of the card that it belongs to, or that holds
    a part of it.
    """
    field = field.rstrip("?")
    while field:
        found = next((part for part in parts if part.field == field), None)
        found = found or next((part for part in parts if part.field.startswith(f"{field}.")), None)
        if found is not None:
            return found
        field = field.rpartition(".")[0]
    return None


# --- card list
# Lists the owner's cards: drafts first, then the cards that match the search, page by page.

ON_A_PAGE = 8


class CardWish(StrEnum):
    """The actions of the page of cards."""

    ENTER = "enter"
    READ = "read"
    TEACH = "teach"
    PHOTOGRAPH = "photograph"
    REVIEW = "review"
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
        wanted = plain(self.search)
        return tuple(card for card in self.cards if wanted in card.found_by)

    @property
    def page_count(self) -> int:
        return max(1, -(-len(self.found) // ON_A_PAGE))

    def lines(self, games: Sequence[tuple[str, Wording]]) -> tuple[MenuLine, ...]:
        """Return the lines of the page, from the choice of the game to the cards that were found."""
        of_games = tuple(MenuOption(OfGame(name), says, is_chosen=name == self.game) for name, says in games)
        game = MenuLine("game", Text("game"), "", of_games)
        listed = self._cards()
        if not listed:
            return (game, self._ways_in())
        return (
            game,
            MenuLine(
                "enter",
                Text("enter what is printed on them"),
                Text("a match can then be played with them"),
                self._entries(),
                across=4,
            ),
            MenuLine(
                "teach",
                Text("teach the camera their faces"),
                Text("it then knows them without a code"),
                (MenuOption(CardWish.TEACH, Text("show your cards"), icon="lens"),),
            ),
            MenuLine("cards", "", "", listed),
        )

    def _ways_in(self) -> MenuLine:
        """Return how cards come in while there are none: each way with a picture, and what it is good for."""
        teach = MenuOption(CardWish.TEACH, Text("show your cards"), icon="lens")
        told = (
            Text("value by value"),
            Text("the camera reads its code"),
            Text("their values are read"),
            Text("what was not read for sure"),
            Text("the camera learns their faces"),
        )
        ways = zip((*self._entries(), teach), told, strict=True)
        tiles = (replace(way, under=under, icon="", tile=MenuTile(way.icon)) for way, under in ways)
        return MenuLine("enter", "", "", tuple(tiles))

    def _counted(self) -> Text:
        if self.search:
            return Text("with “{words}”: {n}", n=len(self.found), words=self.search)
        return Text("cards: {n}", n=len(self.cards))

    def _entries(self) -> tuple[MenuOption, ...]:
        return (
            MenuOption(CardWish.ENTER, Text("type one in"), icon="pen"),
            MenuOption(CardWish.READ, Text("scan one"), icon="code"),
            MenuOption(CardWish.PHOTOGRAPH, Text("photograph several"), icon="pictures"),
            MenuOption(CardWish.REVIEW, Text("check the photographs"), icon="look"),
        )

    def _cards(self) -> tuple[MenuOption, ...]:
        undo = (MenuOption(CardWish.UNDO, Text("restore it"), is_main=True),) if self.can_undo else ()
        search = (MenuOption(CardWish.SEARCH, Text("search"), self._counted()),) if self.cards else ()
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
                card=ShownCard(self.game, CardSide(card.ref)),
            )
            for card in shown
        )
        more = Text("page {n} of {count}: more", n=self.page + 1, count=self.page_count)
        return (
            *undo,
            *search,
            *drafts[:3],
            *cards,
            *((MenuOption(CardWish.MORE, more),) if self.page_count > 1 else ()),
        )


def game_titles() -> tuple[tuple[str, Wording], ...]:
    """Return the games that have cards, with their titles."""
    return tuple((game, Wording.plain(GAMES[game].description.title)) for game in games_with_cards())


def kind_line(game: str, kinds: Sequence[CardKind]) -> MenuLine:
    """Return the question for the kind of a card: each with the face of a card of that kind."""
    options = tuple(
        MenuOption(OfKind(one.kind), one.title, card=ShownCard(game, CardSide(one.example)), tile=MenuTile())
        for one in kinds
    )
    return MenuLine("kind", "", "", options)


# --- entry lines
# Shows a card that is being entered as menu lines: the next question, and the answers so far.

USUAL_NUMBERS = 11
"""Of a number with more values the first ones have a button, from 0 or its least value on."""
IN_A_ROW = 2
"""Answers of a whole card beside each other."""
MOST_NUMBERS = 14
"""Of a number with so few values each has a button."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The value of a line: this is the answer."""

    value: Any


@dataclass(frozen=True, slots=True)
class Toggled:
    """The value of a line that adds this value to a list answer, or removes it if the list has it."""

    value: Any


@dataclass(frozen=True, slots=True)
class Enough:
    """The value of a line: the list answer is complete."""


@dataclass(frozen=True, slots=True)
class Typing:
    """The value of a line: the answer will be typed."""


@dataclass(frozen=True, slots=True)
class Again:
    """The value of a line: ask for the answer at this path again."""

    path: str


def not_taken(question: InterviewQuestion, words: str) -> Text:
    """Say why typed words are no answer, and what would be one."""
    match question.shape:
        case NumberShape(int(least), int(most)):
            return Text(
                "“{words}” is not a number from {least} to {most}", words=words[:40], least=least, most=most
            )
        case NumberShape():
            return Text("“{words}” is not a whole number", words=words[:40])
        case _:
            return Text("“{words}” is not a valid answer", words=words[:40])


def asked(question: InterviewQuestion) -> Text:
    """Return the question for a field in words; for a number it asks which number."""
    if isinstance(question.shape, NumberShape):
        return Text("{field}: which number?", field=question.says)
    return question.says


def answer_lines(entry: CardEntry) -> tuple[MenuLine, ...]:
    """Return the lines that answer the next question."""
    question = entry.question
    return () if question is None else (MenuLine("answer", "", "", _options(entry, question)),)


def whole_lines(entry: CardEntry, faults: Sequence[FieldFault]) -> tuple[MenuLine, ...]:
    """Return what is wrong with a card, then its other answers, each as a button that asks for it again."""
    wrong = {fault.field for fault in faults}
    others = tuple(
        MenuOption(Again(question.path), question.says, _shown(question.shape, value))
        for question, value in entry.progress.answered
        if not question.is_whether and question.path not in wrong
    )
    rows = (others[n : n + IN_A_ROW] for n in range(0, len(others), IN_A_ROW))
    return (
        *(_fault_line(entry, fault) for fault in faults),
        *(MenuLine(f"row {n}", "", "", row, across=IN_A_ROW) for n, row in enumerate(rows)),
    )


def waits_for(entry: CardEntry, faults: Sequence[FieldFault]) -> Text | str:
    """Return why a card cannot be saved yet; empty if it can."""
    missing = entry.survey.missing
    if missing:
        return Text("answers left: {n}", n=len(missing))
    return Text("first change what is marked") if faults else ""


def _fault_line(entry: CardEntry, fault: FieldFault) -> MenuLine:
    """Return what was entered in the field of a fault, why it cannot be, and the button that asks for it again."""
    shown = shown_value(entry, fault.field)
    change = (MenuOption(Again(fault.field), Text("change"), shown, is_main=True, icon="pen"),)
    return MenuLine(f"fault {fault.field}", fault.says, "", change, standing=LineStanding.POOR)


def shown_value(entry: CardEntry, path: str) -> Text | str:
    """Return the value that was entered in a field, in words; empty if there is none."""
    found = (one for one in entry.survey.fields if one.question.path == path and one.is_answered)
    return next((_shown(one.question.shape, one.value) for one in found), "")


def _options(entry: CardEntry, question: InterviewQuestion) -> tuple[MenuOption, ...]:
    match question.shape:
        case YesNoShape():
            return tuple(
                MenuOption(Picked(value), says, is_chosen=question.default is value)
                for value, says in ((True, Text("yes")), (False, Text("no")))
            )
        case ChoiceShape(options):
            return tuple(
                MenuOption(Picked(one.value), one.name, is_chosen=one.value == question.default)
                for one in options
            ) + _none(question)
        case NumberShape() as shape:
            return _numbers(shape, question) + _none(question)
        case RowShape(ChoiceShape(options)):
            row = entry.row
            chosen = tuple(
                MenuOption(Toggled(one.value), one.name, is_chosen=one.value in row) for one in options
            )
            return (*chosen, MenuOption(Enough(), Text("Done"), is_main=True))
        case _:
            return _typed_options(entry, question)


def _numbers(shape: NumberShape, question: InterviewQuestion) -> tuple[MenuOption, ...]:
    """Return a button for each number, or, of too many, for the usual ones and for typing another."""
    least, most = shape.least, shape.most
    others: tuple[MenuOption, ...] = ()
    if least is not None and most is not None and most - least < MOST_NUMBERS:
        numbers = range(least, most + 1)
    else:
        first = 0 if least is None or least < 0 else least
        numbers = range(
            first, min(first + USUAL_NUMBERS, most + 1 if most is not None else first + USUAL_NUMBERS)
        )
        is_other = isinstance(question.default, int) and question.default not in numbers
        another = Text("{n}", n=question.default) if is_other else Text("other number")
        others = (MenuOption(Typing(), another, is_chosen=is_other),)
    chips = tuple(MenuOption(Picked(n), str(n), is_chosen=n == question.default) for n in numbers)
    return (*chips, *others)


def _typed_options(entry: CardEntry, question: InterviewQuestion) -> tuple[MenuOption, ...]:
    options: list[MenuOption] = []
    if entry.typed:
        options.append(MenuOption(Picked(question.default), entry.typed, Text("as it is"), is_chosen=True))
    options.append(
        MenuOption(Typing(), Text("type it"), Text("on the keyboard"), is_main=not entry.typed, icon="pen")
    )
    none = (replace(one, under=Text("the card has none"), icon="none") for one in _none(question))
    return (*options, *none)


def _none(question: InterviewQuestion) -> tuple[MenuOption, ...]:
    if question.empty is NOTHING:
        return ()
    return (MenuOption(Picked(question.empty), Text("leave empty")),)


def _shown(shape: Any, value: Any) -> Text:
    match shape:
        case YesNoShape():
            return Text("yes") if value else Text("no")
        case ChoiceShape(options):
            return next(
                (one.name for one in options if one.value == value), Text("{value}", value=str(value))
            )
        case _ if isinstance(value, list):
            return Text("{value}", value=", ".join(map(str, value)))
        case _:
            return Text("empty") if value in (None, "") else Text("{value}", value=str(value))
