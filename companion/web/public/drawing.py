"""Writes what a view has in millimetres as paths of SVG, for the templates that draw boards and pitches."""

from collections.abc import Sequence
from math import hypot

from companion.bus.messages import ViewContest
from companion.bus.view import ViewBall, ViewBoard, ViewPiece, ViewPitch
from companion.outlines import ball_patches

BALL = 0.34
"""Radius of a carried ball, as a share of its carrier's diameter."""
CLINGS = 0.46
"""How far from its carrier's middle it is, across and down, as such a share."""
CLOSE = 1.2
"""Pieces whose middles are nearer than so many diameters, across and down, share a cell."""
RISES = 0.35
"""How far above its place a ball in the air is drawn, as a share of its diameter."""
AMONG = 0.28
"""Radius of a ball that nobody carries among the pieces of a cell, as a share of a piece's diameter: their numbers are read."""
HIDES = 0.4
"""A ball hides the number of a piece if it is nearer to the piece's middle than this share of the piece's diameter."""
ASIDE = 0.42
"""How far across and up such a ball is drawn from the piece's middle, as a share of its diameter, as on the table's screens."""
WITHIN_RIM = 0.92
"""The ball within its rim, as a share of the ball."""
TIP_MM = 4
"""The tip of an arrow stands this far beyond its shaft, in millimetres of the mat."""
SMALL_CELLS = 100
"""A board with more cells than this has small ones: on a phone it is turned, to be as large as it can."""


def turn(board: ViewBoard) -> str:
    """Return the classes with which the style sheet turns a wide board of small cells on a phone: its width in tenths of its
    height.
    """
    cells = sum(len(one.edges) for one in board.cells) // 4
    tenths = round(10 * board.width_mm / max(1, board.height_mm))
    return f" turns r{tenths}" if cells > SMALL_CELLS and 13 <= tenths <= 20 else ""


def field_of(board: ViewBoard) -> tuple[int, int, int, int]:
    """Return where the cells of a board lie, without the signs along its edges: left, top, width and height."""
    each = [one for cells in board.cells for one in zip(*(iter(cells.edges),) * 4, strict=False)]
    left, top = (min((one[n] for one in each), default=0) for n in (0, 1))
    right, bottom = (max((one[n] + one[n + 2] for one in each), default=0) for n in (0, 1))
    return left, top, right - left, bottom - top


def boxes_path(edges: Sequence[int]) -> str:
    """Return the path of rectangles: four numbers each, left, top, width and height. A rest that is no rectangle is left
    out.
    """
    each = zip(*(iter(edges),) * 4, strict=False)
    return "".join(f"M{x} {y}h{width}v{height}h{-width}z" for x, y, width, height in each)


def places(numbers: Sequence[int]) -> str:
    """Return the points of a polyline: two numbers each."""
    return " ".join(f"{x},{y}" for x, y in zip(*(iter(numbers),) * 2, strict=False))


def shaft_of(way: Sequence[int], board: ViewBoard) -> Sequence[int]:
    """Return the way of an arrow, which ends where the piece or ball at its goal begins: below it nobody would see its tip."""
    if len(way) < 4:
        return way
    *before, from_x, from_y, to_x, to_y = way
    things = (*board.pieces, *((board.ball,) if board.ball else ()))
    radius = max((one.side_mm / 2 for one in things if (one.x_mm, one.y_mm) == (to_x, to_y)), default=0.0)
    long = hypot(to_x - from_x, to_y - from_y)
    share = max(0.3, 1 - (radius + TIP_MM) / long) if long else 1
    return (
        *before,
        from_x,
        from_y,
        round(from_x + share * (to_x - from_x)),
        round(from_y + share * (to_y - from_y)),
    )


def carried_ball(piece: ViewPiece, board: ViewBoard) -> tuple[float, float, float]:
    """Return the middle and the radius of the ball that a piece carries: at its rim, away from who stands at its right in the
    same cell, and within the board.
    """
    near, radius = piece.side_mm * CLOSE, piece.side_mm * BALL
    is_left = any(
        0 < other.x_mm - piece.x_mm < near and abs(other.y_mm - piece.y_mm) < near for other in board.pieces
    )
    away = piece.side_mm * CLINGS
    x = max(board.left_mm + radius, piece.x_mm - away) if is_left else piece.x_mm + away
    return (
        min(x, board.left_mm + board.width_mm - radius),
        min(piece.y_mm + away, board.top_mm + board.height_mm - radius),
        radius,
    )


def free_ball(ball: ViewBall, board: ViewBoard) -> tuple[float, float, float]:
    """Return the middle and the radius of a ball that nobody carries: small where pieces share its cell, and at the upper rim
    of the piece whose number it would hide.
    """
    away = {
        piece: hypot(piece.x_mm - ball.x_mm, piece.y_mm - ball.y_mm) / piece.side_mm for piece in board.pieces
    }
    near = [piece for piece, share in away.items() if share < 1]
    radius = min(ball.side_mm / 2, *(piece.side_mm * AMONG for piece in near), ball.side_mm)
    for piece in near:
        if away[piece] < HIDES:
            aside = piece.side_mm * ASIDE
            return piece.x_mm + aside, piece.y_mm - aside, radius
    return ball.x_mm, ball.y_mm - ball.side_mm * RISES * ball.is_up, radius


def patches_path(x: float, y: float, radius: float) -> str:
    """Return the SVG path of a football's dark patches; without them the ball looks like a target."""
    outlines = (
        "L".join(f"{across:.1f} {down:.1f}" for across, down in patch)
        for patch in ball_patches((x, y), radius * WITHIN_RIM)
    )
    return "".join(f"M{outline}z" for outline in outlines)


def pitch_lines(pitch: ViewPitch) -> tuple[tuple[int, int, int, int], ...]:
    """Return the ways between the zones of a pitch that is 100 wide and 80 high, with the goal on top."""
    middles = {zone.name: (zone.across, pitch_height(zone.up)) for zone in pitch.zones}
    return tuple(
        (*middles[zone.name], *middles[other])
        for zone in pitch.zones
        for other in zone.ways
        if other in middles
    )


def pitch_height(up: int) -> int:
    """Return how far from the top a place of a pitch is drawn that is so many percent from below."""
    return round(80 - up * 0.8 * 0.86)


def odds_bar(contest: ViewContest) -> tuple[int, int, int] | None:
    """Return the chances of the two sides of a contest with what is left between them, 100 together; None without chances."""
    chances = [scale.chance_percent for scale in contest.scales if scale.seat is not None]
    if len(chances) != 2 or chances[0] is None or chances[1] is None:
        return None
    ours = min(100, max(0, chances[0]))
    theirs = min(100 - ours, max(0, chances[1]))
    return ours, 100 - ours - theirs, theirs
