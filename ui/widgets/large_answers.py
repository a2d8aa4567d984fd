"""Answers that have much room: how high they become, and their letters, which are as large as all of them may be."""

from collections.abc import Sequence

from kivy.app import App

from companion.house_style import TextRole
from ui.presenters.lines import MenuLine
from ui.widgets.says import lines_px
from ui.widgets.touch import PICTURE

ANSWER_MM, ANSWER_WITH_NOTE_MM = 16, 23
"""The most that an answer is high, and one with a note below its words."""
MOST_GROWTH, PLAIN_MM = 3.0, 30
"""A few lines grow up to so many times to fill their page; answers of words alone become only so high."""
LARGE_MM = 25
"""From this height on, answers have larger letters, and their marks and icons above them, where all have room."""
LARGE_ROLES = (TextRole.TITLE, TextRole.ROW), (TextRole.TITLE, TextRole.NOTE), (TextRole.ROW, TextRole.NOTE)
"""The sizes of the letters of large answers and of what explains them, the largest first."""
MOST_LARGE_LINES = 2
Cell = tuple[MenuLine, float, float]
"""A line, and how wide and how high the room of each of its answers is."""


def answer_mm(line: MenuLine) -> int:
    """Return how high the answers of a line are at most, as long as they do not fill a page."""
    return ANSWER_WITH_NOTE_MM if any(option.under for option in line.options) else ANSWER_MM


def most_growth(line: MenuLine) -> float:
    """Return by how much the answers of a line may grow at most, as a multiple of their height, to fill their page."""
    has_picture = any(option.icon or option.role for option in line.options)
    return MOST_GROWTH if has_picture or not _are_words(line) else PLAIN_MM / answer_mm(line)


def large_roles(
    cells: Sequence[Cell], steps: Sequence[tuple[TextRole, TextRole]]
) -> tuple[TextRole, TextRole] | None:
    """Return the first of these roles of answers and of what explains them that have room; None: the answers are not large."""
    least = App.get_running_app().look.mm * LARGE_MM
    if not cells or not all(high >= least and _are_words(line) for line, _, high in cells):
        return None
    return next((roles for roles in steps if all(_has_room(*cell, *roles) for cell in cells)), None)


def _are_words(line: MenuLine) -> bool:
    """Tell whether the answers of a line are words, and no faces of cards and no tiles."""
    return all(option.card is None and option.tile is None for option in line.options)


def _has_room(line: MenuLine, wide: float, high: float, role: TextRole, under_role: TextRole) -> bool:
    """Tell whether all answers of a line have room in cells of this size in such letters, below their marks and icons."""
    look = App.get_running_app().look
    room = high * (1 - PICTURE * any(one.role or one.icon for one in line.options)) - look.gutter * 1.5
    return all(
        lines_px(one.says, "strong", role, wide, MOST_LARGE_LINES)
        + lines_px(one.under, "text", under_role, wide)
        < room
        for one in line.options
    )
