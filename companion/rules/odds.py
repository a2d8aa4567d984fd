"""Odds as every game shows them: counted in whole numbers, and rounded once, at the end."""

PLACES = 10_000
"""Odds are rounded half up to 4 decimals."""


def rounded(part: int, whole: int) -> float:
    """A part of all the ways there are, as a number from 0 to 1."""
    return (2 * part * PLACES + whole) // (2 * whole) / PLACES
