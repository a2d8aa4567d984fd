"""Shows the face of a card; a blank card until it is drawn, and the card's name where it would be too small."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakSet

from kivy.app import App
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, RoundedRectangle, Scale
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.printing.proportions import CARD_MM, MINI_MM
from companion.backend.interface import FaceOrder, FaceSet
from companion.showing.scene import Face, LaidCard, Words
from ui.widgets.face_textures import FaceKey, FaceTextures
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.touch import Touch

FACE_RATIO = MINI_MM[0] / MINI_MM[1]
"""Width of a mini face, as a share of its height."""
STEP_PX = 8
"""Faces are drawn in widths of so many pixels, and shown pixel for pixel: few widths are drawn, and all are sharp."""
LEAST_PX = 92
"""A mini face of this width has letters of eight pixels; on a smaller one nobody reads the name."""
LEAST_BOLD_PX = 44
"""The same of a face that shows little, in large signs."""
HALF = 0.5
"""The share of its turn from which a card shows its front."""
BLANK = 0.35
"""How strong a blank card is drawn while its face is not there."""
_FACES: "WeakSet[CardFace]" = WeakSet()


class CardFace(Says):
    """The face of a card. `says` is its name, for people who cannot see the face, and for a card without one."""

    game = StringProperty("")
    face: Face | None = ObjectProperty(None, allownone=True)
    is_mini = BooleanProperty(True)
    is_legible = BooleanProperty(True)
    """The face is large enough that the card's name can be read on it."""
    is_drawn = BooleanProperty(False)
    """The face is there."""
    shown_width = NumericProperty(0)
    """How wide the face is, in pixels."""
    shown_height = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        self.key: FaceKey | None = None
        super().__init__(**values)
        _FACES.add(self)
        with self.canvas.before:
            self._blank_ink = Color(0, 0, 0, 0)
            self._blank = RoundedRectangle()
            self._face_ink = Color(1, 1, 1, 0)
            self._picture = Rectangle()
        for name in ("game", "face", "is_mini", "parent", "language"):
            self.fbind(name, self._draw_soon)

    def draw(self) -> None:
        """Show the face if it is there; have it drawn if not."""
        self.key = self._wanted()
        faces: FaceTextures = App.get_running_app().faces
        texture = None if self.key is None else faces.texture(self.key)
        if self.key is not None and texture is None:
            texture = faces.stand_in(self.key)
        is_blank = self.key is not None and texture is None and not faces.is_absent(self.key)
        self.is_drawn = texture is not None
        if self.is_drawn or is_blank:
            self._texture, self.is_cut = None, False
            self._place()
        else:
            super().draw()
        self._face_ink.a = 1 if self.is_drawn else 0
        self._blank_ink.rgba = (*App.get_running_app().look.quiet[:3], BLANK if is_blank else 0)
        if texture is not None:
            self._picture.texture = texture
        self._place_face()

    def _wanted(self) -> FaceKey | None:
        width, height = self._size_px()
        self.shown_width, self.shown_height = width, height
        if self.face is None or not self.game or width < STEP_PX:
            return None
        look = App.get_running_app().look
        return FaceKey(
            FaceSet(self.game, look.language, width, self.is_mini),
            FaceOrder(self.face.ref, self.face.is_back),
        )

    def _size_px(self) -> tuple[int, int]:
        """Return the size of the largest face that fits, in the steps in which they are drawn."""
        width_mm, height_mm = MINI_MM if self.is_mini else CARD_MM
        across = min(self.width, self.height * width_mm / height_mm)
        width = int(across // STEP_PX) * STEP_PX
        return width, max(1, round(width * height_mm / width_mm))

    def _place(self, *_: object) -> None:
        super()._place()
        self._place_face()

    def _place_face(self) -> None:
        size = (self.shown_width, self.shown_height)
        pos = int(self.center_x - size[0] / 2), int(self.center_y - size[1] / 2)
        self._picture.pos, self._picture.size = pos, size
        self._blank.pos, self._blank.size = pos, size
        self._blank.radius = [size[0] * 0.045]


class FaceTouch(Touch):
    """A button with a card's face, and `badge` over its corner; a face too small to read has its name beside it."""

    game = StringProperty("")
    face: Face | None = ObjectProperty(None, allownone=True)
    badge = ObjectProperty("")
    face_px = NumericProperty(0)
    """How wide a face of the button's height is."""
    is_bold = BooleanProperty(False)
    """Whether its face shows little, in large signs."""
    is_named = BooleanProperty(False)
    """Whether the card's name is written beside its face."""
    has_face = BooleanProperty(True)
    badge_wide = NumericProperty(0)
    is_beside = BooleanProperty(False)
    """Whether the badge stands beside the face, where there is room, and hides nothing of it."""
    badge_px = NumericProperty(0)
    """How much the badge stands above its face, where the face is legible below it."""


class EmptySeat(Touch):
    """The seat of a button that is not there now: nothing is seen, and nothing can be touched."""


class TouchSeats:
    """The buttons of a grid, of several kinds, which are used again."""

    def __init__(self, grid: Widget, make: Callable[[Touch], Touch], ready: int = 0) -> None:
        """`make` prepares a new button; `ready` of the usual kinds are made at once."""
        self._grid = grid
        self._make = make
        self._pools = {kind: [make(kind()) for _ in range(ready)] for kind in (Touch, FaceTouch)}
        grid.spare = [touch for pool in self._pools.values() for touch in pool]

    def fill(self, kinds: Sequence[type[Touch]]) -> list[Touch]:
        """Give the grid buttons of these kinds, in order."""
        taken: Counter[type[Touch]] = Counter()
        touches = []
        for kind in kinds:
            pool = self._pools.setdefault(kind, [])
            if taken[kind] == len(pool):
                pool.append(self._make(kind()))
                self._grid.spare.append(pool[-1])
            touches.append(pool[taken[kind]])
            taken[kind] += 1
        if self._grid.children != touches[::-1]:
            self._grid.clear_widgets()
            for touch in touches:
                self._grid.add_widget(touch)
        return touches


class CardGrid(GridLayout):
    """Cards beside each other, as large as they fit."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.bind(size=self._spread, children=self._spread)

    def _spread(self, *_: object) -> None:
        self.cols = best_across(max(1, len(self.children)), self.width, self.height, FACE_RATIO)


class FaceRow(CardGrid):
    """Faces of cards, each with its card's name."""

    def show(self, game: str, cards: Sequence[tuple[Face, Words]]) -> None:
        """Show these cards."""
        for widget, (face, says) in zip(fill(self, self._new, len(cards)), cards, strict=True):
            widget.game, widget.face, widget.says = game, face, says

    @staticmethod
    def _new() -> CardFace:
        return CardFace(is_sentence=True, type_role="note")


class TurningCard(FloatLayout):
    """A card that turns over: its back until it is half turned, and then its front."""

    turned = NumericProperty(0.0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        # Both faces are made at once: a front that is drawn only when it is seen would come too late.
        self._back, self._front = (CardFace(type_role="note", size_hint=(None, None)) for _ in range(2))
        for face in (self._back, self._front):
            self.add_widget(face)
        with self.canvas.before:
            PushMatrix()
            self._stretch = Scale(1, 1, 1)
        with self.canvas.after:
            PopMatrix()
        for name in ("turned", "pos", "size"):
            self.fbind(name, self._turn)

    @property
    def has_front(self) -> bool:
        """Whether it is known what it shows once it is turned over."""
        return self._front.face is not None

    def show(self, game: str, card: LaidCard) -> None:
        """Show a card; it stays on its back until `turned` says otherwise."""
        self._back.game, self._back.face = game, card.back
        self._front.game, self._front.face = game, card.front

    def _turn(self, *_: object) -> None:
        for face in (self._back, self._front):
            face.pos, face.size = self.pos, self.size
        self._back.opacity = 1 if self.turned < HALF else 0
        self._front.opacity = 1 - self._back.opacity
        self._stretch.x = max(0.02, abs(1 - 2 * self.turned))
        self._stretch.origin = (*self.center, 0)


class LaidRow(CardGrid):
    """Cards that were laid face down, and turn over one after the other."""

    def show(self, game: str, cards: Sequence[LaidCard], known: int) -> None:
        """Show these cards; the first `known` of them were turned over before."""
        self._cards, self._known = cards, known
        for widget, card in zip(fill(self, TurningCard, len(cards)), cards, strict=True):
            widget.show(game, card)

    def turn(self, turned: float) -> None:
        """Show how far the cards have turned that are turned over now."""
        for n, (widget, card) in enumerate(zip(reversed(self.children), self._cards, strict=True)):
            widget.turned = 0.0 if card.front is None else 1.0 if n < self._known else turned


def best_across(count: int, width: float, height: float, ratio: float) -> int:
    """Return the number of columns in which things of this ratio of width to height are largest."""
    return max(
        range(1, count + 1),
        key=lambda across: (min(width / across, height / -(-count // across) * ratio), -across),
    )


def keys_in_use() -> frozenset[FaceKey]:
    """Return the faces that are shown now."""
    return frozenset(face.key for face in _FACES if face.key is not None)


def arrived(key: FaceKey) -> None:
    """Show a face wherever it is waited for."""
    for face in list(_FACES):
        if face.key == key:
            face.draw()
