"""Shows a card that is being entered as menu lines: the next question, and the answers so far."""

from dataclasses import dataclass
from typing import Any

from companion.backend.card_entry import CardEntry
from companion.backend.interface import FieldFault
from companion.rules.forms import ChoiceShape, NumberShape, RowShape, YesNoShape
from companion.rules.interview import NOTHING, InterviewQuestion
from companion.words import Text
from ui.presenters.lines import MenuLine, MenuOption

USUAL_NUMBERS = 11
"""Of a number with more values the first ones have a button, from 0 or its least value on."""
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


def words_of(entry: CardEntry, fault: FieldFault) -> Text:
    """Return the question about the field of a fault; the fault itself if there is no such question."""
    asked = (one.question for one in entry.survey.fields)
    return next((question.says for question in asked if question.path == fault.field), fault.says)


def not_taken(question: InterviewQuestion, words: str) -> Text:
    """Say why typed words are no answer, and what would be one."""
    match question.shape:
        case NumberShape(int(least), int(most)):
            return Text(
                "“{words}” is no number from {least} to {most}", words=words[:40], least=least, most=most
            )
        case NumberShape():
            return Text("“{words}” is no whole number", words=words[:40])
        case _:
            return Text("“{words}” is not a valid answer", words=words[:40])


def answer_lines(entry: CardEntry) -> tuple[MenuLine, ...]:
    """Return the lines that answer the next question."""
    question = entry.question
    return () if question is None else (MenuLine("answer", "", "", _options(entry, question)),)


def answered_lines(entry: CardEntry) -> tuple[MenuLine, ...]:
    """Return the answers so far, each with a button that asks for it again."""
    return tuple(
        MenuLine(
            question.path,
            question.says,
            _shown(question.shape, value),
            (MenuOption(Again(question.path), Text("change")),),
        )
        for question, value in entry.progress.answered
        if not question.is_whether
    )


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
            return (*chosen, MenuOption(Enough(), Text("that is all"), is_main=True))
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
        another = Text("{n}", n=question.default) if is_other else Text("another number")
        others = (MenuOption(Typing(), another, is_chosen=is_other),)
    chips = tuple(MenuOption(Picked(n), str(n), is_chosen=n == question.default) for n in numbers)
    return (*chips, *others)


def _typed_options(entry: CardEntry, question: InterviewQuestion) -> tuple[MenuOption, ...]:
    options: list[MenuOption] = []
    if entry.typed:
        options.append(MenuOption(Picked(question.default), entry.typed, Text("as it is"), is_chosen=True))
    options.append(MenuOption(Typing(), Text("type it"), is_main=not entry.typed))
    return (*options, *_none(question))


def _none(question: InterviewQuestion) -> tuple[MenuOption, ...]:
    if question.empty is NOTHING:
        return ()
    return (MenuOption(Picked(question.empty), Text("nothing")),)


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
            return Text("{value}", value="" if value is None else str(value))
