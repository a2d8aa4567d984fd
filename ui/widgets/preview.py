"""A small picture of the table with outlines around recognised things; one texture serves all pictures."""

from typing import Any

from kivy.app import App
from kivy.graphics import Canvas, Color, Line, Rectangle, RenderContext
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.backend.screen_pictures import CameraPicture
from ui.look import rgba
from ui.presenters.palette import RIM

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


class PreviewPanel(Widget):
    """The panel of a picture, which is shown as large as possible in its own proportions."""

    picture = ObjectProperty(None, allownone=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._texture: Texture | None = None
        self._tint, self._rectangle = Color(1, 1, 1, 1), Rectangle()
        self._frame: RenderContext | None = None
        self._marks = Canvas()
        self.canvas.add(self._marks)
        self.bind(picture=self._draw, pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        picture: CameraPicture | None = self.picture
        self._tint.a = 0 if picture is None else 1
        self._marks.clear()
        if picture is None:
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
