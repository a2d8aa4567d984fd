"""A card that is entered: what is wrong with it is told in the words in which it was asked."""

from companion.backend.card_entry import CardEntry
from companion.errors import Malformed
from companion.rules.games import forms_of
from companion.words import Text

PROBLEM = Text("an energy has 3 together")


def energy() -> CardEntry:
    """An energy whose points were answered."""
    entry = CardEntry("ofusaido", "energy", "EN777-777", forms_of("ofusaido")["energy"])
    while (question := entry.question) is not None and question.path != "defence":
        entry = entry.answer(question.default if question.path != "attack" else 3)
    return entry


def test_a_fault_of_a_field_that_is_asked_names_no_place() -> None:
    assert energy().told_fault(Malformed("attack", PROBLEM)) == PROBLEM


def test_a_fault_of_what_was_never_asked_names_its_place() -> None:
    assert energy().told_fault(Malformed("code", PROBLEM)) == Malformed("code", PROBLEM).message
