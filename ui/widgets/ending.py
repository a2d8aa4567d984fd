"""The end of a match: the winner in its colours, the ranking with its sums, the curve of the chances, and the turning
points.
"""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock, ClockEvent
from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine
from kivy.graphics import Rectangle as Plain
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.backend.screen_pictures import SharedMatch
from companion.errors import CompanionError
from companion.ids import MatchId
from companion.session.match_report import FinalPlace, MatchReport, TurningPoint, added_up
from companion.showing.scene import Role, SumLine
from companion.words import Text, in_a_row, joined
from ui.look import rgba
from ui.presenters.palette import LIVERIES, ON_LIVERIES, RIM, Rim, round_rim
from ui.widgets.mark import SideMark
from ui.widgets.pool import fill
from ui.widgets.step_frame import only
from ui.widgets.touch import Touch

MOVED = {"luck": Text("luck (dice, cards)"), "decisions": Text("choices")}
LINES_APART = 3
"""The most goals of a side that stand one below the other."""
MOST_WITH_ROOM = 3
"""More sides have no room for large letters and for a sentence about where their chances came from."""


class EndBanner(BoxLayout):
    """Who has won, in the colours of the side, and the score."""

    role = StringProperty("")
    team = ObjectProperty(None, allownone=True)
    sign = StringProperty("")
    """The mark of the person who has won."""
    says = ObjectProperty("")
    score = StringProperty("")
    first, second = StringProperty(""), StringProperty("")
    """The sides of a score of two numbers, whose marks stand beside it."""
    about = ObjectProperty("")
    mark = NumericProperty(1)
    """How wide a mark is, as a share of the height."""
    fill = ListProperty([0, 0, 0, 1])
    ink = ListProperty([1, 1, 1, 1])

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(theme=self._wear, game=self._wear)
        self.bind(role=self._wear)
        self._wear()

    def show(self, report: MatchReport) -> None:
        self.role = "" if report.winner is None else report.winner.side.role
        self.sign = "" if report.winner is None else report.winner.side.sign
        self.team = None if report.winner is None else report.winner.side.team
        self.says, self.score = report.told, report.score
        self.first, self.second = [side.role for side in report.seated] or ("", "")
        self.about = in_a_row(
            [
                Text("{game}", game=report.title),
                Text("{n} plays", n=report.plays),
                *([Text("{n} min", n=report.minutes)] if report.minutes else []),
                *([] if report.why is None else [Text("{why}", why=report.why)]),
            ]
        )

    def _wear(self, *_: object) -> None:
        look = App.get_running_app().look
        palette = look.palette
        self.fill = rgba(LIVERIES[self.role].fill if self.role else palette.accent)
        self.ink = rgba(ON_LIVERIES if self.role else palette.accent_ink)


class MovedLine(BoxLayout):
    """By how much luck, or the players' choices, moved a side's chance, as a number and as a bar."""

    says = ObjectProperty("")
    by = NumericProperty(0)
    role = StringProperty("")


class RankRow(BoxLayout):
    """A side with its place, its points, what they are added up from, and where its chances came from."""

    place = StringProperty("")
    role = StringProperty("")
    name = ObjectProperty("")
    team = ObjectProperty(None, allownone=True)
    sign = StringProperty("")
    """The mark of its person."""
    score = StringProperty("")
    lines = ObjectProperty("")
    is_large = BooleanProperty(True)
    has_won = BooleanProperty(False)

    def show(self, ranked: FinalPlace, *, is_large: bool, has_lines: bool, has_place: bool) -> None:
        side = ranked.side
        self.place, self.role, self.name, self.sign = (
            str(ranked.place) if has_place else "",
            side.role,
            side.called,
            side.sign,
        )
        self.team = side.team
        # Of two sides the banner has the scores.
        self.score = "" if side.score is None or has_lines else str(side.score)
        club = [] if side.club is None else [side.club]
        marks = (Text("{mark}", mark=mark) for mark in side.marks)
        lines = [*club, *map(_line, ranked.lines), *marks]
        self.lines = joined(lines, "\n") if has_lines and len(lines) <= LINES_APART else in_a_row(lines)
        moved = {} if ranked.account is None or not is_large else added_up(ranked.account)
        for line, (name, by) in zip(fill(self.ids.moved, MovedLine, len(moved)), moved.items(), strict=True):
            line.says, line.by, line.role = MOVED[name], by, side.role
        self.is_large, self.has_won = is_large, ranked.has_won


