"""What spectators see drawn of a match, as values: the board with its pieces, the pitch of an attack, tracks, and a moment.

Places and lengths are whole millimetres of the printed mat, from its top left; the pages draw them, and compute nothing.
What is drawn is what the table's own screens show to all: what lies face down is not in it.

cells   [{"tone": "pitch", "edges": [x, y, width, height, x, y, …]}, …]   four numbers a cell, by the tone of the cell
ways    [[x, y, x, y, …], …]                                              two numbers a place, from the first to the last
"""

from dataclasses import dataclass

from companion.words import Wording


@dataclass(frozen=True, slots=True)
class ViewPiece:
    """A piece: its number, whose it is, its middle, and its diameter."""

    number: Wording
    title: Wording
    seat: str | None
    x_mm: int
    y_mm: int
    side_mm: int
    is_lying: bool = False
    has_ball: bool = False


@dataclass(frozen=True, slots=True)
class ViewBall:
    """A ball that nobody has: its middle and its diameter."""

    x_mm: int
    y_mm: int
    side_mm: int
    is_up: bool = False


@dataclass(frozen=True, slots=True)
class ViewCells:
    """The cells of one tone."""

    tone: str
    edges: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ViewSign:
    """A letter or a number along an edge of a board, which names a row or a column, and its middle."""

    says: str
    x_mm: int
    y_mm: int


@dataclass(frozen=True, slots=True)
class ViewBoard:
    """A board as it is seen from above: its outermost edges, its cells, and what stands on them."""

    left_mm: int
    top_mm: int
    width_mm: int
    height_mm: int
    cells: tuple[ViewCells, ...] = ()
    pieces: tuple[ViewPiece, ...] = ()
    ball: ViewBall | None = None
    ways: tuple[tuple[int, ...], ...] = ()
    """The ways that the last play took."""
    signs: tuple[ViewSign, ...] = ()
    sign_mm: int = 0
    """How high the signs along its edges may be."""


@dataclass(frozen=True, slots=True)
class ViewZone:
    """A zone of a pitch: its letter, its middle in percent of the pitch from the left and from below, and where the ball may
    go.
    """

    name: str
    says: Wording
    across: int
    up: int
    tone: str
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewPitch:
    """The pitch of an attack, with the goal on top; the ball is in the zone `ball`."""

    title: Wording
    ball: str
    zones: tuple[ViewZone, ...] = ()
    role: str | None = None
    """Whose ball it is."""


@dataclass(frozen=True, slots=True)
class ViewTrack:
    """A row of steps along which the match moves; so many are `done`, and `now` is the one where it is, from 1 on; 0: none."""

    title: Wording
    steps: tuple[Wording, ...] = ()
    done: int = 0
    now: int = 0
    standing: tuple[tuple[str, ...], ...] = ()
    """The roles of the sides that stand on each step; empty if sides stand on none."""


@dataclass(frozen=True, slots=True)
class ViewFace:
    """The face of a card that lies open, and what it is called. `counts` names the value that is lit (see `CardSide`)."""

    ref: str
    says: Wording
    counts: str | None = None


@dataclass(frozen=True, slots=True)
class ViewMoment:
    """What the last play is remembered for: GOAL!, who did it, and for which seat."""

    word: Wording
    who: Wording | None = None
    seat: str | None = None
    face: ViewFace | None = None
