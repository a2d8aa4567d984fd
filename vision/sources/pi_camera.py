"""Reads the camera on a Raspberry Pi's ribbon cable, through `rpicam-vid` as a child that writes its pictures into a pipe.

    rpicam-vid ─► Y: 1920 x 1080 bytes │ U: 960 x 540 │ V: 960 x 540 │ Y … ─► PiCameraSource
        └──────► sentences, on standard error ───────────────────────────────────┘

The pictures are not compressed: that costs the Pi less than JPEG does, twice over, and small print stays sharp. A row has no
bytes beside the picture's as long as its width is a multiple of 128. The brightness has all values from 0 to 255. Why a
child, and why this one: docs/adr/0008-the-pis-camera-is-a-child.md.
"""

import os
import select
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from companion.child_process import ENDS_S, begin_child, end_child
from companion.system_errors import system_says
from companion.words import Text
from vision.errors import NoSuchSource, SourceLost, VisionError
from vision.frame import Frame, Pixels
from vision.sources.source import Clock, Freshness, monotonic_ms, unpack_pixels
from vision.sources.video_nodes import PI

# --- settings
# What a person may type after `pi:`, as in `pi:1,flicker=60,focus=70`.

EXAMPLE = f"{PI}:flicker=60,focus=70,shutter=10"
MAINS_HZ = {50: 10_000, 60: 8_333}
"""How long the light of a lamp at such mains takes from dark to dark, in microseconds, as `rpicam-vid --help` has it."""
RATE = 15
"""Pictures a second: as many as a match needs, and half the bytes of the usual 30."""
FOCUS_CM, SHUTTER_MS, MOST_CAMERAS = (5, 1000), (0.1, 1000 / RATE), 16
"""What can be meant by a distance, by an exposure (no longer than a picture lasts), and by the number of a camera."""


@dataclass(frozen=True, slots=True)
class PiSettings:
    """Which camera of the Pi, and how it takes its pictures."""

    number: int = 0
    flicker_hz: int = 50
    """The mains of the lamps: exposures are such that these lamps leave no bands; 0: any exposure."""
    focus_cm: float | None = None
    """How far away the lens is focused; None: the camera looks for the sharpest focus when it is opened, and keeps it."""
    shutter_ms: float | None = None
    """The exposure; None: automatic."""

    @property
    def name(self) -> str:
        """The camera without its settings, as calibrations are kept under it."""
        return f"{PI}:{self.number}" if self.number else PI

    @property
    def options(self) -> tuple[str, ...]:
        """The options of `rpicam-vid`."""
        options = ["--camera", str(self.number)]
        if self.flicker_hz:
            options += ["--flicker-period", f"{MAINS_HZ[self.flicker_hz]}us"]
        if self.shutter_ms is not None:
            options += ["--shutter", str(round(1000 * self.shutter_ms))]
        if self.focus_cm is None:
            return *options, "--autofocus-mode", "auto"
        return *options, "--autofocus-mode", "manual", "--lens-position", f"{100 / self.focus_cm:.3f}"


def read_settings(words: str) -> PiSettings | None:
    """Return what a person means by `pi`, `pi:1` or `pi:1,focus=70`; None if it is the name of something else.

    Raises `NoSuchSource`.
    """
    name, colon, typed = words.partition(":")
    if name != PI:
        return None
    given: dict[str, float] = {}
    for setting in typed.split(",") if colon else ():
        key, equals, value = setting.partition("=")
        try:
            given[key if equals else "camera"] = float(value if equals else key)
        except ValueError:
            _refuse(words)
    if given.keys() - {"camera", "flicker", "focus", "shutter"} or not _can_be(given):
        _refuse(words)
    return PiSettings(
        int(given.get("camera", 0)), int(given.get("flicker", 50)), given.get("focus"), given.get("shutter")
    )


def _can_be(given: dict[str, float]) -> bool:
    focus_cm, shutter_ms = given.get("focus", FOCUS_CM[0]), given.get("shutter", SHUTTER_MS[0])
    return (
        given.get("camera", 0) in range(MOST_CAMERAS)
        and given.get("flicker", 0) in (0, *MAINS_HZ)
        and FOCUS_CM[0] <= focus_cm <= FOCUS_CM[1]
        and SHUTTER_MS[0] <= shutter_ms <= SHUTTER_MS[1]
    )


