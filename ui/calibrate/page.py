"""The calibration page: the status of each calibration, its walkthrough, and its result."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from calibration.profile import CalibrationKind
from calibration.walkthrough import (
    COLUMNS,
    ENOUGH,
    ROWS,
    Coverage,
    StepState,
    WalkthroughReply,
    WalkthroughStep,
)
from companion.backend.interface import (
    CAMERA,
    CalibrationRun,
    CalibrationStatus,
    DeviceOffer,
    FoundDevice,
    TableDevices,
)
from companion.words import Text
from ui.calibrate.calibration_steps import (
    VERDICTS,
    CalibrationStart,
    DeviceAsked,
    devices,
    dice,
    kinds,
    report_lines,
    shown,
)
from ui.page import SteppedPage
from ui.presenters.lines import SEARCH_LINE, Around, PageRequest, PageWish, device_line
from ui.widgets.pool import discard_children
from ui.widgets.touch import HandedRow, Touch
from vision.phone import PHONE

# --- walk panel
# The panel of a walkthrough: the picture with the map of what was seen, one hint, the progress, and the possible
# answers.

LEAST = 0.55
"""How strong a cell is drawn in which anything was seen: it stands out from an empty one."""


class CoverageMap(Widget):
    """A map over the picture: the fuller a cell, the more was seen in it; the board's present place is outlined."""

    coverage = ObjectProperty(None, allownone=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.bind(coverage=self._draw, pos=self._draw, size=self._draw)
        App.get_running_app().look.bind(theme=self._draw, game=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        coverage: Coverage | None = self.coverage
        if coverage is None or self.height < 2:
            return
        look = App.get_running_app().look
        wide, high = self.width / COLUMNS, self.height / ROWS
        with self.canvas:
            for cell, count in enumerate(coverage.counts):
                row, column = divmod(cell, COLUMNS)
                place = self.x + column * wide, self.y + (ROWS - 1 - row) * high
                Color(*look.raised)
                Rectangle(pos=place, size=(wide - 2, high - 2))
                if count:
                    Color(*look.ink[:3], min(1.0, LEAST + (1 - LEAST) * count / (3 * ENOUGH)))
                    Rectangle(pos=place, size=(wide - 2, high - 2))
                if cell in coverage.here:
                    Color(*look.alarm)
                    Line(rectangle=(*place, wide - 2, high - 2), width=max(1.2, look.mm * 0.3))


class WalkPanel(HandedRow):
    """The panel of a walkthrough. `on_answer` carries the person's answer."""

    picture = ObjectProperty(None, allownone=True)
    hint = ObjectProperty("")
    refusal = ObjectProperty("")
    counts = ObjectProperty("")
    coverage = ObjectProperty(None, allownone=True)
    share = NumericProperty(0)
    has_picture = BooleanProperty(True)

    __events__ = ("on_answer",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.answers: Sequence[Any] = ()

    def show(self, step: WalkthroughStep) -> None:
        """Show a step."""
        now = shown(step)
        self.hint, self.refusal, self.counts = now.hint, now.refusal, now.counts
        self.share, self.coverage = now.share, step.coverage
        if now.answers != self.answers:
            self.answers = now.answers
            discard_children(self.ids.answers)
            for answer, says in now.answers:
                touch = Touch(says=says, kind="main")
                touch.bind(on_choose=lambda _, answer=answer: self.dispatch("on_answer", answer))
                self.ids.answers.add_widget(touch)

    def on_answer(self, answer: WalkthroughReply) -> None: ...


# --- page

LOOKS_A_SECOND = 15
CHOOSE_CAMERA = Text("calibration: choose a camera first")
WHAT = Text("what do you want to calibrate?")


class CalibratePage(SteppedPage):
    """The page for all walkthroughs."""

    called: ClassVar[str] = "calibrate"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.walk = WalkPanel()
        self.walk.bind(on_answer=lambda _, answer: self._answer(answer))
        self._found: Sequence[CalibrationStatus] = ()
        self._around: Around = {}
        self._gear = TableDevices()
        self._begun: CalibrationStart | None = None
        self._is_asking_die = False
        self._asked: DeviceOffer | None = None
        """The device that is chosen now."""
        self._is_kept = False
        """The walkthrough is done, and its result is saved."""
        self._live: CalibrationRun | None = None
        self._step: WalkthroughStep | None = None
        self._looking: Any = None

    # --- in and out

    def enter(self) -> None:
        self.frame.problem = ""
        self.close()
        house = self.app.backend
        self.app.run_in_background(house.last_gear, self._take_gear)
        self._search()
        self._look_up()

    def leave(self) -> None:
        self._stop()
        self.app.run_in_background(self.app.backend.dismiss_phone, lambda _: None)
        self._start_over()

    def back(self) -> None:
        """Go back: from a walkthrough to the list, from its report to its beginning, from the list to the home page."""
        if self._begun is None and not self._is_asking_die and self._asked is None:
            self.app.go("home")
            return
        if self._is_kept and self._begun is not None:
            self._begin(self._begun)
            return
        self._to_list()

    def _start_over(self, begun: CalibrationStart | None = None) -> None:
        """Leave what was asked and kept before; begin a walkthrough, or show the list."""
        self._begun, self._is_asking_die, self._asked, self._is_kept = begun, False, None, False

    def _to_list(self) -> None:
        self._stop()
        self._start_over()
        self.frame.problem = ""
        self._look_up()

    def go(self) -> None:
        """Start the walkthrough again from the beginning; from its report, go back to the list."""
        if self._is_kept:
            self._to_list()
        elif self._begun is not None:
            self._begin(self._begun)

    # --- the list

    def _look_up(self) -> None:
        self.app.run_in_background(self.app.backend.calibrated, self._take)

    def _take(self, found: Sequence[CalibrationStatus]) -> None:
        self._found = found
        self._show_list()

    def _take_gear(self, gear: TableDevices) -> None:
        if not self._gear.camera:
            self._gear = gear

    def _take_devices(self, kind: str, found: Sequence[FoundDevice]) -> None:
        self._around = {**self._around, kind: found}
        if kind == CAMERA and not self._gear.camera and found:
            self._gear = self._gear.choose(CAMERA, found[0].name)
        self._show_list()

    def _search(self) -> None:
        for offer in self.app.backend.devices():
            self.app.run_in_background(
                partial(self.app.backend.find, offer.name), partial(self._take_devices, offer.name)
            )

    def _show_list(self) -> None:
        if self._begun is not None or self._is_asking_die:
            return
        if self._asked is not None:
            line = device_line(self._asked, self._around, self._gear)
            self.put(self._asked.asks, Text("Back"), "", self.panel)
            self.frame.note = self._asked.needed_for or ""
            self.panel.show((line, SEARCH_LINE), is_new=True)
            return
        self.put(WHAT if self._gear.camera else CHOOSE_CAMERA, Text("Home"), "", self.panel)
        self.frame.note = ""
        used = {one.device for one in self._found}
        offers = [offer for offer in self.app.backend.devices() if offer.name in used]
        self.panel.show((devices(offers, self._around, self._gear), kinds(self._found, offers, self._gear)))

    def chosen(self, key: str, value: Any) -> None:
        self.frame.problem = ""
        match value:
            case CalibrationStart(kind=CalibrationKind.DICE, die=""):
                self._ask_die()
            case CalibrationStart():
                self._begin(value)
            case DeviceAsked(device):
                self._asked = next(one for one in self.app.backend.devices() if one.name == device)
                self._show_list()
            case PageRequest(wish=PageWish.ADDRESS):
                self.type_address(self._gear.camera, lambda words: self._use(CAMERA, words))
            case PageRequest():
                self._search()
            case _:
                self._use(key, str(value))

    def _use(self, key: str, name: str) -> None:
        """Use another device."""
        self._gear, self._asked = self._gear.choose(key, name), None
        self._show_list()

    def _status(self, kind: CalibrationKind) -> CalibrationStatus:
        return next(one for one in self._found if one.kind is kind)

    def _is_of_camera(self, kind: CalibrationKind) -> bool:
        return self._status(kind).device == CAMERA

    def _ask_die(self) -> None:
        names = next((one.dice for one in self._found if one.kind is CalibrationKind.DICE), ())
        self._is_asking_die = True
        self.frame.title, self.frame.back_says = Text("which dice?"), Text("Back")
        self.panel.show(dice(names), is_new=True)

    # --- a walkthrough

    def _begin(self, begin: CalibrationStart) -> None:
        self._stop()
        self._start_over(begin)
        self._step = None
        self.frame.title, self.frame.back_says = self._status(begin.kind).title, Text("stop")
        self.frame.go_says, self.frame.note, self.frame.problem = "", "", ""
        self.walk.has_picture = self._is_of_camera(begin.kind)
        self.walk.hint, self.walk.refusal, self.walk.picture = Text("one moment…"), "", None
        self.walk.coverage, self.walk.share, self.walk.counts = None, 0, ""
        self.frame.put(self.walk)
        if self._gear.camera == PHONE and self._is_of_camera(begin.kind):
            # One phone serves for all that is calibrated.
            self.walk.hint = Text("scan the code with the phone")
            self.app.run_in_background(self.app.backend.await_phone, lambda _: self._calibrate(begin))
        else:
            self._calibrate(begin)

    def _calibrate(self, begin: CalibrationStart) -> None:
        gear = self._gear
        self.app.run_in_background(
            lambda: self.app.backend.calibrate(begin.kind, gear, begin.die), self._goes_on
        )

    def _goes_on(self, live: CalibrationRun) -> None:
        if self._begun is None:
            self.app.run_in_background(live.stop, lambda _: None)
            return
        self._live = live
        self._looking = Clock.schedule_interval(self._look, 1 / LOOKS_A_SECOND)

    def _stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        live, self._live = self._live, None
        if live is not None:
            self.app.run_in_background(live.stop, lambda _: None)

    def _answer(self, answer: WalkthroughReply) -> None:
        if self._live is not None:
            self._live.answer(answer)

    def _look(self, _: float) -> None:
        live = self._live
        if live is None:
            return
        trouble, kept, step = live.trouble(), live.kept(), live.step()
        self.walk.picture = live.picture()
        if step is not None and step is not self._step:
            self._step = step
            self.walk.show(step)
        is_over = trouble is not None or kept is not None or (step is not None and step.is_over)
        if trouble is not None:
            self.frame.problem = trouble
            self.walk.hint = Text("this did not work") if self._step is None else self.walk.hint
        if kept is not None:
            self.frame.note, self._is_kept = kept, True
        if is_over:
            again, leave = Text("try again"), Text("Back")
            self.frame.go_says, self.frame.back_says = (
                (Text("finish"), again) if self._is_kept else (again, leave)
            )
        if step is not None and step.report is not None and step.is_over and kept is not None:
            self._show_report(step)
        if trouble is not None or kept is not None:
            self._stop()

    def _show_report(self, step: WalkthroughStep) -> None:
        self.frame.title = step.hint
        if step.state is StepState.DONE and step.report is not None and step.report.lines:
            # Before all numbers, whether it is good enough.
            verdict = VERDICTS[step.report.mark]
            self.frame.title = Text("{what}: {verdict}", what=step.hint, verdict=verdict)
        self.panel.show(report_lines(step.report), is_new=True)
        if step.report is not None and step.report.lines:
            self.frame.put(self.panel)
