"""A perfect camera: a match is acted out, and what hands do is told to the desk as sightings, without a picture.

A whole match takes seconds. What is in a hand is nowhere; a thing that was carried comes back as the same thing or, as
often, as a new one; nothing lies under anything else.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.cli.live.acted import ActedMatch
from companion.cli.live.wiring import bare_desk
from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Roll, Sighting, SightingState, What
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.desk import Desk
from companion.session.inbox import Camera, Fell, Item, Seen
from companion.session.told import Told
from companion.storage.mats import mat_of
from companion.virtual.acting.games import ACTORS
from companion.virtual.acting.gestures import Gesture, Lay, Point, Say, Slide, Take, Throw, Turn
from companion.words import Text

STEP_MS = 100
HELD_MS = 500
"""From when a hand takes something to when it lies again."""
AWAY_MS = 200
"""From then until the hand has gone."""
SETTLED_MS = 2000
LONGEST_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class _Thing:
    number: int
    text: str
    is_token: bool
    at_mm: Point
    is_face_up: bool


class PerfectStage:
    """Carries out gestures, those of one arm one after the other; `told` is what eyes and dice then say."""

    def __init__(self, seed: int) -> None:
        self.now_ms = 0
        self.told: list[Item] = []
        self.acted: ActedMatch | None = None
        self._luck = Random(seed)
        self._things: dict[int, _Thing] = {}
        self._waiting: dict[float, deque[Gesture]] = {}
        self._busy_until_ms: dict[float, int] = {}
        self._held: list[tuple[int, Gesture]] = []
        self._numbers = 0

    @property
    def table(self) -> "PerfectStage":
        """Its clock is the stage's."""
        return self

    @property
    def is_busy(self) -> bool:
        hands = (until > self.now_ms for until in self._busy_until_ms.values())
        return any(self._waiting.values()) or any(hands)

    def set_out(self, gestures: Sequence[Gesture]) -> None:
        for gesture in gestures:
            self._put_down(gesture)

    def add(self, gestures: Sequence[Gesture]) -> None:
        for gesture in gestures:
            arm_deg = 0.0 if isinstance(gesture, Throw | Say) else gesture.arm_deg
            self._waiting.setdefault(arm_deg, deque()).append(gesture)

    def go_on(self) -> None:
        """End what is due, and begin what can be begun."""
        due = [gesture for at_ms, gesture in self._held if at_ms <= self.now_ms]
        self._held = [one for one in self._held if one[0] > self.now_ms]
        for gesture in due:
            self._put_down(gesture)
        for arm_deg, waiting in self._waiting.items():
            if waiting and self.now_ms >= self._busy_until_ms.get(arm_deg, 0):
                gesture = waiting.popleft()
                self._take_up(gesture)
                self._held.append((self.now_ms + HELD_MS, gesture))
                self._busy_until_ms[arm_deg] = self.now_ms + HELD_MS + AWAY_MS

    def _take_up(self, gesture: Gesture) -> None:
        handles = gesture.handles if isinstance(gesture, Take) else ()
        if isinstance(gesture, Slide) and self._luck.random() < 0.5:
            handles = (gesture.handle,)
        for handle in handles:
            thing = self._things[handle]
            self._say(thing, SightingState.END)
            self._things[handle] = replace(thing, number=self._number())

    def _put_down(self, gesture: Gesture) -> None:
        match gesture:
            case Lay():
                is_token = gesture.token_mm is not None
                self._lie(
                    gesture.handle,
                    _Thing(self._number(), gesture.text, is_token, gesture.at_mm, gesture.is_face_up),
                )
            case Slide():
                self._lie(gesture.handle, replace(self._things[gesture.handle], at_mm=gesture.at_mm))
            case Turn():
                thing = self._things[gesture.handle]
                self._say(thing, SightingState.END)
                turned = replace(thing, number=self._number(), is_face_up=not thing.is_face_up)
                self._lie(gesture.handle, turned)
            case Take():
                for handle in gesture.handles:
                    del self._things[handle]
            case Throw():
                name = ObservationId(f"roll-{self._number()}")
                roll = Roll(name, self.now_ms, gesture.faces, dice=gesture.dice)
                self.told.append(Fell(roll, counts=True, why=Text("")))
            case Say():
                assert self.acted is not None
                self.told.append(self.acted.say(gesture))

    def _lie(self, handle: int, thing: _Thing) -> None:
        self._things[handle] = thing
        self._say(thing, SightingState.UPDATE)

    def _say(self, thing: _Thing, state: SightingState) -> None:
        """Nothing of a card that lies face down. A first update is a start."""
        if not thing.is_face_up:
            return
        what = What.TAG if thing.is_token else What.QR
        name = ObservationId(f"sight-{self._number()}")
        at_mm = (round(thing.at_mm[0]), round(thing.at_mm[1]))
        seen = Sighting(name, self.now_ms, thing.text, None, what, state, thing.number, at_mm=at_mm)
        self.told.append(Seen(seen))

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers


def act_out(game: str, setup: Json, cards: Sequence[Json], seed: int) -> tuple[ActedMatch, Desk, list[Told]]:
    """A whole match: what was acted, the desk with what was read, and all that was told."""
    mat = mat_of(game)
    truth, live = (Match(GAMES[game], setup, cards) for _ in range(2))
    desk = bare_desk(MatchId("perfect"), live)
    stage = PerfectStage(seed)
    acted = ActedMatch(truth, ACTORS[game](truth, mat, seed), stage, desk)  # type: ignore[arg-type]
    stage.acted = acted
    told: list[Told] = []

    def hear(news: Sequence[Told]) -> None:
        for one in news:
            told.append(one)
            for item in acted.hear(one):
                hear(desk.take(item, stage.now_ms))

    hear(desk.take(Camera(is_seeing=True), 0))
    acted.begin()
    while not acted.is_over or stage.now_ms < SETTLED_MS:
        assert stage.now_ms < LONGEST_MS, "the match goes in circles"
        if stage.now_ms >= SETTLED_MS:
            for item in acted.step():
                hear(desk.take(item, stage.now_ms))
        seen, stage.told = stage.told, []
        for item in seen:
            hear(desk.take(item, stage.now_ms))
        hear(desk.tick(stage.now_ms))
        stage.now_ms += STEP_MS
    return acted, desk, told
