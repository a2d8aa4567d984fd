"""The picture of a game: its mat, and some of its cards, as they lie in a hand; or its board before the first play."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.showing.scene import Face, Scene
from ui.presenters.hand_of_cards import hand_of_cards
from ui.presenters.plan import Rectangle
from ui.widgets.board import BoardPanel
from ui.widgets.card_face import CardFace
from ui.widgets.discarding import discard_children
from ui.widgets.mat_picture import MatPicture


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
    faces: Sequence[Face] = ObjectProperty(())
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
