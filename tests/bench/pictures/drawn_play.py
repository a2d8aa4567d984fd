"""Acts a play out on the virtual table, and knows what truly lies where: twelve cards are dealt, three moved,
one taken.

Hands pass in between. The same seed gives the same play.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.mat import Marker, Mat
from vision.frame import Frame
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import CardPrint, SceneCard
from vision.virtual.table import VirtualTable

FRAMES = 240
FRAMES_PER_SECOND = 15
EVERY_FRAMES = 13
"""How many frames lie between two actions."""
MAT = Mat(
    "bench",
    800,
    450,
    (Marker(0, 8, 8, 36), Marker(1, 756, 8, 36), Marker(2, 756, 406, 36), Marker(3, 8, 406, 36)),
    (),
)
CARDS, MOVED, TAKEN = 12, 3, 1
PLACES_MM = tuple((95.0 + 122 * column, 125.0 + 200 * row) for row in range(2) for column in range(6))
FREE_MM = tuple((155.0 + 122 * column, 225.0) for column in range(5))
"""The places that cards are moved to, between the rows."""
DAYLIGHT = RoomLight()


@dataclass(frozen=True, slots=True)
class RestingCard:
    """A card that lies still: its text, its place, its first frame, and the frame after its last."""

    text: str
    at_mm: tuple[float, float]
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class ViewingConditions:
    """How the play is seen: px a module of the codes, the lens's blur as a sigma in px, and the light."""

    px_a_module: float
    blur_px: float
    light: RoomLight = DAYLIGHT
    noise: float = 2.0
    is_sleeved: bool = False


class DrawnPlay:
    """One play: call `frames()` once, then read the truth from `lying`."""

    def __init__(self, conditions: ViewingConditions, seed: int) -> None:
        chance = np.random.default_rng((seed, 7))
        camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=10)
        self._conditions = conditions
        self._module_mm = conditions.px_a_module / camera.px_per_mm((400.0, 225.0))
        sensor = Sensor(focus_px=conditions.blur_px, noise=conditions.noise, jpeg=None, is_grey=True)
        self.table = VirtualTable(MAT, camera, light=conditions.light, sensor=sensor, seed=seed)
        self.table.frames_per_second = FRAMES_PER_SECOND
        self._order = chance.permutation(CARDS).tolist()
        self._turns = chance.uniform(-12, 12, CARDS).tolist()
        self._numbers = chance.integers(100, 999, CARDS).tolist()
        self._names: dict[int, str] = {}
        self._since: dict[int, tuple[int, SceneCard]] = {}
        self._lying: list[RestingCard] = []

    @property
    def lying(self) -> tuple[RestingCard, ...]:
        """Every card that lay still, in the order in which they came to rest; complete once all frames were
        taken.
        """
        still = [_lay(self._names[name], card, since, FRAMES) for name, (since, card) in self._since.items()]
        return tuple(sorted((*self._lying, *still), key=lambda lying: lying.since))

    @property
    def texts(self) -> frozenset[str]:
        """The texts of all cards."""
        return frozenset(self._names.values())

    def frames(self) -> Iterator[Frame]:
        """Yield all drawn frames of the play, in order."""
        deeds = self._deeds()
        for number in range(FRAMES):
            if number % EVERY_FRAMES == 5:
                next(deeds, None)
            yield self.table.frame()
            self._note(number)

    def _deeds(self) -> Iterator[None]:
        for n, place in enumerate(self._order):
            text = f"AC{n:03d}-{self._numbers[n]:03d}"
            print_ = CardPrint(text, text, f"No. {n}", module_mm=self._module_mm)
            arm_deg = 180.0 if place < CARDS // 2 else 0.0
            name, _ = self.table.bring(
                print_,
                PLACES_MM[place],
                self._turns[n],
                arm_deg=arm_deg,
                is_sleeved=self._conditions.is_sleeved,
            )
            self._names[name] = text
            if n % 4 == 3:
                self.table.pass_hand((200.0 + 40 * n, 225.0), (500.0, 225.0), arm_deg=180.0 - arm_deg)
            yield
        names = list(self._names)
        for n in range(MOVED):
            self.table.carry(names[3 * n], FREE_MM[2 * n], arm_deg=0.0)
            yield
        for n in range(TAKEN):
            self.table.clear(names[1 + 3 * n], arm_deg=180.0)
            yield

    def _note(self, number: int) -> None:
        """Note which cards lie still now, on the table and in nobody's hand."""
        cards = {thing.name: thing for thing in self.table.shown.things if isinstance(thing, SceneCard)}
        for name in self._names:
            card = cards.get(name)
            rests = card is not None and card.lift_mm < 2 and card.towards_mm == (0.0, 0.0)
            known = self._since.get(name)
            if known is not None and (
                not rests or card != replace(known[1], lift_mm=card.lift_mm if card else 0)
            ):
                self._lying.append(_lay(self._names[name], known[1], known[0], number))
                del self._since[name]
                known = None
            if known is None and rests and card is not None:
                self._since[name] = (number, card)


def _lay(text: str, card: SceneCard, since: int, until: int) -> RestingCard:
    return RestingCard(text, card.at_mm, since, until)
