"""Spreads things over rows: in one grid, or so that all rows fill the width."""

from ui.presenters.plan import Rectangle


def even_across(count: int, most: int) -> int:
    """Return how many things stand in a row, `most` at the most: fewer than that, where all rows are full then and only one is
    added.
    """
    rows = -(-count // max(1, most))
    across = max(1, -(-count // max(1, rows)))
    return across - 1 if count % across and count == (rows + 1) * (across - 1) else across


def even_places(
    room: Rectangle, count: int, across: int, least: int = 0, gap: float = 0.0
) -> list[Rectangle]:
    """Return the places of `count` things, at most `across` in a row; of rows of unequal length, the longer ones come first.
    In a grid of `least` columns, all rows but the last one are full, and fewer things are not wider: they stand in the first
    columns.
    """
    rows = -(-count // max(1, across))
    high = (room.height - gap * (rows - 1)) / max(1, rows)
    places: list[Rectangle] = []
    for row in range(rows):
        held = min(across, count - row * across) if least else count // rows + (row < count % rows)
        share = max(held, least)
        wide = (room.width - gap * (share - 1)) / share
        bottom = room.y + (rows - 1 - row) * (high + gap)
        places += [Rectangle(room.x + n * (wide + gap), bottom, wide, high) for n in range(held)]
    return places
