"""A contest: the sums of two sides side by side, growing line by line, with large totals and the odds between them."""

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rules.readings import tell_citation
from companion.showing.scene import Contest, Scale, Scene, SumLine
from companion.words import Text, joined
from ui.look import rgba
from ui.presenters.palette import LIVERIES
from ui.widgets.card_face import FACE_RATIO, LEAST_PX
from ui.widgets.hold import Held
from ui.widgets.pool import fill, prepare

MOST_ROWS = 7
"""More would be too small to be read across a table: what came first is drawn together."""

SIDES = 2
FACES_PART = 0.27
"""How much of a side's width the faces of its cards may take."""


class SumRow(BoxLayout):
    """One line of a sum."""

    says = ObjectProperty("")
    value = StringProperty("")
    cite = ObjectProperty("")
    is_reason = BooleanProperty(False)
    has_room = BooleanProperty(True)
    """The section of the rulebook can be read under it; the referee's list says it in any case."""


class ScaleBox(BoxLayout):
    """One side's sum."""

    role = StringProperty("")
    title = ObjectProperty("")
    cards = ObjectProperty("")
    total = StringProperty("")
    more = StringProperty("")
    """What stands behind the total, while it is not all."""
    stripe = ListProperty([0, 0, 0, 0])
    face_width = NumericProperty(0)
    """How wide the faces of its cards are, in pixels; 0: they would be too small, and are told by their names."""

    def on_kv_post(self, _: object) -> None:
        prepare(self.ids.rows, SumRow, MOST_ROWS)
        self.bind(size=self._spread)

    def show(self, scale: Scale, scene: Scene) -> None:
        self.role = "" if scale.seat is None else scene.side(scale.seat).role
        self.stripe = rgba(LIVERIES[self.role].fill) if self.role else [0, 0, 0, 0]
        self.title = scale.role
        known = [(face, scene.names.get(ref, ref)) for ref in scale.cards if (face := scene.face("", ref))]
        self.ids.faces.show(scene.game, known)
        self._spread()
        self.cards = joined([Text("{card}", card=scene.names.get(ref, ref)) for ref in scale.cards])
        self.total = "" if scale.total is None else str(scale.total)
        self.more = total_says(scale).removeprefix(self.total)
        lines = shortened(scale.lines)
        for row, line in zip(fill(self.ids.rows, SumRow, len(lines)), lines, strict=True):
            row.says, row.value, row.cite = (
                line.says,
                line.value or "",
                tell_citation(line.cite) if line.cite else "",
            )
            row.is_reason = line.is_reason

    def _spread(self, *_: object) -> None:
        """Give the faces, one below the other, as much width as they need."""
        count = len(self.ids.faces.children)
        width = min(FACES_PART * self.width, FACE_RATIO * self.height / max(1, count))
        self.face_width = width if count and width >= LEAST_PX else 0


def total_says(scale: Scale) -> str:
    """Return the total as text: `8+?` while more lines may come."""
    if scale.total is None:
        return "?" if scale.is_open else ""
    return f"{scale.total}+?" if scale.is_open else str(scale.total)


def shortened(lines: tuple[SumLine, ...]) -> tuple[SumLine, ...]:
    """Return as many lines as can be read; reasons are dropped first, then the oldest lines."""
    if len(lines) > MOST_ROWS:
        lines = tuple(line for line in lines if not line.is_reason)
    if len(lines) > MOST_ROWS:
        hidden = len(lines) - MOST_ROWS + 1
        more = SumLine(Text("{n} more lines above", n=hidden), "…")
        lines = (more, *lines[hidden:])
    return lines


class OddsBar(BoxLayout):
    """Each side's chance to win, as lengths and numbers; the rest between them is the chance of a foul."""

    left_percent = NumericProperty(0)
    right_percent = NumericProperty(0)
    left_fill = ListProperty([0, 0, 0, 0])
    right_fill = ListProperty([0, 0, 0, 0])
    left_says = StringProperty("")
    right_says = StringProperty("")
    middle_says = ObjectProperty("")


def in_order(contest: Contest, scene: Scene) -> list[Scale]:
    """Return each scale on the side of the screen that belongs to its seat; a number to reach stands last."""
    seats = [side.seat for side in scene.sides]
    return sorted(
        contest.scales, key=lambda scale: len(seats) if scale.seat is None else seats.index(scale.seat)
    )


class ContestPanel(Held, BoxLayout):
    """The panel of the present contest."""

    outcome = ObjectProperty("")
    has_odds = BooleanProperty(False)

    def on_kv_post(self, _: object) -> None:
        prepare(self.ids.scales, ScaleBox, SIDES)

    def show(self, contest: Contest, scene: Scene) -> None:
        scales = in_order(contest, scene)
        for box, scale in zip(fill(self.ids.scales, ScaleBox, len(scales)), scales, strict=True):
            box.show(scale, scene)
        self.outcome = contest.outcome or ""
        self._show_odds(contest, scene)

    def _show_odds(self, contest: Contest, scene: Scene) -> None:
        known = [
            (scale, scale.chance_percent)
            for scale in in_order(contest, scene)
            if scale.chance_percent is not None
        ]
        self.has_odds = len(known) == 2
        if not self.has_odds:
            return
        odds = self.ids.odds
        (left, left_percent), (right, right_percent) = known
        odds.left_percent, odds.right_percent = left_percent, right_percent
        odds.left_fill, odds.right_fill = _fill(left, scene), _fill(right, scene)
        odds.left_says, odds.right_says = f"{left_percent} %", f"{right_percent} %"
        foul, level = contest.foul_percent, contest.level_percent
        odds.middle_says = (
            Text("foul {percent} %", percent=foul)
            if foul
            else Text("level {percent} %", percent=level)
            if level
            else ""
        )


def _fill(scale: Scale, scene: Scene) -> list[float]:
    """Return the colour of a scale's side, or the colour of a line if it has none."""
    if scale.seat is None:
        return [0.5, 0.5, 0.5, 1.0]
    return rgba(LIVERIES[scene.side(scale.seat).role].fill)
