"""Draws what stands and moves on a board: pieces with a dark rim, the ball, targets, rings and arrows."""

import math
from collections.abc import Sequence

from kivy.graphics import (
    Color,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rotate,
    Scale,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    SmoothTriangle,
)
from kivy.properties import NumericProperty

from companion.house_style import Shape
from companion.outlines import ball_patches, outline_star
from companion.showing.spots import CARRIED
from ui.look import rgba
from ui.presenters.palette import ON_LIVERIES, Livery, Place, Rim, box_rim, round_rim
from ui.presenters.plan import PieceSpot, Rectangle
from ui.widgets.says import Sign

WHITE, RIM = "#FFFFFF", ON_LIVERIES
RIM_SHARE, LEAST_RIM_PX, MOST_RIM = 0.07, 2.2, 0.135
"""Width of a piece's rim, as a share of the piece; at least, and at most as a share of a small one."""
TINY_PX, TINY_RIM = 16, 0.15
"""A piece smaller than this bears no number, and its rim is so wide, as a share of the piece."""
LYING = 0.6
"""How high a lying piece is, as a share of a standing one."""
PALE = 0.35
"""How pale a lying piece is: its dark number stands out no less than that of a standing one."""
LAID = 90
"""A number that is turned so far, in degrees to either side, lies."""
LARGE_PX = 44
"""A ball of a smaller carrier is larger beside it, and farther from its number."""
HALO_PX, HALO = 2.5, 0.06
"""How broad the white edge of a piece is that may be touched: in pixels at least, and as a share of the piece."""
DOT, DOT_ON_PIECE = 0.3, 0.24
"""The diameters of the dot of a target: as a share of its cell, and as a share of the piece that stands there."""
CARRIED_SMALL, LEAST_BALL_PX = 0.84, 12.0
"""Diameter of the ball, as a share of a small carrier, and at least: in less, the rim leaves no white."""
CLINGS, CLINGS_SMALL = 0.45, 0.62
"""How far from its carrier's middle a carried ball is, across and down, as a share of him: his number is read beside it. The
same of a small carrier.
"""
OVER, BALL_AMONG = 0.5, 0.42
"""The same in the air over a piece, and between the pieces of a cell."""
FOOTBALL_PX = 22
"""A smaller ball has a dark middle in place of its patches."""
LEAST_OVER_PX = 9.0
"""The least diameter of a ball over a piece."""
HEAD, HEAD_WIDE = 3.4, 0.6
"""The length of an arrow's head, in widths of its shaft, and half its breadth as a share of its length."""
RING = 0.07
"""How far the ring of a chosen piece lies beyond it, as a share of the piece."""


class PieceNumber(Sign):
    """The number on a piece; it lies with its piece."""

    turn = NumericProperty(0)

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        with self.canvas.before:
            PushMatrix()
            self._rotation = Rotate(angle=0)
        with self.canvas.after:
            PopMatrix()
        for name in ("turn", "pos", "size"):
            self.fbind(name, self._rotate)

    @property
    def drawn_px(self) -> tuple[float, float, float, float] | None:
        """The place of the number as it is turned."""
        place = super().drawn_px
        if place is None or abs(self.turn) != LAID:
            return place
        left, bottom, width, height = place
        return left + (width - height) / 2, bottom + (height - width) / 2, height, width

    def _rotate(self, *_: object) -> None:
        self._rotation.angle, self._rotation.origin = self.turn, self.center


def carried_ball(spot: PieceSpot, cell: Rectangle | None) -> tuple[Place, float]:
    """Return the middle and the diameter of a ball at its carrier's rim: on the side that is away from the others of his
    cell.
    """
    is_left = cell is not None and spot.x < cell.middle[0] - 1
    is_small = spot.side < LARGE_PX
    away = spot.side * (CLINGS_SMALL if is_small else CLINGS)
    place = (spot.x - away if is_left else spot.x + away, spot.y - away)
    return place, max(LEAST_BALL_PX, spot.side * (CARRIED_SMALL if is_small else CARRIED))


