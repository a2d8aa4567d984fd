"""Shows the face of a card; a blank card until it is drawn, and the card's name where it would be too small."""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakSet

from kivy.app import App
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, RoundedRectangle, Scale
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.printing.paper import CARD_MM, MINI_MM
from companion.backend.interface import (
    FaceRequest,
    FaceSet,
)
from companion.backend.screen_pictures import DrawnPicture
from companion.errors import CompanionError
from companion.showing.scene import CardSide, LaidCard, Words
from ui.frames import BackgroundTasks
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.touch import Touch

# --- face textures
# Holds the faces of cards as textures, as many as have room.
#
# What is missing is drawn by background tasks of its own, some faces at a time, and taken over a few in each frame,
# so that no frame waits for it. Each face has a texture of its own: to copy a face into a large common one, which is
# being shown, takes Mesa's software renderer up to a second.

MOST_BYTES = 24_000_000
"""Some two hundred mini faces, or forty whole ones of 320 pixels: more than any two pages show together."""
AT_ONCE = 4
"""Faces drawn by one task: the first are there soon, and the others follow while these are shown."""
FRAME_BYTES = 500_000
"""Pixels taken over in one frame: less than a millisecond's work."""
DrawFaces = Callable[[FaceSet, Sequence[FaceRequest]], Mapping[FaceRequest, DrawnPicture]]


class FaceKey(NamedTuple):
    """Names one face in one size and language."""

    faces: FaceSet
    order: FaceRequest


class FaceTextures:
    """The faces of an app's cards. Only for the thread that draws."""

    def __init__(
        self, draw: DrawFaces, accident: Callable[[Exception], None], most_bytes: int = MOST_BYTES
    ) -> None:
        """`draw` runs in a background task."""
        self._draw = draw
        self._most_bytes = most_bytes
        self._tasks = BackgroundTasks(accident)
        self._kept: OrderedDict[FaceKey, Texture] = OrderedDict()
        self._bytes = 0
        self._wanted: dict[FaceKey, None] = {}
        self._out: frozenset[FaceKey] = frozenset()
        self._arrived: deque[tuple[FaceKey, DrawnPicture]] = deque()
        self._absent: set[FaceKey] = set()
        self._listeners: dict[Hashable, Callable[[FaceKey], None]] = {}

    def listen(self, name: Hashable, arrived: Callable[[FaceKey], None]) -> None:
        """Call `arrived` from now on for each face that was drawn, or that turned out to be missing."""
        self._listeners[name] = arrived

    @property
    def is_idle(self) -> bool:
        """Whether every wanted face is there."""
        return not (self._wanted or self._out or self._arrived) and self._tasks.is_idle

    def texture(self, key: FaceKey) -> Texture | None:
        """Return a face; None if it is not drawn yet, and then it will be drawn."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        if key not in self._absent and key not in self._out and all(key != one for one, _ in self._arrived):
            self._wanted[key] = None
        return None

    def stand_in(self, key: FaceKey) -> Texture | None:
        """Return the face in another size or with another value that stands out, the largest there is, to be shown until
        the right one is drawn; None: there is none.
        """
        alike = [
            texture
            for one, texture in self._kept.items()
            if replace(one.order, counts=key.order.counts) == key.order
            and replace(one.faces, width_px=key.faces.width_px) == key.faces
        ]
        return max(alike, key=lambda texture: texture.width, default=None)

    def is_absent(self, key: FaceKey) -> bool:
        """Tell whether no catalogue has this card."""
        return key in self._absent

    def forget(self, game: str) -> None:
        """Draw all faces of a game again when they are shown next, because its cards have changed."""
        self._absent = {key for key in self._absent if key.faces.game != game}
        for key in [key for key in self._kept if key.faces.game == game]:
            self._bytes -= _bytes(self._kept.pop(key))

    def pass_on(self, in_use: Callable[[], frozenset[FaceKey]]) -> None:
        """Take the faces that were drawn, and order missing ones. Called once a frame; `in_use` returns the shown
        ones.
        """
        self._tasks.deliver()
        room = FRAME_BYTES
        while self._arrived and room > 0:
            key, picture = self._arrived.popleft()
            room -= len(picture.pixels)
            self._keep(key, texture_of(picture), in_use)
            self._tell(key)
        if self._wanted and not self._out:
            self._begin()

    def close(self) -> None:
        self._tasks.close()

    # --- drawing

    def _begin(self) -> None:
        """Have the next faces drawn that are alike."""
        faces = next(iter(self._wanted)).faces
        keys = [key for key in self._wanted if key.faces == faces][:AT_ONCE]
        self._out = frozenset(keys)
        for key in keys:
            del self._wanted[key]
        orders = [key.order for key in keys]
        self._tasks.run(lambda: self._draw(faces, orders), self._take(keys), self._fail)

    def _take(self, keys: Sequence[FaceKey]) -> Callable[[Mapping[FaceRequest, DrawnPicture]], None]:
        def take(drawn: Mapping[FaceRequest, DrawnPicture]) -> None:
            self._out = frozenset()
            for key in keys:
                if key.order in drawn:
                    self._arrived.append((key, drawn[key.order]))
                else:
                    self._absent.add(key)
                    self._tell(key)

        return take

    def _fail(self, _: CompanionError) -> None:
        """Leave the faces blank: what is asked about the cards says what is wrong."""
        self._absent |= self._out
        self._out = frozenset()

    def _tell(self, key: FaceKey) -> None:
        for arrived in list(self._listeners.values()):
            arrived(key)

    # --- keeping

    def _keep(self, key: FaceKey, texture: Texture, in_use: Callable[[], frozenset[FaceKey]]) -> None:
        """Keep a face; those that were not shown for the longest time make room."""
        self._kept[key] = texture
        self._bytes += _bytes(texture)
        if self._bytes <= self._most_bytes:
            return
        shown = in_use() | {key}
        for old in [old for old in self._kept if old not in shown]:
            self._bytes -= _bytes(self._kept.pop(old))
            if self._bytes <= self._most_bytes:
                return


def texture_of(picture: DrawnPicture) -> Texture:
    """Return a drawn picture as a texture."""
    texture = Texture.create(size=(picture.width_px, picture.height_px), colorfmt="rgba")
    texture.flip_vertical()
    texture.blit_buffer(picture.pixels, colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _bytes(texture: Texture) -> int:
    return int(texture.width * texture.height * 4)


# --- card face

FACE_RATIO = MINI_MM[0] / MINI_MM[1]
"""Width of a mini face, as a share of its height."""
STEP_PX = 8
"""Faces are drawn in widths of so many pixels, and shown pixel for pixel: few widths are drawn, and all are sharp."""
LEAST_PX = 92
"""A mini face of this width has letters of eight pixels; on a smaller one nobody reads the name."""
READ_PX = 2 * LEAST_PX
"""On a face of this width a stranger reads all, from a chair; on a smaller one words say it better."""
LEAST_BOLD_PX = 44
"""The same of a face that shows little, in large signs."""
HALF = 0.5
"""The share of its turn from which a card shows its front."""
BLANK = 0.35
"""How strong a blank card is drawn while its face is not there."""
CORNER = 0.045
"""The radius of a card's corners, as a share of its width."""
EDGE_PX = 1
"""The width of the line around a face."""
_FACES: "WeakSet[CardFace]" = WeakSet()


