"""A card that is being entered: the answers so far, and the question that comes next.

A value: each answer makes another. The form and the order of questions are those of `rules.interview`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.backend.screen_pictures import DrawnPicture
from companion.errors import Malformed
from companion.rules.engine import Json
from companion.rules.forms import (
    BilingualShape,
    CardForm,
    ChoiceShape,
    NumberShape,
    RowShape,
    Simple,
    TextShape,
    YesNoShape,
)
from companion.rules.interview import (
    NOTHING,
    Answers,
    InterviewQuestion,
    Progress,
    Survey,
    progress,
    question_at_fault,
    survey,
)
from companion.storage.drafts import Draft
from companion.words import Text

MOST_TRIED = 30
"""Numbers that are tried for a field whose value is to be replaced."""
FaultFinder = Callable[[Json], Sequence[Malformed]]
"""Returns what the rules refuse of a card."""


@dataclass(frozen=True, slots=True)
class FacePart:
    """Where a field of a card stands on its face: the field's path, and its box as shares of the face, from its top left."""

    field: str
    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a place of the face, as shares from its top left, lies in this part."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


@dataclass(frozen=True, slots=True)
class DraftFace:
    """The face of a card that is being entered, with the places of its fields. `refused`: the paths of the fields whose
    values the rules refuse; others stand in their places.
    """

    picture: DrawnPicture
    parts: tuple[FacePart, ...]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldFault:
    """What is wrong with a card that is being entered, and the path of the field to look at."""

    field: str
    says: Text


