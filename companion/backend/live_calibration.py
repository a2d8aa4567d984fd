"""Runs one calibration for a screen: its walkthrough in a thread, fed by a device; the result is kept."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from calibration.profile import Profiles
from calibration.walk_profiles import NOT_KEPT
from calibration.walkthrough import StepState, Walkthrough, WalkthroughReply, WalkthroughStep
from companion.backend.devices.device_kind import DeviceCalibration
from companion.backend.interface import (
    TableDevices,
)
from companion.backend.pictures import code_for
from companion.backend.screen_pictures import CameraPicture
from companion.backend.table_house import TableHouse
from companion.errors import CompanionError
from companion.mat import Mat
from companion.table.calibration_camera import CalibrationCamera
from companion.threads import Stumble, TendedThread
from companion.words import Text
from vision.frame import Frame
from vision.lens import Lens
from vision.preview import preview_bgr
from vision.sources.source_names import source_for

PICTURE_MS = 80
"""Time between two pictures: about 12 a second, at which a hand still seems to move evenly."""
PHONE_S = 0.1
"""Time between two looks whether the phone has joined."""


class LiveCalibration:
    """A calibration that runs from `start` to `stop` or to its end (see `companion.backend.interface.CalibrationRun`); what
    feeds its walkthrough calls it (see `CalibrationDesk`).
    """

    def __init__(
        self, calibration: DeviceCalibration, gear: TableDevices, die: str, house: TableHouse
    ) -> None:
        self.gear = gear
        self.die = die
        self.where = house.where
        self._phone = house.phone
        self._calibration = calibration
        self._code = code_for(gear.camera, house.phone)
        self._profiles = Profiles(house.where.calibration)
        self._answers: SimpleQueue[WalkthroughReply] = SimpleQueue()
        self._stopping = threading.Event()
        self._thread = TendedThread(
            "calibration", Text("the calibration"), self._run, self._stumbled, self._stopping
        )
        self._step: WalkthroughStep | None = None
        self._picture: CameraPicture | None = None
        self._pictured_ms = 0
        self._trouble: Text | None = None
        self._kept: Text | None = None

    def start(self) -> None:
        self._thread.start()

    # --- what a screen asks

    def step(self) -> WalkthroughStep | None:
        return self._step

    def picture(self) -> CameraPicture | None:
        code = None if self._code is None else self._code.picture()
        return code or self._picture

    def trouble(self) -> Text | None:
        return self._trouble

    def kept(self) -> Text | None:
        return self._kept

    def answer(self, answer: WalkthroughReply) -> None:
        self._answers.put(answer)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(10.0)

    # --- the thread

    def _run(self) -> None:
        try:
            profile = self._calibration.run(self)
            if self.is_stopping:
                return
            if profile is not None:
                self._profiles.save(profile)
                self._kept = Text("saved: this calibration is used from now on")
            elif self._step is not None and self._step.state is StepState.DONE:
                self._kept = NOT_KEPT
        except CompanionError as problem:
            self._trouble = problem.message

    def _stumbled(self, stumble: Stumble) -> None:
        """End the calibration after an error; a person may begin it again."""
        self._stopping.set()
        self._trouble = Text("the calibration failed: {problem}", problem=repr(stumble.problem)[:200])

    # --- what feeds the walkthrough, in the thread

    @property
    def is_stopping(self) -> bool:
        return self._stopping.is_set()

    def begin(self, walk: Walkthrough[Any]) -> None:
        self.show(walk)

    def show(self, walk: Walkthrough[Any]) -> None:
        self._step = walk.step

    def say(self, words: Text) -> None:
        """Say nothing: the page has its own words beside the walkthrough."""

    def show_picture(self, frame: Frame) -> None:
        """Show a frame, unless the last one has only just been shown."""
        if self._picture is None or frame.at_ms - self._pictured_ms >= PICTURE_MS:
            small = preview_bgr(frame)
            self._picture = CameraPicture(small.bgr, small.width_px, small.height_px)
            self._pictured_ms = frame.at_ms

    def give_answers(self, walk: Walkthrough[Any], wait_s: float = 0.0) -> None:
        self.show(walk)
        try:
            walk.answer(self._answers.get(block=wait_s > 0, timeout=wait_s or None))
        except Empty:
            return
        self.show(walk)

    @contextmanager
    def sight(self, *, is_grey: bool) -> Iterator[CalibrationCamera]:
        words = self.gear.camera
        source = source_for(words, is_grey=is_grey, is_paced=False, phone=self._phone)
        sight = CalibrationCamera(words, str(self.where.data), source)
        try:
            self._await_phone()
            sight.open()
            yield sight
        finally:
            sight.close()
            self._phone.drop(self)

    def _await_phone(self) -> None:
        """Wait until the phone has joined, if it is the camera; its code is shown meanwhile."""
        if self._code is not None:
            self._phone.hold(self)
            while not self._phone.has_phone and not self._stopping.wait(PHONE_S):
                pass

    def mat(self, sight: CalibrationCamera) -> Mat:
        return sight.mat(None, str(self.where.data))

    def lens(self, sight: CalibrationCamera) -> Lens | None:
        return sight.lens(sight.first_frame().size_px)
