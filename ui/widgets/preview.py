"""A small picture of the table with outlines around recognised things; one texture serves all pictures."""

from typing import Any

from kivy.app import App
from kivy.graphics import Canvas, Color, Line, Rectangle, RenderContext
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.backend.screen_pictures import CameraPicture
from companion.house_style import TextRole
from ui.look import rgba
from ui.presenters.name_places import name_places, needs_line
from ui.presenters.palette import RIM, STYLE
from ui.presenters.plan import Rectangle as Box
from ui.widgets.pool import fill
from ui.widgets.says import Says, letters_px, line_px

_BLUE_FIRST = """
#ifdef GL_ES
precision mediump float;
#endif
varying vec4 frag_color;
varying vec2 tex_coord0;
uniform sampler2D texture0;
void main (void) { gl_FragColor = frag_color * texture2D(texture0, tex_coord0).bgra; }
"""
"""OpenCV's bytes are blue, green, red: they are uploaded as they are and put in order here."""


OUTLINE, WANTED = "#F7D84A", "#4ADE80"
"""Around a thing that was recognised, and around the place where one is to be laid, which is drawn wider too."""


NAME_FONT = "strong"
NAME_GAP = 4
"""Beside a name and below it, on a screen whose shorter side is 800."""


class MarkName(Says):
    """The name of a thing on a picture, on a dark ground."""

    def __init__(self, **values: Any) -> None:
        super().__init__(
            type_role=TextRole.CITE,
            font_name=NAME_FONT,
            printed=rgba(OUTLINE),
            lines=1,
            size_hint=(None, None),
            **values,
        )
        with self.canvas.before:
            Color(*rgba(RIM))
            self._ground = Rectangle()
        self.bind(pos=self._lay_ground, size=self._lay_ground)

    def _lay_ground(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size


class PreviewPanel(Widget):
    """The panel of a picture, which is shown as large as possible in its own proportions."""

    picture = ObjectProperty(None, allownone=True)
    is_named = BooleanProperty(False)
    """The names of things stand beside their outlines."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._texture: Texture | None = None
        self._tint, self._rectangle = Color(1, 1, 1, 1), Rectangle()
        self._frame: RenderContext | None = None
        self._marks = Canvas()
        self.canvas.add(self._marks)
        self.bind(picture=self._draw, pos=self._draw, size=self._draw)
        App.get_running_app().look.bind(language=self._draw)

    def _draw(self, *_: object) -> None:
        picture: CameraPicture | None = self.picture
        self._tint.a = 0 if picture is None else 1
        self._marks.clear()
        if picture is None:
            fill(self, MarkName, 0)
            return
        self._make_frame()
        self._upload(picture)
        scale = min(self.width / picture.width_px, self.height / picture.height_px)
        width, height = picture.width_px * scale, picture.height_px * scale
        left, bottom = self.x + (self.width - width) / 2, self.y + (self.height - height) / 2
        self._rectangle.pos, self._rectangle.size = (left, bottom), (width, height)
        look = App.get_running_app().look
        with self._marks:
            for mark in picture.marks:
                points = [
                    number
                    for x, y in mark.corners_px
                    for number in (left + x * scale, bottom + height - y * scale)
                ]
                width = max(1.0, look.mm * (0.5 if mark.is_wanted else 0.2))
                # Dark and light: a picture may be either where it lies.
                for colour, wider in ((RIM, 1.5), (WANTED if mark.is_wanted else OUTLINE, 0.0)):
                    Color(*rgba(colour))
                    Line(points=points, close=True, width=width + wider)
        if self.is_named:
            self._name(picture, left, bottom, scale)

    def _name(self, picture: CameraPicture, left: float, bottom: float, scale: float) -> None:
        """Write the names beside the outlines; a line leads to one that has no room there."""
        look = App.get_running_app().look
        size_px, gap = letters_px(STYLE.steps(TextRole.CITE)[0], look.text_unit), NAME_GAP * look.unit
        room = Box(left, bottom, scale * picture.width_px, scale * picture.height_px)
        things = []
        for mark in picture.marks:
            xs, ups = zip(*((x, picture.height_px - y) for x, y in mark.corners_px), strict=True)
            at = (left + scale * min(xs), bottom + scale * min(ups))
            things.append(Box(*at, scale * (max(xs) - min(xs)), scale * (max(ups) - min(ups))))
        widths = [line_px(look.say(one.says), NAME_FONT, size_px) * 1.1 + 2 * gap for one in picture.marks]
        places = name_places(room, things, widths, size_px * 1.3, gap)
        with self._marks:
            for n, (thing, place) in enumerate(zip(things, places, strict=True)):
                if needs_line(n, things, place, gap):
                    ends = [number for box in (thing, place) for number in _middle(box)]
                    for colour, wider in ((RIM, 1.5), (OUTLINE, 0.0)):
                        Color(*rgba(colour))
                        Line(points=ends, width=max(1.0, look.mm * 0.15) + wider)
        names = fill(self, MarkName, len(places))
        for label, mark, place in zip(names, picture.marks, places, strict=True):
            label.says, label.pos, label.size = mark.says, (place.x, place.y), (place.width, place.height)

    def _make_frame(self) -> None:
        """Make what puts colours in order, for the first picture: its programs take some MB."""
        if self._frame is None:
            self._frame = RenderContext(use_parent_projection=True, use_parent_modelview=True)
            self._frame.shader.fs = _BLUE_FIRST
            self._frame.add(self._tint)
            self._frame.add(self._rectangle)
            self.canvas.insert(0, self._frame)

    def _upload(self, picture: CameraPicture) -> None:
        size = (picture.width_px, picture.height_px)
        is_grey = len(picture.pixels) == size[0] * size[1]
        colours = "luminance" if is_grey else "rgb"
        if self._texture is None or self._texture.size != size or self._texture.colorfmt != colours:
            self._texture = Texture.create(size=size, colorfmt=colours)
            self._texture.flip_vertical()
            self._rectangle.texture = self._texture
        self._texture.blit_buffer(picture.pixels, colorfmt=colours, bufferfmt="ubyte")


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2