def _line(line: SumLine) -> Text:
    if not line.amount:
        return Text("{what}", what=line.says)
    if line.amount[0].isdigit():
        return Text("{what}: {value}", what=line.says, value=line.amount)
    return Text("{what}\N{NO-BREAK SPACE}{value}", what=line.says, value=line.amount)


# --- curves

HALF = 0.5
DOT, LINE_PX, FINE_PX = 15, 4.5, 1.2
"""The diameter of a turning point's dot, and the thickness of lines, in pixels at a screen size of 1280 x 800."""
MARK = 32
"""The same of a side's mark where its curve ends, if there are several."""


def spread(wanted: Sequence[float], least: float, highest: float) -> list[float]:
    """Return places as near as may be to the wanted ones, at least so far from each other, and none above the highest. Of
    places that are level the first one is highest.
    """
    order = sorted(range(len(wanted)), key=lambda n: (wanted[n], -n))
    placed = [0.0] * len(wanted)
    below = -math.inf
    for n in order:
        placed[n] = below = max(wanted[n], below + least)
    above = highest + least
    for n in reversed(order):
        placed[n] = above = min(placed[n], above - least)
    return placed


class ChancePlot(Widget):
    """The curves of the chances, from the first play to the last; a dot at each turning point, and where several curves end
    the marks of their sides.
    """

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._curves: Sequence[tuple[Role, tuple[float, ...]]] = ()
        self._turning: Sequence[TurningPoint] = ()
        self.bind(pos=self._draw, size=self._draw)
        App.get_running_app().look.bind(theme=self._draw, game=self._draw)

    def show(self, report: MatchReport) -> None:
        self._curves = report.drawn_curves
        self._turning = report.turning_points
        self._draw()

    def rims(self) -> Iterator[Rim]:
        """Return the outlines of the dots."""
        unit = App.get_running_app().look.unit
        for turning, place in self._dots():
            yield round_rim(f"turning point {turning.seq}", place, DOT * unit / 2)

    def _dots(self) -> Iterator[tuple[TurningPoint, tuple[float, float]]]:
        for turning in self._turning:
            curves = dict(self._curves)
            yield turning, self._place(curves.get(turning.side.role, self._curves[0][1]), turning.at)

    def _place(self, curve: Sequence[float], n: int) -> tuple[float, float]:
        unit = App.get_running_app().look.unit
        inset = DOT * unit
        across, up = self.width - 2 * inset, self.height - 2 * inset
        if len(self._curves) > 1:
            across -= MARK * unit
        return (
            self.x + inset + across * n / max(1, len(curve) - 1),
            self.y + inset + up * curve[n],
        )

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        has_curves = bool(self._curves) and min(self.size) > 1
        self._draw_marks(self._curves if has_curves and len(self._curves) > 1 else ())
        if not has_curves:
            return
        look = App.get_running_app().look
        with self.canvas.before:
            Color(*look.line)
            for share in (0.0, HALF, 1.0):
                ends = [part for n in (0, 1) for part in self._place((share, share), n)]
                Line(points=ends, width=FINE_PX * look.unit, dash_length=4, dash_offset=4)
            for role, curve in self._curves:
                points = [part for n in range(len(curve)) for part in self._place(curve, n)]
                for colour, width in ((RIM, LINE_PX + 1.4), (LIVERIES[role].fill, LINE_PX)):
                    Color(*rgba(colour))
                    SmoothLine(points=points, width=width * look.unit / 2, joint="round", cap="round")
            for turning, place in self._dots():
                for colour, share in ((RIM, 1.0), (LIVERIES[turning.side.role].fill, 0.74)):
                    Color(*rgba(colour))
                    size = DOT * look.unit * share
                    corner = (place[0] - size / 2, place[1] - size / 2)
                    SmoothEllipse(pos=corner, size=(size, size))

    def _draw_marks(self, curves: Sequence[tuple[Role, tuple[float, ...]]]) -> None:
        """Draw the marks of sides beside the ends of their curves, each with a fine line to its own: marks of curves that end
        together are pushed apart.
        """
        look = App.get_running_app().look
        side = MARK * look.unit
        ends = [self._place(curve, len(curve) - 1) for _, curve in curves]
        ups = spread([up for _, up in ends], side * 1.1, self.top - side / 2)
        for mark, (role, _), (across, _), up in zip(
            fill(self, SideMark, len(curves)), curves, ends, ups, strict=True
        ):
            mark.role, mark.size, mark.center = role, (side, side), (across + side * 0.8, up)
        with self.canvas.before:
            Color(*look.line)
            for (across, end), up in zip(ends, ups, strict=True):
                SmoothLine(points=[across, end, across + side * 0.5, up], width=FINE_PX * look.unit)


