"""The virtual table's stage: hands that carry out gestures, and the printed tray, in the table's own time."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.board import TRAYS, BoardSize
from companion.mat import Mat
from companion.table.tray import DEFINITIONS, SHEETS
from companion.virtual.acting.actor import (
    Gesture,
    LayGesture,
    SlideGesture,
    TakeGesture,
    TapGesture,
    ThrowGesture,
    TiltGesture,
    TurnGesture,
)
from vision.detectors.dice.definition import FaceKind, find_die
from vision.detectors.dice.examples import DieExamples
from vision.detectors.dice.mixed_reader import KnownDie, find_sheet_portraits
from vision.frame import to_grey
from vision.tray_watch import FlatTray, find_flat_tray
from vision.virtual.camera import VirtualCamera
from vision.virtual.motion import find_free_place
from vision.virtual.scene import CardPicture, CardPrint, DieKind, SceneCard, SceneDie, SceneTray
from vision.virtual.table import IVORY, VirtualTable

# --- drawn tray
# The printed tray of the virtual table: where it lies beside the mat, whose dice are thrown there, and their examples.

SHEET = TRAYS[BoardSize.A4]
BESIDE_MM = 16
"""Between the mat and the tray above it."""
SIZE_PX = (2560, 1440)
"""The picture of a camera that sees a mat and a tray: two pixels a millimetre."""
KINDS = {"d6": DieKind.PIPS, "d12": DieKind.D12, "stars": DieKind.STARS, "damage": DieKind.DAMAGE}
PICTURES, AT_ONCE = 4, 3
"""Three dice show the same face in each picture, which gives twelve examples of each face."""
REACH_MM = 60.0
"""How far the fingertips of a hand that throws are from the middle of the tray."""
Colour = tuple[int, int, int]


def camera_above_both(mat: Mat, slant_deg: float) -> VirtualCamera:
    """Return a camera that sees a mat and the tray above it."""
    more_mm = SHEET.height_mm + 2 * BESIDE_MM
    camera = VirtualCamera.above(mat.width_mm, mat.height_mm + more_mm, slant_deg=slant_deg, size_px=SIZE_PX)
    (x, y), (to_x, to_y) = camera.at_mm, camera.looks_at_mm
    return replace(camera, at_mm=(x, y - more_mm), looks_at_mm=(to_x, to_y - more_mm))


class DrawnTray:
    """A printed tray on the virtual table, and the dice on it."""

    def __init__(self, table: VirtualTable, at_mm: tuple[float, float], turn_deg: float, seed: int) -> None:
        self._table = table
        self._chance = np.random.default_rng((seed, 1))
        self.name = table.put_tray_sheet(SHEET, at_mm, turn_deg)
        self.at_mm = at_mm
        self._throw: ThrowGesture | None = None
        self._free_ms = 0.0

    @classmethod
    def above(cls, table: VirtualTable, mat: Mat, seed: int) -> "DrawnTray":
        """Put a tray above a mat."""
        return cls(table, (mat.width_mm / 2, -BESIDE_MM - SHEET.height_mm / 2), 2.0, seed)

    @property
    def dice(self) -> list[int]:
        """The names of the dice that lie there."""
        return [thing.name for thing in self._table.things if isinstance(thing, SceneDie)]

    @property
    def is_busy(self) -> bool:
        """Whether a hand gathers dice, or dice tumble."""
        return self._throw is not None or self._table.now_ms < self._free_ms

    def begin(self, throw: ThrowGesture) -> None:
        """Have a hand gather the dice, if any lie there, and throw them."""
        self._throw = throw
        self._free_ms = self._table.sweep(self.dice) if self.dice else self._table.now_ms

    def go_on(self) -> None:
        """Throw the dice as soon as the hand has gathered them. It must be called before each frame."""
        throw = self._throw
        if throw is None or self._table.now_ms < self._free_ms:
            return
        self._throw = None
        thrown = [(KINDS[die], face) for die, face in zip(throw.dice, throw.faces, strict=True)]
        self._free_ms = self.fall(thrown)

    def fall(self, thrown: Iterable[tuple[DieKind, str]], colour: Colour = IVORY) -> float:
        """Let dice fall that will show these faces; return when they rest and the hand has gone."""
        x, y = self.at_mm
        gone_ms = self._table.pass_hand((x, y + REACH_MM), rest_ms=120.0)
        _, rest_ms = self._table.throw(self.name, list(thrown), colour=colour)
        return max(gone_ms, rest_ms)

    def known_dice(self, names: Iterable[str], colour: Colour = IVORY) -> list[KnownDie]:
        """Return the dice of a game, with examples that are taken on this tray."""
        return [self._known(name, colour) for name in names]

    def _known(self, name: str, colour: Colour) -> KnownDie:
        die = find_die(DEFINITIONS[name])
        if die.kind is FaceKind.PIPS:
            return KnownDie(name, die)
        examples, flat = DieExamples(die), self._found()
        for face in die.values:
            for _ in range(PICTURES):
                names = self._put(KINDS[name], face, colour)
                for one in find_sheet_portraits(flat.of(self._table.frame().pixels), SHEET):
                    examples = examples.with_example(face, one.picture, one.side_mm)
                for thing in names:
                    self._table.take(thing)
        return KnownDie(name, die, examples)

    def _found(self) -> FlatTray:
        flat = find_flat_tray(SHEETS, to_grey(self._table.frame().pixels))
        assert flat is not None, "the tray lies in the middle of the picture"
        return flat

    def _put(self, kind: DieKind, face: str, colour: Colour) -> list[int]:
        (tray,) = (thing for thing in self._table.things if isinstance(thing, SceneTray))
        names: list[int] = []
        for _ in range(AT_ONCE):
            lying = [thing for thing in self._table.things if isinstance(thing, SceneDie)]
            at_mm = find_free_place(tray, lying, 20.0, self._chance)
            turn_deg = float(self._chance.uniform(0, 360))
            names.append(self._table.put_die(kind, face, at_mm, turn_deg, colour=colour))
        return names


# --- drawn stage

USUAL_MODULE_MM = 1.5
BETWEEN_MS = 120.0
"""From one hand's leaving to the next reach of the same player."""

