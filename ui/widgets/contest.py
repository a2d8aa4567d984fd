"""A contest: two sides with cards, sums and totals, the pitch between them, and the odds below with whose they are."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.house_style import TextRole
from companion.showing.scene import DUEL, Contest, Scale, Scene, Words, in_order
from companion.words import Text, as_sentence, clauses, in_a_row, joined
from ui.frames import Animator
from ui.look import rgba
from ui.presenters.duel_plan import (
    COUNT_MS,
    FLAT,
    LEAST_ROW,
    MORE,
    MOST_ROWS,
    NOWHERE,
    REASON,
    REVEAL_MS,
    REVEALED,
    SLIDE_MS,
    TURN_MS,
    DuelParts,
    DuelPlan,
    RevealFrame,
    SideParts,
    SidePlan,
    counted_total,
    duel_plan,
    reveal_at,
    side_plan,
    sum_texts,
)
from ui.presenters.palette import LIVERIES, STYLE
from ui.presenters.plan import Rectangle
from ui.presenters.text_fit import MARGIN
from ui.widgets.card_face import FACE_RATIO, LEAST_PX, best_across
from ui.widgets.odds import OddsBar
from ui.widgets.pool import fill, prepare
from ui.widgets.says import letters_px, line_px
from ui.widgets.sum_row import HIDDEN, WITH_DICE, WITH_REASON, SumRow
from ui.widgets.touch import Held

__all__ = ["ContestPanel", "OddsBar", "ScaleBox", "total_says"]
"""`OddsBar` is named in the layout."""

SIDES = 2
ROW = 46
"""The height of a line of a sum at most, on a screen whose shorter side is 800."""
LARGE_ROW = 68
"""The height of a line of a sum whose letters are those of titles."""
TWO_LINES = 60
"""The height that a line needs whose words take two."""
MOST_FACES = 8
TITLE_GAP = 10
"""Between a side's mark and its title."""


