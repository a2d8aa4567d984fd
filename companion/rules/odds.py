"""Rounds odds, which are counted in whole numbers, once at the end."""

PLACES = 10_000
"""Odds are rounded half up to 4 decimals."""


def rounded(part: int, whole: int) -> float:
    """Return a share of all possibilities as a number from 0 to 1."""
    return (2 * part * PLACES + whole) // (2 * whole) / PLACES
