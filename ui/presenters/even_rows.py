"""Spreads things over rows that do not end with a hole: fewer things in a row are wider, or stand in its middle."""

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
    Fewer things than `least` are not wider, and stand in the middle of their row.
    """
    rows = -(-count // max(1, across))
    high = (room.height - gap * (rows - 1)) / max(1, rows)
    places: list[Rectangle] = []
    for row in range(rows):
        held = count // rows + (row < count % rows)
        share = max(held, least)
        wide = (room.width - gap * (share - 1)) / share
        left = room.x + (share - held) * (wide + gap) / 2
        bottom = room.y + (rows - 1 - row) * (high + gap)
        places += [Rectangle(left + n * (wide + gap), bottom, wide, high) for n in range(held)]
    return places