class ScaleBox(FloatLayout):
    """One side: its card, its sum and its total."""

    role = StringProperty("")
    title = ObjectProperty("")
    cards = ObjectProperty("")
    total = StringProperty("")
    more = StringProperty("")
    """What stands behind the total, while it is not all."""
    fill = ListProperty([0, 0, 0, 0])
    """The side's colour."""
    won = NumericProperty(0.0)
    lost = NumericProperty(0.0)
    """How far the panel has taken its side's colour, or was dimmed; 1: wholly."""
    slid = NumericProperty(1.0)
    """How far its cards have come in."""
    is_low = BooleanProperty(False)
    is_mirrored = BooleanProperty(False)
    is_more_small = BooleanProperty(False)
    may_grow = BooleanProperty(False)
    """Its sum has room for the letters of titles."""
    is_grown = BooleanProperty(False)
    """The sums of all sides have room for them."""
    must_shrink = BooleanProperty(False)
    """Its sum has no room for the letters of rows."""
    is_shrunk = BooleanProperty(False)
    """The sum of a side has none: all sums have smaller letters."""
    is_loud = BooleanProperty(False)
    """It is read from the other end of a hall, where nobody reads why a line is multiplied."""
    own_panel = ListProperty([])
    """A colour of its own for the panel; empty: that of the page."""
    panel = ListProperty([0, 0, 0, 0])
    ink = ListProperty([1, 1, 1, 1])
    quiet = ListProperty([1, 1, 1, 1])

    def on_kv_post(self, _: object) -> None:
        self._known: list[Any] = []
        self._values: list[str] = []
        self._first, self._last = 0, 0
        self._has_won = self._has_lost = self._is_wrapped = False
        self._scale: Scale | None = None
        self._faces_at = Rectangle(0, 0, 0, 0)
        self._arranged: tuple[object, ...] = ()
        prepare(self.ids.rows, SumRow, MOST_ROWS)
        look = App.get_running_app().look
        look.bind(unit=self._arrange, language=self._arrange_anew)
        self.bind(pos=self._arrange, size=self._arrange, is_mirrored=self._arrange)

    def show(self, scale: Scale, scene: Scene, *, is_lost: bool, goes_on: bool) -> None:
        """Show a scale. `goes_on`: it is the next moment of the contest that was shown before."""
        before, self._scale = self._scale, scale
        self.role = "" if scale.seat is None else scene.side(scale.seat).role
        self.fill = rgba(LIVERIES[self.role].fill) if self.role else [0, 0, 0, 0]
        self._has_won, self._has_lost = scale.has_won and bool(self.role), is_lost
        self.title = scale.role
        cards = dict.fromkeys(scale.cards)
        self._known = [(face, scene.names.get(ref, ref)) for ref in cards if (face := scene.face(DUEL, ref))]
        self._game = scene.game
        is_same = goes_on and before is not None and before.seat == scale.seat
        self._turned_before = before.turned_count if before is not None and is_same else 0
        self.ids.laid.show(scene.game, scale.laid, self._turned_before)
        self._names = _counted([scene.names.get(ref, ref) for ref in scale.cards])
        say = App.get_running_app().look.say
        told = " / ".join(say(words) for line in scale.lines for words in (line.says, line.card) if words)
        # A card that brings a line of the sum is named there.
        self._told = [name for name in self._names if say(name.args["card"]) in told]
        self._has_dice = any(line.dice for line in scale.lines)
        self._first = before.total or 0 if before is not None and before.seat == scale.seat else 0
        self._last = scale.total or 0
        self.more = total_says(scale).removeprefix("" if scale.total is None else str(scale.total))
        if any(not die.face for line in scale.lines for die in line.dice):
            # The die that has not fallen yet says so.
            self.more = ""
        texts = () if self._faces_say_all(scale) else sum_texts(scale.lines)
        rows = fill(self.ids.rows, SumRow, len(texts))
        for row, text in zip(rows, texts, strict=True):
            row.like = self.parent
            row.show(text)
        self._ink_rows()
        self._values = [text.value for text in texts]
        self.play(REVEALED)
        self._arranged = ()
        self._arrange()

    def _faces_say_all(self, scale: Scale) -> bool:
        """Tell whether each line is the number of one card of everybody's, which its face shows."""
        is_of_cards = scale.seat is None and all(line.is_turned for line in scale.lines)
        return is_of_cards and len(scale.lines) == len(self._known or scale.laid)

    @property
    def has_turned(self) -> bool:
        """Whether a laid card was turned over since the contest was shown before."""
        return self._scale is not None and self._scale.turned_count > self._turned_before

    def play(self, frame: RevealFrame) -> None:
        """Show a moment of the reveal."""
        scale = self._scale
        if scale is None:
            return
        is_counting = frame.counted < 1
        total = counted_total(frame, self._first, self._last) if is_counting else self._last
        self.total = "" if scale.total is None else HIDDEN if _is_blank(scale) else str(total)
        self.won = frame.coloured if self._has_won else 0.0
        self.lost = frame.coloured if self._has_lost else 0.0
        self.slid = frame.slid
        turning = [row for row in reversed(self.ids.rows.children) if row.is_turned]
        for n, row in enumerate(turning):
            row.turned = frame.turned if n >= self._turned_before else 1.0
        self.ids.laid.turn(frame.turned)

    def on_is_grown(self, *_: object) -> None:
        self._arrange_anew()

    def on_is_shrunk(self, *_: object) -> None:
        self._arrange_anew()

    def on_ink(self, *_: object) -> None:
        self._ink_rows()

    def on_quiet(self, *_: object) -> None:
        self._ink_rows()

    def _ink_rows(self) -> None:
        for row in self.ids.rows.children:
            row.ink, row.quiet = self.ink, self.quiet

    def on_slid(self, *_: object) -> None:
        self._slide()

    def _slide(self) -> None:
        at, faces = self._faces_at, self.ids.faces
        away = (1 - self.slid) * at.width * (1 if self.is_mirrored else -1)
        faces.pos = at.x + away, at.y
        faces.opacity = self.slid if at.width else 0

    def _arrange_anew(self, *_: object) -> None:
        """Arrange what words of another length need."""
        self._arranged = ()
        self._arrange()

    def _arrange(self, *_: object) -> None:
        scale = self._scale
        if scale is None or min(self.size) <= 1:
            return
        unit = App.get_running_app().look.unit
        arranged = (*self.pos, *self.size, unit, self.is_mirrored)
        if arranged == self._arranged:
            return
        self._arranged = arranged
        has_laid = bool(scale.laid and scale.cards)
        plan, count = self._planned(scale, unit, has_laid=has_laid)
        is_titled = plan.is_low or not plan.names.width
        is_wide = not plan.is_low and self._is_named_wide(plan.title.width)
        self.is_low = plan.is_low or (is_titled and not is_wide and count < len(self._names))
        self.ids.faces.show(self._game, self._known[:count])
        named = [name for name in self._names[count:] if name not in self._told]
        self.cards = joined(named) if named and plan.names.width else ""
        _put(self.ids.title, plan.title)
        self.title = self._title_with(named, plan.title.width) if is_titled and named else scale.role
        self._size_rows(plan, unit)
        self._faces_at = _gathered(plan.faces, count, is_right=self.is_mirrored)
        self.ids.faces.size = self._faces_at.width, self._faces_at.height
        self._slide()
        high = self._share_rows(plan.rows, unit)
        _put(self.ids.names, plan.names)
        middle = Rectangle(plan.rows.x, plan.rows.y + (plan.rows.height - high) / 2, plan.rows.width, high)
        _put(self.ids.rows, middle)
        for row in self.ids.rows.children:
            row.name_cards()
        _put(self.ids.total, plan.total)
        _put(self.ids.more, plan.more)
        _put(self.ids.laid, plan.laid if has_laid else plan.faces if scale.laid else NOWHERE)
        self.is_more_small = plan.more.height < MORE * unit - 1

    def _planned(self, scale: Scale, unit: float, *, has_laid: bool) -> tuple[SidePlan, int]:
        """Return where the parts of the side lie, and how many of its cards are shown as faces; the others are named."""
        box, rows = Rectangle(self.x, self.y, self.width, self.height), self.ids.rows.children
        parts = SideParts(
            has_faces=bool(self._known or scale.laid),
            has_names=False,
            has_rows=bool(rows),
            has_total=scale.total is not None,
            has_more=bool(self.more),
            is_mirrored=self.is_mirrored,
            has_laid=has_laid,
            row_count=len(rows) + sum(bool(row.why) for row in rows),
            is_one_digit=self._has_dice and (scale.total or 0) < 10,
        )
        plan = side_plan(box, unit, parts)
        count = self._legible(plan.faces)
        if count < min(len(self._known), MOST_FACES):
            # Faces that can be read come before the reasons of factors.
            parts = replace(parts, row_count=len(rows))
            plan = side_plan(box, unit, parts)
            count = self._legible(plan.faces)
        if self._is_named_wide(plan.title.width):
            return plan, count
        if count < len(self._names):
            parts = replace(parts, has_faces=count > 0, has_names=True)
            plan = side_plan(box, unit, parts)
        is_narrow = (
            (plan.is_low or plan.rows.height < self._shares() * TWO_LINES * unit)
            and not scale.laid
            and self._longest_px() > plan.rows.width - self._value_px(unit, is_small=True)
        )
        if count and (is_narrow or not self._has_rows(plan, unit)):
            # A sum is read first: its cards are named instead.
            parts, count = replace(parts, has_faces=False, has_names=True), 0
            plan = side_plan(box, unit, parts)
        if parts.has_names and not self._has_rows(plan, unit):
            # They join the title.
            plan = side_plan(box, unit, replace(parts, has_names=False))
        return plan, count

    def _is_named_wide(self, width: float) -> bool:
        """Tell whether the side has one card without a face: its name stands beside the role, in letters of full size."""
        if (
            self._known
            or len(self._names) != 1
            or self._scale is None
            or self.height < FLAT * App.get_running_app().look.unit
        ):
            return False
        look, title = App.get_running_app().look, self.ids.words
        says = as_sentence(look.say(in_a_row([Text("{role}", role=self._scale.role), *self._names])))
        size_px = letters_px(STYLE.steps(TextRole.TITLE)[0], look.text_unit)
        return line_px(says, title.font_name, size_px) <= self._title_room(width)

    def _title_room(self, width: float) -> float:
        """Return the width for the words of a title: there is a gap on both sides, also on the one without a mark."""
        gaps = 2 * TITLE_GAP * App.get_running_app().look.unit
        return MARGIN * (width - self.ids.title.height - gaps)

    def _has_rows(self, plan: SidePlan, unit: float) -> bool:
        """Tell whether all lines of the sum can be read there."""
        return bool(plan.rows.height >= self._shares() * LEAST_ROW * unit - 1)

    def _shares(self) -> float:
        """Return how many lines without dice would be as high as the lines of the sum; a line with dice is higher."""
        return sum(WITH_DICE if row.dice_px else 1.0 for row in self.ids.rows.children)

    def _longest_px(self) -> float:
        """Return the width of the longest line of the sum, in the smallest letters that it may have."""
        return max((row.words_px(TextRole.NOTE) for row in self.ids.rows.children), default=0.0)

    def _size_rows(self, plan: SidePlan, unit: float) -> None:
        """Give the lines of the sum the letters with which the longest one is read whole."""
        rows = self.ids.rows.children
        is_small, value_px = plan.is_low, self._value_px(unit, is_small=plan.is_flat)
        role = TextRole.NOTE if is_small else TextRole.ROW
        is_long = max((row.words_px(role) for row in rows), default=0.0) > plan.rows.width - value_px
        self._is_wrapped = is_long and plan.rows.height >= self._shares() * TWO_LINES * unit
        if is_long and not is_small and not self._is_wrapped:
            is_small = True
        self.must_shrink = is_small and bool(rows)
        if self.must_shrink or self.is_shrunk:
            is_small, value_px = True, self._value_px(unit, is_small=True)
        large_px = (
            self._value_px(unit, is_small=False) * STYLE.type[TextRole.TITLE] / STYLE.type[TextRole.ROW]
        )
        longest = max((row.words_px(TextRole.TITLE, step=0) for row in rows), default=0.0)
        self.may_grow = (
            not is_small
            and longest <= plan.rows.width - large_px
            and plan.rows.height >= sum(row.share for row in rows) * LARGE_ROW * unit
        )
        is_large = self.may_grow and self.is_grown
        for row in rows:
            row.is_low, row.is_large, row.wraps = is_small, is_large, self._is_wrapped
            row.value_px = large_px if is_large else value_px

    def _title_with(self, named: Sequence[Text], width: float) -> Words:
        """Return the title of a low side with the cards that have no room of their own, as many as stand on one line; the
        sum below it tells the others.
        """
        assert self._scale is not None
        look, title = App.get_running_app().look, self.ids.words
        room = self._title_room(width)
        size_px = letters_px(STYLE.steps(TextRole.NOTE)[1], look.text_unit)
        told = [Text("{role}", role=self._scale.role)]
        for name in named:
            words = as_sentence(look.say(in_a_row([*told, name])))
            if line_px(words, title.font_name, size_px) > room:
                break
            told.append(name)
        # Who it is counts more than what he does, which the question says too.
        return in_a_row(told if len(told) > 1 else [*named[:1], *told][:1])

    def _value_px(self, unit: float, *, is_small: bool) -> float:
        """Return the width of the numbers of a sum."""
        longest = max(map(len, self._values), default=0)
        if not longest:
            return 1
        role, font = TextRole.NOTE if is_small else TextRole.ROW, "numeral"
        size_px = letters_px(STYLE.steps(role)[0], App.get_running_app().look.text_unit)
        wide = max(line_px(value, font, size_px) for value in self._values) / MARGIN
        return min(unit * (15 if is_small else 19) * longest, wide) + 12 * unit

    def _share_rows(self, room: Rectangle, unit: float) -> float:
        """Share the height among the lines, without reasons where these would leave no room for numbers; return it."""
        shares = self._lay_rows(has_reasons=not self.is_loud)
        if room.height * WITH_REASON < shares * (LEAST_ROW + REASON) * unit:
            shares = self._lay_rows(has_reasons=False)
        each = (LARGE_ROW if self.may_grow and self.is_grown else ROW) * unit
        if self._is_wrapped:
            rows = self.ids.rows.children
            most = max(row.wrapped_px(room.width - row.value_px) for row in rows)
            each = max(TWO_LINES * 1.2 * unit, most)
        return min(room.height, shares * each)

    def _lay_rows(self, *, has_reasons: bool) -> float:
        """Lay the lines with or without their reasons; return how many lines without a reason would be as high."""
        rows = self.ids.rows.children
        for row in rows:
            row.has_room = has_reasons
            row.size_hint_y = row.share
        return float(sum(row.share for row in rows))

    def _legible(self, place: Rectangle) -> int:
        """Return how many faces are large enough to be read, beside each other or one above the other."""
        for count in range(min(MOST_FACES, len(self._known)), 0, -1):
            widest = max(
                min(place.width / across, place.height / -(-count // across) * FACE_RATIO)
                for across in range(1, count + 1)
            )
            if widest >= LEAST_PX:
                return count
        return 0


def _gathered(place: Rectangle, count: int, *, is_right: bool) -> Rectangle:
    """Return as much of a place as faces beside each other take, at its outer edge."""
    if not count:
        return Rectangle(0, 0, 0, 0)
    across = best_across(count, place.width, place.height, FACE_RATIO)
    width = min(place.width, across * place.height / -(-count // across) * FACE_RATIO)
    return Rectangle(place.x + (place.width - width if is_right else 0), place.y, width, place.height)


def _counted(names: Sequence[Words | str]) -> list[Text]:
    """Return each name once, with how often it is there."""
    return [
        Text("{card}", card=name) if count == 1 else Text("{card} ×{n}", card=name, n=count)
        for name, count in Counter(names).items()
    ]


def _put(widget: Widget, place: Rectangle) -> None:
    widget.pos, widget.size = (place.x, place.y), (max(0.001, place.width), max(0.001, place.height))


def _is_blank(scale: Scale) -> bool:
    """Tell whether nothing of a sum is known before its dice fall: it is not nought."""
    dice = [die for line in scale.lines for die in line.dice]
    is_thrown = any(die.face for die in dice) or not dice
    return scale.is_open and not scale.total and not is_thrown


def total_says(scale: Scale) -> str:
    """Return the total as text: `8+?` while more lines may come."""
    if scale.total is None or _is_blank(scale):
        return HIDDEN if scale.is_open else ""
    return f"{scale.total}+{HIDDEN}" if scale.is_open else str(scale.total)


class ContestPanel(Held, FloatLayout):
    """The panel of the present contest."""

    outcome = ObjectProperty("")
    is_failed = BooleanProperty(False)
    """Whether the sides, who play together, have failed together."""
    notes = ObjectProperty("")
    """What follows from the outcome and is in no sum."""
    has_odds = BooleanProperty(False)
    has_order = BooleanProperty(False)
    """What to do next is said below it, in larger letters than how it ended."""
    is_loud = BooleanProperty(False)
    """How it ended is read from the other end of a hall."""
    own_panel = ListProperty([])
    """A colour of its own for the panels of both sides, on a page that has not the colours of the game."""

    def on_kv_post(self, _: object) -> None:
        self._animator = Animator()
        self._parts = DuelParts(0)
        self._is_settled = False
        self._arranged: tuple[object, ...] = ()
        prepare(self.ids.scales, self._new_box, SIDES)
        App.get_running_app().look.bind(unit=self._arrange)
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, contest: Contest, scene: Scene) -> None:
        self.stop_reveal()
        scales = in_order(contest, scene)
        is_won = any(scale.has_won for scale in scales)
        goes_on, self._is_settled = not self._is_settled, contest.outcome is not None
        boxes = fill(self.ids.scales, self._new_box, len(scales))
        for box, scale in zip(boxes, scales, strict=True):
            box.own_panel, box.is_loud = self.own_panel, self.is_loud
            box.show(
                _loudest(scale) if self.is_loud else scale,
                scene,
                is_lost=is_won and not scale.has_won,
                goes_on=goes_on,
            )
        self.outcome, self.is_failed = contest.outcome or "", contest.is_failed
        self.notes = clauses(contest.notes) if contest.notes else ""
        known = [scale for scale in scales if scale.chance_percent is not None]
        self.has_odds = len(known) == SIDES
        if self.has_odds:
            self.ids.odds.show(contest, known[0], known[1], scene)
        self.ids.pitch.show(scene.pitch)
        self._parts = DuelParts(
            len(scales),
            scene.pitch is not None,
            self.has_odds,
            has_outcome=bool(self.outcome),
            has_notes=bool(self.notes),
            is_loud=self.is_loud,
        )
        self._arranged = ()
        self._arrange()

    @property
    def has_turned(self) -> bool:
        """Whether a laid card was turned over since the contest was shown before, which goes on. One that is settled and
        shown again, because a play was taken back, is shown as it ended.
        """
        return not self._is_settled and any(box.has_turned for box in self.ids.scales.children)

    def on_own_panel(self, *_: object) -> None:
        for box in self.ids.scales.children:
            box.own_panel = self.own_panel

    def reveal(self, done: Callable[[], None]) -> None:
        """Play how the contest was settled, from the cards that come in to the winner's colour; then call `done`."""
        self._animator.run(REVEAL_MS, lambda ms: self._play(reveal_at(ms)), done)

    def turn(self) -> None:
        """Play how cards were turned over while the contest goes on: they turn, and the totals count up."""
        self._animator.run(TURN_MS + COUNT_MS, lambda ms: self._play(reveal_at(SLIDE_MS + ms)))

    def stop_reveal(self) -> None:
        """Show the end of a reveal at once, without what was to follow."""
        if self._animator.is_running:
            self._animator.stop()
            self._play(REVEALED)

    def _play(self, frame: RevealFrame) -> None:
        for box in self.ids.scales.children:
            box.play(frame)
        for words in (self.ids.outcome, self.ids.notes):
            words.opacity = frame.coloured if words.says else 0

    def _arrange(self, *_: object) -> None:
        unit = App.get_running_app().look.unit
        arranged = (*self.pos, *self.size, unit)
        if arranged == self._arranged or min(self.size) <= 1:
            return
        self._arranged = arranged
        room = Rectangle(self.x, self.y, self.width, self.height)
        self._place(duel_plan(room, unit, self._parts))

    def _new_box(self) -> ScaleBox:
        box = ScaleBox()
        box.bind(may_grow=self._match_sums, must_shrink=self._match_sums)
        return box

    def _match_sums(self, *_: object) -> None:
        """Give the sums of all sides the same letters."""
        boxes = self.ids.scales.children
        for box in boxes:
            # A box that is arranged anew may change its mind, and with it what holds for all.
            box.is_grown = all(one.may_grow for one in boxes)
            box.is_shrunk = any(one.must_shrink for one in boxes)

    def _place(self, plan: DuelPlan) -> None:
        boxes = list(reversed(self.ids.scales.children))
        is_abreast = len(plan.sides) > 1 and plan.sides[0].y == plan.sides[1].y
        for n, (box, place) in enumerate(zip(boxes, plan.sides, strict=True)):
            box.is_mirrored = is_abreast and n == 1
            _put(box, place)
        _put(self.ids.pitch, plan.pitch)
        _put(self.ids.odds, plan.odds)
        _put(self.ids.outcome, plan.outcome)
        _put(self.ids.notes, plan.notes)


def _loudest(scale: Scale) -> Scale:
    """Return of a roll that adds nothing up only its dice, which is what decides it."""
    dice = tuple(line for line in scale.lines if line.dice)
    return replace(scale, lines=dice) if dice and scale.total is None else scale
