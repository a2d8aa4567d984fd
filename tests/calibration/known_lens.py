"""Boards seen through a lens whose formulas are the virtual camera's own, not the solver's: points with a known answer."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.board import BOARDS, BoardSize, CalibrationBoard, Sample
from vision.lens import Lens
from vision.virtual.camera import VirtualCamera
from vision.virtual.camera import VirtualLens as Bends
from vision.virtual.named_tables import board_poses
from vision.virtual.scene import HeldBoard
from vision.virtual.scene_picture import COLUMNS, ROWS, SQUARE_MM

SIZE = (1920, 1080)
BOARD: CalibrationBoard = BOARDS[BoardSize.A4]


@dataclass(frozen=True)
class KnownLens:
    """A camera that is known, and boards as it sees them; `noise_px` is how well corners are found."""

    bends: Bends = field(default_factory=Bends)
    focal_px: float = 1500.0
    noise_px: float = 0.1

    @property
    def camera(self) -> VirtualCamera:
        return VirtualCamera((400, 225), 900, (400, 240), focal_px=self.focal_px, lens=self.bends)

    def samples(self, seed: int = 1, poses: int | None = None) -> list[Sample]:
        chance = np.random.default_rng(seed)
        found = []
        for held in board_poses(self.camera)[:poses]:
            seen = self.camera.picture_of(inner_corners_mm(held))
            seen = seen + chance.normal(0, self.noise_px, seen.shape)
            inside = (seen > 2).all(axis=1) & (seen < np.array(SIZE) - 3).all(axis=1)
            numbers = np.nonzero(inside)[0]
            found.append(Sample(numbers, seen[inside], BOARD.corners_mm()[numbers], SIZE))
        return found


def inner_corners_mm(held: HeldBoard) -> NDArray[Any]:
    """The corners between the squares in the room, row by row: (N, 3) mm. They are what calibration should find."""
    across, down = np.meshgrid(np.arange(1, COLUMNS), np.arange(1, ROWS))
    offsets = np.stack([across - COLUMNS / 2, down - ROWS / 2], axis=-1).reshape(-1, 2) * SQUARE_MM
    corners: NDArray[Any] = np.array(held.middle_mm) + offsets @ np.array([held.right, held.down])
    return corners


def bend_at_corners_px(camera: VirtualCamera, lens: Lens) -> float:
    """How differently a lens that was found bends what lies in the picture's corners, in pixels: the difference of the
    two curves there, each from its own middle, for where the middle is cannot be told from where the camera looks.
    """
    corner = float(np.hypot(*camera.middle_px)) / camera.focal_px
    radii = np.linspace(0, 2 * corner, 20_001)
    radius = float(radii[np.argmax(radii * _bent(radii, camera.lens) >= corner)])
    true = camera.focal_px * radius * (_bent(radius, camera.lens) - 1)
    found = lens.fx_px * radius * (_bent(radius, lens) - 1)
    return abs(float(found - true))


def _bent(radius: Any, lens: Lens | Bends) -> Any:
    far = radius * radius
    return 1 + far * (lens.k1 + far * (lens.k2 + far * lens.k3))
