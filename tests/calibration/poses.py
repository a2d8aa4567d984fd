"""Cameras over a mat, any way a person may hang one, each with what it sees and the truth of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.table import Corners, TableFit, keep_mat_tags, locate
from vision.detectors.tags import read_tags
from vision.frame import Frame
from vision.lens import Lens
from vision.virtual.camera import VirtualCamera
from vision.virtual.camera import VirtualLens as Bends
from vision.virtual.light import Sensor
from vision.virtual.named_tables import CARDS_MM, MAT
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

FRAMES = 3
GRID_MM = np.array(
    [(x, y) for x in np.linspace(0, MAT.width_mm, 9) for y in np.linspace(0, MAT.height_mm, 7)]
)


@dataclass(frozen=True)
class Hung:
    """A camera over the mat, and what lies there: five cards, and perhaps one upon the first marker."""

    camera: VirtualCamera
    sensor: Sensor
    seed: int
    hides_a_marker: bool = False

    def table(self) -> VirtualTable:
        table = VirtualTable(MAT, self.camera, sensor=self.sensor, seed=self.seed)
        for n, place in enumerate(CARDS_MM):
            table.put(CardPrint(f"AC{n:03d}-901", f"AC{n:03d}-901"), place, 31.0 * n)
        if self.hides_a_marker:
            table.put(CardPrint("AC009-901", "AC009-901"), (30.0, 35.0), 10)
        return table

    @property
    def lens(self) -> Lens:
        """The camera's own lens, as a perfect calibration would have it."""
        camera, bends = self.camera, self.camera.lens
        x, y = camera.middle_px.tolist()
        return Lens(
            camera.width_px, camera.height_px, camera.focal_px, camera.focal_px, x, y,
            bends.k1, bends.k2, bends.p1, bends.p2, bends.k3,
        )  # fmt: skip

    def located(self, corners: Mapping[int, Corners], lens: Lens | None) -> TableFit | None:
        return locate(MAT, corners, lens, (self.camera.width_px, self.camera.height_px))

    def furthest_off_mm(self, located: TableFit) -> float:
        """How far the worst place of the mat is from where the map has it."""
        seen = self.camera.picture_of(np.column_stack([GRID_MM, np.zeros(len(GRID_MM))]))
        return float(np.linalg.norm(located.table.table_from_image(seen) - GRID_MM, axis=1).max())


def corners_of(frames: Sequence[Frame]) -> dict[int, Corners]:
    """The mean corners of every marker that most frames show."""
    seen: dict[int, list[Corners]] = {}
    for frame in frames:
        for tag in keep_mat_tags(read_tags(frame.grey), MAT):
            seen.setdefault(int(tag.text), []).append(np.asarray(tag.corners_px, dtype=np.float64))
    return {number: np.mean(found, axis=0) for number, found in seen.items() if 2 * len(found) > len(frames)}


def hung(seed: int, size_px: tuple[int, int]) -> Hung:
    """One of many: height, slant, lens, focus and light noise by chance; one in four hides a marker."""
    chance = np.random.default_rng((seed, 11))
    base = VirtualCamera.above(
        MAT.width_mm, MAT.height_mm, slant_deg=float(chance.uniform(0, 38)), size_px=size_px
    )
    nudged = base.nudge(float(chance.normal(0, 12)), float(chance.normal(0, 12)), float(chance.normal(0, 3)))
    camera = replace(
        nudged,
        height_mm=nudged.height_mm * float(chance.uniform(1.05, 1.4)),
        lens=Bends(k1=float(chance.uniform(-0.22, 0.05)), k2=float(chance.uniform(-0.01, 0.03))),
    )
    sensor = Sensor(focus_px=float(chance.uniform(0.3, 1.4)), noise=float(chance.uniform(1, 4)), is_grey=True)
    return Hung(camera, sensor, seed, hides_a_marker=seed % 4 == 0)
