"""What docs/cards.md shows an owner works as it stands there."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.cli.commands import COMMANDS
from tests.cli.terminal import Terminal

TEXT = (Path(__file__).parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")


WORDS = Path(__file__).parents[2] / "companion/locale/fr/LC_MESSAGES/companion.po"
NO_BUTTONS = {"csv utf-8", "en français : [plus bas](#vos-propres-cartes)."}
"""What is printed as buttons are, and is none of the program's."""


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("language", ["csv", "yaml"])
def test_the_files_of_the_document_are_right_and_come_in(terminal: Terminal, language: str) -> None:
    file = terminal.write(f"shown.{language}", block(language))
    said = terminal.type("cards", "check", file)
    assert said.code == 0, said.out
    assert terminal.type("cards", "import", file).code == 0


@pytest.mark.parametrize("action", COMMANDS["cards"].actions)
def test_every_action_stands_in_the_document(action: str) -> None:
    assert f"cards {action}" in TEXT or f"`{action} " in TEXT


def said_by_screens() -> set[str]:
    catalogue = read_po(io.BytesIO(WORDS.read_bytes()))
    return {
        words.casefold()
        for message in catalogue
        for words in (message.id, message.string)
        if isinstance(words, str)
    }


def test_what_an_owner_is_told_to_touch_is_written_on_a_button() -> None:
    """*Photograph many cards* and *Look over what was read* stood there, and on no screen."""
    named = re.findall(r"(?<!\*)\*([^\W\d_][^*]*)\*(?!\*)", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL))
    touched = {" ".join(words.split()).casefold() for words in named} - NO_BUTTONS
    assert len(touched) > 20
    assert touched - said_by_screens() == set()
