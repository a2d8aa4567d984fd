"""A mat and some cards for the tests of the virtual table."""

from companion.ids import SeatName
from companion.mat import Marker, Mat, Zone
from vision.virtual.camera import VirtualCamera
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

HOME = SeatName("home")
MAT = Mat(
    "ofusaido",
    500,
    320,
    tuple(Marker(n, x, y, 25) for n, (x, y) in enumerate([(8, 8), (467, 8), (467, 287), (8, 287)], start=40)),
    (Zone("hand", HOME, "hand", 60, 190, 380, 110), Zone("pile", None, "pile", 210, 40, 80, 110)),
)
SMALL = (960, 600)


def card(number: int) -> CardPrint:
    return CardPrint(f"AC{number:03d}-241", f"AC{number:03d}-241", f"Équipe n° {number}")


FEW = 12
"""Frames a second, for what takes seconds: all that happens happens, and little is drawn."""


def small_table(**how: object) -> VirtualTable:
    """960 by 600 pixels over a mat of 500 by 320 mm: 1.8 pixels a millimetre, and quick."""
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=15, size_px=SMALL)
    return VirtualTable(MAT, camera, **how)  # type: ignore[arg-type]


def slow_table(**how: object) -> VirtualTable:
    """The same, with few frames a second."""
    table = small_table(**how)
    table.frames_per_second = FEW
    return table
