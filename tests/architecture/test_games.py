"""A game is one thing: what it is stands in its own folders and modules, and general code knows it by the registries alone."""

import re

import pytest

from companion.rules.games import GAMES
from tests.architecture.test_layout import ROOT, tracked

ROOMS = ("companion/", "calibration/", "ui/", "vision/", "devices/")
OF_A_GAME = re.compile(rf"(^|/)({'|'.join(GAMES)})(/|\.)")
REGISTRY = re.compile(r"/games\.py$")
DICE = "dice are called after the game that they are thrown in"
KNOW_GAMES: dict[str, str] = {
    "calibration/virtual_dice.py": DICE,
    "companion/table/tray.py": DICE,
    "ui/calibrate/calibration_steps.py": DICE,
}
"""Other modules that name games, each with its reason."""


def _names() -> re.Pattern[str]:
    titles = [rules.description.title for rules in GAMES.values()]
    words = [*GAMES, *titles, *(title.replace("’", "'") for title in titles)]
    return re.compile(rf"\b({'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


@pytest.mark.parametrize("suffix", [".py", ".kv"])
def test_general_code_names_no_game(suffix: str) -> None:
    names = _names()
    found = [
        f"{name}:{number}: {line.strip()}"
        for name in tracked()
        if name.startswith(ROOMS) and name.endswith(suffix) and name not in KNOW_GAMES
        and not OF_A_GAME.search(name) and not REGISTRY.search(name)
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1)
        if names.search(line)
    ]  # fmt: skip
    assert not found, "\n".join(found)


def test_the_walk_through_names_files_that_are_there() -> None:
    text = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:companion|calibration|tests)/[^`]*)`", text)
    assert len(named) > 20
    for game in GAMES:
        missing = [path for path in named if not (ROOT / path.replace("GAME", game)).exists()]
        assert not missing, game
    registries = {name for name in tracked() if REGISTRY.search(name)}
    assert registries <= set(named)
