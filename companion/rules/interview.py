"""Enters a card field by field: finds the next question, and makes the card from the answers.

Answers are kept by the path of their question (`effects.1.text.fr`; `effects.2?` asks whether there is a second one).
The form is walked from its beginning each time, with the answers that are there; the first without one is asked. So an
answer may be taken back, changed or kept for another day in any order, and what depended on it is asked again.
"""

import re
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from companion.errors import Malformed
from companion.rules.engine import Json
from companion.rules.forms import (
    BilingualShape,
    CardForm,
    ChoiceShape,
    FormField,
    NumberShape,
    RecordShape,
    Rows,
    RowShape,
    Simple,
    TableShape,
    TextShape,
    WordOption,
    YesNoShape,
)
from companion.words import Text

NOTHING: Any = object()
"""No default: the question wants an answer. `None` says that there is nothing there."""


@dataclass(frozen=True, slots=True)
class InterviewQuestion:
    """A question: its path, the possible answers, the default, and the value that stands for «nothing».

    With `NOTHING` there is no default, or no such value.
    """

    path: str
    shape: Simple | RowShape
    says: Text
    default: Any = NOTHING
    empty: Any = NOTHING

    @property
    def is_required(self) -> bool:
        return self.default is NOTHING

    def takes(self, value: Any) -> bool:
        """Tell whether a value is a possible answer."""
        return (value is None and self.empty is None) or fits(self.shape, value)

    @property
    def is_whether(self) -> bool:
        """Whether the question asks if something exists, rather than what it is."""
        return self.path.endswith("?")


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers by path, and earlier answers that were taken back and are proposed again."""

    given: dict[str, Any] = field(default_factory=dict)
    before: dict[str, Any] = field(default_factory=dict)

    def give(self, path: str, value: Any) -> None:
        self.given[path] = value
        self.before.pop(path, None)

    def take_back(self, path: str) -> bool:
        """Take back the answers at a path and below it; return whether there were any."""
        inside = [
            known for known in self.given if known == path or known.startswith((f"{path}.", f"{path}?"))
        ]
        for known in inside:
            self.before[known] = self.given.pop(known)
        return bool(inside)


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of an interview: the next question or None, the valid answers, and the card as far as it is known."""

    question: InterviewQuestion | None
    answered: tuple[tuple[InterviewQuestion, Any], ...]
    card: Json


@dataclass(frozen=True, slots=True)
class SurveyedField:
    """A question that has been reached, with its answer; without one, `is_answered` is False and `value` is its default.

    A value of `NOTHING` is missing.
    """

    question: InterviewQuestion
    value: Any
    is_answered: bool


@dataclass(frozen=True, slots=True)
class Survey:
    """All questions that can be reached now, in their order, and the card with the defaults of those without an answer.

    What is missing stands in the card as a placeholder, so that it can be drawn; such a card must not be saved.
    """

    fields: tuple[SurveyedField, ...]
    card: Json

    @property
    def missing(self) -> tuple[InterviewQuestion, ...]:
        return tuple(field.question for field in self.fields if field.value is NOTHING)


def survey(form: CardForm, answers: Answers, old: Json | None = None) -> Survey:
    """Go through the whole form with the answers given, in whatever order they were given."""
    walk = _SurveyWalk(answers)
    card: Json = {}
    walk.record(form.record, "", old, card)
    return Survey(tuple(walk.fields), card)


def placeholder(shape: Simple | RowShape) -> Any:
    """Return a value of the right form for a field that nobody has filled in."""
    match shape:
        case TextShape() | BilingualShape():
            return ""
        case YesNoShape():
            return False
        case ChoiceShape(options):
            return options[0].value
        case RowShape():
            return []
        case NumberShape(least, most):
            return min(max(0, least or 0), 0 if most is None else most)


class _Asked(Exception):
    def __init__(self, question: InterviewQuestion) -> None:
        super().__init__(question)
        self.question = question


def progress(form: CardForm, answers: Answers, old: Json | None = None) -> Progress:
    """Go through the form with the answers given. The values of `old`, the card that is entered again, are proposed."""
    walk = _Walk(answers)
    card: Json = {}
    try:
        walk.record(form.record, "", old, card)
    except _Asked as asked:
        return Progress(asked.question, tuple(walk.answered), card)
    return Progress(None, tuple(walk.answered), card)


