"""Describes what a game provides for printing: the background of its mat, and the front and back of its cards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.printing.deck.frame import CardStyle
from calibration.printing.mats.field_style import FieldStyle
from calibration.printing.mats.style import MatStyle
from calibration.printing.paper import Box, PaperSize
from calibration.printing.pen import Pages, Pen
from calibration.printing.sheets import CardSides
from calibration.printing.typeface import SOFT, Colour
from calibration.printing.typesetting import PrintLanguage
from companion.mat import Mat
from companion.rules.readings import RuleChapter


@dataclass(frozen=True, slots=True)
class PartsRequest:
    """Says how the other parts of a game are printed: for the seats and house rules of a set-up, which may be empty, and
    with the sentences of the game's summary.
    """

    paper: PaperSize
    language: PrintLanguage
    setup: Mapping[str, Any] = field(default_factory=dict)
    summary: tuple[RuleChapter, ...] = ()


@dataclass(frozen=True, slots=True)
class GamePrint:
    """Holds the drawings of one game.

    A game with a board reads it with `read_board`, which raises `Malformed`; its ground is drawn only if a
    board is given.
    """

    draw_ground: Callable[[Pen, Mat, MatStyle, Any], None]
    roles: frozenset[str] = frozenset()
    """Roles of the zones that are parts of the ground, not slots."""
    read_board: Callable[[Any], Any] | None = None
    draw_field: Callable[[Pen, Mapping[str, Box], Any, FieldStyle], None] | None = None
    """Draws only the field of a board, for screens; its cells and benches are given by name."""
    sides: Callable[[Any, CardStyle], CardSides] | None = None
    """Makes a card's front and back; None for a game without cards."""
    minis: Callable[[Any, CardStyle], CardSides] | None = None
    """Makes a card's mini faces, of `MINI_MM`; the back's only if it tells something. None for a game without cards."""
    draw_parts: Callable[[Pages, PartsRequest], None] | None = None
    """Draws what else lies in the game's box: boards, sheets, markers. It raises `Malformed` for a set-up that cannot be."""
    colour: Colour = SOFT
    """Colour of cards that belong to no seat."""
    sorted_by_letter: tuple[type[Any], ...] = ()
    """Kinds of cards that belong to the team whose references have the same second letter."""
