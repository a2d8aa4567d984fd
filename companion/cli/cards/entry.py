"""Enters one card in the terminal: asks its questions one by one, and keeps each answer as a draft."""

import contextlib
import re
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import Any

from companion.cli.cards.desk import CardDesk, field_lines
from companion.cli.files import say
from companion.cli.paper import is_printable, printable
from companion.errors import Malformed
from companion.rules.engine import Json
from companion.rules.forms import CardForm, ChoiceShape, RowShape, WordOption, YesNoShape
from companion.rules.games import GAMES, forms_of
from companion.rules.interview import (
    NOTHING,
    Answers,
    InterviewQuestion,
    Progress,
    progress,
    question_at_fault,
)
from companion.storage.card_cells import EMPTY, accepted, cells_of, read_text, told
from companion.storage.card_csv import card_faults
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.drafts import Draft
from companion.storage.owners_cards import OwnersCards
from companion.words import Text, as_sentence

# --- asking
# Asks questions in the terminal, one line each; each answer is checked at once, and a bad one is asked again.

HELP, BACK, LEAVE_EMPTY, STOP = "?", "<", "-", "."
SIGNS = (HELP, BACK, LEAVE_EMPTY, STOP)
LONGEST_SHOWN = 60
HOW = Text(
    "Press Enter to take the value in brackets. Type ? for an explanation, < to go back to the field "
    "before, - to leave a field empty, or . to stop: what you have entered is kept. To enter one of these "
    "signs as a text, type \\ before it."
)


class Stopped(Exception):
    """The person wants to stop; what was answered is kept."""


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
        return f"{says}  ({name})" if name else says

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


# --- entering
# Enters one card, from the first question to the final look at the card; each answer is kept as a draft.

LONGEST_EXAMPLE = 60


class Entering:
    """The answers for a card, and the terminal that asks for them."""

    def __init__(self, desk: CardDesk, cards: OwnersCards, draft: Draft) -> None:
        self._desk = desk
        self._cards = cards
        self._draft = draft
        self._form: CardForm = forms_of(draft.game)[draft.kind]
        self._asker = TerminalInterview(desk, examples_of(draft.game, self._form))
        self._answers = Answers(dict(draft.given), dict(draft.before))

    def card(self) -> Json | None:
        """Ask until the card is complete and valid; None when the person stopped, and a draft is kept."""
        self._keep()
        while True:
            state = progress(self._form, self._answers)
            turn = self._ask(state) if state.question is not None else self._look_over(state)
            if turn is InterviewTurn.STOP:
                return None
            if isinstance(turn, dict):
                return turn

    def _ask(self, state: Progress) -> InterviewTurn | None:
        question = state.question
        assert question is not None
        answer = self._asker.ask(question)
        if answer is InterviewTurn.STOP:
            return InterviewTurn.STOP
        if answer is InterviewTurn.BACK:
            self._go_back(state)
        else:
            self._answers.give(question.path, answer)
        self._keep()
        return None

    def _go_back(self, state: Progress) -> None:
        if not state.answered:
            self._desk.tell(Text("there is no earlier question"))
            return
        last, _ = state.answered[-1]
        # Not what lies inside it: whether there is an effect is asked again, its text need not be.
        self._answers.before[last.path] = self._answers.given.pop(last.path)

    def _look_over(self, state: Progress) -> InterviewTurn | Json | None:
        """Show the complete card, to be kept or to have a field asked again."""
        card = {
            "kind": self._draft.kind,
            **({"ref": self._draft.ref} if self._draft.ref else {}),
            **state.card,
        }
        for line in field_lines(self._desk, state.answered):
            say(line, sys.stdout)
        faults = self._faults(card)
        for fault in faults:
            self._desk.tell(fault.message)
        if faults:
            wrong = question_at_fault(faults[0].where, state)
            self._desk.tell(
                Text("press Enter to answer {name} again, or type the name of another field", name=wrong)
            )
            return self._decided(self._asker.line(f"  [{wrong}] > ") or wrong, state, card)
        name = self._form.record.fields[0].name
        self._desk.tell(
            Text(
                "is all of this right? Press Enter to keep the card, or type the name of a field, such as {name}, to answer it again",
                name=name,
            )
        )
        return self._decided(self._asker.line("  > "), state, card)

    def _faults(self, card: Json) -> list[Malformed]:
        """Return the faults of the card alone; of a card without faults, those beside the other cards."""
        faults = card_faults(GAMES[self._draft.game], card)
        if faults:
            return faults
        return [
            fault.moved(lambda where: where.partition(" ")[2]) for fault in self._cards.faults_beside([card])
        ]

    def _decided(
        self, words: str | InterviewTurn, state: Progress, card: Json
    ) -> InterviewTurn | Json | None:
        if isinstance(words, InterviewTurn):
            return words
        plain = words.strip()
        if plain == "":
            return card
        if plain == STOP:
            return InterviewTurn.STOP
        if plain == BACK:
            self._go_back(state)
        elif plain == HELP:
            self._explain(state)
        elif not self._answers.take_back(plain):
            self._desk.tell(Text("there is no field {name}", name=plain[:40]))
        self._keep()
        return None

    def _explain(self, state: Progress) -> None:
        parts = [question.path.partition(".")[0] for question, _ in state.answered if question.is_whether]
        self._desk.tell(
            Text(
                "type the name of a field from the left column, or its beginning: all fields "
                "that begin so are asked again, with their values in brackets; {name} also asks "
                "for more of them",
                name=next(iter(parts), self._form.record.fields[0].name).removesuffix("?"),
            )
        )

    def _keep(self) -> None:
        draft = self._draft
        kept = Draft(draft.game, draft.kind, draft.ref, self._answers.given, self._answers.before)
        self._desk.drafts.keep(kept)


def examples_of(game: str, form: CardForm) -> Callable[[str], str]:
    """Return an example for each field from a demonstration card."""
    known = _examples(game, form.kind)
    return lambda path: known.get(_without_numbers(path.removesuffix("?")), "")


@cache
def _examples(game: str, kind: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for card in load_catalogue(game, [SHIPPED]):
        if card["kind"] == kind:
            fields = {name: value for name, value in card.items() if name not in ("kind", "ref")}
            for path, text in cells_of(forms_of(game)[kind].record, fields).items():
                if text != EMPTY and len(text) <= LONGEST_EXAMPLE:
                    found.setdefault(_without_numbers(path), text.removeprefix("'"))
    return found


def _without_numbers(path: str) -> str:
    return re.sub(r"\.[0-9]+(?=\.|$)", ".*", path)
