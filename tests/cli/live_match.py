"""A match at a table that `companion watch` looks at from a process of its own, which may be killed.

virtual players ─► drawn table ─► webcam ─► a process: companion watch ─► JSON Lines
              └──► dice ────────► pty ────┘                                    │
the players' own match ◄── they wait for each play to be told ◄────────────────┘
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Self, cast

import cv2

from companion.clock import monotonic_ms
from companion.ids import MatchId
from companion.match import Match
from companion.play import SaidPlay, parse_play
from companion.rules.dice import dice_of_game
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import QuestionAnswer
from companion.session.match_controller import MatchController
from companion.session.session_event import RulingEvent
from companion.showing.by_itself import ITSELF, is_by_itself
from companion.storage.log import MatchStore
from companion.storage.shipped_data import mat_of
from companion.table.acted_match import ActedMatch
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
from companion.virtual.acting.games import ACTORS
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import TowerBuild, VirtualTower
from tests.cli.webcam import Webcam
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

FRAMES_PER_SECOND = 25
DEADLINE_S = 120.0
"""A program that starts beside many others makes its reader of faces in up to a minute."""
MODULE_MM = 1.5
SETTLES_FRAMES = 3 * FRAMES_PER_SECOND
"""Who has begun the program anew lets it look at the table first."""
BETWEEN_MS = 200
"""Hands that take something away have done so before others lay something down."""


class LiveMatch:
    """One match, acted out in this process and watched in others. Used in a `with`."""

    def __init__(self, folder: Path, setup: Json, cards: Sequence[Json], seed: int) -> None:
        game = setup["game"]
        self.heard: list[Any] = []
        """All that the process that runs now has told."""
        self.truth = Match(GAMES[game], setup, cards)
        mat = mat_of(game)
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10)
        self.table = VirtualTable(mat, camera, sensor=Sensor(is_grey=True, jpeg=None), seed=seed)
        self._hands = Hands(self.table, self.throw)
        actor = ACTORS[game](self.truth, mat, seed)
        self.acted = ActedMatch(self.truth, actor, self._hands, cast("MatchController", _Asked(self)))
        self.webcam = Webcam()
        dice = dice_of_game(self.truth.rules)
        plug = PtyPlug(folder / "tower")
        self.tower = (
            VirtualPort(VirtualTower(TowerBuild(dice=dice, seed=seed)), plug, monotonic_ms) if dice else None
        )
        self._folder = folder
        self._stderr = folder / "stderr"
        self._setup = folder / "setup.json"
        self._setup.write_text(json.dumps(setup))
        self._process: subprocess.Popen[str] | None = None
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._pours: threading.Thread | None = None
        self.is_acted = True
        """Players compare what is told with what they did; else a test does everything itself."""
        self._plays_heard = 0
        self._frame_s = time.monotonic()

    def __enter__(self) -> Self:
        self.webcam.__enter__()
        if self.tower is not None:
            self.tower.__enter__()
        self.acted.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        if self.tower is not None:
            self.tower.__exit__(None, None, None)
        self.webcam.__exit__(None, None, None)

    # --- the process

    def watch(self) -> None:
        """The match is begun, or gone on with, by a new process."""
        which = ("--setup", str(self._setup)) if self.name is None else ("--resume", self.name)
        tower = () if self.tower is None else ("--tower", str(self._folder / "tower"))
        words = ("watch", "--source", self.webcam.url, *which, *tower, "--json", "--data", str(self.data))
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
        self.heard.clear()
        for entry in self.read().entries[self._plays_heard :] if self.name is not None else ():
            self._hear_play(entry.play, ITSELF if is_by_itself(entry) else "camera")
        with self._stderr.open("a") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "companion", *words],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment,
            )  # fmt: skip
        self._lines = SimpleQueue()
        self._pours = threading.Thread(target=_pour, args=(self._process, self._lines), daemon=True)
        self._pours.start()
        self.until(lambda: _says(self.heard, "mat") == "locked", "the mat is found")
        self.frames(SETTLES_FRAMES)

    def kill(self) -> None:
        """The power goes."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait(DEADLINE_S) == -signal.SIGKILL, self._stderr.read_text()
        if self._pours is not None:
            self._pours.join(DEADLINE_S)

    @property
    def data(self) -> Path:
        return self._folder / "data"

    @property
    def name(self) -> str | None:
        """The recorded match's."""
        if not (self.data / "matches.db").exists():
            return None
        with MatchStore(self.data / "matches.db") as store:
            return next((str(header.id) for header in store.headers()), None)

    @property
    def match_id(self) -> MatchId:
        name = self.name
        assert name is not None
        return MatchId(name)

    def kept(self) -> list[Json]:
        """The plays that are on disk; none was refused."""
        if self.name is None:
            return []
        with MatchStore(self.data / "matches.db") as store:
            records = store.records(self.name)
        assert [record.error for record in records] == [None] * len(records)
        return [record.play for record in records]

    def read(self) -> Match:
        """The match as it is on disk."""
        assert self.name is not None
        with MatchStore(self.data / "matches.db") as store:
            header = store.header(self.name)
            match = Match(GAMES[header.game], header.setup, store.cards(self.name))
            for record in store.records(self.name):
                match.restore(record)
        return match

    def view(self) -> Json:
        return self.read().view()

    def says(self, device: str) -> str | None:
        """The last word of a device."""
        return _says(self.heard, device)

    def last(self, kind: str) -> Any:
        """The last that the process has told of a kind."""
        return next((line[kind] for line in reversed(self.heard) if kind in line), None)

    # --- the players

    def play(self) -> bool:
        """One play more, acted out, watched until it is told, and followed; False: the match is over."""
        seq = self.truth.seq
        while self.truth.seq == seq and not self.acted.is_over:
            for tapped in self.acted.step():
                assert isinstance(tapped, QuestionAnswer), (tapped, self.heard[-5:], self._stderr.read_text())
                self.type("0" if tapped.option is None else str(tapped.option + 1))
            self.frame()
        self.until(lambda: not self._hands.is_busy, "the hands have gone")
        assert self.acted.broken is None
        assert self.acted.score.wrong == []
        return self.truth.seq > seq

    def type(self, words: str) -> None:
        """A line, at the keyboard of the program."""
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(f"{words}\n")
        self._process.stdin.flush()

    def lay(self, text: str, zone: str) -> None:
        """A card lies in a zone's middle."""
        place = next(one for one in mat_of(self.truth.rules.game).zones if one.name == zone)
        self.table.put(CardPrint(text, text, "", MODULE_MM), place.middle_mm, place.turn_deg)

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        """The camera goes on, until something is so."""
        end_s = time.monotonic() + DEADLINE_S
        while not is_so():
            assert time.monotonic() < end_s, (what, self.heard[-5:], self._stderr.read_text())
            self.frame()

    def frames(self, number: int) -> None:
        for _ in range(number):
            self.frame()

    def frame(self) -> None:
        """One picture more, when its time has come, and what was told meanwhile."""
        self._frame_s = max(self._frame_s + 1 / FRAMES_PER_SECOND, time.monotonic() - 0.1)
        time.sleep(max(0.0, self._frame_s - time.monotonic()))
        if self.webcam.is_plugged:
            _, jpeg = cv2.imencode(".jpg", self.table.frame().pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])
            self.webcam.show(jpeg.tobytes())
        self._hands.go_on()
        while True:
            try:
                line = json.loads(self._lines.get_nowait())
            except Empty:
                return
            self.heard.append(line)
            if "play" in line and line["ok"]:
                self._hear_play(parse_play(self.truth.play_kinds, line["play"]), line["by"])

    def _hear_play(self, play: SaidPlay, by: str) -> None:
        """A play was judged: the process told it, or had only logged it when it was killed."""
        self._plays_heard += 1
        ruled = RulingEvent(self._plays_heard, play, by, (), (), None, ())
        for tapped in self.acted.hear(ruled) if self.is_acted else ():
            raise AssertionError(tapped)

    def throw(self, throw: ThrowGesture) -> None:
        """Dice fall once the tower knows that they are waited for."""
        tower = self.tower
        assert tower is not None
        self.until(lambda: sorted(tower.tower.core.armed or ()) == sorted(throw.dice), f"armed for {throw}")
        tower.order(" ".join(("roll", *throw.faces)))


