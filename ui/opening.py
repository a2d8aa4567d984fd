"""The first picture: the program's name, and a bar that grows while the rest of the program is loaded."""

from kivy.core.text import Label
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle, RoundedRectangle
from kivy.utils import get_color_from_hex

from ui.typeface import TITLE, face_file

NAME = "Companion"
LETTERS, BAR_WIDE, BAR_HIGH = 0.12, 0.3, 0.012
"""The height of the letters, and the size of the bar, as shares of the window's shorter side and of its width."""


GROUND, INK, LINE, ACCENT = "#0C1712", "#F6F2E7", "#79957F", "#9BD8B4"
"""The colours of the house in the dark theme. The file that has them takes longer to read than the picture may take."""


class FirstPicture:
    """The picture; import this module after `ui.start.prepare`. Nothing else draws until the app runs."""

    def __init__(self) -> None:
        self._drawn = InstructionGroup()
        Window.canvas.add(self._drawn)
        self.show(0.0)

    def show(self, share: float) -> None:
        """Draw it now. `share`: how much is loaded, 0 to 1."""
        width, height = Window.size
        Window.clearcolor = get_color_from_hex(GROUND)
        self._drawn.clear()
        letters = Label(text=NAME, font_name=str(face_file(TITLE)), font_size=min(width, height) * LETTERS)
        letters.refresh()
        texture = letters.texture
        self._drawn.add(Color(*get_color_from_hex(INK)))
        place = ((width - texture.width) / 2, height / 2)
        self._drawn.add(Rectangle(texture=texture, pos=place, size=texture.size))
        long, high = width * BAR_WIDE, max(4.0, min(width, height) * BAR_HIGH)
        for colour, part in ((LINE, 1.0), (ACCENT, share)):
            if part:
                self._drawn.add(Color(*get_color_from_hex(colour)))
                at = ((width - long) / 2, height * 0.42)
                self._drawn.add(RoundedRectangle(pos=at, size=(long * part, high), radius=[high / 2]))
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")

    def close(self, *_: object) -> None:
        """Remove it, because the first page is there."""
        Window.canvas.remove(self._drawn)
