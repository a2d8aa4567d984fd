"""Reads the board that a game's mat is drawn from."""

from typing import Any

from companion.rules.boufbowl.board import Board as Stadium
from companion.rules.boufbowl.board import read_board as read_stadium
from companion.rules.lignes.board import Board as Pitch
from companion.rules.lignes.board import read_board as read_pitch


def read_board(game: str, data: Any) -> Pitch | Stadium | None:
    """Reads the board of a game from its JSON; None for a game without a board. Raises `Malformed`."""
    match game:
        case "lignes":
            return read_pitch(data)
        case "boufbowl":
            return read_stadium(data, "board")
        case _:
            return None