class ChanceEdge(BoxLayout):
    """Words at the upper or lower edge of the curves: whose chance of winning is 100 % there."""

    role = StringProperty("")
    says, end = ObjectProperty(""), ObjectProperty("")
    is_shown = BooleanProperty(False)


def edges_of(report: MatchReport) -> tuple[Text, Text]:
    """Return what the upper and the lower edge of the curves stand for."""
    if not report.pair:
        return Text("{percent}%", percent=100), Text("{percent}%", percent=0)
    top, bottom = (Text("100% {name}", name=side.called) for side in report.pair)
    return top, bottom


# --- turning points


class SwingBar(Widget):
    """A bar for a chance before and after a play. The part between both is filled; a line marks the middle of the bar."""

    before = NumericProperty(0)
    after = NumericProperty(0)
    role = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(theme=self._draw, game=self._draw)
        for name in ("pos", "size", "before", "after", "role"):
            self.fbind(name, self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.role:
            return
        look = App.get_running_app().look
        thick = 10 * look.unit
        y = self.center_y - thick / 2
        low, high = sorted((self.before, self.after))
        with self.canvas:
            Color(*look.line)
            Plain(pos=(self.x, y + thick * 0.4), size=(self.width, thick * 0.2))
            Plain(pos=(self.center_x - look.unit, y), size=(2 * look.unit, thick))
            for colour, more in ((RIM, 1.5), (LIVERIES[self.role].fill, 0.0)):
                Color(*rgba(colour))
                Plain(
                    pos=(self.x + self.width * low / 100 - more, y - more),
                    size=(self.width * (high - low) / 100 + 2 * more, thick + 2 * more),
                )
            x = self.x + self.width * self.after / 100
            Color(*look.ink)
            Plain(pos=(x - 1.5 * look.unit, y - thick * 0.5), size=(3 * look.unit, thick * 2))


class TurnTouch(Touch):
    """A turning point; a touch shows the match as it stood after it."""

    what = ObjectProperty("")
    about = ObjectProperty("")
    """What it led to and how lucky it was, or else where it stands in the match."""
    name = ObjectProperty("")
    """The side whose chance it is."""
    chances = ObjectProperty("")
    before = NumericProperty(0)
    after = NumericProperty(0)
    side = StringProperty("")
    seq = NumericProperty(0)

    def on_kv_post(self, _: object) -> None:
        # What a turning point says has two lines and a bar of its own.
        self.remove_words()

    def show(self, turning: TurningPoint) -> None:
        self.seq = turning.seq
        self.what = turning.headline
        self.name = Text("chances: {side}", side=turning.side.called)
        beside = [*turning.details, *([] if turning.aside is None else [Text("{what}", what=turning.aside)])]
        self.about = in_a_row(beside) if beside else turning.about
        self.side, self.before, self.after = turning.side.role, turning.before_percent, turning.after_percent
        self.chances = Text("{before} › {after}%", before=self.before, after=self.after)


class TurningPanel(BoxLayout):
    """The plays, rolls and turned cards that moved the chances most. `on_look` carries the number of the touched play."""

    __events__ = ("on_look",)

    def on_look(self, seq: int) -> None: ...

    def show(self, report: MatchReport) -> None:
        points = report.turning_points
        for touch, one in zip(fill(self.ids.points, self._new, len(points)), points, strict=True):
            touch.show(one)

    def _new(self) -> TurnTouch:
        touch = TurnTouch()
        touch.bind(on_choose=lambda one: self.dispatch("on_look", one.seq))
        return touch


# --- ranking


class RankingPanel(BoxLayout):
    """The ranking with its sums, and beside it the curve of the chances."""

    note = ObjectProperty("")
    legend = ObjectProperty("")
    """What the dots on the curve are."""
    done = NumericProperty(0)
    """How much of what the match was worth is worked out, from 0 to 1."""
    is_worth_known = BooleanProperty(False)
    is_large = BooleanProperty(True)
    """There are few sides: their rows have room."""
    first = StringProperty("")
    second = StringProperty("")
    """The sides at the top and at the bottom of the one curve of two sides."""
    top, bottom = ObjectProperty(""), ObjectProperty("")
    """What the upper and the lower edge of the curves stand for."""

    def show(self, report: MatchReport) -> None:
        self.is_large = is_large = len(report.sides) <= MOST_WITH_ROOM
        rows = fill(self.ids.sides, RankRow, len(report.sides))
        has_places = len({one.place for one in report.sides}) > 1
        for row, ranked in zip(rows, report.sides, strict=True):
            row.show(ranked, is_large=is_large, has_lines=bool(report.pair), has_place=has_places)
        self.is_worth_known = bool(report.curves)
        self.note = report.caveat or ""
        self.legend = Text("dots: turning points") if report.turning_points and not self.note else ""
        self.first, self.second = [side.role for side in report.pair] or ("", "")
        self.top, self.bottom = edges_of(report)
        self.ids.plot.show(report)


# --- keeping

FOLLOWED_S = 0.2
"""Seconds from one look at the progress of a report to the next."""
STICKS_S = 2.0
"""How often it is looked whether a stick was plugged in."""


class KeepPanel(BoxLayout):
    """Offers the files of a match: a code that phones scan to fetch them, and a button for each plugged-in stick."""

    code = ObjectProperty(None, allownone=True)
    says = ObjectProperty("")
    url = StringProperty("")
    has_stick = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._match: MatchId | None = None
        self._sticks: Sequence[str] = ()
        self._looking: ClockEvent | None = None

    def begin(self, match: MatchId) -> None:
        """Serve a match to phones, and look for sticks, until `end`."""
        app = App.get_running_app()
        language = app.look.language
        self.end()
        self._match, self.code, self.url = match, None, ""
        self.says = Text("the match is being prepared…")
        app.run_in_background(lambda: app.backend.share(match, language), self._take, self._not_shared)
        self._looking = Clock.schedule_interval(lambda _: self._look(), STICKS_S)
        self._look()

    def end(self) -> None:
        """Serve nothing any more."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
            app = App.get_running_app()
            app.run_in_background(app.backend.end_share, lambda _: None)

    def _take(self, shared: SharedMatch) -> None:
        self.code, self.url = shared.code, shared.url
        self.says = Text(
            "scan this code with a phone on the same network: it shows the match as a page, with a picture and a PDF to send"
        )

    def _not_shared(self, problem: CompanionError) -> None:
        self.says = problem.message

    def _look(self) -> None:
        app = App.get_running_app()
        if app.may_change_settings:
            app.run_in_background(app.backend.sticks, self._show_sticks)

    def _show_sticks(self, found: Sequence[str]) -> None:
        self._sticks, self.has_stick = found, bool(found)
        for touch, folder in zip(fill(self.ids.sticks, self._new_stick, len(found)), found, strict=True):
            touch.says = Text("Write it to {stick}", stick=Path(folder).name)

    def _new_stick(self) -> Touch:
        touch = Touch(type_role="note", wraps=True)
        touch.bind(on_choose=self._write)
        return touch

    def _write(self, touch: Touch) -> None:
        app, match = App.get_running_app(), self._match
        folder = self._sticks[list(reversed(self.ids.sticks.children)).index(touch)]
        language = app.look.language

        def then(files: Sequence[str]) -> None:
            self.says = Text("it is written: {files}", files=", ".join(Path(file).name for file in files))

        if match is not None:
            app.run_in_background(lambda: app.backend.keep(match, folder, language), then, self._not_shared)


# --- panel


class ViewTools(GridLayout):
    """The buttons below the end of a match. `on_act` carries the action of the touched one."""

    has_turning = BooleanProperty(False)
    """The turning points are known."""
    is_turning = BooleanProperty(False)
    is_keeping = BooleanProperty(False)

    __events__ = ("on_act",)

    def on_act(self, what: str) -> None: ...


class EndTools(ViewTools):
    """The buttons below the end of a match that has just ended."""

    can_undo = BooleanProperty(False)


class RecordedTools(ViewTools):
    """Those of a recorded match."""


class EndingPanel(BoxLayout):
    """The end of a match, in one of its views. `on_look` carries the number of a play at which the match is to be looked at."""

    is_turning = BooleanProperty(False)

    __events__ = ("on_look",)

    def __init__(self, tools: ViewTools, **values: Any) -> None:
        """`tools` are the buttons that change the view; who shows them calls `act` with what they report."""
        super().__init__(**values)
        self._tools = tools
        self._match: MatchId | None = None
        self._done = 0.0
        """What the background task has done so far."""
        self._following: ClockEvent | None = None
        self._ranking, self._turning, self._keep = RankingPanel(), TurningPanel(), KeepPanel()
        self._turning.bind(on_look=lambda _, seq: self.dispatch("on_look", seq))

    def on_look(self, seq: int) -> None: ...

    def begin(self, match: MatchId) -> None:
        """Read what is told of a match: the result at once, and what it was worth when that is worked out."""
        self._match = match
        self.end()
        self._tools.has_turning = False
        self._read(match, is_reviewed=False)

    def _read(self, match: MatchId, *, is_reviewed: bool) -> None:
        app = App.get_running_app()
        self._done = self._ranking.done = 0.0
        app.run_in_background(
            lambda: app.backend.report(match, is_reviewed=is_reviewed, progress=self._note),
            lambda report: self._take(match, report),
        )

    def _note(self, done: float) -> None:
        """Note how far the report is; called in the thread that makes it."""
        self._done = done

    def _follow(self) -> None:
        """Show the progress of the review until the report is complete."""
        self._following = Clock.schedule_interval(
            lambda _: setattr(self._ranking, "done", self._done), FOLLOWED_S
        )

    def _stop_following(self) -> None:
        if self._following is not None:
            self._following.cancel()
            self._following = None

    def _take(self, match: MatchId, report: MatchReport) -> None:
        if match != self._match:
            return
        self._stop_following()
        self.ids.banner.show(report)
        self._ranking.show(report)
        self._turning.show(report)
        if not report.curves:
            self._read(match, is_reviewed=True)
            self._follow()
        self._tools.has_turning = bool(report.turning_points)

    def trouble(self, words: Text) -> None:
        """Say why nothing can be told."""
        self._stop_following()
        self._ranking.note = words

    def act(self, what: str) -> None:
        """Change the view: to the turning points, to what can be kept, or back."""
        is_shown = (what == "turn" and self._tools.is_turning) or (what == "keep" and self._tools.is_keeping)
        self._show_view("ranking" if is_shown else what)

    def end(self) -> None:
        """Go back to the ranking; a match that is served is served no more."""
        self._stop_following()
        self._show_view("ranking")

    def _show_view(self, view: str) -> None:
        if self._tools.is_keeping and view != "keep":
            self._keep.end()
        elif view == "keep" and self._match is not None:
            self._keep.begin(self._match)
        self.is_turning = self._tools.is_turning = view == "turn"
        self._tools.is_keeping = view == "keep"
        views = {"turn": self._turning, "keep": self._keep}
        only(self.ids.view, views.get(view, self._ranking))
