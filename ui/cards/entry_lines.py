"""Shows a card that is being entered as menu lines: the next question, and the answers so far."""

from dataclasses import dataclass
from typing import Any

from companion.backend.card_entry import CardEntry
from companion.rules.forms import ChoiceShape, NumberShape, RowShape, YesNoShape
from companion.rules.interview import NOTHING, InterviewQuestion
from companion.words import Text
from ui.presenters.lines import MenuLine, MenuOption

MOST_NUMBERS = 14
"""Of a number with so few values each has a button."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The value of a line: this is the answer."""

    value: Any


@dataclass(frozen=True, slots=True)
class Toggled:
    """The value of a line: add this to a list answer, or remove it."""

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
        case NumberShape(least, most) if (
            least is not None and most is not None and most - least < MOST_NUMBERS
        ):
            return tuple(
                MenuOption(Picked(n), str(n), is_chosen=n == question.default) for n in range(least, most + 1)
            ) + _none(question)
        case RowShape(ChoiceShape(options)):
            row = entry.row
            chosen = tuple(
                MenuOption(Toggled(one.value), one.name, is_chosen=one.value in row) for one in options
            )
            return (*chosen, MenuOption(Enough(), Text("that is all"), is_main=True))
        case _:
            return _typed_options(entry, question)


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
