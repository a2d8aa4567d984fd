"""A small picture of a game's printed mat, in the colours of the game and of its sides."""

from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color
from kivy.graphics import Rectangle as Plain
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.backend.screen_pictures import DrawnPicture
from ui.look import rgba
from ui.presenters.mat_art import MatBox, mat_art
from ui.presenters.mat_pixels import DrawnBox, Shade, drawn_boxes
from ui.presenters.palette import LIVERIES, palette_of
from ui.presenters.plan import Rectangle
from ui.widgets.face_textures import texture_of

FEW = 60
"""Up to this many zones are drawn as boxes with round corners; more of them, such as a board's cells, as plain squares."""
FILLED = 0.42
GAP_PX = 0.5
LIT_PX, RIM_PX = 5.0, 2.0
"""The width of the line around a zone that is lit, and around any other."""


class MatPicture(Widget):
    """The picture, within its widget, with the colours of `game` in the present theme. Places of command cards are only
    drawn while they are lit.

    `covers`: it fills its widget, and its edges are cut off.
    """

    game = StringProperty("")
    covers = BooleanProperty(False)
    lit: tuple[str, ...] = ObjectProperty(())
    """The zones that are lit, by name: something was seen there."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        # Once before a frame, however much has changed: to prepare a picture takes milliseconds.
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        App.get_running_app().look.bind(theme=self._draw_soon)
        for name in ("pos", "size", "game", "covers", "lit"):
            self.fbind(name, self._draw_soon)
        self._draw_soon()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.game or min(self.size) <= 1:
            return
        look = App.get_running_app().look
        colours = palette_of("light" if look.theme == "light" else "dark", self.game)
        art = mat_art(self.game)
        scale = (max if self.covers else min)(self.width, self.height / art.height)
        edge = Rectangle(self.x, self.y, self.width, self.height)
        left, bottom = self.x + (self.width - scale) / 2, self.y + (self.height - scale * art.height) / 2
        place = Rectangle(left, bottom, scale, scale * art.height).within(edge)
        shift = Rectangle(left - place.x, bottom - place.y, scale, scale * art.height)
        size = max(1, int(place.width)), max(1, int(place.height))
        boxes = []
        for box in art.boxes:
            is_lit = box.zone in self.lit
            at = _place_of(box, shift).within(Rectangle(0, 0, *size))
            if (box.is_for_command and not is_lit) or not at.width or not at.height:
                continue
            fill = LIVERIES[box.seat].fill if box.seat in LIVERIES else colours.accent
            rim = _shade(colours.ink if is_lit else fill)
            drawn = DrawnBox(at, _shade(fill, _strength(box, is_lit=is_lit)), rim)
            if len(art.boxes) <= FEW:
                rim_px = LIT_PX if is_lit else RIM_PX
                drawn = replace(drawn, radius_px=look.small_radius / 2, rim_px=rim_px)
            boxes.append(drawn)
        # Its many small boxes are drawn once, and not in each frame in which anything moves.
        picture = DrawnPicture(drawn_boxes(size, _shade(colours.panel), boxes), *size)
        with self.canvas:
            Color(1, 1, 1, 1)
            Plain(texture=texture_of(picture), pos=(int(place.x), int(place.y)), size=size)


def _shade(colour: str, strength: float = 1.0) -> Shade:
    red, green, blue, opacity = rgba(colour, strength)
    return red, green, blue, opacity


def _place_of(box: MatBox, whole: Rectangle) -> Rectangle:
    """Return where a zone lies on a mat that lies at `whole`."""
    return Rectangle(
        whole.x + box.x * whole.width + GAP_PX,
        whole.y + box.y * whole.width + GAP_PX,
        max(1.0, box.width * whole.width - 2 * GAP_PX),
        max(1.0, box.height * whole.width - 2 * GAP_PX),
    )


def _strength(box: MatBox, *, is_lit: bool) -> float:
    if is_lit:
        return 1.0
    return FILLED if box.seat else FILLED / 2
