"""The demonstration matches that ship with each game, in every mode they can be played in."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

import companion

DATA = Path(companion.__file__).parent / "data"
MODES = {"demo-match": ("pro", "elite"), "demo-match-ecole": ("ecole", "amateur")}
"""A set-up with free actions, a stadium and coaches is for two of OFUSAIDO's modes, a base one for the others."""


@cache
def demonstrations(game: str) -> dict[str, tuple[dict[str, Any], list[Any]]]:
    """Set-up and catalogue of each demonstration match of a game, by name."""
    cards = _load(DATA / game / "demo.yaml")["cards"]
    found = {}
    for path in sorted((DATA / game).glob("demo-match*.yaml")):
        setup = _load(path)
        for mode in MODES.get(path.stem, (setup["mode"],)) if "mode" in setup else ("",):
            changed = {**setup, "mode": mode} if mode else setup
            found[f"{path.stem} {mode}".strip()] = (changed, cards)
    return found


def _load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))
