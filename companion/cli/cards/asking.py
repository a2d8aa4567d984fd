"""Asks questions in the terminal, one line each; each answer is checked at once, and a bad one is asked again."""

import contextlib
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from companion.cli.cards.desk import CardDesk
from companion.cli.files import say
from companion.cli.story import is_printable, printable
from companion.errors import Malformed
from companion.rules.forms import ChoiceShape, RowShape, WordOption, YesNoShape
from companion.rules.interview import NOTHING, InterviewQuestion
from companion.storage.card_text import accepted, read_text, told
from companion.words import Text, as_sentence

HELP, BACK, LEAVE_EMPTY, STOP = "?", "<", "-", "."
SIGNS = (HELP, BACK, LEAVE_EMPTY, STOP)
LONGEST_SHOWN = 60
HOW = Text(
    "Press Enter to take the value in brackets. Type ? for an explanation, < to go back to the field "
    "before, - to leave a field empty, or . to stop: what you have entered is kept. To enter one of these "
    "signs as a text, type \\ before it."
)


class InterviewTurn(Enum):
    """The requests that a person may type instead of an answer."""

    BACK = BACK
    STOP = STOP


class TerminalInterview:
    """Asks the person at the terminal, in one language."""

    def __init__(self, desk: CardDesk, examples: Callable[[str], str] = lambda _path: "") -> None:
        self._desk = desk
        self._examples = examples
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - it makes `input` a line that can be edited

    def line(self, prompt: str) -> str | InterviewTurn:
        """Read a line as it was typed; the end of the input is a request to stop."""
        while True:
            try:
                words = input(prompt)
            except EOFError:
                say("", sys.stdout)
                return InterviewTurn.STOP
            except UnicodeDecodeError:
                self._desk.tell(Text("this text is not in UTF-8"))
                continue
            if is_printable(words):
                return words
            self._desk.tell(
                Text(
                    "this text contains a character that cannot be typed: {text}", text=printable(words)[:60]
                )
            )

    def ask(self, question: InterviewQuestion) -> Any:
        """Ask a question; return the answer as JSON data, or an `InterviewTurn`."""
        say("", sys.stdout)
        self._desk.line(self._head(question))
        self._desk.line(self._hint(question), indent=2)
        while True:
            words = self.line(f"  {self._default(question)}> ")
            if isinstance(words, InterviewTurn):
                return words
            plain = words.strip()
            if plain in (BACK, STOP):
                return InterviewTurn(plain)
            if plain == HELP:
                self._explain(question)
                continue
            try:
                return self._taken(question, words)
            except Malformed as problem:
                self._desk.line(self._desk.words(problem.problem), indent=2)

    def choose(self, says: Text, options: Sequence[WordOption], default: Any = NOTHING) -> Any:
        """Ask for one of some words; return it, or an `InterviewTurn`."""
        return self.ask(InterviewQuestion("", ChoiceShape(tuple(options)), says, default))

    def confirm(self, says: Text, *, default: bool) -> Any:
        """Ask for yes or no; return the answer, or an `InterviewTurn`."""
        return self.ask(InterviewQuestion("", YesNoShape(), says, default))

    def _taken(self, question: InterviewQuestion, words: str) -> Any:
        """Convert what was typed to an answer. Raises `Malformed`."""
        plain = words.strip()
        if not plain:
            if question.default is NOTHING:
                raise Malformed("", Text("this needs an answer; ? explains"))
            return question.default
        if plain == LEAVE_EMPTY:
            if question.empty is NOTHING:
                raise Malformed("", Text("this cannot be left empty"))
            return question.empty
        if plain.startswith("\\") and plain[1:] in SIGNS:
            plain = plain[1:]
        return read_text(question.shape, plain, is_begun=True)

    def _head(self, question: InterviewQuestion) -> str:
        says = self._desk.words(question.says)
        says = as_sentence(says)
        name = question.path.removesuffix("?")
        return f"{name} · {says}" if name else says

    def _hint(self, question: InterviewQuestion) -> str:
        wanted = self._desk.words(accepted(question.shape))
        example = self._examples(question.path)
        shape = question.shape.each if isinstance(question.shape, RowShape) else question.shape
        if example and not isinstance(shape, ChoiceShape | YesNoShape):
            return self._desk.words(Text("{wanted}; for example {example}", wanted=wanted, example=example))
        return wanted

    def _default(self, question: InterviewQuestion) -> str:
        if question.default is NOTHING:
            return ""
        words = (
            "" if question.default is None else told(question.shape, question.default, self._desk.language)
        )
        words = printable(words or self._desk.words(Text("nothing")))
        return f"[{words if len(words) <= LONGEST_SHOWN else words[: LONGEST_SHOWN - 1] + '…'}] "

    def _explain(self, question: InterviewQuestion) -> None:
        """Print the full help for a question: its meaning, its words one by one, and the signs that may be typed."""
        self._desk.line(self._head(question), indent=2)
        shape = question.shape.each if isinstance(question.shape, RowShape) else question.shape
        if isinstance(shape, ChoiceShape):
            for option in shape.options:
                name, value = self._desk.words(option.name), str(option.value)
                self._desk.line(name if name == value else f"{name} ({value})", indent=4)
            self._desk.line(self._desk.words(Text("the beginning of a word is enough")), indent=2)
        else:
            self._desk.line(self._hint(question), indent=2)
        self._desk.line(self._desk.words(HOW), indent=2)
