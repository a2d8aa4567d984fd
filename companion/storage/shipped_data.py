"""Loads what ships with the program: each game's demonstration cards or board, and its demonstration matches."""

from collections.abc import Mapping
from functools import cache

from companion.rules.engine import Json
from companion.storage.catalogue import SHIPPED, read_data
from companion.storage.setups import completed


@cache
def demonstrations(game: str) -> Mapping[str, tuple[Json, list[Json]]]:
    """Return the complete set-ups of a game's demonstration matches and their cards, by name, such as
    `demo-match-ecole`.

    Read once: what ships stays as it is while the program runs. Nobody changes what is handed out.
    """
    files = sorted((SHIPPED / game).glob("demo-match*.yaml"))
    return {path.stem: completed(read_data(path), [SHIPPED]) for path in files}
