"""What ships with the program: for each game a demonstration deck and the set-ups of its demonstration matches."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.storage import yaml_text

SHIPPED = Path(__file__).parent.parent / "data"
"""The folder of catalogues that ships; one folder a game in it."""


def demonstration_setups(game: str) -> Mapping[str, dict[str, Any]]:
    """The set-ups of a game's demonstration matches by name: `demo-match`, `demo-match-ecole`."""
    files = sorted((SHIPPED / game).glob("demo-match*.yaml"))
    return {path.stem: yaml_text.parse(path.read_bytes()) for path in files}
