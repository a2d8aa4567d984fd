"""The page of a card that is entered: its living face, and beside it the open field with its possible values."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from calibration.printing.paper import CARD_MM
from companion.backend.card_entry import CardEntry, DraftFace, FacePart
from companion.backend.interface import FaceSet
from companion.rules.forms import NumberShape
from ui.cards.card_lines import field_at, part_of, shown_value
from ui.widgets.card_face import STEP_PX, texture_of
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.step_frame import only

# --- living face
# Shows the face of a card while it is entered: it is drawn again after each answer, and a touch opens the field there.

BACKS = ("success", "failure")
"""The fields of a card's other side."""
FADED = 0.35
"""How strongly a face is shown that is no longer the card's."""
RING = 4.0
"""The thickness of the frame around a field, in pixels on a screen of 1280 x 800."""


VALUE_SHARE, TALL = 0.62, 1.2
"""How much of a tall part its value takes, and from how many times as high as it is wide on a part is tall."""
ROW_RATIO = 2.0
"""From so many times as wide as it is high on, a part is a row with a name before its value."""
MISSING = "–"


class OverValue(Says):
    """Stands over a field of the face: a value that the rules refuse, or a dash where a value is missing."""

    is_missing = BooleanProperty(False)


class LivingFace(Widget):
    """The face. `on_field` carries the path of the field that was touched; `at` is the open one, `wrong` are faulty ones."""

    at = StringProperty("")
    wrong: Sequence[str] = ObjectProperty(())

    __events__ = ("on_field",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._entry: CardEntry | None = None
        self._drawn: DraftFace | None = None
        self._is_out = False
        self._is_due = False
        with self.canvas:
            self._ink = Color(1, 1, 1, 0)
            self._picture = Rectangle()
            self._asks = Color(0, 0, 0, 0)
            self._ring = Line(width=1.0)
            self._alarm = Color(0, 0, 0, 0)
            self._fault = Line(width=1.0)
        self.bind(pos=self._place, size=self._again, at=self._again, wrong=self._place)
        App.get_running_app().look.bind(language=self._again)

    def on_field(self, field: str) -> None: ...

    @property
    def parts(self) -> tuple[FacePart, ...]:
        """The places of the fields on the face that is shown."""
        return () if self._drawn is None else self._drawn.parts

    def show(self, entry: CardEntry | None) -> None:
        """Show another card, or another state of it; what the rules refuse of it stands there as a fault."""
        before, self._entry = self._entry, entry
        if entry is None or before is None or before.ref != entry.ref or before.kind != entry.kind:
            self._drawn = None
            self._ink.a = 0
            self._place()
        self._again()

    # --- drawing

    @property
    def _width_px(self) -> int:
        across = min(self.width, self.height * CARD_MM[0] / CARD_MM[1])
        return int(across // STEP_PX) * STEP_PX

    def _again(self, *_: object) -> None:
        """Have the newest state drawn; while one is drawn, the states between are left out."""
        self._is_due = True
        entry, width_px = self._entry, self._width_px
        if self._is_out or entry is None or width_px < STEP_PX:
            return
        self._is_out, self._is_due = True, False
        app = App.get_running_app()
        faces = FaceSet(entry.game, app.look.language, width_px, is_mini=False)
        is_back = self.at.split(".")[0] in BACKS
        app.run_in_background(lambda: app.backend.card_editor.draw(entry, faces, is_back=is_back), self._take)

    def _take(self, drawn: DraftFace | None) -> None:
        self._is_out = False
        if drawn is not None and self._entry is not None:
            self._drawn = drawn
            self._picture.texture = texture_of(drawn.picture)
        if self._drawn is not None:
            # What cannot be drawn leaves the last face, but not as if it were this card's.
            self._ink.a = FADED if drawn is None else 1
        self._place()
        if self._is_due:
            self._again()

    def _place(self, *_: object) -> None:
        width = self._width_px
        height = round(width * CARD_MM[1] / CARD_MM[0])
        self._picture.size = (width, height)
        self._picture.pos = (int(self.center_x - width / 2), int(self.top - height))
        look = App.get_running_app().look
        for colour, ink, line, fields in (
            (self._asks, look.question, self._ring, (self.at,)),
            (self._alarm, look.alarm, self._fault, self.wrong),
        ):
            part = next(
                (found for field in fields if (found := part_of(field, self.parts)) is not None), None
            )
            colour.rgba = (*ink[:3], 0 if part is None else 1)
            line.width = RING * look.unit
            if part is not None:
                line.rounded_rectangle = (*self.box_of(part), 4 * look.unit)
        self._place_values()

    def _place_values(self) -> None:
        """Write on the face the values that the rules refuse, and a dash over each usual value that stands for a missing
        one.
        """
        entry = self._entry
        refused = () if self._drawn is None or entry is None else self._drawn.refused
        found = [(field, part) for field in refused if (part := part_of(field, self.parts)) is not None]
        missing = {} if entry is None else {one.path: one.shape for one in entry.survey.missing}
        found += [(part.field, part) for part in self.parts if part.field in missing]
        for (field, part), value in zip(found, fill(self, OverValue, len(found)), strict=True):
            value.is_missing = field in missing
            left, bottom, width, height = self.box_of(part)
            # Below a value that stands in a tall part are its icon and its name.
            is_picture = value.is_missing and not isinstance(missing[field], NumberShape)
            tall = height * VALUE_SHARE if height > width * TALL and not is_picture else height
            # The dash of a row stands where its number does: the row's name is left.
            wide = height if value.is_missing and width > height * ROW_RATIO else width
            value.pos, value.size = (left + width - wide, bottom + height - tall), (wide, tall)
            value.says = "" if entry is None else MISSING if value.is_missing else shown_value(entry, field)

    def box_of(self, part: FacePart) -> tuple[float, float, float, float]:
        """Return the place of a part on the screen: left, bottom, width and height in pixels."""
        (left, bottom), (width, height) = self._picture.pos, self._picture.size
        return (
            left + part.x * width,
            bottom + (1 - part.y - part.height) * height,
            part.width * width,
            part.height * height,
        )

    def on_touch_down(self, touch: Any) -> bool:
        """Open the field that was touched."""
        (left, bottom), (width, height) = self._picture.pos, self._picture.size
        if not width or not height or not self.collide_point(*touch.pos):
            return False
        field = field_at((touch.x - left) / width, 1 - (touch.y - bottom) / height, self.parts)
        if field is None:
            return False
        self.dispatch("on_field", field)
        return True


# --- entry panel


class EntryPanel(BoxLayout):
    """The panel. `on_step` asks for the field before (-1) or after (1) the open one, `on_other_kind` for another kind of
    card; on the whole card, where no field is open, `on_discard` discards the draft.
    """

    has_before = BooleanProperty(False)
    has_after = BooleanProperty(False)
    has_kinds = BooleanProperty(False)
    """The kind was found by the card's reference, and may be another one."""

    is_whole = BooleanProperty(False)
    """All fields are answered, and none is open."""

    __events__ = ("on_step", "on_other_kind", "on_discard")

    def on_step(self, steps: int) -> None: ...

    def on_other_kind(self) -> None: ...

    def on_discard(self) -> None: ...

    def put(self, face: LivingFace, lines: Widget) -> None:
        """Show the face, and these lines beside it."""
        move(face, self.ids.place)
        move(lines, self.ids.lines)


def move(widget: Widget, place: Any) -> None:
    """Make a widget the only child of a place, wherever it was before."""
    if widget.parent is not None and widget.parent is not place:
        widget.parent.remove_widget(widget)
    only(place, widget)