def question_at_fault(where: str, progress: Progress) -> str:
    """Return the path of the answer that causes a reader's fault at `where`; the last answer if it cannot be found."""
    paths = [question.path for question, _ in progress.answered]
    wanted = re.sub(r"\[([0-9]{1,9})\]", lambda found: f".{int(found[1]) + 1}", where)
    wanted = re.sub(
        r"^zones\.([^.]+)", lambda found: f"zones.{_row_of_zone(found[1], progress.card)}", wanted
    )
    while wanted:
        fitting = [path for path in paths if path == wanted or path.startswith((f"{wanted}.", f"{wanted}?"))]
        if fitting:
            return wanted
        wanted = wanted.rpartition(".")[0]
    return paths[-1] if paths else ""


def _row_of_zone(name: str, card: Json) -> str:
    """Return the number of a zone from its name, which the faults of an occasion use."""
    names = [zone.get("id") for zone in card.get("zones", ())]
    return str(names.index(name) + 1) if name in names else name


def fits(shape: Simple | RowShape, value: Any) -> bool:
    """Tell whether a value may be the answer; a draft's value may come from an earlier version."""
    match shape:
        case TextShape() | BilingualShape():
            return isinstance(value, str)
        case YesNoShape():
            return isinstance(value, bool)
        case ChoiceShape(options):
            return any(value == option.value and type(value) is type(option.value) for option in options)
        case RowShape(each):
            return isinstance(value, list) and all(fits(each, item) for item in value)
        case NumberShape(least, most):
            is_number = isinstance(value, int) and not isinstance(value, bool)
            return is_number and (least is None or value >= least) and (most is None or value <= most)