@dataclass(frozen=True, slots=True)
class DrawableCard:
    """A card that the rules accept, for a picture of one that is entered. `refused`: the paths of the fields in which it has
    other values than those that were entered.
    """

    card: Json
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardEntry:
    """The answers given so far for one card. `old` is the card that it replaces; its values are proposed again."""

    game: str
    kind: str
    ref: str
    form: CardForm
    given: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    old: Json | None = None
    row: tuple[Any, ...] = ()
    """The values chosen so far for a list answer."""
    at: str = ""
    """The path of the question that a person has opened; empty: the first one without an answer is asked."""

    @property
    def survey(self) -> Survey:
        """All fields that can be filled in now."""
        return survey(self.form, Answers(dict(self.given), dict(self.before)), self.old)

    @property
    def progress(self) -> Progress:
        return progress(self.form, Answers(dict(self.given), dict(self.before)), self.old)

    @property
    def question(self) -> InterviewQuestion | None:
        """The question to answer now; None when the card is complete."""
        opened = next((one.question for one in self.survey.fields if one.question.path == self.at), None)
        return opened or self.progress.question

    @property
    def draft(self) -> Draft:
        """The draft to keep after each answer."""
        return Draft(self.game, self.kind, self.ref, self.given, self.before)

    @property
    def card(self) -> Json:
        """The card as far as it is entered, with the usual value of each field that nobody has filled in."""
        return {"kind": self.kind, **({"ref": self.ref} if self.ref else {}), **self.survey.card}

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing that a card must have."""
        return not self.survey.missing

    def drawable(self, faults: FaultFinder, refused: tuple[str, ...] = ()) -> DrawableCard | None:
        """Return the card for its picture: where the rules refuse it, with other values in fields that nobody has filled
        in, and then in those that are refused; None if no such value helps.
        """
        found = faults(self.card)
        if not found:
            return DrawableCard(self.card, refused)
        fields = self.survey.fields
        free = (one.question for one in fields if not one.is_answered)
        for tried in (other for question in free for other in self._with_others(question)):
            if not faults(tried.card):
                return DrawableCard(tried.card, refused)
        wrong = self.field_at_fault(found[0])
        asked = (one.question for one in fields if one.question.path == wrong and wrong not in refused)
        for tried in (other for question in asked for other in self._with_others(question)):
            if all(tried.field_at_fault(fault) != wrong for fault in faults(tried.card)):
                return tried.drawable(faults, (*refused, wrong))
        return None

    def _with_others(self, question: InterviewQuestion) -> "Iterator[CardEntry]":
        """Yield the entry with some other values of a field."""
        for value in _others(question.shape):
            yield replace(self, given={**self.given, question.path: value})

    # --- answers

    def answer(self, value: Any) -> "CardEntry":
        """Return the entry with an answer to the current question."""
        question = self.question
        assert question is not None, "nothing is asked"
        answers = Answers(dict(self.given), dict(self.before))
        answers.give(question.path, value)
        return replace(self, given=answers.given, before=answers.before, row=(), at="")

    def open(self, path: str) -> "CardEntry":
        """Return the entry with this field open, or the first field of this part; all answers stay."""
        found = self._fields_of(path)
        if not found:
            return self
        row = tuple(found[0].default) if isinstance(found[0].default, list) else ()
        return replace(self, at=found[0].path, row=row)

    def _fields_of(self, path: str) -> list[InterviewQuestion]:
        """Return the questions at a path and below it, or, if there are none, those of the part that it belongs to."""
        asked = [one.question for one in self.survey.fields]
        while path:
            found = [
                one for one in asked if one.path == path or one.path.startswith((f"{path}.", f"{path}?"))
            ]
            told = [one for one in found if not one.is_whether]
            if found:
                return told or found
            path = path.rpartition(".")[0]
        return []

    def beside(self, steps: int) -> "CardEntry | None":
        """Return the entry with the field open that comes so many fields later, or earlier; None beyond the ends."""
        paths = [one.question.path for one in self.survey.fields]
        question = self.question
        n = (len(paths) if question is None else paths.index(question.path)) + steps
        return self.open(paths[n]) if 0 <= n < len(paths) else None

    def toggle(self, value: Any) -> "CardEntry":
        """Return the entry with a value added to a list answer, or removed from it."""
        row = tuple(one for one in self.row if one != value) if value in self.row else (*self.row, value)
        return replace(self, row=row)

    def back(self) -> "CardEntry | None":
        """Return the entry without the last answer, which is proposed again; None before the first answer."""
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
            at="",
        )

    def again(self, path: str) -> "CardEntry":
        """Return the entry with an earlier question open again; its answer is proposed."""
        answers = Answers(dict(self.given), dict(self.before))
        answers.take_back(path)
        return replace(self, given=answers.given, before=answers.before, row=(), at="")

    # --- typed answers

    @property
    def is_number_asked(self) -> bool:
        """Whether the answer is a number, or a list of numbers."""
        shape = None if self.question is None else self.question.shape
        return isinstance(shape.each if isinstance(shape, RowShape) else shape, NumberShape)

    @property
    def typed(self) -> str:
        """The text that the keyboard shows at first."""
        question = self.question
        if question is None or question.default is NOTHING or question.default is None:
            return ""
        if isinstance(question.default, list):
            return ", ".join(map(str, question.default))
        return str(question.default)

    def read(self, words: str) -> Any:
        """Convert typed text to a value for the question. Raises `ValueError`."""
        question = self.question
        assert question is not None, "nothing is asked"
        if not words and question.empty is not NOTHING:
            return question.empty
        value = _read(question.shape, words)
        if not question.takes(value):
            raise ValueError(words)
        return value

    def field_at_fault(self, fault: Malformed) -> str:
        """Return the path of the field to look at because of a fault."""
        whole = self.survey
        answered = tuple((one.question, one.value) for one in whole.fields if one.is_answered)
        return question_at_fault(fault.where, Progress(None, answered, whole.card))

    def told_fault(self, fault: Malformed) -> Text:
        """Describe a fault of the card; its place too, if no question asks for it."""
        is_asked = any(one.question.path == fault.where for one in self.survey.fields)
        return fault.problem if is_asked else fault.message


def _others(shape: Simple | RowShape) -> Iterator[Any]:
    """Yield some values that a shape takes."""
    match shape:
        case ChoiceShape(options):
            yield from (option.value for option in options)
        case YesNoShape():
            yield from (False, True)
        case NumberShape(int(least), int(most)):
            yield from range(least, min(most, least + MOST_TRIED) + 1)
        case _:
            pass


def _read(shape: Any, words: str) -> Any:
    match shape:
        case NumberShape():
            return int(words)
        case RowShape(each):
            return [_read(each, part.strip()) for part in words.split(",") if part.strip()]
        case TextShape() | BilingualShape():
            return words
        case _:
            raise ValueError(words)
