"""What docs/cards.md shows an owner works as it stands there."""

import re
from pathlib import Path

import pytest

from companion.cli.commands import COMMANDS
from tests.cli.terminal import Terminal

TEXT = (Path(__file__).parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")


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
