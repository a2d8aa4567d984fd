"""Plays travel as values: only the borders, where plays are said, kept or sent as JSON, read and write them."""

import ast

from tests.architecture.test_layout import text_of, tracked

CONVERTERS = {"read_play", "parse_play", "write_play"}
BORDERS = {
    "companion/match.py": "records of the log, and plays that scripts say in JSON",
    "companion/notation.py": "typed lines",
    "companion/reading/dice.py": "faces from the tower's wire",
    "companion/session/match_controller.py": "a tap as the log keeps it",
    "companion/session/inbox.py": "orders of a referee, from the wire",
    "companion/table/recorded_match.py": "records of the log",
    "companion/hall/pages/tables.py": "forms of a referee's pages",
    "companion/backend/followed_match.py": "records of the log",
    "companion/cli/live/narration.py": "JSON Lines of a live table",
    "companion/cli/live/typed.py": "typed lines",
    "companion/cli/referee.py": "JSON Lines of a referee",
}


def test_only_the_borders_make_plays_of_json_and_json_of_plays() -> None:
    found = {
        name
        for name in tracked()
        if name.endswith(".py") and not name.startswith("tests/") and _imports(name) & CONVERTERS
    }
    assert found == BORDERS.keys()


def _imports(name: str) -> set[str]:
    """What a module takes from `companion.play`."""
    text = text_of(name)
    if not any(converter in text for converter in CONVERTERS):
        return set()
    tree = ast.parse(text)
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "companion.play"
        for alias in node.names
    }