TILTED, TILT_MS = 0.25, 1_000.0
"""How a player tilts a card that shines, as rise over run (14 degrees), and for how long."""


@dataclass(frozen=True, slots=True)
class Cards:
    """How the cards of a table are drawn. A card with a picture has no code."""

    module_mm: float = USUAL_MODULE_MM
    is_sleeved: bool = False
    pictures: Mapping[str, CardPicture] = field(default_factory=dict)


class DrawnStage:
    """The virtual table, with the gestures that its players' hands have left to do.

    `throw` and `say` are called when their gesture's turn has come.
    """

    def __init__(
        self,
        table: VirtualTable,
        throw: Callable[[ThrowGesture], None],
        say: Callable[[TapGesture], None],
        cards: Cards | None = None,
    ) -> None:
        self._cards = cards or Cards()
        self.table = table
        self._throw = throw
        self._say = say
        self._names: dict[int, int] = {}
        self._waiting: dict[float, deque[Gesture]] = {}
        self._busy_until_ms: dict[float, float] = {}
        self._let_go_ms: dict[str, float] = {}
        """When fingers let go of the things that were laid last and are still to be seen, by the text of each."""
        self._last_let_go_ms: float | None = None
        """When fingers let go of what was laid last; None if a play that it says is in the log."""
        self._texts: dict[int, str] = {}

    @property
    def now_ms(self) -> int:
        return self.table.now_ms

    def set_out(self, gestures: Sequence[Gesture]) -> None:
        """Lay out what lies on the table before the match begins."""
        for gesture in gestures:
            if isinstance(gesture, LayGesture):
                self._texts[gesture.handle] = gesture.text
                self._names[gesture.handle] = (
                    self.table.put(
                        self._print(gesture),
                        gesture.at_mm,
                        gesture.turn_deg,
                        is_face_up=gesture.is_face_up,
                        is_sleeved=self._cards.is_sleeved,
                    )
                    if gesture.token_mm is None
                    else self.table.put_sticker(
                        int(gesture.text), gesture.at_mm, gesture.turn_deg, gesture.token_mm
                    )
                )

    def add(self, gestures: Sequence[Gesture]) -> None:
        """Add gestures; one side's are carried out one after the other."""
        for gesture in gestures:
            self._waiting.setdefault(_arm(gesture), deque()).append(gesture)

    @property
    def is_busy(self) -> bool:
        """Whether hands have gestures left to do, or are over the table."""
        now_ms = self.table.now_ms
        return any(self._waiting.values()) or any(until > now_ms for until in self._busy_until_ms.values())

    def go_on(self) -> None:
        """Begin the gestures that can begin now; to be called before each frame."""
        now_ms = self.table.now_ms
        for arm_deg, waiting in self._waiting.items():
            if waiting and now_ms >= self._busy_until_ms.get(arm_deg, 0.0):
                self._busy_until_ms[arm_deg] = self._do(waiting.popleft()) + BETWEEN_MS

    def sign_ms(self, text: str, at_ms: int) -> int | None:
        """Return how long after fingers let go of a thing it is seen for the first time; None if it is no news.

        A thing that is seen between the fingers is seen at once.
        """
        let_go_ms = self._let_go_ms.pop(text, None)
        return None if let_go_ms is None else max(0, at_ms - round(let_go_ms))

    def logged_ms(self, at_ms: int) -> int | None:
        """Return how long after fingers let go of what was laid last a play is in the log; None if nothing was laid for it."""
        let_go_ms, self._last_let_go_ms = self._last_let_go_ms, None
        return None if let_go_ms is None else max(0, at_ms - round(let_go_ms))

    def _do(self, gesture: Gesture) -> float:
        """Begin a gesture, and return when its hand will have left."""
        until_ms = self._done(gesture)
        match gesture:
            case LayGesture() | SlideGesture() | TurnGesture():
                self._note_let_go(gesture)
            case TakeGesture(handles):
                for handle in handles:
                    self._let_go_ms.pop(self._texts.get(handle, ""), None)
            case _:
                pass
        return until_ms

    def _note_let_go(self, gesture: LayGesture | SlideGesture | TurnGesture) -> None:
        """Note when fingers will let go of a thing that lies face up then, and alone."""
        if isinstance(gesture, LayGesture):
            self._texts[gesture.handle] = gesture.text
        # Of a pile that is carried only what lies on top can be seen.
        handle = (gesture.handle, *gesture.along)[-1] if isinstance(gesture, SlideGesture) else gesture.handle
        let_go_ms = self.table.let_go_ms(self._names[handle])
        if let_go_ms is not None:
            self._last_let_go_ms = max(self._last_let_go_ms or 0, let_go_ms)
        text = self._texts.get(handle)
        is_face_down = isinstance(gesture, LayGesture) and not gesture.is_face_up
        if let_go_ms is not None and text is not None and not is_face_down:
            self._let_go_ms[text] = let_go_ms

    def _done(self, gesture: Gesture) -> float:
        match gesture:
            case LayGesture():
                return self._lay(gesture)
            case SlideGesture():
                return max(
                    self.table.carry(self._names[handle], gesture.at_mm, arm_deg=gesture.arm_deg)
                    for handle in (gesture.handle, *gesture.along)
                )
            case TurnGesture():
                return self.table.turn(self._names[gesture.handle], arm_deg=gesture.arm_deg)
            case TiltGesture():
                return self._tilt(gesture)
            case TakeGesture():
                names = [self._names.pop(handle) for handle in gesture.handles]
                return self.table.sweep(names, arm_deg=gesture.arm_deg)
            case ThrowGesture():
                self._throw(gesture)
                return float(self.table.now_ms)
            case TapGesture():
                self._say(gesture)
                return float(self.table.now_ms)

    def _tilt(self, gesture: TiltGesture) -> float:
        cards = [
            thing.name
            for thing in self.table.things
            if isinstance(thing, SceneCard) and thing.is_face_up and gesture.zone.holds(*thing.at_mm)
        ]
        if not cards:
            return float(self.table.now_ms)
        return self.table.tilt(cards[-1], TILTED, TILT_MS, arm_deg=gesture.arm_deg)

    def _print(self, gesture: LayGesture) -> CardPrint:
        picture = self._cards.pictures.get(gesture.text)
        code = gesture.text if picture is None else ""
        return CardPrint(gesture.text, code, gesture.title, self._cards.module_mm, picture=picture)

    def _lay(self, gesture: LayGesture) -> float:
        if gesture.token_mm is None:
            name, until_ms = self.table.bring(
                self._print(gesture),
                gesture.at_mm,
                gesture.turn_deg,
                arm_deg=gesture.arm_deg,
                is_face_up=gesture.is_face_up,
                is_sleeved=self._cards.is_sleeved,
            )
        else:
            name, until_ms = self.table.bring_sticker(
                int(gesture.text), gesture.at_mm, gesture.token_mm, gesture.turn_deg, arm_deg=gesture.arm_deg
            )
        self._names[gesture.handle] = name
        return until_ms


def _arm(gesture: Gesture) -> float:
    return 0.0 if isinstance(gesture, ThrowGesture | TapGesture) else gesture.arm_deg
