"""Runs one calibration for a screen: its walkthrough in a thread, fed by camera, tower or loudspeaker; the result is kept."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from calibration.profile import CalibrationKind, Profile, Profiles
from calibration.tower_talk import Talk, calibrate
from calibration.walk_profiles import (
    NOT_KEPT,
    add_virtual_hands,
    choose_walk,
    make_camera_profile,
    make_dice_profile,
    make_light_profile,
    make_sound_profile,
    make_table_profile,
    make_tower_profile,
)
from calibration.walks.camera import CameraWalk
from calibration.walks.light import LightWalk
from calibration.walks.sound import SoundWalk, TonePlayback
from calibration.walks.table import TableWalk
from calibration.walks.tower import TowerWalk
from calibration.walkthrough import StepState, Walkthrough, WalkthroughReply, WalkthroughStep
from companion.backend.interface import CameraPicture, TableDevices
from companion.backend.phone import code_for
from companion.backend.table_match import TableHouse
from companion.errors import CompanionError
from companion.table.sight import Sight
from companion.threads import Stumble, TendedThread
from companion.words import Text
from devices.audio.tone_test import play_tone
from devices.tower.ports import harbour
from vision.detectors.dice.definition import find_die
from vision.errors import EndOfPictures
from vision.frame import Frame
from vision.preview import preview_bgr
from vision.sources.source_names import source_for

PICTURE_MS = 80
"""Time between two pictures: about 12 a second, at which a hand still seems to move evenly."""
ANSWER_S = 0.1
"""Longest wait for an answer of a person before the walkthrough looks whether it is to stop."""


class LiveCalibration:
    """A calibration that runs from `start` to `stop` or to its end (see `companion.backend.interface.CalibrationRun`)."""

    def __init__(self, kind: CalibrationKind, gear: TableDevices, die: str, house: TableHouse) -> None:
        where = house.where
        self._phone = house.phone
        self._code = code_for(gear.camera, house.phone)
        self._kind = kind
        self._gear = gear
        self._die = die
        self._where = where
        self._profiles = Profiles(where.calibration)
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
        walks: dict[CalibrationKind, Callable[[], Profile | None]] = {
            CalibrationKind.TOWER: self._tower,
            CalibrationKind.SOUND: self._sound,
        }
        try:
            profile = walks.get(self._kind, self._seen)()
            if self._stopping.is_set():
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

    def _seen(self) -> Profile | None:
        """Measure with the camera, and return the profile; None if it was stopped."""
        words = self._gear.camera
        is_grey = self._kind in (CalibrationKind.CAMERA, CalibrationKind.TABLE)
        source = source_for(words, is_grey=is_grey, is_paced=False, phone=self._phone)
        sight = Sight(words, str(self._where.data), source)
        if self._code is not None:
            self._phone.hold(self)
        try:
            self._await_phone()
            sight.open()
            return self._looked(sight)
        finally:
            sight.close()
            self._phone.drop(self)

    def _await_phone(self) -> None:
        """Wait until the phone has joined, if it is the camera; its code is shown meanwhile."""
        while self._code is not None and not self._phone.has_phone and not self._stopping.wait(ANSWER_S):
            pass

    def _looked(self, sight: Sight) -> Profile | None:
        if self._kind is CalibrationKind.CAMERA:
            lens_walk = CameraWalk()
            self._walk_on(lens_walk, sight)
            return make_camera_profile(lens_walk, sight.subject)
        if self._kind is CalibrationKind.DICE:
            die = find_die(self._die)
            walk = choose_walk(die)
            self._walk_on(add_virtual_hands(walk, die, sight.source), sight)
            is_done = walk.step.state is StepState.DONE
            return make_dice_profile(walk, die, self._where.dice) if is_done else None
        size_px = sight.first_frame().size_px
        mat, lens = sight.mat(None, str(self._where.data)), sight.lens(size_px)
        if self._kind is CalibrationKind.TABLE:
            table_walk = TableWalk(mat, lens)
            self._walk_on(table_walk, sight)
            return make_table_profile(table_walk, sight.subject, mat.game)
        light_walk = LightWalk(mat, lens)
        self._walk_on(light_walk, sight)
        return make_light_profile(light_walk, sight.subject, size_px)

    def _walk_on(self, walk: Walkthrough[Frame], sight: Sight) -> None:
        self._step = walk.step
        while not walk.step.is_over and not self._stopping.is_set():
            self._give_answers(walk)
            try:
                frame = sight.frame()
            except EndOfPictures as end:
                raise CompanionError(
                    Text("{end}; the next step was: {hint}", end=end.message, hint=walk.step.hint)
                ) from end
            self._show(frame)
            self._step = walk.feed(frame)

    def _show(self, frame: Frame) -> None:
        if self._picture is None or frame.at_ms - self._pictured_ms >= PICTURE_MS:
            small = preview_bgr(frame)
            self._picture = CameraPicture(small.bgr, small.width_px, small.height_px)
            self._pictured_ms = frame.at_ms

    def _give_answers(self, walk: Walkthrough[Any], wait_s: float = 0.0) -> None:
        try:
            answer = self._answers.get(block=wait_s > 0, timeout=wait_s or None)
        except Empty:
            return
        self._step = walk.answer(answer)

    def _tower(self) -> Profile | None:
        walk = TowerWalk()
        self._step = walk.step
        port = harbour(self._gear.tower if self._gear.tower not in ("", "usb") else None).open()
        try:
            talk = Talk(port)
            hello = talk.greet()

            def each(_: WalkthroughStep) -> bool:
                self._give_answers(walk)
                self._step = walk.step
                return not self._stopping.is_set()

            calibrate(talk, walk, each)
        finally:
            port.close()
        self._step = walk.step
        return make_tower_profile(walk, hello.serial) if walk.step.state is StepState.DONE else None

    def _sound(self) -> Profile | None:
        walk = SoundWalk()
        self._step = walk.step
        heard, no_ear = play_tone(None, None, 1.0, lambda _: None)
        self._step = walk.feed(TonePlayback(heard, no_ear))
        while not walk.step.is_over and not self._stopping.is_set():
            self._give_answers(walk, ANSWER_S)
        return make_sound_profile(walk, "default") if walk.step.state is StepState.DONE else None
