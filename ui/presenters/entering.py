"""A card entered at a screen: the question that comes next as buttons or for the keyboard, and what was answered so far.

A value: each answer makes another. The form and the order of questions are those of `rules.interview`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import Malformed
from companion.rules.engine import Json
from companion.rules.forms import Bilingual, CardForm, Choice, Number, Row, Words, YesNo
from companion.rules.interview import NOTHING, Answers, Progress, Question, progress
from companion.storage.drafts import Draft
from companion.words import Text
from ui.presenters.lines import Line, Option

MOST_NUMBERS = 14
"""Of a number with so few values each has a button."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A value of a line: this is the answer."""

    value: Any


@dataclass(frozen=True, slots=True)
class Toggled:
    """A value of a line: one of several that are the answer together."""

    value: Any


@dataclass(frozen=True, slots=True)
class Enough:
    """A value of a line: those that were chosen are the answer."""


@dataclass(frozen=True, slots=True)
class Typing:
    """A value of a line: the answer is typed."""


@dataclass(frozen=True, slots=True)
class Again:
    """A value of a line: the answer at this path is asked for again."""

    path: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A card half entered. `old` is the card that it replaces, whose values are proposed again."""

    game: str
    kind: str
    ref: str
    form: CardForm
    given: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    old: Json | None = None
    row: tuple[Any, ...] = ()
    """What was chosen of several, before that is all."""

    @property
    def progress(self) -> Progress:
        return progress(self.form, Answers(dict(self.given), dict(self.before)), self.old)

    @property
    def question(self) -> Question | None:
        """What is asked now; None when the card is whole."""
        return self.progress.question

    @property
    def draft(self) -> Draft:
        """What is kept at each step."""
        return Draft(self.game, self.kind, self.ref, self.given, self.before)

    @property
    def card(self) -> Json:
        """The card as far as it is known."""
        return {"kind": self.kind, **({"ref": self.ref} if self.ref else {}), **self.progress.card}

    # --- answers

    def answer(self, value: Any) -> "Entry":
        """The answer to what is asked."""
        question = self.question
        assert question is not None, "nothing is asked"
        answers = Answers(dict(self.given), dict(self.before))
        answers.give(question.path, value)
        return replace(self, given=answers.given, before=answers.before, row=())

    def toggle(self, value: Any) -> "Entry":
        """One more of several, or one less."""
        row = tuple(one for one in self.row if one != value) if value in self.row else (*self.row, value)
        return replace(self, row=row)

    def back(self) -> "Entry | None":
        """The last answer is taken back, and proposed again; None before the first."""
        answered = self.progress.answered
        if not answered:
            return None
        path = answered[-1][0].path
        before = {**self.before, path: self.given.get(path, answered[-1][1])}
        return replace(
            self,
            given={known: one for known, one in self.given.items() if known != path},
            before=before,
            row=(),
        )

    def again(self, path: str) -> "Entry":
        """An answer is asked for again, and proposed as it was."""
        answers = Answers(dict(self.given), dict(self.before))
        answers.take_back(path)
        return replace(self, given=answers.given, before=answers.before, row=())

    # --- what is shown

    @property
    def lines(self) -> tuple[Line, ...]:
        """What may be touched for an answer."""
        question = self.question
        return () if question is None else (Line("answer", "", "", self._options(question)),)

    @property
    def typed(self) -> str:
        """What stands in the keyboard first."""
        question = self.question
        if question is None or question.default is NOTHING or question.default is None:
            return ""
        if isinstance(question.default, list):
            return ", ".join(map(str, question.default))
        return str(question.default)

    def read(self, words: str) -> Any:
        """What was typed, as the question takes it. Raises `ValueError`."""
        question = self.question
        assert question is not None, "nothing is asked"
        if not words and question.empty is not NOTHING:
            return question.empty
        value = _read(question.shape, words)
        if not question.takes(value):
            raise ValueError(words)
        return value

    def _options(self, question: Question) -> tuple[Option, ...]:
        match question.shape:
            case YesNo():
                return tuple(
                    Option(Picked(value), says, is_chosen=question.default is value)
                    for value, says in ((True, Text("yes")), (False, Text("no")))
                )
            case Choice(options):
                return tuple(
                    Option(Picked(one.value), one.name, is_chosen=one.value == question.default)
                    for one in options
                ) + self._none(question)
            case Number(least, most) if (
                least is not None and most is not None and most - least < MOST_NUMBERS
            ):
                return tuple(
                    Option(Picked(n), str(n), is_chosen=n == question.default) for n in range(least, most + 1)
                ) + self._none(question)
            case Row(Choice(options)):
                row = self.row
                chosen = tuple(
                    Option(Toggled(one.value), one.name, is_chosen=one.value in row) for one in options
                )
                return (*chosen, Option(Enough(), Text("that is all"), is_main=True))
            case _:
                return self._typed_options(question)

    def _typed_options(self, question: Question) -> tuple[Option, ...]:
        options: list[Option] = []
        if self.typed:
            options.append(Option(Picked(question.default), self.typed, Text("as it is"), is_chosen=True))
        options.append(Option(Typing(), Text("type it"), is_main=not self.typed))
        return (*options, *self._none(question))

    def _none(self, question: Question) -> tuple[Option, ...]:
        if question.empty is NOTHING:
            return ()
        return (Option(Picked(question.empty), Text("nothing")),)

    def told_fault(self, fault: Malformed) -> Text:
        """What is wrong with the card, by the words of the question that was answered so."""
        asked = next((one.says for one, _ in self.progress.answered if one.path == fault.where), None)
        return fault.message if asked is None else Text("{what}: {why}", what=asked, why=fault.problem)

    @property
    def told(self) -> tuple[Line, ...]:
        """All that was answered."""
        return tuple(
            Line(
                question.path,
                question.says,
                _shown(question.shape, value),
                (Option(Again(question.path), Text("change")),),
            )
            for question, value in self.progress.answered
            if not question.is_whether
        )


def _read(shape: Any, words: str) -> Any:
    match shape:
        case Number():
            return int(words)
        case Row(each):
            return [_read(each, part.strip()) for part in words.split(",") if part.strip()]
        case Words() | Bilingual():
            return words
        case _:
            raise ValueError(words)


def _shown(shape: Any, value: Any) -> Text:
    match shape:
        case YesNo():
            return Text("yes") if value else Text("no")
        case Choice(options):
            return next(
                (one.name for one in options if one.value == value), Text("{value}", value=str(value))
            )
        case _ if isinstance(value, list):
            return Text("{value}", value=", ".join(map(str, value)))
        case _:
            return Text("{value}", value="" if value is None else str(value))
