"""Sets up virtual tables by name; `virtual:NAME` can be used as the name of a camera."""

from dataclasses import replace

from companion.mat import Marker, Mat, Zone
from companion.words import Text
from vision.errors import NoSuchSource
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import RoomLight
from vision.virtual.motion import board_before_camera
from vision.virtual.scene import CardPrint, HeldBoard
from vision.virtual.table import VirtualTable

NAMED = "virtual:"
MAT = Mat(
    "virtual",
    800,
    450,
    (Marker(0, 8, 8, 36), Marker(1, 756, 8, 36), Marker(2, 756, 406, 36), Marker(3, 8, 406, 36)),
    (
        Zone("far row", None, "row", 90, 75, 620, 110),
        Zone("near row", None, "row", 90, 265, 620, 110),
    ),
)
"""The mat of every named table."""
CARDS_MM = ((150.0, 130.0), (400.0, 130.0), (650.0, 130.0), (280.0, 320.0), (520.0, 320.0))
LAMP = RoomLight(at_mm=(700.0, -60.0, 900.0))
"""A lamp low over the far right of the table, where sleeves shine."""


FRAMES_PER_SECOND = 10
"""The frame rate: each frame has to be drawn, and this is enough for calibration."""


def scene_for(name: str) -> VirtualTable:
    """Return a new table of that name. Raises `NoSuchSource`."""
    table = _set(name)
    table.frames_per_second = FRAMES_PER_SECOND
    return table


def _set(name: str) -> VirtualTable:
    match name:
        case "table":
            return _with_cards(VirtualTable(MAT, _camera()), is_sleeved=False)
        case "lamp":
            return _with_cards(VirtualTable(MAT, _camera(), light=LAMP), is_sleeved=True)
        case "board":
            table = VirtualTable(MAT, _camera())
            table.hold(*board_poses(table.camera))
            return table
        case "dice":
            # A camera for dice hangs close above the tray.
            table = VirtualTable(
                MAT, replace(_camera(), height_mm=420.0, at_mm=(400.0, 225.0), looks_at_mm=(400.0, 235.0))
            )
            table.put_tray((400.0, 225.0), (260.0, 190.0))
            return table
        case _:
            known = ", ".join(NAMED + known for known in SCENES)
            raise NoSuchSource(
                Text("no virtual table is called {name}; possible: {known}", name=name[:40], known=known)
            )


SCENES = ("table", "lamp", "board", "dice")


def board_poses(camera: VirtualCamera) -> tuple[HeldBoard, ...]:
    """Return poses of a board all over the picture, tilted every way, once near enough to fill it."""
    width, height = camera.width_px, camera.height_px
    poses = [_pose(camera, 0.5, 0.5, (0.0, 0.0), 0.45)]
    poses += [_pose(camera, 0.5, 0.5, tilt, 0.45) for tilt in ((32, 0), (-32, 0), (0, 32), (0, -32))]
    corners = (
        ((0.2, 0.24), (29.0, 6.0)),
        ((0.8, 0.24), (6.0, 29.0)),
        ((0.8, 0.76), (-29.0, -6.0)),
        ((0.2, 0.76), (-6.0, -29.0)),
    )
    sides = (
        ((0.5, 0.22), (4.0, -29.0)),
        ((0.81, 0.5), (29.0, 4.0)),
        ((0.5, 0.78), (-4.0, 29.0)),
        ((0.19, 0.5), (-29.0, -4.0)),
    )
    poses += [_pose(camera, x, y, lean, 0.38) for (x, y), lean in corners]
    poses += [_pose(camera, x, y, lean, 0.36) for (x, y), lean in sides]
    poses.append(_pose(camera, 0.5, 0.5, (8.0, 5.0), min(0.95, 0.95 * height / width * 11 / 7)))
    return tuple(poses)


def _pose(
    camera: VirtualCamera, x: float, y: float, tilt_deg: tuple[float, float], share: float
) -> HeldBoard:
    """Return the board with its centre at a share of the picture, as wide as a share of it."""
    away_mm = 288.0 * camera.focal_px / (share * camera.width_px)
    return board_before_camera(camera, (x * camera.width_px, y * camera.height_px), away_mm, tilt_deg)


def _camera() -> VirtualCamera:
    return VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=12)


def _with_cards(table: VirtualTable, *, is_sleeved: bool) -> VirtualTable:
    for n, place in enumerate(CARDS_MM):
        text = f"AC{n:03d}-901"
        table.put(CardPrint(text, text, f"No. {n}"), place, 7.0 * n - 12, is_sleeved=is_sleeved)
    return table
