"""Reads the board that a game's mat is drawn from."""

from typing import Any

from calibration.printing.games import PRINTS


def read_board(game: str, data: Any) -> Any:
    """Reads the board of a game from its JSON; None for a game without a board. Raises `Malformed`."""
    read = PRINTS[game].read_board
    return None if read is None else read(data)
