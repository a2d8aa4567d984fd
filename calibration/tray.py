"""Describes the printed dice tray as a mat: its four tags, and the rectangle where dice are read."""

from calibration.board import BoardSize
from companion.mat import Marker, Mat, Zone
from companion.words import Wording

FIRST_TAG = 110
"""Number of the first tag; docs/printing.md lists which numbers belong to what."""
TAG_MM = 20
"""Side of a tag's black square."""
EDGE_MM = 4
"""Distance from the edge of the sheet to a tag's black square: more than its white margin of 2.5 mm."""
BESIDE_MM = 4
"""Distance from a tag's white margin to the dice."""


def make_tray(width_mm: int, height_mm: int) -> Mat:
    """Makes a tray of any size: tags 110 to 113 in its corners, clockwise from the top left."""
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


TRAYS = {BoardSize.A4: make_tray(280, 184), BoardSize.A3: make_tray(400, 270)}
"""The trays that `companion print tray` prints."""