def _refuse(words: str) -> NoReturn:
    raise NoSuchSource(
        Text(
            "{words} is not understood: after `pi:` stand the number of a camera (0 is the first), flicker=50 or flicker=60 (Hz),"
            " focus=70 (cm) and shutter=10 (ms), as in `{example}`",
            words=words[:100], example=EXAMPLE,
        )
    )  # fmt: skip


# --- what rpicam-vid says
# Its sentences are those of rpicam-apps 1.4 to 1.13. Each is about one thing that a person can do something about.

PROGRAMS = ("rpicam-vid", "libcamera-vid")
"""Its name, and the one that it had before 2024."""
STOPPED = "Device timeout detected"
"""What it says each second, and goes on, when the sensor sends no more pictures."""
TOLD: tuple[tuple[str, type[VisionError], Text], ...] = (
    (
        "failed to acquire camera",
        SourceLost,
        Text(
            "another program is using the Pi's camera: close it; `fuser -v /dev/media*` names it"
        ),
    ),
    (
        "no cameras available",
        NoSuchSource,
        Text(
            "no camera is found on the Pi's ribbon cable: switch the Pi off, push the cable home at both ends with its contacts on"
            " the right side, and start again; `rpicam-hello --list-cameras` lists the cameras that it knows"
        ),
    ),
    (
        "selected camera is not available",
        NoSuchSource,
        Text("the Pi has no camera of that number: `pi` is the first, `pi:1` the second; `rpicam-hello --list-cameras` lists them"),
    ),
    (
        STOPPED,
        SourceLost,
        Text(
            "the Pi's camera sends no more pictures: push its ribbon cable home at both ends, or take another cable; a cable of more"
            " than 50 cm, or a weak power supply, does the same"
        ),
    ),
    (
        "legacy camera stack",
        NoSuchSource,
        Text(
            "the Pi is set up for its old camera software: switch “Legacy Camera” off in `sudo raspi-config` (Interface Options), and"
            " start the Pi again"
        ),
    ),
    (
        "only supports the Raspberry Pi",
        NoSuchSource,
        Text("this machine is not a Raspberry Pi: `pi` is the camera on a Pi's ribbon cable; choose another camera"),
    ),
    (
        "unrecognised option",
        NoSuchSource,
        Text("the Pi's camera software is too old for this program: type `sudo apt update`, then `sudo apt full-upgrade`"),
    ),
)  # fmt: skip
LONGEST_TOLD = 4_000
"""So much of what it said last is kept."""


def problem_told(said: str) -> VisionError:
    """Return the error that a child means by its last words."""
    for words, kind, text in TOLD:
        if words in said:
            return kind(text)
    lines = [line for line in said.splitlines() if line.strip()]
    errors = [line.rpartition("ERROR")[2] for line in lines if "ERROR" in line]
    *_, last = ["-", *lines, *errors]
    return SourceLost(Text("the Pi's camera gives no pictures: {problem}", problem=last.strip(" :*")[:200]))


# --- source

SIZE_PX = (1920, 1080)
FIRST_TIMEOUT_MS, TIMEOUT_MS = 5000, 3000
"""How long the first picture and each further one may take: a Pi 4 needs a second to begin, and says itself after one second
that its sensor has stopped.
"""


