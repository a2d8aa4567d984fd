"""The cells of a board, as they lie on the mat; without a mat for the board, as its own data have them."""

from collections.abc import Iterable

from companion.mat import Mat, Zone
from companion.showing.scene import Cell, Tone


def zones_for(mat: Mat, role: str, names: Iterable[str]) -> dict[str, Zone] | None:
    """Return the mat's zones for these places; None if one is missing, because the mat shows another board."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == role}
    wanted = list(names)
    return {name: zones[name] for name in wanted} if zones.keys() >= set(wanted) else None


def cell_of(zone: Zone, tone: Tone = "pitch") -> Cell:
    """Return a mat's zone as a cell of a board."""
    return Cell(zone.name, zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, tone)
