"""Summit on paper: a ridge under the slots of its mat, and cards with their height."""

from functools import partial

from calibration.printing.deck.frame import CardStyle, Heading, draw_back, draw_face
from calibration.printing.mats.style import MatStyle
from calibration.printing.pen import Pen
from calibration.printing.sheets import CardSides
from calibration.printing.typeface import GRASS, SOFT, tint
from companion.mat import Mat
from tests.toy.summit.rules import Peak


def draw_ground(pen: Pen, mat: Mat, _look: MatStyle, _board: None) -> None:
    pen.shape([(60, 190), (mat.width_mm / 2, 110), (mat.width_mm - 60, 190)], tint(SOFT, 0.1))


def sides(card: Peak, look: CardStyle) -> CardSides:
    def front(pen: Pen) -> None:
        draw_face(pen, card.ref, Heading(card.name, "run", str(card.height)), look)

    return CardSides(front, partial(draw_back, name="Summit", icon="run", colour=GRASS))
