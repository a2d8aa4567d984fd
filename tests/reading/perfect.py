"""A perfect camera: a match is acted out, and what the gestures bring about is told to the controller as sightings at once.

Nothing is drawn, so that a whole match takes a second or two. What lies under something else is hidden; what is in a
hand is nowhere; a thing that was carried is the same thing or, as often, a new one.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import cast

from companion.backend.shown_match import make_ready
from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Roll, Sighting, SightingState, What
from companion.reading.answer import TableQuestion
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import CameraStatus, Item, RestReport, RollReport, SightingReport
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent
from companion.storage.shipped_data import mat_of
from companion.table.acted_match import ActedMatch, Guest
from companion.table.wiring import bare_controller
from companion.virtual.acting.actor import (
    Gesture,
    LayGesture,
    Point,
    SlideGesture,
    TakeGesture,
    TapGesture,
    ThrowGesture,
    TiltGesture,
    TurnGesture,
)
from companion.virtual.acting.games import ACTORS
from companion.words import Text

STEP_MS = 100
HELD_MS = 500
"""From the moment when a hand takes something to the moment when it lies."""
AWAY_MS = 200
"""From then until the hand has gone."""
OVER_MM = {"token": 14.0, "card": 34.0}
"""A thing whose middle is nearer than that to that of a later one lies under it."""
SEEN_FROM_THE_FIRST_MS = 2000
LONGEST_MS = 3_600_000
"""A match that takes longer goes in circles."""


@dataclass(frozen=True, slots=True)
class _Thing:
    number: int
    text: str
    is_token: bool
    at_mm: Point
    is_face_up: bool
    laid: int
    is_told: bool = False
    is_hidden: bool = False
    is_moved: bool = False


class PerfectStage:
    """Carries out gestures on a table without pictures."""

    def __init__(self, seed: int) -> None:
        self.now_ms = 0
        self.said: list[Item] = []
        self.acted: ActedMatch | None = None
        self._luck = Random(seed + 3)
        self._things: dict[int, _Thing] = {}
        self._waiting: dict[float, deque[Gesture]] = {}
        self._busy_until_ms: dict[float, int] = {}
        self._ends: list[tuple[int, Gesture]] = []
        self._numbers = 0
        self._sightings = 0

    @property
    def is_busy(self) -> bool:
        return any(self._waiting.values()) or self.are_hands_over

    @property
    def are_hands_over(self) -> bool:
        """Whether a hand is over the table now."""
        return any(until > self.now_ms for until in self._busy_until_ms.values())

    def set_out(self, gestures: Sequence[Gesture]) -> None:
        for gesture in gestures:
            self._end(gesture)
        self._tell()

    def add(self, gestures: Sequence[Gesture]) -> None:
        for gesture in gestures:
            arm_deg = 0.0 if isinstance(gesture, ThrowGesture | TapGesture) else gesture.arm_deg
            self._waiting.setdefault(arm_deg, deque()).append(gesture)

    def go_on(self) -> None:
        """Begin and end what is due."""
        due = [one for one in self._ends if one[0] <= self.now_ms]
        self._ends = [one for one in self._ends if one[0] > self.now_ms]
        for _, gesture in due:
            self._end(gesture)
        for arm_deg, waiting in self._waiting.items():
            if waiting and self.now_ms >= self._busy_until_ms.get(arm_deg, 0):
                gesture = waiting.popleft()
                self._begin(gesture)
                self._ends.append((self.now_ms + HELD_MS, gesture))
                self._busy_until_ms[arm_deg] = self.now_ms + HELD_MS + AWAY_MS
        self._tell()

    # --- hands

    def _begin(self, gesture: Gesture) -> None:
        """What is taken up is nowhere."""
        for handle in _taken(gesture):
            thing = self._things[handle]
            is_new = self._luck.random() < 0.5
            if thing.is_told and (is_new or thing.is_hidden or isinstance(gesture, TakeGesture)):
                self._say(thing, SightingState.END)
                thing = replace(thing, number=self._number(), is_told=False, is_hidden=False)
            self._things[handle] = replace(thing, laid=0)

    def _end(self, gesture: Gesture) -> None:
        self._numbers += 1
        match gesture:
            case LayGesture():
                is_token = gesture.token_mm is not None
                self._things[gesture.handle] = _Thing(
                    self._number(), gesture.text, is_token, gesture.at_mm, gesture.is_face_up, self._numbers
                )
            case SlideGesture():
                for handle in (gesture.handle, *gesture.along):
                    laid = replace(self._things[handle], at_mm=gesture.at_mm, laid=self._number())
                    self._things[handle] = replace(laid, is_moved=True)
            case TurnGesture():
                thing = self._things[gesture.handle]
                self._things[gesture.handle] = replace(thing, is_face_up=not thing.is_face_up)
            case TiltGesture():
                raise AssertionError("no light is reflected here")
            case TakeGesture():
                for handle in gesture.handles:
                    del self._things[handle]
            case ThrowGesture():
                name = ObservationId(f"roll-{self._number()}")
                roll = Roll(name, self.now_ms, gesture.faces, dice=gesture.dice)
                self.said.append(RollReport(roll, counts=True, why=Text("")))
            case TapGesture():
                assert self.acted is not None
                self.said.append(self.acted.say(gesture))

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    # --- eyes

    def look_anew(self) -> None:
        """Eyes that have seen nothing yet."""
        for handle, thing in self._things.items():
            self._things[handle] = replace(
                thing, number=self._number(), is_told=False, is_hidden=False, is_moved=False
            )
        self._tell()

    def _tell(self) -> None:
        for handle, thing in list(self._things.items()):
            if thing.laid == 0:
                continue
            is_seen = thing.is_face_up and not self._is_covered(thing)
            if is_seen and (not thing.is_told or thing.is_hidden or thing.is_moved):
                state = SightingState.UPDATE if thing.is_told else SightingState.START
                self._things[handle] = replace(thing, is_told=True, is_hidden=False, is_moved=False)
                self._say(thing, state)
            elif thing.is_told and (thing.is_moved or not thing.is_face_up):
                self._say(thing, SightingState.END)
                self._things[handle] = replace(
                    thing, number=self._number(), is_told=False, is_hidden=False, is_moved=False
                )
            elif thing.is_told and not is_seen and not thing.is_hidden:
                self._things[handle] = replace(thing, is_hidden=True)
                self._say(thing, SightingState.HIDDEN)

    def _is_covered(self, thing: _Thing) -> bool:
        over_mm = OVER_MM["token" if thing.is_token else "card"]
        return any(
            other.laid > thing.laid
            and max(abs(a - b) for a, b in zip(other.at_mm, thing.at_mm, strict=True)) < over_mm
            for other in self._things.values()
        )

    def _say(self, thing: _Thing, state: SightingState) -> None:
        self._sightings += 1
        what = What.TAG if thing.is_token else What.QR
        at_mm = (round(thing.at_mm[0]), round(thing.at_mm[1]))
        name = ObservationId(f"sight-{self._sightings}")
        self.said.append(
            SightingReport(
                Sighting(name, self.now_ms, thing.text, None, what, state, thing.number, at_mm=at_mm)
            )
        )


def _taken(gesture: Gesture) -> tuple[int, ...]:
    match gesture:
        case SlideGesture():
            return (gesture.handle, *gesture.along)
        case TakeGesture():
            return gesture.handles
        case _:
            return ()


class Performance:
    """A match acted out and read, step by step: `acted` is the players' own, `controller` has the one that was read."""

    def __init__(
        self,
        game: str,
        setup: Json,
        cards: Sequence[Json],
        seed: int,
        controller: MatchController | None = None,
        guest: Guest | None = None,
        *,
        opens: bool = False,
    ) -> None:
        """`opens`: the plays that stand ready are made before the first gesture, as for a visitor of a kiosk."""
        self.truth, read = (Match(GAMES[game], setup, cards) for _ in range(2))
        for match in (self.truth, read) if opens else ():
            make_ready(match)
        self.controller = controller or bare_controller(MatchId("perfect"), read)
        self.stage = PerfectStage(seed)
        actor = ACTORS[game](self.truth, mat_of(game), seed)
        self.acted = ActedMatch(self.truth, actor, self.stage, cast("MatchController", _Table(self)), guest)
        self.stage.acted = self.acted
        self.told: list[SessionEvent] = []
        self.take(CameraStatus(is_seeing=True))
        self.acted.begin()
        self.wait(SEEN_FROM_THE_FIRST_MS)

    def take(self, item: Item) -> None:
        self.hear(self.controller.take(item, self.stage.now_ms))

    def hear(self, news: Sequence[SessionEvent]) -> None:
        for one in news:
            self.told.append(one)
            for item in self.acted.hear(one):
                self.take(item)

    def step(self) -> None:
        """A tenth of a second in which hands do what is to be done."""
        assert self.stage.now_ms < LONGEST_MS, "the match does not end"
        for item in self.acted.step():
            self.take(item)
        self._see()

    def wait(self, ms: int) -> None:
        """Nobody does anything for so long."""
        for _ in range(ms // STEP_MS):
            self._see()

    def _see(self) -> None:
        self.take(RestReport(not self.stage.are_hands_over))
        said, self.stage.said = self.stage.said, []
        for item in said:
            self.take(item)
        self.hear(self.controller.tick(self.stage.now_ms))
        self.stage.now_ms += STEP_MS

    def begin_anew(self, controller: MatchController) -> None:
        """The program was killed, and runs again: another controller, and a camera that sees everything for the first time."""
        self.controller = controller
        self.take(CameraStatus(is_seeing=True))
        self.stage.look_anew()


class _Table:
    """What players see of whichever controller stands there now."""

    def __init__(self, performance: Performance) -> None:
        self._performance = performance

    @property
    def question(self) -> TableQuestion | None:
        return self._performance.controller.question

    @property
    def match(self) -> Match:
        return self._performance.controller.match


def act_out(
    game: str, setup: Json, cards: Sequence[Json], seed: int
) -> tuple[ActedMatch, MatchController, list[SessionEvent]]:
    """A whole match, acted out and read: the acted one, the controller with the read one, and all that was told."""
    performance = Performance(game, setup, cards, seed)
    while not performance.acted.is_over:
        performance.step()
    return performance.acted, performance.controller, performance.told