class Hands:
    """Hands without arms: what they do is done at once, and the next thing some pictures later."""

    def __init__(self, table: VirtualTable, throw: Callable[[ThrowGesture], None]) -> None:
        self._table = table
        self._throw = throw
        self._names: dict[int, int] = {}
        self._waiting: deque[Gesture] = deque()
        self._free_ms = 0

    @property
    def now_ms(self) -> int:
        return self._table.now_ms

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting) or self.now_ms < self._free_ms

    def set_out(self, gestures: Sequence[Gesture]) -> None:
        for gesture in gestures:
            self._do(gesture)

    def add(self, gestures: Sequence[Gesture]) -> None:
        self._waiting.extend(gestures)

    def go_on(self) -> None:
        if self._waiting and self.now_ms >= self._free_ms:
            self._do(self._waiting.popleft())
            self._free_ms = self.now_ms + BETWEEN_MS

    def _do(self, gesture: Gesture) -> None:
        table, names = self._table, self._names
        match gesture:
            case LayGesture(token_mm=None):
                drawn = CardPrint(gesture.text, gesture.text, gesture.title, MODULE_MM)
                names[gesture.handle] = table.put(
                    drawn, gesture.at_mm, gesture.turn_deg, is_face_up=gesture.is_face_up
                )
            case LayGesture():
                names[gesture.handle] = table.put_sticker(
                    int(gesture.text), gesture.at_mm, gesture.turn_deg, gesture.token_mm or 0
                )
            case SlideGesture():
                for handle in (gesture.handle, *gesture.along):
                    table.move(names[handle], gesture.at_mm)
            case TurnGesture():
                table.turn_over(names[gesture.handle])
            case TiltGesture():
                raise AssertionError("no light is reflected here")
            case TakeGesture():
                for handle in gesture.handles:
                    table.take(names.pop(handle))
            case ThrowGesture():
                self._throw(gesture)
            case TapGesture():
                raise AssertionError(f"nobody can tap here: {gesture.play}")


@dataclass(frozen=True, slots=True)
class _Question:
    key: str
    options: Sequence[SaidPlay]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What players see of a program in another process: what it tells, and asks."""

    live: LiveMatch

    @property
    def match(self) -> Match:
        return self.live.read()

    @property
    def question(self) -> _Question | None:
        asked = self.live.last("question")
        kinds = self.live.truth.play_kinds
        return (
            None
            if asked is None
            else _Question(asked["key"], [parse_play(kinds, one) for one in asked["options"]])
        )


def _says(heard: Sequence[Any], device: str) -> str | None:
    """The last word of a device."""
    notices = [line["notice"] for line in heard if "notice" in line]
    return next((str(one["says"]) for one in reversed(notices) if one["device"] == device), None)


def _pour(process: "subprocess.Popen[str]", into: "SimpleQueue[str]") -> None:
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            if line.endswith("\n"):
                into.put(line)
