"""The bar above a match: each side with its mark, name, score and counts; the clocks and the phase of the match."""

from collections.abc import Collection, Iterator
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.showing.scene import Count, Scene, Side
from companion.timers import ClockReading
from companion.words import Text, joined
from ui.look import rgba
from ui.presenters.palette import LIVERIES, Rim, way_rim
from ui.widgets.pool import discard
from ui.widgets.says import Says
from ui.widgets.touch import Touch

PAIR, ABREAST = 2, 4
"""Sides on both sides of the clock, and most sides in one row."""
RULES_WIDE = 1.2
"""The width of the button of the rules, as a multiple of its height."""
MOST_MARKS = 2
"""More would be too small to be read: the referee sees all."""


class SideBox(BoxLayout):
    """One side."""

    role = StringProperty("")
    name = ObjectProperty("")
    team = ObjectProperty(None, allownone=True)
    sign = StringProperty("")
    """The mark of its person."""
    score = ObjectProperty("")
    score_title = ObjectProperty("")
    """What the score counts, below it; empty: it goes without saying."""
    counts = ObjectProperty("")
    fill = ListProperty([0, 0, 0, 0])
    """The colour of the side, below the one whose move it is."""
    is_active = BooleanProperty(False)
    is_mirrored = BooleanProperty(False)
    """The score stands on the left, beside the other side's."""

    is_small = BooleanProperty(False)
    """There are more than two sides."""
    has_counts = BooleanProperty(True)

    def on_is_mirrored(self, *_: object) -> None:
        first = self.children[-1]
        self.remove_widget(first)
        self.add_widget(first)

    def rims(self) -> Iterator[Rim]:
        """Return the line below the side whose move it is."""
        mm = App.get_running_app().look.mm
        if self.is_active:
            y = self.y - mm * 0.95
            yield way_rim(f"line of {self.role}", [(self.x, y), (self.right, y)], mm * 0.9)

    def show(self, side: Side, *, is_roomy: bool) -> None:
        """Show a side. `is_roomy`: there is room for its club beside all that holds for it now."""
        self.role = side.role
        self.fill = rgba(LIVERIES[side.role].fill)
        self.name, self.sign = side.called, side.sign
        self.team = side.team
        self.score = "" if side.score is None else str(side.score)
        # What holds for a side now has more need of the room than the club, which its crest, its mark and all sentences
        # tell.
        has_club = not self.is_small and (is_roomy or not side.marks)
        club = [side.club] if side.club is not None and has_club else []
        marks = (Text("{mark}", mark=mark) for mark in side.marks[:MOST_MARKS])
        self.counts = joined([*club, *map(count_says, side.counts), *marks])
        self.is_active = side.is_active


def count_says(count: Count) -> Text:
    """Return a count as text: `energies 7`, `hand 5/8`. No line is broken before the number."""
    if count.of is None:
        return Text("{title}\u00a0{value}", title=count.title, value=count.value)
    return Text("{title}\u00a0{value}/{most}", title=count.title, value=count.value, most=count.of)


