"""The cells of a board as a mat lies; for a board that no mat is printed for, as its own data have it."""

from collections.abc import Iterable

from companion.mat import Mat, Zone
from companion.showing.scene import Cell, Tone


def zones_for(mat: Mat, role: str, names: Iterable[str]) -> dict[str, Zone] | None:
    """The mat's zones for these places, all of them; None if the mat is printed for another board."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == role}
    wanted = list(names)
    return {name: zones[name] for name in wanted} if zones.keys() >= set(wanted) else None


def cell_of(zone: Zone, tone: Tone = "pitch") -> Cell:
    """A mat's zone as a cell of a board."""
    return Cell(zone.name, zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, tone)
