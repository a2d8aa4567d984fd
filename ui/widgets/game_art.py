"""The picture of a game: its mat in the colours of its sides, and some of its cards, as they lie in a hand; or its board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate
from kivy.graphics import Rectangle as Plain
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.backend.screen_pictures import DrawnPicture
from companion.showing.scene import CardSide, Scene
from ui.look import rgba
from ui.presenters.mat_art import DrawnBox, MatBox, Shade, drawn_boxes, hand_of_cards, mat_art
from ui.presenters.palette import LIVERIES, palette_of
from ui.presenters.plan import Rectangle
from ui.widgets.board import BoardPanel
from ui.widgets.card_face import CardFace, texture_of
from ui.widgets.pool import discard_children

# --- mat picture
# A small picture of a game's printed mat, in the colours of the game and of its sides.

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


# --- game art


class HeldCard(CardFace):
    """A card in a hand: it leans to a side."""

    def __init__(self, **values: Any) -> None:
        super().__init__(is_mini=False, size_hint=(None, None), **values)
        self._lean = Rotate()
        for n, instruction in enumerate((PushMatrix(), self._lean)):
            self.canvas.before.insert(n, instruction)
        self.canvas.after.add(PopMatrix())

    def lay(self, place: Rectangle, lean_deg: float) -> None:
        """Give the card its place, and turn it around its middle."""
        self.pos, self.size = (place.x, place.y), (place.width, place.height)
        self._lean.angle = lean_deg
        self._lean.origin = place.x + place.width / 2, place.y + place.height / 2


class GameArt(FloatLayout):
    """The picture of `game`. `faces` are the cards over its mat; a game without cards shows its board with the pieces of
    `opening`.
    """

    game = StringProperty("")
    faces: Sequence[CardSide] = ObjectProperty(())
    opening: Scene | None = ObjectProperty(None, allownone=True)

    def __init__(self, **values: Any) -> None:
        self._mat, self._board = MatPicture(), BoardPanel()
        self._hand = FloatLayout()
        super().__init__(**values)
        self.bind(game=self._show, faces=self._show, opening=self._show, pos=self._lay, size=self._lay)
        self._show()

    def _show(self, *_: object) -> None:
        self._mat.game = self.game
        self.clear_widgets()
        if self.opening is None:
            self.add_widget(self._mat)
            self.add_widget(self._hand)
        else:
            self._board.show(self.opening)
            self.add_widget(self._board)
        discard_children(self._hand)
        for face in self.faces:
            self._hand.add_widget(HeldCard(game=self.game, face=face))
        self._lay()

    def _lay(self, *_: object) -> None:
        for part in self.children:
            part.size_hint = (None, None)
            part.pos, part.size = self.pos, self.size
        cards = list(reversed(self._hand.children))
        places = hand_of_cards(len(cards), Rectangle(self.x, self.y, self.width, self.height))
        for card, (place, lean_deg) in zip(cards, places, strict=True):
            card.lay(place, lean_deg)

    def on_touch_down(self, touch: Any) -> bool:
        """Leave touches to what the picture is shown on."""
        del touch
        return False
