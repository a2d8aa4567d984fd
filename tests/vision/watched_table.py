"""A table before a camera, for the tests of what is seen beside the things that are read."""

from collections.abc import Callable
from dataclasses import replace

from companion.mat import SQUARE_MM
from companion.observation import Sighting
from companion.storage.shipped_data import mat_of
from vision.frame import Pixels
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

ZONE, OTHER = "red.bonus", "blue.bonus"
USUAL, EVENING = (
    Sensor(0.8, jpeg=None, is_grey=True),
    Sensor(0.8, 4.0, exposure=0.33, jpeg=None, is_grey=True),
)


class WatchedTable:
    """The table of a game before a usual camera."""

    def __init__(
        self,
        game: str = "boufbowl",
        zone: str = ZONE,
        sensor: Sensor = USUAL,
        light: Callable[[int, Pixels], Pixels] | None = None,
        lamp: RoomLight | None = None,
    ) -> None:
        self.mat = mat = mat_of(game)
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10)
        self.table = VirtualTable(mat, camera, light=lamp, sensor=sensor, seed=3)
        self.table.frames_per_second = 15
        self._module_mm = 3.0 / camera.px_per_mm((mat.width_mm / 2, mat.height_mm / 2))
        self.middle_mm = next(one.middle_mm for one in mat.zones if one.name == zone)
        self.pipeline = Pipeline(MatWatch(mat))
        self.seen: list[Sighting] = []
        self.watch(10, light)

    def watch(self, frames: int, light: Callable[[int, Pixels], Pixels] | None = None) -> frozenset[str]:
        """Watch some frames, in the room's light or in another: a function of the number and the picture."""
        for number in range(frames):
            frame = self.table.frame()
            if light is not None:
                frame = replace(frame, pixels=light(number, frame.pixels))
            self.seen += self.pipeline.feed(frame)
        return self.pipeline.zones.free

    def put(self, code: str, away_mm: float, *, is_face_up: bool = False, is_sleeved: bool = False) -> int:
        x_mm, y_mm = self.middle_mm
        print_ = CardPrint(code, code, "Nobody", module_mm=self._module_mm)
        return self.table.put(
            print_, (x_mm + away_mm, y_mm), 3.0, is_face_up=is_face_up, is_sleeved=is_sleeved
        )

    def is_restless(self, at_mm: tuple[float, float]) -> bool:
        unrest = self.pipeline.unrest
        assert unrest is not None
        return (int(at_mm[0] // SQUARE_MM), int(at_mm[1] // SQUARE_MM)) in unrest.squares