def draw_piece(
    group: InstructionGroup, spot: PieceSpot, fill: str, livery: Livery | None, *, is_lying: bool
) -> None:
    """Draw the body of a piece with its rim."""
    if is_lying:
        group.add(PushMatrix())
        group.add(Scale(1, LYING, 1, origin=(spot.x, spot.y, 0)))
    is_square = _is_square(livery)
    usual = min(max(LEAST_RIM_PX, spot.side * RIM_SHARE), spot.side * MOST_RIM)
    inner = spot.side - 2 * (spot.side * TINY_RIM if spot.side < TINY_PX else usual)
    for colour, side in ((RIM, spot.side), (fill, inner)):
        group.add(Color(*rgba(colour)))
        _body(group, spot, side, is_square=is_square)
    if is_lying:
        group.add(Color(*rgba(WHITE, PALE)))
        _body(group, spot, inner, is_square=is_square)
        group.add(PopMatrix())


def halo_px(spot: PieceSpot) -> float:
    """Return the breadth of the white edge of a piece that may be touched."""
    return max(HALO_PX, spot.side * HALO)


def draw_halo(group: InstructionGroup, spot: PieceSpot, livery: Livery | None, *, is_lying: bool) -> None:
    """Draw a white edge with a dark line around it below a piece that may be touched: it covers neither its number nor
    its ball.
    """
    if is_lying:
        group.add(PushMatrix())
        group.add(Scale(1, LYING, 1, origin=(spot.x, spot.y, 0)))
    side = spot.side + 2 * halo_px(spot)
    for colour, across in ((RIM, side + LEAST_RIM_PX), (WHITE, side)):
        group.add(Color(*rgba(colour)))
        _body(group, spot, across, is_square=_is_square(livery))
    if is_lying:
        group.add(PopMatrix())


def piece_rim(says: str, spot: PieceSpot, livery: Livery | None, beyond_px: float = 0) -> Rim:
    """Return the outline of a standing piece, or of what lies so far beyond it."""
    if _is_square(livery):
        half = spot.side / 2 + beyond_px
        return box_rim(says, Rectangle(spot.x - half, spot.y - half, 2 * half, 2 * half))
    return round_rim(says, (spot.x, spot.y), spot.side / 2 + beyond_px)


def _is_square(livery: Livery | None) -> bool:
    return livery is not None and livery.shape is Shape.SQUARE


def _body(group: InstructionGroup, spot: PieceSpot, side: float, *, is_square: bool) -> None:
    pos, size = (spot.x - side / 2, spot.y - side / 2), (side, side)
    if is_square:
        group.add(SmoothRoundedRectangle(pos=pos, size=size, radius=[side * 0.2]))
    else:
        group.add(SmoothEllipse(pos=pos, size=size))


def star(middle: Place, radius: float) -> list[Place]:
    """Return the corners of a star of five points that points upwards."""
    return [(x, 2 * middle[1] - y) for x, y in outline_star(middle, radius)]


def draw_outline(group: InstructionGroup, corners: Sequence[Place]) -> None:
    """Fill an outline, each corner of which is seen from its middle, in the colour that was set last."""
    middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    vertices = [number for x, y in (middle, *corners, corners[0]) for number in (x, y, 0.0, 0.0)]
    group.add(Mesh(vertices=vertices, indices=list(range(len(corners) + 2)), mode="triangle_fan"))


def draw_polygon(group: InstructionGroup, middle: Place, radius: float, corners: int, fill: str) -> None:
    """Draw an even polygon with one corner on top."""
    angles = [math.tau * n / corners for n in range(corners)]
    places = [(middle[0] + radius * math.sin(turn), middle[1] + radius * math.cos(turn)) for turn in angles]
    vertices = [number for x, y in places for number in (x, y, 0.0, 0.0)]
    group.add(Color(*rgba(fill)))
    group.add(Mesh(vertices=vertices, indices=list(range(corners)), mode="triangle_fan"))


def draw_disc(group: InstructionGroup, middle: Place, side: float, fill: str = WHITE) -> None:
    """Draw a disc with a dark rim: the ball, or a target."""
    rim = max(1.5, side * 0.12)
    for colour, across in ((RIM, side), (fill, side - 2 * rim)):
        group.add(Color(*rgba(colour)))
        group.add(SmoothEllipse(pos=(middle[0] - across / 2, middle[1] - across / 2), size=(across, across)))


def draw_ball(
    group: InstructionGroup, middle: Place, side: float, *, is_up: bool = False, fill: str = WHITE
) -> None:
    """Draw the ball, white or in the colour of its owner; in the air it is above its shadow."""
    x, y = middle
    if is_up:
        group.add(Color(*rgba(RIM, 0.45)))
        group.add(SmoothEllipse(pos=(x - side * 0.4, y - side * 0.62), size=(side * 0.8, side * 0.36)))
        y += side * 0.35
    draw_disc(group, (x, y), side, fill)
    # A ball is no target: it has a dark middle.
    group.add(Color(*rgba(RIM)))
    if side < FOOTBALL_PX:
        spot = side * 0.3
        group.add(SmoothEllipse(pos=(x - spot / 2, y - spot / 2), size=(spot, spot)))
        return
    for patch in ball_patches((x, y), side * 0.46):
        draw_outline(group, [(left, 2 * y - up) for left, up in patch])


