"""What a game gives to be printed: the ground of its mat, and the two sides of its cards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from calibration.printing.colour import SOFT, Colour
from calibration.printing.deck.frame import CardStyle
from calibration.printing.mats.style import MatStyle
from calibration.printing.pen import Pen
from calibration.printing.sheets import CardSides
from companion.mat import Mat


@dataclass(frozen=True, slots=True)
class GamePrint:
    """One game's drawings. A game with a board reads it with `read_board` (raises `Malformed`), and draws its ground only
    where one is given.
    """

    draw_ground: Callable[[Pen, Mat, MatStyle, Any], None]
    roles: frozenset[str] = frozenset()
    """The roles of zones that are no slots but parts of the ground."""
    read_board: Callable[[Any], Any] | None = None
    sides: Callable[[Any, CardStyle], CardSides] | None = None
    """A card's front and back; None: the game has no cards."""
    colour: Colour = SOFT
    """Of cards that belong to no seat."""
    sorted_by_letter: tuple[type[Any], ...] = ()
    """Cards that belong to the team whose cards have the same second letter in their references."""
