"""The dice tray that is printed, as a mat: its tags, and the rectangle in which dice are read."""

from calibration.board import BoardSize
from companion.mat import Marker, Mat, Zone
from companion.words import Wording

FIRST_TAG = 110
TAG_MM = 20
EDGE_MM = 4
"""From the edge of the sheet to a tag's black square: more than its light margin."""
BESIDE_MM = 4
"""From a tag's light margin to the dice."""


def tray_of(width_mm: int, height_mm: int) -> Mat:
    """A tray of any size: tags 110 to 113 in its corners, clockwise from the top left."""
    right, bottom = width_mm - EDGE_MM - TAG_MM, height_mm - EDGE_MM - TAG_MM
    corners = ((EDGE_MM, EDGE_MM), (right, EDGE_MM), (right, bottom), (EDGE_MM, bottom))
    aside = EDGE_MM + TAG_MM + TAG_MM // 8 + 1 + BESIDE_MM
    return Mat(
        "tray",
        width_mm,
        height_mm,
        tuple(Marker(FIRST_TAG + n, x, y, TAG_MM) for n, (x, y) in enumerate(corners)),
        (
            Zone(
                "dice",
                None,
                "dice",
                aside,
                EDGE_MM,
                width_mm - 2 * aside,
                height_mm - 2 * EDGE_MM,
                Wording("Dice", "Dés"),
            ),
        ),
    )


TRAYS = {BoardSize.A4: tray_of(280, 184), BoardSize.A3: tray_of(400, 270)}
"""What `companion print tray` prints."""
