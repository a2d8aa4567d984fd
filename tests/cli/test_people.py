"""`companion people`: who is remembered is listed, written into a file and forgotten; and a match takes its people along."""

import json

import pytest

from companion.ids import MatchId
from companion.people import KnownPerson
from companion.storage.people import PeopleStore
from tests.cli.terminal import SCENARIOS, Terminal

ONE = SCENARIOS / "04-undo-and-correct.jsonl"
ANNA = KnownPerson("a", "Anna", "star", "coral")


@pytest.fixture
def match(terminal: Terminal) -> str:
    """A match in which Anna plays at home."""
    name = terminal.record(ONE)
    PeopleStore(terminal.data / "people.json").change(
        lambda kept: kept.with_person(ANNA).with_match(MatchId(name), {"home": "a"})
    )
    return name


def test_nobody_is_remembered_before_anybody_is_named(terminal: Terminal) -> None:
    assert "nobody is remembered" in terminal.type("people", "list").out


def test_a_match_is_told_with_its_people(terminal: Terminal, match: str) -> None:
    assert "Anna (" in terminal.type("matches", "list").out
    assert "Anna (" in terminal.type("matches", "show", match).out
    assert "Anna" in terminal.type("people", "list").out


def test_a_match_that_is_carried_elsewhere_takes_its_people_along(terminal: Terminal, match: str) -> None:
    file, other = terminal.folder / "export.jsonl", terminal.folder / "other"
    assert terminal.type("matches", "export", match, "-o", file).code == 0
    assert terminal.type("matches", "import", file, "--data", other).code == 0
    assert "Anna (" in terminal.type("matches", "list", "--data", other).out


def test_a_person_is_written_into_a_file_and_forgotten(terminal: Terminal, match: str) -> None:
    file = terminal.folder / "anna.json"
    assert terminal.type("people", "export", "anna", "-o", file).code == 0
    assert json.loads(file.read_text())["matches"] == [{"match": match, "seat": "home"}]
    asked = terminal.type("people", "forget", "Anna")
    assert asked.code != 0 and "--yes" in asked.err
    assert "Anna" in terminal.type("people", "list").out, "it is asked first"
    said = terminal.type("people", "forget", "Anna", "--yes")
    assert "Anna is deleted" in said.out
    assert "The matches stay" in said.out
    assert "Anna" not in terminal.type("matches", "list").out
    assert terminal.type("people", "forget", "Anna", "--yes").code != 0
