"""The cells of a board, as they lie on the mat, or without a mat as the board's data have them; the ways over them, and the
pitch of a settled contest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.event import Event, Undone, Voided
from companion.mat import Mat, Zone
from companion.showing.scene import Board, Cell, Scene, Tone, Way


def zones_for(mat: Mat, role: str, names: Iterable[str]) -> dict[str, Zone] | None:
    """Return the mat's zones for these places; None if one is missing, because the mat shows another board."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == role}
    wanted = list(names)
    return {name: zones[name] for name in wanted} if zones.keys() >= set(wanted) else None


def cell_of(zone: Zone, tone: Tone = "pitch") -> Cell:
    """Return a mat's zone as a cell of a board."""
    return Cell(zone.name, zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, tone)


def ways_taken(before: Board, after: Board, last: Sequence[Event]) -> tuple[Way, ...]:
    """Return the ways of pieces and ball between two positions, after the events of the play that led from one to the
    other. A walk whose play tells each cell goes over all of them.
    """
    stood = {piece.name: piece.cell for piece in before.pieces}
    field = {cell.name for cell in after.cells if cell.tone != "bench"}
    paths = [path for event in last if isinstance(path := getattr(event, "path", None), tuple) and path]
    ways = []
    for piece in after.pieces:
        start = stood.get(piece.name, piece.cell)
        if start != piece.cell and {start, piece.cell} <= field:
            path = next((path for path in paths if path[-1] == piece.cell), (piece.cell,))
            ways.append(Way((start, *map(str, path))))
    from_cell, to_cell = _ball_cell(before), _ball_cell(after)
    is_carried = any(way.cells[-1] == to_cell and way.cells[0] == from_cell for way in ways)
    if from_cell is not None and to_cell is not None and from_cell != to_cell and not is_carried:
        ways.append(Way((from_cell, to_cell), is_of_ball=True))
    return tuple(ways)


def with_ways(before: Scene | None, scene: Scene, last: Sequence[Event]) -> Scene:
    """Return a scene whose board shows the ways of the last play; what was taken back or put back goes no way."""
    if before is None or before.board is None or scene.board is None:
        return scene
    if scene.board.is_set_up or any(isinstance(event, Undone | Voided) for event in last):
        return scene
    return replace(scene, board=replace(scene.board, last=ways_taken(before.board, scene.board, last)))


def with_pitch(before: Scene | None, scene: Scene) -> Scene:
    """Return a scene whose settled contest stands on the pitch where it was fought, even after the attack is over."""
    is_settled = scene.contest is not None and scene.contest.outcome is not None
    if before is None or scene.pitch is not None or not is_settled:
        return scene
    return replace(scene, pitch=before.pitch)


def _ball_cell(board: Board) -> str | None:
    return next((piece.cell for piece in board.pieces if piece.has_ball), board.ball)