class PiCameraSource:
    """A camera on a Pi's ribbon cable. `size_px` has a width that is a multiple of 128, and an even height."""

    is_live = True

    def __init__(
        self,
        settings: PiSettings,
        *,
        size_px: tuple[int, int] = SIZE_PX,
        is_grey: bool = True,
        clock: Clock = monotonic_ms,
    ) -> None:
        self._settings = settings
        self._size_px = size_px
        self._is_grey = is_grey
        self._clock = clock
        self._child: subprocess.Popen[bytes] | None = None
        self._said = ""
        """What the child said last."""
        self._first: tuple[Pixels, int] | None = None
        """The picture for which it was waited when the child was started."""
        self._freshness = Freshness()
        self._number = 0

    @property
    def period_ms(self) -> float | None:
        return self._freshness.usual_ms

    def open(self) -> None:
        """Start the child, and wait for its first picture or its last words. Raises `NoSuchSource` or `SourceLost`."""
        self.close()
        self._said, self._freshness = "", Freshness()
        try:
            self._child = begin_child([_program(), *self._options()], subprocess.PIPE)
        except OSError as problem:
            raise NoSuchSource(
                Text("{program} does not start: {problem}", program=PROGRAMS[0], problem=system_says(problem))
            ) from problem
        try:
            self._first = self._picture(FIRST_TIMEOUT_MS)
        except VisionError:
            self.close()
            raise

    def read(self) -> Frame:
        while True:
            raw, began_ms = self._first or self._picture(TIMEOUT_MS)
            self._first = None
            # What it had kept back while nobody read is old.
            if self._freshness.is_fresh(began_ms):
                pixels = unpack_pixels(raw, "YU12", is_grey=self._is_grey)
                assert pixels is not None, "such pictures cannot be damaged"
                self._number += 1
                return Frame(pixels, self._number - 1, began_ms)

    def close(self) -> None:
        if self._child is not None:
            end_child(self._child)
        self._child, self._first = None, None

    def describe(self) -> Text:
        return Text("the Pi's own camera ({name})", name=self._settings.name)

    def _options(self) -> tuple[str, ...]:
        width, height = map(str, self._size_px)
        return (
            "--nopreview", "--timeout", "0", "--codec", "yuv420", "--width", width, "--height", height,
            "--framerate", str(RATE), "--flush", "--output", "-", *self._settings.options,
        )  # fmt: skip

    def _picture(self, timeout_ms: int) -> tuple[Pixels, int]:
        """Return the next picture, (3/2 H, W) uint8, and when its first bytes came."""
        if self._child is None or self._child.stdout is None:
            raise SourceLost(Text("the Pi's camera is not open"))
        width, height = self._size_px
        raw = np.empty((height * 3 // 2, width), np.uint8)
        left = raw.data.cast("B")
        deadline_ms, began_ms = self._clock() + timeout_ms, 0
        while left:
            if not self._is_awaited(self._child, deadline_ms):
                raise SourceLost(
                    Text("the Pi's camera has sent no picture for {s} s", s=f"{timeout_ms / 1000:g}")
                )
            if len(left) == raw.size:
                began_ms = self._clock()
            count = os.readv(self._child.stdout.fileno(), [left])
            if not count:
                raise self._ended(self._child)
            left = left[count:]
        return raw, began_ms

    def _is_awaited(self, child: "subprocess.Popen[bytes]", deadline_ms: int) -> bool:
        """Wait for bytes of pictures, or their end, and listen to what the child says meanwhile; False: none came."""
        pictures, words = child.stdout, child.stderr
        assert pictures is not None and words is not None, "both are pipes"
        waits_for = [pictures, words]
        while (left_ms := deadline_ms - self._clock()) > 0:
            ready, _, _ = select.select(waits_for, [], [], left_ms / 1000)
            if words in ready and not self._hear(child):
                waits_for.remove(words)
            if pictures in ready:
                return True
        return False

    def _hear(self, child: "subprocess.Popen[bytes]") -> bool:
        """Take what the child says; return False when it has said everything. Raises `SourceLost` if its sensor stopped."""
        assert child.stderr is not None, "it is a pipe"
        heard = os.read(child.stderr.fileno(), LONGEST_TOLD)
        self._said = (self._said + heard.decode(errors="replace"))[-LONGEST_TOLD:]
        if STOPPED in self._said:
            raise problem_told(self._said)
        return bool(heard)

    def _ended(self, child: "subprocess.Popen[bytes]") -> VisionError:
        assert child.stderr is not None, "it is a pipe"
        while select.select([child.stderr], [], [], ENDS_S)[0] and self._hear(child):
            pass
        with suppress(subprocess.TimeoutExpired):
            if child.wait(ENDS_S) < 0:
                return SourceLost(
                    Text(
                        "{program}, which reads the Pi's camera, was stopped from outside (signal {number}) and is started again; if"
                        " this happens often, the Pi has too little memory: close other programs",
                        program=PROGRAMS[0], number=-child.returncode,
                    )
                )  # fmt: skip
        return problem_told(self._said)


def _program() -> str:
    for name in PROGRAMS:
        if found := shutil.which(name):
            return found
    raise NoSuchSource(
        Text(
            "{program}, which reads the Pi's camera, is not installed: on Raspberry Pi OS, type `sudo apt install rpicam-apps`",
            program=PROGRAMS[0],
        )
    )
