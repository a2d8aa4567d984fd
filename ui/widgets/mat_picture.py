"""A small picture of a game's printed mat, in the colours of the game and of its sides."""

from typing import Any

from kivy.app import App
from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from ui.look import rgba
from ui.presenters.mat_art import mat_art
from ui.presenters.palette import LIVERIES, palette_of

FEW = 60
"""Of so many zones each is drawn as a box with round corners; more of them, such as a board's cells, as plain squares."""
FILLED = 0.42


class MatPicture(Widget):
    """The picture, as wide as its widget, with the colours of `game` in the present theme."""

    game = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(theme=self._draw)
        self.bind(pos=self._draw, size=self._draw, game=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.game or min(self.size) <= 1:
            return
        look = App.get_running_app().look
        colours = palette_of("light" if look.theme == "light" else "dark", self.game)
        art = mat_art(self.game)
        scale = min(self.width, self.height / art.height)
        left, bottom = self.x + (self.width - scale) / 2, self.y + (self.height - scale * art.height) / 2
        radius, gap = look.small_radius / 2, 0.5
        with self.canvas:
            Color(*rgba(colours.panel))
            Rectangle(pos=(left, bottom), size=(scale, scale * art.height))
            for box in art.boxes:
                x, y = left + box.x * scale + gap, bottom + box.y * scale + gap
                width, height = max(1.0, box.width * scale - 2 * gap), max(1.0, box.height * scale - 2 * gap)
                fill = LIVERIES[box.seat].fill if box.seat in LIVERIES else colours.accent
                Color(*rgba(fill, FILLED if box.seat else FILLED / 2))
                if len(art.boxes) > FEW:
                    Rectangle(pos=(x, y), size=(width, height))
                    continue
                SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[radius])
                Color(*rgba(fill))
                SmoothLine(rounded_rectangle=(x, y, width, height, radius), width=1.0)
