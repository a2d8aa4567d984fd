"""The odds of a contest: a bar with whose they are, and in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.app import App
from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.graphics import Rectangle as Filled
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.showing.scene import Contest, Scale, Scene
from companion.words import Text
from ui.look import rgba
from ui.presenters.palette import LIVERIES, RIM, Rim, box_rim
from ui.presenters.plan import Rectangle

SURE = 100
"""The chance in percent of a side that wins whatever is rolled or turned."""
BAR_RIM = 0.16
"""The thickness of the dark lines in a bar, as a share of its height."""


class LengthBar(Widget):
    """A bar of parts whose lengths are told apart by their colours, and by the dark lines around them."""

    parts = ListProperty([])
    """The share in percent and the colour of each part."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for name in ("pos", "size", "parts"):
            self.fbind(name, self._draw)

    def _boxes(self) -> Iterator[tuple[Rectangle, Sequence[float]]]:
        """Return the parts that can be seen, inside the lines around them."""
        left, rim = self.x, max(1.5, self.height * BAR_RIM)
        for percent, colour in self.parts:
            width = self.width * percent / 100
            if width > 2 * rim:
                yield Rectangle(left + rim, self.y + rim, width - 2 * rim, self.height - 2 * rim), colour
            left += width

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*rgba(RIM))
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[self.height * BAR_RIM])
            for box, colour in self._boxes():
                Color(*colour)
                Filled(pos=(box.x, box.y), size=(box.width, box.height))

    def rims(self) -> Iterator[Rim]:
        """Return the outlines of the parts."""
        return (box_rim("part of the odds", box) for box, _ in self._boxes())


class OddsBar(BoxLayout):
    """A bar with each side's chance to win, in length and in percent; the part between the two is the chance of a foul."""

    parts = ListProperty([])
    """The parts of the bar: of each its share in percent, and its colour."""
    left_role = StringProperty("")
    right_role = StringProperty("")
    left_says = ObjectProperty("")
    right_says = ObjectProperty("")
    middle_says = ObjectProperty("")

    def show(self, contest: Contest, left: Scale, right: Scale, scene: Scene) -> None:
        """Show the odds of two sides that have some."""
        ours, theirs = left.chance_percent or 0, right.chance_percent or 0
        between = App.get_running_app().look.line
        self.parts = [
            (ours, _fill(left, scene)),
            (100 - ours - theirs, between),
            (theirs, _fill(right, scene)),
        ]
        self.left_role, self.right_role = _role(left, scene), _role(right, scene)
        self.left_says, self.right_says = _odds_of(left, scene), _odds_of(right, scene)
        if SURE in (ours, theirs) and not (left.uncounted or right.uncounted):
            # A chance of 0 % beside a die that is still to fall reads as a fault.
            self.left_says = _sure(left, scene) if ours == SURE else ""
            self.right_says = _sure(right, scene) if theirs == SURE else ""
            self.middle_says = ""
            return
        foul, level = contest.foul_percent, contest.level_percent
        self.middle_says = (
            Text("foul: {percent}%", percent=foul)
            if foul
            else Text("tie {percent}%", percent=level)
            if level
            else Text("chances")
        )


def _role(scale: Scale, scene: Scene) -> str:
    return "" if scale.seat is None else scene.side(scale.seat).role


def _fill(scale: Scale, scene: Scene) -> list[float]:
    """Return the colour of a scale's side, or the colour of a line if it has none."""
    role = _role(scale, scene)
    return rgba(LIVERIES[role].fill) if role else [0.5, 0.5, 0.5, 1.0]


def _sure(scale: Scale, scene: Scene) -> Text:
    side = scale.role if scale.seat is None else scene.side(scale.seat).name
    return Text("{side} wins, whatever still comes", side=side)


def _odds_of(scale: Scale, scene: Scene) -> Text:
    """Return the chance of a side, and the announced cards that are not in it; these take the place of the name, which the
    mark beside it stands for.
    """
    percent = scale.chance_percent or 0
    if scale.seat is None:
        return Text("{percent}%", percent=percent)
    if scale.uncounted == 1:
        return Text("{percent}% to win, its bonus card not counted", percent=percent)
    if scale.uncounted:
        return Text("{percent}% to win, {n} bonus cards not counted", percent=percent, n=scale.uncounted)
    return Text("{side}: {percent}%", side=scene.side(scale.seat).name, percent=percent)
