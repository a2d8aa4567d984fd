"""Holds the faces of cards as textures, as many as have room.

What is missing is drawn by background tasks of its own, some faces at a time, and taken over a few in each frame, so that no
frame waits for it. Each face has a texture of its own: to copy a face into a large common one, which is being shown, takes
Mesa's software renderer up to a second.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kivy.graphics.texture import Texture

from companion.backend.interface import (
    FaceOrder,
    FaceSet,
)
from companion.backend.screen_pictures import DrawnPicture
from companion.errors import CompanionError
from ui.background_tasks import BackgroundTasks

MOST_BYTES = 24_000_000
"""Some two hundred mini faces, or forty whole ones of 320 pixels: more than any two pages show together."""
AT_ONCE = 4
"""Faces drawn by one task: the first are there soon, and the others follow while these are shown."""
FRAME_BYTES = 500_000
"""Pixels taken over in one frame: less than a millisecond's work."""
DrawFaces = Callable[[FaceSet, Sequence[FaceOrder]], Mapping[FaceOrder, DrawnPicture]]


class FaceKey(NamedTuple):
    """Names one face in one size and language."""

    faces: FaceSet
    order: FaceOrder


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
        """Return the face in another size, the largest there is, to be shown until the right one is drawn; None: there is none."""
        alike = [
            texture
            for one, texture in self._kept.items()
            if one.order == key.order and replace(one.faces, width_px=key.faces.width_px) == key.faces
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

    def _take(self, keys: Sequence[FaceKey]) -> Callable[[Mapping[FaceOrder, DrawnPicture]], None]:
        def take(drawn: Mapping[FaceOrder, DrawnPicture]) -> None:
            self._out = frozenset()
            for key in keys:
                if key.order in drawn:
                    self._arrived.append((key, drawn[key.order]))
                else:
                    self._absent.add(key)
                    self._tell(key)

        return take

    def _fail(self, _: CompanionError) -> None:
        """The faces stay blank: what is asked about the cards says what is wrong."""
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