def draw_ball_over(group: InstructionGroup, spot: PieceSpot, cell: Rectangle) -> None:
    """Draw the ball in the air over a piece: at its upper rim, with strokes below it, and its shadow on the lower rim. It
    stays in its cell, whose number stands above it.
    """
    side = max(LEAST_OVER_PX, spot.side * OVER)
    usual, bottom = spot.y + spot.side * 0.42, spot.y - spot.side * 0.42
    top = min(usual, cell.y + cell.height - side / 2)
    # What it is lower, it is farther from the piece's number.
    x = spot.x + spot.side * 0.42 + (usual - top)
    group.add(Color(*rgba(RIM, 0.55)))
    group.add(SmoothEllipse(pos=(x - side * 0.45, bottom - side * 0.2), size=(side * 0.9, side * 0.4)))
    for away in (-0.28, 0.0, 0.28):
        low = bottom + spot.side * (0.22 if away else 0.14)
        stroke = [x + side * away, low, x + side * away, top - side * 0.6]
        for colour, width in ((RIM, 2.0), (WHITE, 1.0)):
            group.add(Color(*rgba(colour)))
            group.add(SmoothLine(points=stroke, width=width, cap="round"))
    draw_ball(group, (x, top), side)


def ring_px(spot: PieceSpot) -> float:
    """Return how far the ring of a chosen piece lies beyond it."""
    return spot.side * RING


def draw_ring(group: InstructionGroup, spot: PieceSpot, livery: Livery | None) -> None:
    """Draw a ring around a chosen piece, in its shape: white between two dark lines."""
    half = spot.side / 2 + ring_px(spot)
    left, bottom, side = spot.x - half, spot.y - half, 2 * half
    for colour, width in ((RIM, max(3.4, side * 0.07)), (WHITE, max(1.8, side * 0.035))):
        group.add(Color(*rgba(colour)))
        if _is_square(livery):
            group.add(SmoothLine(rounded_rectangle=(left, bottom, side, side, side * 0.2), width=width))
        else:
            group.add(SmoothLine(circle=(spot.x, spot.y, half), width=width))


def draw_frame(group: InstructionGroup, cell: Rectangle) -> None:
    """Draw a frame around a cell that is chosen."""
    edge = (cell.x + 3, cell.y + 3, cell.width - 6, cell.height - 6, min(cell.width, cell.height) * 0.12)
    for colour, width in ((RIM, 3.2), (WHITE, 1.6)):
        group.add(Color(*rgba(colour)))
        group.add(SmoothLine(rounded_rectangle=edge, width=width))


def shaft_of(places: Sequence[Place], width: float) -> list[Place]:
    """Return a way without the head of its arrow."""
    (from_x, from_y), (x, y) = places[-2:]
    angle = math.atan2(y - from_y, x - from_x)
    head = width * HEAD
    return [*places[:-1], (x - head * math.cos(angle), y - head * math.sin(angle))]


def draw_arrow(group: InstructionGroup, places: Sequence[Place], width: float, alpha: float) -> None:
    """Draw a way from the first place to the last, with a head at its end."""
    if len(places) < 2 or places[-1] == places[-2]:
        return
    (x, y), shaft = places[-1], shaft_of(places, width)
    back = shaft[-1]
    side_x, side_y = (y - back[1]) * -HEAD_WIDE, (x - back[0]) * HEAD_WIDE
    corners = [x, y, back[0] + side_x, back[1] + side_y, back[0] - side_x, back[1] - side_y]
    points = [number for place in shaft for number in place]
    for colour, wider in ((RIM, 1.5), (WHITE, 0.0)):
        group.add(Color(*rgba(colour, alpha)))
        group.add(SmoothLine(points=points, width=width / 2 + wider, cap="none", joint="round"))
    group.add(Color(*rgba(WHITE, alpha)))
    group.add(SmoothTriangle(points=corners))
    group.add(Color(*rgba(RIM, alpha)))
    group.add(SmoothLine(points=corners, close=True, width=1.2))
