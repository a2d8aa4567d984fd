"""A grid of buttons without holes (see `ui.presenters.even_rows`)."""

from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.layout import Layout

from ui.presenters.even_rows import even_places
from ui.presenters.plan import Rectangle


class EvenGrid(Layout):
    """The grid, with at most `cols` buttons in a row."""

    cols = NumericProperty(1)
    least = NumericProperty(0)
    """Fewer buttons than these in a row are not wider."""
    spacing = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for name in ("children", "pos", "size", "cols", "least", "spacing"):
            self.fbind(name, self._trigger_layout)

    def do_layout(self, *_: object) -> None:
        """Put each button in its place."""
        room = Rectangle(self.x, self.y, self.width, self.height)
        places = even_places(room, len(self.children), int(self.cols), int(self.least), self.spacing)
        for child, place in zip(reversed(self.children), places, strict=True):
            child.pos, child.size = (place.x, place.y), (place.width, place.height)
