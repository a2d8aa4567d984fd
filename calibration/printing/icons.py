"""Draws small one-colour icons for roles, posts and values, at any size.

The icons are drawn on a grid of 24 by 24, from lines, discs, arcs and filled outlines, so that they print
sharp.
"""

from dataclasses import dataclass

from calibration.printing.paper import Box
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import Colour
from companion.outlines import Place, ball_patches, outline_star

GRID = 24.0
"""Width and height of the grid."""
STROKE = 2.0
"""Usual line width on the grid."""


@dataclass(frozen=True, slots=True)
class Polyline:
    """Describes a line through several points."""

    places: tuple[Place, ...]
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class FilledOutline:
    """Describes an outline that is filled."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Disc:
    """Describes a circle, filled or only its line."""

    x: float
    y: float
    radius: float
    is_filled: bool = False


@dataclass(frozen=True, slots=True)
class Arc:
    """Describes a part of a circle's line, clockwise from an angle; 0 points to the right."""

    x: float
    y: float
    radius: float
    start_deg: int
    sweep_deg: int


Part = Polyline | FilledOutline | Disc | Arc


def _head(tip: Place, dx: float, dy: float, size: float = 5.0) -> FilledOutline:
    """Make an arrowhead that points along the unit vector (dx, dy)."""
    x, y = tip
    back = (x - dx * size, y - dy * size)
    return FilledOutline(
        (
            tip,
            (back[0] - dy * size * 0.62, back[1] + dx * size * 0.62),
            (back[0] + dy * size * 0.62, back[1] - dx * size * 0.62),
        )
    )


def _strokes(*lines: tuple[Place, ...]) -> tuple[Polyline, ...]:
    return tuple(Polyline(line) for line in lines)


_BALL: tuple[Part, ...] = (
    Disc(12, 12, 9.6),
    *(FilledOutline(patch) for patch in ball_patches((12, 12), 9.6)),
)
_CARD = Polyline(((6, 2.5), (18, 2.5), (18, 21.5), (6, 21.5)), is_closed=True)
_FACE: tuple[Part, ...] = (
    Disc(12, 12, 9.2),
    Disc(8.7, 9.6, 1.3, is_filled=True),
    Disc(15.3, 9.6, 1.3, is_filled=True),
)

