"""Plays for tests, made of their short JSON, and as JSON again to be compared."""

from collections.abc import Iterable
from typing import Any

from companion.play import MATCH_PLAYS, Play, SaidPlay, read_play, write_play
from companion.rules.engine import Json
from companion.rules.games import GAMES


def play_of(game: str, data: Json) -> Play:
    """The play that some JSON says. Raises `Malformed`."""
    kinds: dict[str, type[Any]] = {**GAMES[game].play_kinds, **MATCH_PLAYS}
    play: Play = read_play(kinds, data)
    return play


def json_of(plays: Iterable[SaidPlay]) -> list[Any]:
    """What plays say, in JSON."""
    return [write_play(play) for play in plays]
