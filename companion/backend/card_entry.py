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
    """The answers given for one card. `old` is the card that it replaces; its values are proposed again."""

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
    def question(self) -> InterviewQuestion | None:
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

    def answer(self, value: Any) -> "CardEntry":
        """The answer to what is asked."""
        question = self.question
        assert question is not None, "nothing is asked"
        answers = Answers(dict(self.given), dict(self.before))
        answers.give(question.path, value)
        return replace(self, given=answers.given, before=answers.before, row=())

    def toggle(self, value: Any) -> "CardEntry":
        """One more of several, or one less."""
        row = tuple(one for one in self.row if one != value) if value in self.row else (*self.row, value)
        return replace(self, row=row)

    def back(self) -> "CardEntry | None":
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

    def again(self, path: str) -> "CardEntry":
        """An answer is asked for again, and proposed as it was."""
        answers = Answers(dict(self.given), dict(self.before))
        answers.take_back(path)
        return replace(self, given=answers.given, before=answers.before, row=())

    # --- typed answers

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

    def told_fault(self, fault: Malformed) -> Text:
        """What is wrong with the card, by the words of the question that was answered so."""
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
