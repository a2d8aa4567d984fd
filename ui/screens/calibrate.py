"""Calibration: what can be calibrated and how it stands; then its walkthrough, one hint at a time, and what came of it."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kivy.clock import Clock

from calibration.profile import Kind
from calibration.walkthrough import Answer, Step
from companion.words import Text, Wording
from ui.house import Calibrated, Calibrating, Found, Gear
from ui.presenters.calibrating import OF_CAMERA, TITLES, Begin, dice, kinds, report_lines
from ui.presenters.lines import Line, Option
from ui.screens.page import Page
from ui.widgets.frame import StepFrame, only
from ui.widgets.keyboard import Keyboard
from ui.widgets.lines import LinesPanel
from ui.widgets.walk import WalkPanel

LOOKS_A_SECOND = 15
LONGEST_ADDRESS = 200


class CalibratePage(Page):
    """All six walkthroughs."""

    called: ClassVar[str] = "calibrate"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._frame = StepFrame()
        self._frame.bind(on_back=lambda _: self.back(), on_go=lambda _: self.go())
        self._lines = LinesPanel()
        self._lines.bind(on_choose=lambda _, __, value: self._chosen(value))
        self._walk = WalkPanel()
        self._walk.bind(on_answer=lambda _, answer: self._answer(answer))
        self._found: Sequence[Calibrated] = ()
        self._cameras: tuple[Found, ...] = ()
        self._gear = Gear()
        self._begun: Begin | None = None
        self._is_asking_die = False
        self._live: Calibrating | None = None
        self._step: Step | None = None
        self._looking: Any = None
        self._keyboard: Keyboard | None = None

    # --- in and out

    def enter(self) -> None:
        self._frame.problem = ""
        only(self.ids.whole, self._frame)
        house = self.app.house
        self.app.errand(house.last_gear, self._take_gear)
        self.app.errand(house.cameras, self._take_cameras)
        self._look_up()

    def leave(self) -> None:
        self._stop()
        self._begun, self._is_asking_die = None, False

    def trouble(self, words: Text) -> None:
        self._frame.problem = words

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        if self._keyboard is not None:
            return self._keyboard.key(name, modifiers)
        if name == "escape":
            self.back()
            return True
        return False

    def back(self) -> None:
        """Out of a walkthrough to the list; from there, home."""
        if self._begun is None and not self._is_asking_die:
            self.app.go("home")
            return
        self._stop()
        self._begun, self._is_asking_die = None, False
        self._frame.problem = ""
        self._look_up()

    def go(self) -> None:
        """Once more, or with another camera."""
        if self._begun is not None:
            self._begin(self._begun)
        else:
            self._next_camera()

    # --- the list

    def _look_up(self) -> None:
        self.app.errand(self.app.house.calibrated, self._take)

    def _take(self, found: Sequence[Calibrated]) -> None:
        self._found = found
        self._show_list()

    def _take_gear(self, gear: Gear) -> None:
        if not self._gear.camera:
            self._gear = gear

    def _take_cameras(self, found: Sequence[Found]) -> None:
        self._cameras = tuple(found)
        if not self._gear.camera and found:
            self._gear = Gear(found[0].name, "", self._gear.tower)
        self._show_list()

    def _show_list(self) -> None:
        if self._begun is not None or self._is_asking_die:
            return
        self._frame.title, self._frame.step, self._frame.note = Text("calibration"), "", ""
        self._frame.back_says, self._frame.go_says = Text("first page"), ""
        self._frame.is_waiting = False
        self._lines.show((self._camera_line(), *kinds(self._found)))
        self._frame.put(self._lines)

    def _camera_line(self) -> Line:
        now = self._gear.camera
        known = dict.fromkeys([found.name for found in self._cameras] + ([now] if now else []))
        options = [Option(name, Wording.plain(name), is_chosen=name == now) for name in known]
        return Line(
            "camera",
            Text("camera"),
            "" if known else Text("none is plugged in: plug one in, or give the address of a phone's stream"),
            (*options, Option(None, Text("another address"))),
        )

    def _next_camera(self) -> None:
        self._chosen(None)

    def _chosen(self, value: Any) -> None:
        self._frame.problem = ""
        match value:
            case Begin(kind=Kind.DICE, die=""):
                self._ask_die()
            case Begin(kind=kind) if kind in OF_CAMERA and not self._gear.camera:
                self._frame.problem = Text("choose a camera first, or plug one in")
            case Begin():
                self._begin(value)
            case str():
                self._gear = Gear(value, "", self._gear.tower)
                self._show_list()
            case _:
                self._ask_address()

    def _ask_die(self) -> None:
        names = next((one.dice for one in self._found if one.kind is Kind.DICE), ())
        self._is_asking_die = True
        self._frame.title, self._frame.back_says = Text("which dice?"), Text("go back")
        self._lines.show(dice(names), is_new=True)

    def _ask_address(self) -> None:
        self._keyboard = Keyboard(
            asks=Text("the stream's address"), words="http://", is_address=True, longest=LONGEST_ADDRESS
        )
        self._keyboard.bind(on_done=lambda _, words: self._typed(words), on_close=lambda _: self._close())
        only(self.ids.whole, self._keyboard)

    def _typed(self, words: str) -> None:
        self._gear = Gear(words, "", self._gear.tower)
        self._close()

    def _close(self) -> None:
        self._keyboard = None
        only(self.ids.whole, self._frame)
        self._show_list()

    # --- a walkthrough

    def _begin(self, begin: Begin) -> None:
        self._stop()
        self._begun, self._step, self._is_asking_die = begin, None, False
        self._frame.title, self._frame.back_says = TITLES[begin.kind], Text("stop")
        self._frame.go_says, self._frame.note, self._frame.problem = "", "", ""
        self._walk.has_picture = begin.kind in OF_CAMERA
        self._walk.hint, self._walk.refusal, self._walk.picture = Text("one moment…"), "", None
        self._walk.coverage, self._walk.share, self._walk.counts = None, 0, ""
        self._frame.put(self._walk)
        gear = self._gear
        self.app.errand(lambda: self.app.house.calibrate(begin.kind, gear, begin.die), self._goes_on)

    def _goes_on(self, live: Calibrating) -> None:
        if self._begun is None:
            self.app.errand(live.stop, lambda _: None)
            return
        self._live = live
        self._looking = Clock.schedule_interval(self._look, 1 / LOOKS_A_SECOND)

    def _stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        live, self._live = self._live, None
        if live is not None:
            self.app.errand(live.stop, lambda _: None)

    def _answer(self, answer: Answer) -> None:
        if self._live is not None:
            self._live.answer(answer)

    def _look(self, _: float) -> None:
        live = self._live
        if live is None:
            return
        trouble, kept, step = live.trouble(), live.kept(), live.step()
        self._walk.picture = live.picture()
        if step is not None and step is not self._step:
            self._step = step
            self._walk.show(step)
        is_over = trouble is not None or kept is not None or (step is not None and step.is_over)
        if trouble is not None:
            self._frame.problem = trouble
        if kept is not None:
            self._frame.note = kept
        if is_over:
            self._frame.go_says, self._frame.back_says = Text("once more"), Text("go back")
        if step is not None and step.report is not None and step.is_over and kept is not None:
            self._show_report(step)
        if trouble is not None or kept is not None:
            self._stop()

    def _show_report(self, step: Step) -> None:
        self._frame.title = step.hint
        self._lines.show(report_lines(step.report), is_new=True)
        if step.report is not None and step.report.lines:
            self._frame.put(self._lines)