class ScoreBar(BoxLayout):
    """The bar: two sides with the clock between them, or more sides in a grid with the clock at its end."""

    has_rules = BooleanProperty(False)
    """A button opens the rules of what is asked now."""

    __events__ = ("on_rules",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._rules = Touch(
            says=Text("Rules"), type_role="note", size_hint=(None, None), is_across=True, group=self
        )
        self._rules.bind(on_choose=lambda _: self.dispatch("on_rules"))
        App.get_running_app().look.bind(
            target=lambda _, target: setattr(self._rules, "size", (target * RULES_WIDE, target))
        )
        self._opposite = Widget(size_hint=(None, None))
        self._boxes: dict[str, SideBox] = {}
        self._scene: Scene | None = None
        self._has_clocks = True
        self._middle = BoxLayout(orientation="vertical", size_hint_x=0.75)
        self.clock = Says(font_name="numeral", type_role="score", lines=1, tight=0.68)
        self.headline = Says(type_role="note", wraps=True, size_hint_y=0.42, lines=2)
        self._middle.add_widget(self.clock)
        self._middle.add_widget(self.headline)
        App.get_running_app().look.bind(is_tall=self._lay_out, is_left_handed=self._lay_out)
        self.bind(spacing=self._lay_out)

    def on_rules(self) -> None: ...

    def show(self, scene: Scene, clocks: tuple[ClockReading, ...], *, is_paused: bool) -> None:
        if bool(clocks) is not self._has_clocks:
            self._has_clocks = bool(clocks)
            self._lay_out()
        if scene is not self._scene:
            self._show_sides(scene)
        self.clock.says = clock_says(clocks)
        look = App.get_running_app().look
        self.clock.color = look.quiet if is_paused else look.ink

    def mark(self, roles: Collection[str]) -> None:
        """Mark the sides whose choice is shown; empty: all that are to act."""
        for side in () if self._scene is None else self._scene.sides:
            self._boxes[side.seat].is_active = side.role in roles if roles else side.is_active

    def _show_sides(self, scene: Scene) -> None:
        self._scene = scene
        if tuple(self._boxes) != tuple(side.seat for side in scene.sides):
            self._lay_out()
        is_roomy = not self._has_clocks and not App.get_running_app().look.is_tall
        for side in scene.sides:
            self._boxes[side.seat].show(side, is_roomy=is_roomy)
            self._boxes[side.seat].score_title = scene.score_title or ""
        self.headline.says = scene.headline

    def _lay_out(self, *_: object) -> None:
        """Lay the sides out; on a screen that stands, the clock has a row of its own."""
        scene, is_tall = self._scene, App.get_running_app().look.is_tall
        if scene is None:
            return
        for box in (*self._boxes.values(), self._middle):
            if box.parent is not None:
                box.parent.remove_widget(box)
        self.clear_widgets()
        before = self._boxes
        self._boxes = {side.seat: before.get(side.seat) or SideBox() for side in scene.sides}
        for seat in before.keys() - self._boxes:
            discard(before[seat])
        boxes = list(self._boxes.values())
        is_many = len(boxes) > PAIR
        self.orientation = "vertical" if is_tall else "horizontal"
        self.headline.size_hint_y = 1 if is_tall else 0.42
        self._middle.orientation = "horizontal" if is_tall else "vertical"
        self._middle.size_hint = (
            (1, 0.55) if is_tall else (0.24 if is_many else 0.8 if self._has_clocks else 0.66, 1)
        )
        cols = len(boxes) if len(boxes) <= (PAIR if is_tall else ABREAST) else (len(boxes) + 1) // 2
        grid = GridLayout(cols=cols, spacing=self.spacing)
        for n, box in enumerate(boxes):
            box.is_small = is_many
            box.has_counts = len(boxes) <= cols or is_tall
            box.is_mirrored = not is_many and n == 1
            grid.add_widget(box)
            if not is_many and not is_tall and n == 0:
                grid.cols = 3
                grid.add_widget(self._middle)
        self.add_widget(grid)
        if is_many or is_tall:
            self.add_widget(self._middle)
        if self.has_rules:
            self._put_rules(is_tall=is_tall)

    def _put_rules(self, *, is_tall: bool) -> None:
        """Put the button of the rules on the side of the hand, or, on a screen that stands, beside the clock."""
        if self._rules.parent is not None:
            self._rules.parent.remove_widget(self._rules)
        look = App.get_running_app().look
        self._rules.size, self._rules.pos_hint = (look.target * RULES_WIDE, look.target), {"center_y": 0.5}
        if self._opposite.parent is not None:
            self._opposite.parent.remove_widget(self._opposite)
        row = self._middle if is_tall else self
        row.add_widget(self._rules, len(row.children) if look.is_left_handed else 0)
        if is_tall:
            # The clock and what stands beside it are in the middle of the screen.
            self._opposite.size = self._rules.size
            row.add_widget(self._opposite, 0 if look.is_left_handed else len(row.children))


def clock_says(clocks: tuple[ClockReading, ...]) -> str:
    """Return the most important clock: of the clocks that count down, the one that ends first; else the first that runs."""
    falling = [clock for clock in clocks if clock.left_ms is not None]
    if falling:
        soonest = min(falling, key=lambda clock: clock.left_ms or 0)
        return minutes(soonest.left_ms or 0)
    return minutes(clocks[0].spent_ms) if clocks else ""


def minutes(ms: int) -> str:
    """Return a time in minutes: `38:12`."""
    whole, seconds = divmod(ms // 1000, 60)
    return f"{whole}:{seconds:02d}"
