"""Simulates a table: cards are put, moved and taken, hands pass, dice fall; a camera sees everything, frame by frame.

Its clock moves on only with frames: nothing sleeps. The same seed and the same actions give the same pixels.
`bad_days` holds the accidents: `table.command("bump")`.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.mat import Mat
from companion.words import Text
from vision.errors import SourceLost
from vision.frame import Frame
from vision.virtual.camera import (
    BadDay,
    CameraShake,
    HeldCamera,
    VirtualCamera,
    cover_with_finger,
    read_bad_day,
)
from vision.virtual.ground_truth import GroundTruth, ground_truth
from vision.virtual.light import RoomLight, Sensor, SensorNoise
from vision.virtual.motion import (
    DOWN_MM,
    EDGE_MM,
    OVER_MM,
    BoardMotion,
    DieMotion,
    HandAction,
    HandMotion,
    find_free_place,
    reach_stops,
    roll_die,
)
from vision.virtual.scene import (
    CARD_MM,
    CARD_THICKNESS_MM,
    CardPrint,
    DieKind,
    HeldBoard,
    SceneCard,
    SceneDie,
    SceneTag,
    SceneTray,
    Surface,
    Thing,
    VirtualScene,
)
from vision.virtual.scene_picture import ScenePicture
from vision.virtual.thing_renderer import turn_offsets

REST_MS = 180.0
"""How long fingers stay where they take a card or lay it down."""
IVORY = (216, 224, 228)
SIZES_MM = dict.fromkeys(DieKind, 16.0) | {DieKind.D12: 20.0}
DARK = 0.04
"""The brightness that is left without light, in grey levels relative to usual."""
DARKENS_MS = 150.0
"""How long a lamp takes to go out, or a camera to adapt to it."""


class VirtualTable:
    """A table with a mat and a camera over it. Times are ms of its own clock."""

    def __init__(
        self,
        mat: Mat,
        camera: VirtualCamera | None = None,
        *,
        light: RoomLight | None = None,
        sensor: Sensor | None = None,
        surface: Surface = Surface.WOOD,
        seed: int = 0,
    ) -> None:
        self.camera = camera or VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=12)
        self.frames_per_second = 30
        """The frame rate; change it only before the first frame, because the clock counts frames."""
        self._light = light or RoomLight()
        self._sensor = sensor or Sensor()
        self._rng = np.random.default_rng((seed, 0))
        self._noise = SensorNoise(self._sensor, (self.camera.width_px, self.camera.height_px), seed)
        self._picture = ScenePicture(self.camera, self._light, self._sensor.focus_px)
        self._scene = VirtualScene(mat, surface)
        self._shown = self._scene
        self._motions: list[HandMotion] = []
        self._tumbles: list[DieMotion] = []
        self._parade: BoardMotion | None = None
        self._deeds: list[HandAction] = []
        self._names = 0
        self._number = 0
        self._days: set[BadDay] = set()
        self._light_changed_ms = -1e9
        self._shake: CameraShake | None = None
        self._held = HeldCamera.by(seed)
        self._stops = 0.0

    # --- what lies there ---------------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        """When the next frame will be taken."""
        return self._number * 1000 // self.frames_per_second

    @property
    def things(self) -> tuple[Thing, ...]:
        """What lies on the table; later things lie on earlier ones."""
        return self._scene.things

    @property
    def shown(self) -> VirtualScene:
        """The scene of the last frame, with hands and the cards in them."""
        return self._shown

    def write_mat_in(self, language: str) -> None:
        """Have the mat's words in another language, before the first frame."""
        self._scene = replace(self._scene, language=language)

    def put(
        self,
        print_: CardPrint,
        at_mm: tuple[float, float],
        turn_deg: float = 0.0,
        *,
        is_face_up: bool = True,
        is_sleeved: bool = False,
    ) -> int:
        """Put a card on the table; return its name."""
        card = SceneCard(self._next_name(), print_, at_mm, turn_deg, is_face_up, is_sleeved)
        return self._lay(card)

    def put_sticker(
        self, tag: int, at_mm: tuple[float, float], turn_deg: float = 0.0, side_mm: float = 16.0
    ) -> int:
        """Put a piece with a tag on the table; return its name."""
        return self._lay(SceneTag(self._next_name(), tag, at_mm, side_mm, turn_deg))

    def put_tray(self, at_mm: tuple[float, float], size_mm: tuple[float, float] = (180.0, 130.0)) -> int:
        """Put a dark tray for dice on the table; return its name."""
        return self._lay(SceneTray(self._next_name(), at_mm, size_mm))

    def put_tray_sheet(self, sheet: Mat, at_mm: tuple[float, float], turn_deg: float = 0.0) -> int:
        """Put a printed tray on the table; return its name."""
        size_mm = (float(sheet.width_mm), float(sheet.height_mm))
        return self._lay(SceneTray(self._next_name(), at_mm, size_mm, turn_deg, sheet=sheet))

    def put_die(
        self,
        kind: DieKind,
        face: str,
        at_mm: tuple[float, float],
        turn_deg: float = 0.0,
        *,
        colour: tuple[int, int, int] = IVORY,
        lean_deg: float = 0.0,
    ) -> int:
        """Put a die on the table with a face up; return its name."""
        name, size_mm = self._next_name(), SIZES_MM[kind]
        return self._lay(SceneDie(name, kind, face, at_mm, turn_deg, size_mm, colour, lean_deg=lean_deg))

    def roll(
        self, tray: int, *kinds: DieKind, colour: tuple[int, int, int] = IVORY
    ) -> tuple[tuple[SceneDie, ...], float]:
        """Roll dice into a tray; return how they will lie, by the seed, and when they come to rest."""
        return self.throw(tray, [(kind, str(self._rng.choice(kind.faces))) for kind in kinds], colour=colour)

    def throw(
        self, tray: int, dice: Sequence[tuple[DieKind, str]], *, colour: tuple[int, int, int] = IVORY
    ) -> tuple[tuple[SceneDie, ...], float]:
        """Roll dice into a tray that will show these faces; return how they will lie, and when they come to rest."""
        place = self._thing(tray)
        if not isinstance(place, SceneTray):
            raise KeyError(f"thing {tray} is no tray")
        tumbles: list[DieMotion] = []
        lying = [thing for thing in self.things if isinstance(thing, SceneDie)]
        lying += [tumble.die for tumble in self._tumbles]
        for kind, face in dice:
            die = SceneDie(
                self._next_name(),
                kind,
                face,
                find_free_place(place, lying, SIZES_MM[kind], self._rng),
                float(self._rng.uniform(0, 360)),
                SIZES_MM[kind],
                colour,
            )
            tumbles.append(roll_die(die, place, self.now_ms, self._rng))
            lying.append(die)
        self._tumbles += tumbles
        ends_ms = max((tumble.ends_ms for tumble in tumbles), default=float(self.now_ms))
        return tuple(tumble.die for tumble in tumbles), ends_ms

    def move(self, name: int, to_mm: tuple[float, float], turn_deg: float | None = None) -> None:
        """Move a thing at once, on top of what lies there."""
        thing = self._taken(name)
        self._lay(replace(thing, at_mm=to_mm, turn_deg=thing.turn_deg if turn_deg is None else turn_deg))

    def turn_over(self, name: int) -> None:
        """Turn a card over at once."""
        card = self._card(name)
        turned = replace(card, is_face_up=not card.is_face_up)
        things = tuple(turned if thing is card else thing for thing in self._scene.things)
        self._scene = replace(self._scene, things=things)

    def take(self, name: int) -> None:
        """Remove a thing at once."""
        self._taken(name)

    # --- what hands do -----------------------------------------------------------------------------------

    def pass_hand(self, *places_mm: tuple[float, float], arm_deg: float = 0.0, rest_ms: float = 0.0) -> float:
        """Pass a hand over some places; return when it has gone."""
        stops = reach_stops(self.now_ms, places_mm, arm_deg, lift_mm=OVER_MM, rest_ms=rest_ms)
        return self._begin(HandMotion(stops, arm_deg))

    def bring(
        self,
        print_: CardPrint,
        to_mm: tuple[float, float],
        turn_deg: float = 0.0,
        *,
        arm_deg: float = 0.0,
        is_face_up: bool = True,
        is_sleeved: bool = False,
    ) -> tuple[int, float]:
        """Let a hand lay down a new card; return its name, and when the hand has gone."""
        card = SceneCard(self._next_name(), print_, to_mm, turn_deg, is_face_up, is_sleeved)
        return card.name, self._bring(card, arm_deg)

    def bring_sticker(
        self,
        tag: int,
        to_mm: tuple[float, float],
        side_mm: float,
        turn_deg: float = 0.0,
        *,
        arm_deg: float = 0.0,
    ) -> tuple[int, float]:
        """Let a hand put down a new piece with a tag; return its name, and when the hand has gone."""
        sticker = SceneTag(self._next_name(), tag, to_mm, side_mm, turn_deg)
        return sticker.name, self._bring(sticker, arm_deg)

    def _bring(self, thing: SceneCard | SceneTag, arm_deg: float) -> float:
        stops = reach_stops(self.now_ms, (thing.at_mm,), arm_deg, lift_mm=DOWN_MM, rest_ms=REST_MS)
        released_ms = stops[1].left_ms - REST_MS / 2
        return self._begin(HandMotion(stops, arm_deg, thing, self.now_ms, released_ms))

    def carry(
        self, name: int, to_mm: tuple[float, float], turn_deg: float | None = None, *, arm_deg: float = 0.0
    ) -> float:
        """Let a hand move a card or a piece; return when the hand has gone."""
        card = self._movable(name)
        stops = reach_stops(self.now_ms, (card.at_mm, to_mm), arm_deg, lift_mm=DOWN_MM, rest_ms=REST_MS)
        gripped_ms, released_ms = (stop.left_ms - REST_MS / 2 for stop in stops[1:3])
        turned_deg = 0.0 if turn_deg is None else turn_deg - card.turn_deg
        return self._begin(HandMotion(stops, arm_deg, card, gripped_ms, released_ms, turned_deg))

    def try_out(
        self, name: int, at_mm: tuple[float, float], rest_ms: float, *, arm_deg: float = 0.0
    ) -> float:
        """Let a hand carry a card or a piece elsewhere, rest with it there, and put it back; return when the hand has
        gone.
        """
        thing = self._movable(name)
        stops = reach_stops(
            self.now_ms, (thing.at_mm, at_mm, thing.at_mm), arm_deg, lift_mm=DOWN_MM, rest_ms=rest_ms
        )
        gripped_ms, released_ms = (stops[n].left_ms - REST_MS / 2 for n in (1, 3))
        return self._begin(HandMotion(stops, arm_deg, thing, gripped_ms, released_ms))

    def tilt(self, name: int, slope: float, rest_ms: float, *, arm_deg: float = 0.0) -> float:
        """Let a hand raise the near edge of a card, hold it so, and let it down again; return when the hand has gone."""
        card = self._card(name)
        stops = reach_stops(
            self.now_ms, (card.at_mm,), arm_deg, lift_mm=DOWN_MM, rest_ms=rest_ms, held_mm=EDGE_MM
        )
        rises = turn_offsets(np.array([0.0, slope]), arm_deg)
        rise = (float(rises[0]), float(rises[1]))
        gripped_ms, released_ms = stops[1].reached_ms + REST_MS / 2, stops[1].left_ms - REST_MS / 2
        return self._begin(
            HandMotion(stops, arm_deg, card, gripped_ms, released_ms, slope=rise, held_mm=EDGE_MM)
        )

    def clear(self, name: int, *, arm_deg: float = 0.0) -> float:
        """Let a hand take a card or a piece away; return when the hand has gone."""
        card = self._movable(name)
        stops = reach_stops(self.now_ms, (card.at_mm,), arm_deg, lift_mm=DOWN_MM, rest_ms=REST_MS)
        return self._begin(HandMotion(stops, arm_deg, card, stops[1].left_ms - REST_MS / 2))

    def hold(self, *poses: HeldBoard, carry_ms: int = 400, rest_ms: int = 1200) -> None:
        """Carry a board before the camera from pose to pose, with a rest at each, over and over. One pose
        is kept; no pose puts the board away.
        """
        now = self._scene.held if self._parade is None else self._parade.at(self.now_ms)
        self._parade = BoardMotion(now, poses, self.now_ms, carry_ms, rest_ms) if poses else None
        self._scene = replace(self._scene, held=None)

    def turn(self, name: int, *, arm_deg: float = 0.0) -> float:
        """Let a hand turn a card over; return when the hand has gone."""
        card = self._card(name)
        stops = reach_stops(self.now_ms, (card.at_mm,), arm_deg, lift_mm=DOWN_MM, rest_ms=REST_MS)
        self._deeds.append(HandAction(stops[1].left_ms - REST_MS / 2, name, is_turned=True))
        return self._begin(HandMotion(stops, arm_deg))

    def sweep(self, names: Sequence[int], *, arm_deg: float = 0.0) -> float:
        """Let a hand gather cards, pieces and dice and take them away; return when the hand has gone."""
        things = [self._thing(name) for name in names]
        stops = reach_stops(
            self.now_ms, tuple(thing.at_mm for thing in things), arm_deg, lift_mm=DOWN_MM, rest_ms=REST_MS / 3
        )
        for thing, stop in zip(things, stops[1:], strict=False):
            self._deeds.append(HandAction(stop.left_ms, thing.name, is_turned=False))
        return self._begin(HandMotion(stops, arm_deg))

    def let_go_ms(self, name: int) -> float | None:
        """Return when fingers will let go of a thing that a hand is laying down or turning over; None if none is."""
        for motion in self._motions:
            if motion.card is not None and motion.card.name == name and motion.release_ms is not None:
                return motion.release_ms
        return next((deed.at_ms for deed in self._deeds if deed.name == name and deed.is_turned), None)

    # --- what befalls it ---------------------------------------------------------------------------------

    def command(self, words: str) -> None:
        """Start an accident by its name: `bump`, `lights-out`, `camera-gone`, `finger`; `back` ends them."""
        self.befall(read_bad_day(words))

    def befall(self, day: BadDay) -> None:
        """Start an accident. `back` ends all accidents, but a bumped camera stays where it stopped."""
        lights = BadDay.LIGHTS_OUT in self._days
        match day:
            case BadDay.BACK:
                self._days.clear()
            case BadDay.BUMP:
                self._bump()
            case BadDay.LIGHTS_OUT | BadDay.CAMERA_GONE | BadDay.FINGER | BadDay.HAND_HELD:
                self._days.add(day)
        if (BadDay.LIGHTS_OUT in self._days) != lights:
            self._light_changed_ms = self.now_ms

    def _bump(self) -> None:
        across, down, roll = self._rng.normal(0, (6.0, 6.0, 0.8)).tolist()
        self.camera = self.camera.nudge(across + np.copysign(4, across), down + np.copysign(4, down), roll)
        self._picture = ScenePicture(self.camera, self._light, self._sensor.focus_px)
        self._shake = CameraShake(self.now_ms, self._rng.uniform(0, 360))

    # --- what the camera sees ----------------------------------------------------------------------------

    def frame(self) -> Frame:
        """Take the next frame. Raises `SourceLost` while the camera is gone."""
        at_ms, number = self.now_ms, self._number
        self._number += 1
        self._shown = self._as_at(at_ms)
        if BadDay.CAMERA_GONE in self._days:
            raise SourceLost(Text("the virtual camera is gone; bring it back with `back`"))
        pixels = self._picture.of(self._shown)
        if self._shake is not None:
            pixels = self._shake.of(pixels, at_ms)
        is_held = BadDay.HAND_HELD in self._days
        if is_held:
            pixels = self._held.of(pixels, at_ms)
        pixels = self._light.bands(pixels, 1000 * number / self.frames_per_second)
        pixels = self._sensor.breathed(self._light.with_leaning_shadow(pixels, at_ms), at_ms)
        if BadDay.FINGER in self._days:
            pixels = cover_with_finger(pixels)
        spoilt = self._noise.spoil(
            pixels,
            self._brightness(at_ms) * (self._held.brightness(at_ms) if is_held else 1.0),
            beyond=self._picture.beyond if self._stops else None,
            stops=self._stops,
        )
        return Frame(spoilt, number, at_ms, self._stops)

    def skip(self, frames: int) -> None:
        """Let the time of some frames go by without a picture, as for a camera that is slower."""
        self._number += frames

    def expose(self, stops: float) -> None:
        """Expose the next frames `stops` longer than usual, in powers of two."""
        self._stops = stops

    def frames(self, count: int) -> list[Frame]:
        """Take some frames."""
        return [self.frame() for _ in range(count)]

    def truth(self) -> GroundTruth:
        """Return what the last frame truly shows; a shaking camera and a finger are ignored."""
        return ground_truth(self._shown, self.camera, self._picture.hands)

    def _brightness(self, at_ms: int) -> float:
        part = min(1.0, (at_ms - self._light_changed_ms) / DARKENS_MS)
        return 1 - part * (1 - DARK) if BadDay.LIGHTS_OUT in self._days else DARK + part * (1 - DARK)

    # --- how it is done ----------------------------------------------------------------------------------

    def _as_at(self, at_ms: int) -> VirtualScene:
        """Return the scene at a time, and keep what hands have done by then."""
        for tumble in self._tumbles:
            self._remove(tumble.die.name)
            self._scene = replace(self._scene, things=(*self._scene.things, tumble.die_at(at_ms)))
        self._tumbles = [tumble for tumble in self._tumbles if at_ms < tumble.ends_ms]
        for deed in [deed for deed in self._deeds if deed.at_ms <= at_ms]:
            self._deeds.remove(deed)
            if deed.is_turned:
                self.turn_over(deed.name)
            else:
                self._remove(deed.name)
        followed = [self._followed(motion, at_ms) for motion in self._motions]
        self._motions = [motion for motion in followed if at_ms < motion.ends_ms]
        hands = tuple(motion.hand_at(at_ms) for motion in self._motions)
        held = None if self._parade is None else self._parade.at(at_ms)
        return replace(self._scene, hands=hands, held=held)

    def _followed(self, motion: HandMotion, at_ms: int) -> HandMotion:
        """Move a card with its hand; after the release it lies, and the hand is empty."""
        if motion.card is None or at_ms < motion.grip_ms:
            return motion
        self._remove(motion.card.name)
        card = motion.card_at(at_ms)
        if card is not None:
            self._lay(card)
        is_held = motion.release_ms is None or at_ms < motion.release_ms
        return motion if is_held else replace(motion, card=None)

    def _begin(self, motion: HandMotion) -> float:
        # A second hand at the same time is a left one.
        self._motions.append(replace(motion, is_left=len(self._motions) % 2 == 1))
        return motion.ends_ms

    def _next_name(self) -> int:
        self._names += 1
        return self._names

    def _lay(self, thing: Thing) -> int:
        """Put a thing on what lies there; each card makes a pile thicker."""
        below = sum(
            1 for other in self._scene.things if isinstance(other, SceneCard) and _overlap(thing, other)
        )
        lain = replace(thing, lift_mm=thing.lift_mm + below * CARD_THICKNESS_MM)
        self._scene = replace(self._scene, things=(*self._scene.things, lain))
        return thing.name

    def _taken(self, name: int) -> Thing:
        """Remove a thing and return it."""
        thing = self._thing(name)
        self._remove(name)
        return replace(thing, lift_mm=0.0)

    def _thing(self, name: int) -> Thing:
        for thing in self._scene.things:
            if thing.name == name:
                return thing
        raise KeyError(f"no thing {name} lies on the table")

    def _remove(self, name: int) -> None:
        kept = tuple(thing for thing in self._scene.things if thing.name != name)
        self._scene = replace(self._scene, things=kept)

    def _movable(self, name: int) -> SceneCard | SceneTag:
        thing = self._thing(name)
        if not isinstance(thing, SceneCard | SceneTag):
            raise KeyError(f"thing {name} is neither a card nor a piece")
        return thing

    def _card(self, name: int) -> SceneCard:
        thing = self._thing(name)
        if not isinstance(thing, SceneCard):
            raise KeyError(f"thing {name} is no card")
        return thing


def _overlap(one: Thing, other: Thing) -> bool:
    """Tell roughly whether one thing lies on another: their centres are nearer than a card is wide."""
    return float(np.hypot(one.at_mm[0] - other.at_mm[0], one.at_mm[1] - other.at_mm[1])) < CARD_MM[0]