class CardFace(Says):
    """The face of a card. `says` is its name, for people who cannot see the face, and for a card without one."""

    game = StringProperty("")
    face: CardSide | None = ObjectProperty(None, allownone=True)
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
            self._edge_ink = Color(0, 0, 0, 0)
            self._edge = RoundedRectangle()
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
        self._edge_ink.rgba = (*App.get_running_app().look.line[:3], self._face_ink.a)
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
            FaceRequest(self.face.ref, self.face.is_back, self.face.counts, self.face.seat),
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
        self._blank.radius = [size[0] * CORNER]
        # A white card is told from a white panel.
        self._edge.pos, self._edge.size = (
            (pos[0] - EDGE_PX, pos[1] - EDGE_PX),
            (size[0] + 2 * EDGE_PX, size[1] + 2 * EDGE_PX),
        )
        self._edge.radius = [size[0] * CORNER + EDGE_PX]


class FaceTouch(Touch):
    """A button with a card's face, and `badge` over its corner; a face too small to read has its name beside it."""

    game = StringProperty("")
    face: CardSide | None = ObjectProperty(None, allownone=True)
    badge = ObjectProperty("")
    total = StringProperty("")
    """The total of the card, in large digits beside its name; empty if there is none."""
    face_px = NumericProperty(0)
    """How wide a face of the button's height is."""
    is_bold = BooleanProperty(False)
    """Whether its face shows little, in large signs."""
    is_named = BooleanProperty(False)
    """Whether the card's name is written beside its face."""
    has_face = BooleanProperty(True)
    badge_says = ObjectProperty("")
    """The badge in words, for where the card's name stands beside its face; empty: in the same signs."""
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

    def show(self, game: str, cards: Sequence[tuple[CardSide, Words]]) -> None:
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


EVEN_SHARE = 0.85
"""How large things are that stand in full rows, as a share of the largest that they could be."""


def best_across(count: int, width: float, height: float, ratio: float) -> int:
    """Return the number of columns in which things of this ratio of width to height are largest, or not much smaller and all
    rows are full.
    """
    sizes = {
        across: min(width / across, height / -(-count // across) * ratio) for across in range(1, count + 1)
    }
    large = [across for across, size in sizes.items() if size >= max(sizes.values()) * EVEN_SHARE]
    return min(large, key=lambda across: (count % across > 0, -sizes[across], across))


def keys_in_use() -> frozenset[FaceKey]:
    """Return the faces that are shown now."""
    return frozenset(face.key for face in _FACES if face.key is not None)


def arrived(key: FaceKey) -> None:
    """Show a face wherever it is waited for."""
    for face in list(_FACES):
        if face.key == key:
            face.draw()
