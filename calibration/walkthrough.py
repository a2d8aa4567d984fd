"""What all walkthroughs share: they take samples, know which parts of the picture were seen, and say the next thing to do.

A walkthrough is a state machine without a clock, a camera or a screen. It takes frames (or other samples) and
answers, and returns a `WalkthroughStep`: what to do now, how far it has come, and why the last sample was
refused. The terminal and the screens show the same steps.

    feed(frame) ─► Step(going, hint) ─► … ─► Step(done, report)
    answer(yes) ─►                          Step(failed, hint: what to do)
"""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeVar

from calibration.grade import CalibrationReport
from companion.words import N_, Text

if TYPE_CHECKING:
    from vision.lens import Points


# --- coverage
# Records which parts of the picture were sampled: a map of 12 by 6 cells, and nine parts that have a name.

COLUMNS, ROWS = 12, 6
"""Cells of the map across and down: about as fine as a person can aim a board by hand."""
ENOUGH = 4
"""Corners in a cell from which the map shows it as full: fewer may be one stray view."""
MARKS = "·░▒█"
"""The signs of the map on a terminal, from empty to full."""


class GridCell(StrEnum):
    """Names one of the nine parts of a picture or a mat, in the words of the hints."""

    TOP_LEFT = "in the top left corner"
    TOP = "at the top edge"
    TOP_RIGHT = "in the top right corner"
    LEFT = "at the left edge"
    MIDDLE = "in the middle"
    RIGHT = "at the right edge"
    BOTTOM_LEFT = "in the bottom left corner"
    BOTTOM = "at the bottom edge"
    BOTTOM_RIGHT = "in the bottom right corner"


PLACE_WORDS = (
    N_("in the top left corner"), N_("at the top edge"), N_("in the top right corner"),
    N_("at the left edge"), N_("in the middle"), N_("at the right edge"),
    N_("in the bottom left corner"), N_("at the bottom edge"), N_("in the bottom right corner"),
)  # fmt: skip
_PLACES = tuple(GridCell)


def find_cell(x: float, y: float) -> GridCell:
    """Find the ninth that holds a point; x and y are shares of the width and the height, 0 to 1."""
    column, row = (min(2, max(0, int(part * 3))) for part in (x, y))
    return _PLACES[3 * row + column]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts the sampled corners in each cell, row by row; `here` holds the cells where the board is now."""

    counts: tuple[int, ...] = (0,) * (COLUMNS * ROWS)
    here: frozenset[int] = frozenset()

    def added(self, points_px: "Points", size_px: tuple[int, int]) -> "Coverage":
        """Return the coverage with the corners of one more sample: `points_px` is `(N, 2) float64, px`."""
        more = Counter(_cells(points_px, size_px))
        return replace(self, counts=tuple(count + more[cell] for cell, count in enumerate(self.counts)))

    def at(self, points_px: "Points", size_px: tuple[int, int]) -> "Coverage":
        """Return the coverage with the board's present position: `points_px` is `(N, 2) float64, px`."""
        return replace(self, here=frozenset(_cells(points_px, size_px)))

    @property
    def share(self) -> float:
        """Return the share of cells with at least one corner, 0 to 1."""
        return sum(count > 0 for count in self.counts) / len(self.counts)

    def lines(self) -> tuple[str, ...]:
        """Draw the map for a terminal: · ░ ▒ █ for more and more corners, o for the board's position."""
        signs = [
            "o" if cell in self.here else MARKS[min(3, -(-count * 3 // (3 * ENOUGH)) if count else 0)]
            for cell, count in enumerate(self.counts)
        ]
        return tuple("".join(signs[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))


def _cells(points_px: "Points", size_px: tuple[int, int]) -> list[int]:
    """Find the cell number of each point."""
    width_px, height_px = size_px
    return [
        min(ROWS - 1, max(0, int(y / height_px * ROWS))) * COLUMNS
        + min(COLUMNS - 1, max(0, int(x / width_px * COLUMNS)))
        for x, y in points_px.reshape(-1, 2).tolist()
    ]


# --- walkthrough

Seen_contra = TypeVar("Seen_contra", contravariant=True)


class StepState(StrEnum):
    """Says whether a walkthrough goes on, is done, or has failed."""

    GOING = "going"
    DONE = "done"
    FAILED = "failed"


class WalkthroughReply(StrEnum):
    """Names what a person may answer."""

    READY = "ready"
    YES = "yes"
    NO = "no"


N_("ready"), N_("yes"), N_("no")
PICTURES, READ_THROWS, MEASUREMENTS = Text("pictures taken"), Text("throws read"), Text("measurements made")
"""What a walkthrough may count."""


@dataclass(frozen=True, slots=True)
class WalkthroughStep:
    """Says where a walkthrough is and what the person should do now."""

    state: StepState
    hint: Text
    """The one thing to do now; at the end, the result."""
    done: int = 0
    wanted: int = 1
    counted: Text = PICTURES
    """What `done` and `wanted` are numbers of."""
    refusal: Text | None = None
    """Why the last sample was refused."""
    coverage: Coverage | None = None
    answers: tuple[WalkthroughReply, ...] = ()
    """What may be answered now; empty while the walkthrough only watches."""
    waits: bool = False
    """Whether the walkthrough waits for one of the answers before it goes on."""
    report: CalibrationReport | None = None

    @property
    def is_over(self) -> bool:
        """Say whether the walkthrough is done or has failed."""
        return self.state is not StepState.GOING


class Walkthrough(Protocol[Seen_contra]):
    """Describes what all walkthroughs have in common, whether they take frames, samples of a tower, or a heard tone."""

    @property
    def step(self) -> WalkthroughStep:
        """Return the present step."""

    def feed(self, seen: Seen_contra) -> WalkthroughStep:
        """Take what was seen and return the next step; at the end nothing changes any more."""

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Take a person's answer and return the next step; an answer to no question changes nothing."""
