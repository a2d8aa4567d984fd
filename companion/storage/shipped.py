"""What ships with the program: for each game a demonstration deck and the set-ups of its demonstration matches."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

SHIPPED = Path(__file__).parent.parent / "data"
"""The folder of catalogues that ships; one folder a game in it."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def demonstration_setups(game: str) -> Mapping[str, dict[str, Any]]:
    """The set-ups of a game's demonstration matches by name: `demo-match`, `demo-match-ecole`."""
    files = sorted((SHIPPED / game).glob("demo-match*.yaml"))
    return {path.stem: yaml.load(path.read_bytes(), Loader=_Loader) for path in files}