ICONS: dict[str, tuple[Part, ...]] = {
    "ball": _BALL,
    "pass": (Disc(4.5, 17.5, 2.6), Polyline(((8, 15.6), (17, 9.6))), _head((21, 7), 0.83, -0.55)),
    "dribble": (Disc(4.5, 18, 2.6), Polyline(((7.5, 16), (10, 12), (12.5, 15.5), (15, 10.5), (17.3, 13.2), (18.8, 9.3))),
                _head((20.6, 4.2), 0.35, -0.94)),
    "cross": (Disc(4.5, 19, 2.6), Arc(15.6, 17.2, 10.6, 180, 82), _head((19.6, 6.5), 1, 0)),
    "shot": (Polyline(((2.5, 20), (2.5, 4), (21.5, 4), (21.5, 20))), Disc(12, 17.4, 3), Polyline(((12, 12.6), (12, 10))),
             _head((12, 6.2), 0, -1, 4.4)),
    "shield": (Polyline(((12, 2.5), (20, 5.5), (19.2, 13), (16.5, 18), (12, 21.8), (7.5, 18), (4.8, 13), (4, 5.5)),
                      is_closed=True), Polyline(((8.2, 11.8), (11, 14.6), (16, 8.8)))),
    "glove": (Polyline(((7, 21.5), (7, 16), (4, 11.6), (5.8, 10.2), (8, 12.4), (8, 4.6), (10, 4.6), (10.4, 9.6), (11, 2.8),
                      (13.2, 2.8), (13.6, 9.6), (14.6, 4), (16.6, 4.2), (16.8, 10.4), (18, 6.6), (19.8, 7), (19, 16.5),
                      (17, 21.5)), is_closed=True),),
    "support": (Disc(8.6, 8, 3.4), Arc(8.6, 19, 6.2, 180, 180), Disc(16.6, 6.4, 2.8), Arc(16.9, 16.6, 4.6, 245, 115)),
    "pitch": (Polyline(((4, 2.5), (20, 2.5), (20, 21.5), (4, 21.5)), is_closed=True), Polyline(((4, 12), (20, 12))),
              Disc(12, 12, 3.2), Polyline(((8.5, 2.5), (8.5, 5.6), (15.5, 5.6), (15.5, 2.5))),
              Polyline(((8.5, 21.5), (8.5, 18.4), (15.5, 18.4), (15.5, 21.5)))),
    "bolt": (FilledOutline(((13.8, 1.8), (4.6, 13.6), (11, 13.6), (9.4, 22.2), (19.4, 9.8), (12.8, 9.8))),),
    "whistle": (Disc(8.6, 14.6, 5.6), Polyline(((8.6, 9), (21.4, 9), (21.4, 12.6), (13.9, 12.6))),
                Disc(8.6, 14.6, 1.7, is_filled=True), *_strokes(((10.2, 3.2), (10.2, 5.6)), ((14, 3.6), (13, 5.8)))),
    "discard": (Polyline(((4, 6), (20, 6))), Polyline(((6, 6), (7.2, 21.5), (16.8, 21.5), (18, 6))),
                Polyline(((9, 6), (9, 3), (15, 3), (15, 6))), *_strokes(((10, 10), (10.4, 17.6)), ((14, 10), (13.6, 17.6)))),
    "speech": (Polyline(((3, 4), (21, 4), (21, 16), (12.4, 16), (7.4, 21), (7.4, 16), (3, 16)), is_closed=True),
               *_strokes(((7, 8.4), (17, 8.4)), ((7, 12), (14, 12)))),
    "eye": (Polyline(((1.8, 12), (5.6, 7.6), (9.6, 5.5), (14.4, 5.5), (18.4, 7.6), (22.2, 12), (18.4, 16.4), (14.4, 18.5),
                    (9.6, 18.5), (5.6, 16.4)), is_closed=True), Disc(12, 12, 3.6), Disc(12, 12, 1.2, is_filled=True)),
    "clipboard": (Polyline(((5, 4.4), (19, 4.4), (19, 21.5), (5, 21.5)), is_closed=True),
                  FilledOutline(((9, 2.2), (15, 2.2), (15, 6.4), (9, 6.4))),
                  *_strokes(((8.4, 11), (15.6, 11)), ((8.4, 14.4), (15.6, 14.4)), ((8.4, 17.8), (12.6, 17.8)))),
    "target": (Disc(12, 12, 9.4), Disc(12, 12, 5.4), Disc(12, 12, 1.9, is_filled=True)),
    "bread": (Polyline(((4, 19.5), (4, 12), (2.6, 9.6), (3.4, 6.6), (6.4, 4.6), (12, 3.8), (17.6, 4.6), (20.6, 6.6),
                      (21.4, 9.6), (20, 12), (20, 19.5)), is_closed=True),
              *_strokes(((8.2, 8), (9.6, 11.4)), ((12, 7.4), (12, 11)), ((15.8, 8), (14.4, 11.4)))),
    "smile": (*_FACE, Arc(12, 12.2, 5.2, 20, 140)),
    "frown": (*_FACE, Arc(12, 19.4, 5.0, 215, 110)),
    "star": (FilledOutline(outline_star((12, 12.6), 10.4)),),
    "bonus": (_CARD, FilledOutline(outline_star((12, 10), 4.6)), *_strokes(((12, 15.4), (12, 19.4)), ((10, 17.4), (14, 17.4)))),
    "card": (_CARD, FilledOutline(((12.8, 6.2), (8.8, 12.6), (11.4, 12.6), (10.8, 17.8), (15.2, 11), (12.4, 11)))),
    "power": (Disc(12, 12, 9.4), FilledOutline(outline_star((12, 12.5), 6.6))),
    "fist": (Polyline(((5, 9), (8, 6.4), (17.4, 6.4), (20, 9), (20, 15), (17, 19), (9, 19), (5, 16)), is_closed=True),
             *_strokes(((9.4, 6.6), (9.4, 12)), ((13, 6.6), (13, 12)), ((16.6, 6.6), (16.6, 12)), ((5, 14.6), (11, 12.6)))),
    "run": (Disc(15, 4.2, 2.3, is_filled=True), Polyline(((5, 9.6), (9.6, 7.4), (13.4, 8.2), (10.6, 14), (15, 17), (14, 22))),
            Polyline(((13.4, 8.2), (16, 11.6), (20, 11.2))), Polyline(((10.6, 14), (8.4, 18), (3.4, 18.4)))),
    "bench": (*_strokes(((3, 12), (21, 12)), ((3, 16), (21, 16)), ((6, 12), (6, 21)), ((18, 12), (18, 21)),
                        ((3, 7), (21, 7)), ((6, 7), (6, 12)), ((18, 7), (18, 12))),),
    "flag": (Polyline(((6, 22), (6, 2.8))), FilledOutline(((7, 3.4), (19.6, 6.4), (7, 11.4)))),
    "bricks": (Polyline(((3, 5), (21, 5), (21, 19), (3, 19)), is_closed=True),
               *_strokes(((3, 9.7), (21, 9.7)), ((3, 14.4), (21, 14.4)), ((12, 5), (12, 9.7)), ((7.4, 9.7), (7.4, 14.4)),
                         ((16.6, 9.7), (16.6, 14.4)), ((12, 14.4), (12, 19)))),
    "heart": (FilledOutline(((12, 21), (4.4, 13.8), (2.6, 10), (3.2, 6.4), (6, 4), (9.2, 4.2), (12, 7), (14.8, 4.2), (18, 4),
                      (20.8, 6.4), (21.4, 10), (19.6, 13.8))),),
    "swift": (*_strokes(((4, 5), (11, 12), (4, 19)), ((12, 5), (19, 12), (12, 19))),),
    "weight": (*_strokes(((6.4, 12), (17.6, 12)), ((5.4, 6.4), (5.4, 17.6)), ((18.6, 6.4), (18.6, 17.6)),
                         ((2.2, 9), (2.2, 15)), ((21.8, 9), (21.8, 15))),),
    "stopwatch": (Disc(12, 13.4, 8.2), Polyline(((12, 8.8), (12, 13.4), (15.4, 15.4))), Polyline(((9.4, 2.4), (14.6, 2.4))),
              Polyline(((12, 2.4), (12, 5)))),
    "stadium": (Polyline(((2, 9), (5, 6), (12, 4.6), (19, 6), (22, 9), (22, 17), (19, 19.6), (12, 20.8), (5, 19.6), (2, 17)),
                       is_closed=True), Polyline(((2, 9), (5, 11.6), (12, 12.8), (19, 11.6), (22, 9)))),
    "die": (Polyline(((4, 4), (20, 4), (20, 20), (4, 20)), is_closed=True), Disc(8.4, 8.4, 1.6, is_filled=True),
            Disc(15.6, 15.6, 1.6, is_filled=True), Disc(12, 12, 1.6, is_filled=True)),
    "skull": (Disc(12, 10.4, 8), Disc(8.8, 10.8, 1.9, is_filled=True), Disc(15.2, 10.8, 1.9, is_filled=True),
              Polyline(((8, 17.6), (8, 21.4), (16, 21.4), (16, 17.6))), Polyline(((12, 18.6), (12, 21.2)))),
    "crown": (FilledOutline(((3, 19), (3, 7), (8, 12), (12, 4), (16, 12), (21, 7), (21, 19))),),
    "triangle": (FilledOutline(((12, 3), (22, 20.4), (2, 20.4))),),
    "square": (FilledOutline(((3, 3), (21, 3), (21, 21), (3, 21))),),
    "disc": (Disc(12, 12, 9.4, is_filled=True),),
    "medic": (Disc(12, 12, 9.4), FilledOutline(((10, 6.4), (14, 6.4), (14, 10), (17.6, 10), (17.6, 14), (14, 14), (14, 17.6),
                                         (10, 17.6), (10, 14), (6.4, 14), (6.4, 10), (10, 10)))),
    "up": (Polyline(((12, 21), (12, 9))), _head((12, 3), 0, -1, 7)),
    "down": (Polyline(((12, 3), (12, 15))), _head((12, 21), 0, 1, 7)),
    "no": (Disc(12, 12, 9.2), Polyline(((5.6, 5.6), (18.4, 18.4)))),
    "draw": (*_strokes(((4, 8.6), (20, 8.6)), ((4, 15.4), (20, 15.4))),),
    "swap": (Polyline(((3, 8), (15, 8))), _head((21.5, 8), 1, 0, 6), Polyline(((21, 16), (9, 16))), _head((2.5, 16), -1, 0, 6)),
    "undo": (Arc(12, 13.4, 7.6, 225, 270), _head((3.2, 9.2), -0.75, -0.66, 6)),
}  # fmt: skip


def draw_icon(pen: Pen, name: str, box: Box, colour: Colour, *, stroke: float = STROKE) -> None:
    """Draw an icon as large as fits into a box; `stroke` is its line width on the grid of 24."""
    square = box.square()
    line = PenStroke(colour, stroke)
    with pen.moved(square.x_mm, square.y_mm), pen.scaled(square.width_mm / GRID):
        for part in ICONS[name]:
            match part:
                case Polyline():
                    pen.shape(part.places, None, line, is_closed=part.is_closed)
                case FilledOutline():
                    pen.shape(part.places, colour, PenStroke(colour, stroke / 3))
                case Disc():
                    pen.disc(
                        (part.x, part.y),
                        part.radius,
                        colour if part.is_filled else None,
                        None if part.is_filled else line,
                    )
                case Arc():
                    pen.arc((part.x, part.y), part.radius, part.start_deg, part.sweep_deg, line)
