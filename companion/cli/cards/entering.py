"""Enters one card, from the first question to the final look at the card; each answer is kept as a draft."""

import re
import sys
from collections.abc import Callable
from functools import cache

from companion.cli.cards.asking import BACK, HELP, STOP, InterviewTurn, TerminalInterview
from companion.cli.cards.desk import CardDesk
from companion.cli.cards.showing import field_lines
from companion.cli.files import say
from companion.errors import Malformed
from companion.rules.card_forms import forms_of
from companion.rules.engine import Json
from companion.rules.forms import CardForm
from companion.rules.games import GAMES
from companion.rules.interview import Answers, Progress, progress, question_at_fault
from companion.storage.card_cells import EMPTY, cells_of
from companion.storage.card_faults import card_faults
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.drafts import Draft
from companion.storage.owners_cards import OwnersCards
from companion.words import Text

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