class _Walk:
    """One pass through a form, from its first question to the first one without an answer."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.answered: list[tuple[InterviewQuestion, Any]] = []

    def ask(self, question: InterviewQuestion) -> Any:
        given = self._answers.given
        if question.path in given:
            value = given[question.path]
            if question.takes(value):
                self.answered.append((question, value))
                return value
        before = self._answers.before.get(question.path, NOTHING)
        raise _Asked(replace(question, default=before) if question.takes(before) else question)

    def record(self, record: RecordShape, path: str, old: Any, into: Json) -> None:
        """Ask for each field of a record, and store the answers in the dictionary `into`."""
        known = old if isinstance(old, dict) else {}
        for field_ in record.fields:
            if field_.is_asked(into):
                value = self._field(field_, f"{path}{field_.name}", known.get(field_.name), into)
                if field_.is_required or value != field_.default:
                    into[field_.name] = value
                else:
                    into.pop(field_.name, None)

    def _field(self, field_: FormField, path: str, old: Any, into: Json) -> Any:
        shape = field_.shape
        match shape:
            case RecordShape():
                return self._inside(field_, shape, path, old, into)
            case Rows():
                return self._rows(field_, shape, path, old, into)
            case TableShape():
                return self._table(field_, shape, path, old)
            case BilingualShape():
                return self._bilingual(field_, path, old)
            case _:
                empty = _empty(shape) if field_.is_required else field_.default
                default = NOTHING if field_.is_required else field_.default
                known = old if old is not None and fits(shape, old) else default
                return self.ask(InterviewQuestion(path, shape, field_.says, known, empty))

    def _inside(self, field_: FormField, shape: RecordShape, path: str, old: Any, into: Json) -> Any:
        """Ask for a nested record; if it is optional, first ask whether it exists."""
        is_optional = not field_.is_required and field_.default is None
        if is_optional and not self._is_there(path, field_.says, is_so=old is not None):
            return None
        inner: Json = {}
        into[field_.name] = inner
        self.record(shape, f"{path}.", old, inner)
        return inner

    def _is_there(self, path: str, says: Text, *, is_so: bool) -> bool:
        whether = Text("{what}: is there any?", what=says)
        return bool(self.ask(InterviewQuestion(f"{path}?", YesNoShape(), whether, is_so)))

    def _rows(self, field_: FormField, shape: Rows, path: str, old: Any, into: Json) -> list[Any]:
        known = old if isinstance(old, list) else []
        rows: list[Any] = []
        into[field_.name] = rows
        for n in count():
            before = known[n] if n < len(known) else None
            if not self._is_another(path, field_, n, is_so=before is not None):
                break
            row: Json = {}
            rows.append(row)
            self.record(shape.each, f"{path}.{n + 1}.", _spelled_out(before), row)
        return rows

    def _is_another(self, path: str, field_: FormField, n: int, *, is_so: bool) -> bool:
        if n == 0:
            return self._is_there(f"{path}.1", field_.says, is_so=is_so or field_.is_required)
        whether = Text("{what}: is there another?", what=field_.says)
        return bool(self.ask(InterviewQuestion(f"{path}.{n + 1}?", YesNoShape(), whether, is_so)))

    def _table(self, field_: FormField, shape: TableShape, path: str, old: Any) -> Any:
        """Ask for the names of a table, then for the value of each."""
        known = old if isinstance(old, dict) else {}
        options = tuple(option for option, _ in shape.each)
        names = RowShape(ChoiceShape(options)) if options else RowShape(TextShape())
        default = list(known) if known or not field_.is_required else NOTHING
        chosen = self.ask(InterviewQuestion(f"{path}?", names, field_.says, default, []))
        table: Json = {}
        for name in dict.fromkeys(chosen):
            inner = shape.shape_at(name)
            if inner is not None:
                says = Text("{what}: {name}", what=field_.says, name=_name_of(name, options))
                table[name] = self.ask(
                    InterviewQuestion(f"{path}.{name}", inner, says, known.get(name, NOTHING), _empty(inner))
                )
        return table if table or field_.is_required else field_.default

    def _bilingual(self, field_: FormField, path: str, old: Any) -> Any:
        """Ask for the French text first, as on the cards; the English is the same unless another is given."""
        french, english = (old["fr"], old["en"]) if isinstance(old, dict) else (old or "", None)
        in_french = Text("{what}, in French", what=field_.says)
        fr = self.ask(InterviewQuestion(f"{path}.fr", TextShape(), in_french, french, ""))
        if not fr and not english and not self._answers.given.get(f"{path}.en"):
            return ""
        in_english = Text("{what}, in English", what=field_.says)
        same = fr if english is None else english
        en = self.ask(InterviewQuestion(f"{path}.en", TextShape(), in_english, same, ""))
        return fr if fr == en else {"en": en, "fr": fr}


class _SurveyWalk(_Walk):
    """A pass that does not stop at a question without an answer."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self.fields: list[SurveyedField] = []

    def ask(self, question: InterviewQuestion) -> Any:
        try:
            value = super().ask(question)
        except _Asked as asked:
            # What was taken back is proposed again, but only the question's own default counts.
            self.fields.append(SurveyedField(asked.question, question.default, is_answered=False))
            return placeholder(question.shape) if question.is_required else question.default
        self.fields.append(SurveyedField(replace(question, default=value), value, is_answered=True))
        return value


def _name_of(name: str, options: tuple[WordOption, ...]) -> Text:
    return next((option.name for option in options if option.value == name), Text("{name}", name=name))


def _empty(shape: Simple | RowShape) -> Any:
    """Return the value that stands for «nothing»: words and lists have an empty one."""
    return (
        []
        if isinstance(shape, RowShape)
        else ""
        if isinstance(shape, TextShape | BilingualShape)
        else NOTHING
    )


def _spelled_out(row: Any) -> Any:
    """Return a deed given in short form, `draw 2`, in full."""
    if not isinstance(row, str):
        return row
    name, _, number = row.partition(" ")
    return {"do": name, "value": int(number)} if number.isdigit() else {"do": name}


def leading_to(form: CardForm, card: Json) -> Answers:
    """Return the answers from which a card would result. Raises `Malformed` if there are none."""
    answers = Answers()
    while (question := progress(form, answers, card).question) is not None:
        if question.is_required:
            raise Malformed(question.path, Text("field {name} is missing", name=question.path))
        answers.give(question.path, question.default)
    return answers
