"""A card that is being entered: the answers so far, and the question that comes next.

A value: each answer makes another. The form and the order of questions are those of `rules.interview`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import Malformed
from companion.rules.engine import Json
from companion.rules.forms import BilingualShape, CardForm, NumberShape, RowShape, TextShape
from companion.rules.interview import NOTHING, Answers, InterviewQuestion, Progress, progress
from companion.storage.drafts import Draft
from companion.words import Text


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

    @property
    def progress(self) -> Progress:
        return progress(self.form, Answers(dict(self.given), dict(self.before)), self.old)

    @property
    def question(self) -> InterviewQuestion | None:
        """The question to answer now; None when the card is complete."""
        return self.progress.question

    @property
    def draft(self) -> Draft:
        """The draft to keep after each answer."""
        return Draft(self.game, self.kind, self.ref, self.given, self.before)

    @property
    def card(self) -> Json:
        """The card as far as it is entered."""
        return {"kind": self.kind, **({"ref": self.ref} if self.ref else {}), **self.progress.card}

    # --- answers

    def answer(self, value: Any) -> "CardEntry":
        """Return the entry with an answer to the current question."""
        question = self.question
        assert question is not None, "nothing is asked"
        answers = Answers(dict(self.given), dict(self.before))
        answers.give(question.path, value)
        return replace(self, given=answers.given, before=answers.before, row=())

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
        )

    def again(self, path: str) -> "CardEntry":
        """Return the entry with an earlier question open again; its answer is proposed."""
        answers = Answers(dict(self.given), dict(self.before))
        answers.take_back(path)
        return replace(self, given=answers.given, before=answers.before, row=())

    # --- typed answers

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

    def told_fault(self, fault: Malformed) -> Text:
        """Describe a fault of the card with the words of the question whose answer is wrong."""
        asked = next((one.says for one, _ in self.progress.answered if one.path == fault.where), None)
        return fault.message if asked is None else Text("{what}: {why}", what=asked, why=fault.problem)


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
