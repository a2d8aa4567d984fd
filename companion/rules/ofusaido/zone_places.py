"""Places the zones of an occasion on its pitch: rows from the bottom up, in three columns."""

from collections.abc import Mapping, Sequence

from companion.rules.ofusaido.cards import Occasion, Zone

COLUMNS = {"left": 0, "centre": 1, "right": 2}


def columns_of(zones: Sequence[Zone]) -> list[int]:
    """Return the column of each zone of a row, 0 to 2, all different.

    Two zones always take columns 0 and 2.
    """
    wanted = [COLUMNS.get(zone.column or "", 1) for zone in zones]
    if len(zones) == 2 and (len(set(wanted)) < 2 or 1 in wanted):
        return [0, 2] if wanted[0] <= wanted[1] else [2, 0]
    return wanted if len(set(wanted)) == len(wanted) else list(range(len(zones)))


def places_of(card: Occasion) -> Mapping[str, tuple[float, float]]:
    """Return the middle of each zone as shares of the pitch's width and height, from its bottom left corner."""
    rows = sorted({zone.row for zone in card.zones})
    places: dict[str, tuple[float, float]] = {}
    for n, row in enumerate(rows):
        zones = [zone for zone in card.zones if zone.row == row]
        for zone, column in zip(zones, columns_of(zones), strict=True):
            places[zone.id] = ((1 + 2 * column) / 6, (n + 0.5) / len(rows))
    return places
