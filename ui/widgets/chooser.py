"""The chooser of plays, step by step, on large buttons or on the board; and a question that has few answers."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock, ClockEvent
from kivy.properties import AliasProperty, BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play import Play, Undo, seat_said
from companion.session.history_rows import is_ruling, newest
from companion.session.snapshot import Asking, Fate, HistoryLine, Snapshot
from companion.showing.by_itself import ITSELF
from companion.showing.scene import CardSide, Scene, Words
from companion.words import Text, translate
from ui.look import rgba
from ui.presenters.buttons import (
    BUTTONS,
    LONGEST,
    FieldChoice,
    Narrow,
    PlayButton,
    Seated,
    are_dice,
    are_wordy,
    seats_of,
)
from ui.presenters.palette import LIVERIES, ON_LIVERIES, Rim, box_rim
from ui.presenters.plan import Rectangle
from ui.presenters.play_choice import Chooser, Choosing
from ui.presenters.sentences import waiting
from ui.widgets.card_face import (
    FACE_RATIO,
    LEAST_PX,
    CardFace,
    EmptySeat,
    FaceTouch,
    TouchSeats,
    best_across,
)
from ui.widgets.even_grid import EvenGrid
from ui.widgets.icons import ICONS
from ui.widgets.mark import DieTouch, SideMark
from ui.widgets.pool import fill
from ui.widgets.preview import PreviewPanel
from ui.widgets.touch import Touch

# --- question
# A question to the table: two to four large answers, the likeliest on the left, and «none of these».

MOST_ANSWERS = 4


class OtherAnswers(BoxLayout):
    """The buttons under the offered answers: none of these, or another play."""

    is_narrow = BooleanProperty(False)


class QuestionPanel(BoxLayout):
    """The panel of a question.

    `on_answer` carries the number of the option, or None: none of these; `on_another`: none of them, and the play will
    be entered by hand.
    """

    asks = ObjectProperty("")
    is_narrow = BooleanProperty(False)
    """It stands beside a board."""

    __events__ = ("on_answer", "on_another")

    def __init__(self, asking: Asking, scene: Scene, **values: Any) -> None:
        self.asking = asking
        super().__init__(**values)
        self.asks = asking.question.asks
        for number, says in enumerate(asking.options[:MOST_ANSWERS]):
            self._add(number, says, scene)
        self.ids.answers.add_widget(self._others())

    def rims(self) -> Iterator[Rim]:
        """Return the edge of the panel."""
        yield box_rim("question", Rectangle(self.x, self.y, self.width, self.height))

    def _others(self) -> BoxLayout:
        others = OtherAnswers(is_narrow=self.is_narrow)
        self.bind(is_narrow=others.setter("is_narrow"))
        no = Text("it does not count") if self.asking.is_whether else Text("None of these")
        none, another = Touch(says=no), Touch(says=Text("Another play…"))
        none.bind(on_choose=lambda _: self.dispatch("on_answer", None))
        another.bind(on_choose=lambda _: self.dispatch("on_another"))
        for touch in (none, another):
            others.add_widget(touch)
        return others

    def _add(self, number: int, says: Text, scene: Scene) -> None:
        seat = seat_said(self.asking.question.options[number])
        role = next((side.role for side in scene.sides if side.seat == seat), "")
        answer = Touch(says=says, kind="paper", role=role)
        if self.asking.is_whether:
            answer.says, answer.under = Text("this roll counts"), says
        answer.bind(on_choose=lambda _: self.dispatch("on_answer", number))
        self.ids.answers.add_widget(answer)

    def on_answer(self, option: int | None) -> None: ...

    def on_another(self) -> None: ...


# --- chooser

ACROSS, ACROSS_MANY, ROWS = 4, 7, 2
"""Buttons beside each other on a screen that lies, more of them where these rows would not hold all."""
ACROSS_TALL, ACROSS_NARROW, ROWS_TALL = 3, 2, 4
"""The same on a screen that stands, and beside a board."""
MANY_TALL = 9
"""Rows of more cards are so low on a screen that stands that names are read beside the faces."""
FEW, MANY, ACROSS_MANY_NARROW, DICE_ACROSS = 3, 6, 3, 4
"""Buttons beside a board: up to so many stand one below the other; of more than the second, so many stand abreast; of dice
more.
"""
FEW_WORDY = 4
"""The same of buttons with many words, which need the whole width."""
FACE_TARGETS = 1.8
"""Beside a board, rows of cards are at most so many times as high as other buttons."""
NOTE_TARGETS = 2.2
"""The same of buttons with notes of several lines."""
TALL_TARGETS = 1.4
"""On a screen that stands, rows of buttons are at most so many times as high as beside a board."""
LONG_NOTE = 24
"""A note of more letters takes several lines beside a board."""
LONGEST_NAME = 40
"""A card with more letters is told by its own text, which has no room beside its face."""
SHORT, SHORTEST = 10, 3
"""So many letters have room where three buttons stand abreast beside a board, and where as many do as of dice."""
MOST_NARROW, MOST_WIDE = 24, 44
"""So many letters have room on the line that undoes the last play, beside a board and elsewhere."""
UNDO_S = 5.0
"""How long the last touch can be undone in one line."""


BY_TOUCH = "tap"

__all__ = ["CardFace", "ChooserPanel", "EvenGrid", "PreviewPanel"]
"""`CardFace`, `EvenGrid` and `PreviewPanel` are named in the layout."""


class ChooserPanel(BoxLayout):
    """The panel of the choice. `on_play` carries a complete play; `on_step`: the board should offer other places."""

    prompt = ObjectProperty("")
    role = StringProperty("")
    """The side whose move it is; empty for several and for all."""
    roles: tuple[str, ...] = ObjectProperty(())
    """The sides that the match waits for, with the one first whose cards are shown; empty for all."""
    can_go_back = BooleanProperty(False)
    has_aside = BooleanProperty(False)
    is_aside = BooleanProperty(False)
    """What nobody waits for is chosen."""
    is_narrow = BooleanProperty(False)
    """It stands beside a board."""
    is_hushed = BooleanProperty(False)
    """A highlight has the stage: the question is asked in a low voice."""
    has_menu = BooleanProperty(False)
    """Whoever closes it sees the menu of the page around it."""
    is_past = BooleanProperty(False)
    """Whether the choice replaces an earlier play; nothing else can then be chosen here."""
    can_undo = BooleanProperty(False)
    """A play is in force that can be taken back."""
    count = NumericProperty(1)
    across = NumericProperty(1)
    row_count = NumericProperty(1)
    row_targets = NumericProperty(1)
    """The height of a row of buttons beside a board, as a multiple of the usual button's."""
    has_faces = BooleanProperty(False)
    """Cards are chosen, and their faces stand on the buttons."""
    has_undo_line = AliasProperty(
        lambda self: bool(self.undo_says) and not self.can_go_back, bind=("undo_says", "can_go_back")
    )
    """The line to undo takes the seat of *Back*, which leads nowhere before the next play is begun."""
    undo_says = ObjectProperty("")
    """What *Undo* takes back: for a while after a touch, and after a ruling until the next play; empty: it is not said."""
    choosing: Choosing | None = ObjectProperty(None, allownone=True)
    game = StringProperty("")
    advised: frozenset[str] = ObjectProperty(frozenset())
    """The kinds of play, cards, pieces, cells and values that a hint has named: their buttons are lit."""
    is_aside_advised = BooleanProperty(False)
    """A hint has named a play that is behind *Something else*."""
    picture = ObjectProperty(None, allownone=True)
    """What the camera sees, small, where there is room; it is large above the menu."""
    chosen_face: CardSide | None = ObjectProperty(None, allownone=True)
    """The face of the card that was chosen, beside the question about it."""

    __events__ = ("on_play", "on_close", "on_step")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._snapshot: Snapshot | None = None
        self.touches: list[tuple[PlayButton, Touch]] = []
        """What may be touched now, and where."""
        self.is_wordy = False
        """What may be touched has many words, and needs room."""
        self.is_of_dice = self.is_of_signs = self.has_words = self.has_names = self.has_long_words = (
            self.has_notes
        ) = False
        self.bind(is_narrow=self._move_apart, count=self._spread, has_faces=self._spread, height=self._spread)
        App.get_running_app().look.bind(is_tall=self._move_apart, is_left_handed=self._hand_tools)
        self.ids.grid.bind(size=self._spread)
        self.ids.apart.bind(height=self._spread)
        self._seats = TouchSeats(self.ids.grid, self._new_touch, BUTTONS)
        self._apart_seats = TouchSeats(self.ids.apart, self._new_touch)
        self._undo_ends: ClockEvent | None = None
        self.bind(advised=lambda *_: self._step(self.choosing))
        self._move_apart()

    def _move_apart(self, *_: object) -> None:
        """Give what costs much its own place beside a board, and the last one elsewhere. The buttons that are always there
        stand lowest beside a board and on a screen that stands, because only there nothing moves them.
        """
        is_lowest = self.is_narrow or App.get_running_app().look.is_tall
        tools, parent = self.ids.tools, self if is_lowest else self.ids.head
        tools.parent.remove_widget(tools)
        parent.add_widget(tools)
        self._hand_tools()
        if self._snapshot is not None:
            self._step(self.choosing)
        self._spread()

    def _hand_tools(self, *_: object) -> None:
        """Put the buttons that are always there on the side of the hand, where they stand beside the question."""
        # What `ids` gives are proxies: only the widgets themselves can be told apart.
        head, tools = self.ids.head.__self__, self.ids.tools.__self__
        if tools.parent is not head:
            return
        is_left = App.get_running_app().look.is_left_handed and head.orientation == "horizontal"
        # Kivy keeps children last first.
        if (head.children[-1] is tools) is not is_left:
            head.remove_widget(tools)
            head.add_widget(tools, len(head.children) if is_left else 0)

    def _spread(self, *_: object) -> None:
        """Set how many buttons stand beside each other, with no more rows than needed; for faces, with which these are
        largest.
        """
        count, is_tall = max(1, int(self.count)), App.get_running_app().look.is_tall
        if self.is_narrow and not is_tall:
            most = (
                1
                if count <= (FEW_WORDY if self.is_wordy else FEW)
                else ACROSS_NARROW
                if count <= MANY
                else ACROSS_MANY_NARROW
            )
            if (self.is_of_dice or self.is_of_signs) and count > MANY:
                most = DICE_ACROSS
            elif self.has_long_words and not self.has_faces:
                most = min(most, ACROSS_NARROW)
        elif is_tall:
            most = ACROSS_NARROW if self.is_wordy or count <= ROWS_TALL * ACROSS_NARROW else ACROSS_TALL
            # Rows of more buttons, where they would not be high enough for a finger.
            rows = int(self._free_px // self._seat_px)
            most = max(most, math.ceil(count / rows)) if rows > 0 else most
        else:
            most = ACROSS if count <= ROWS * ACROSS else ACROSS_MANY
        self.row_count = math.ceil(count / most)
        self.across = math.ceil(count / self.row_count)
        self.row_targets = self._row_targets()
        if self.has_faces:
            grid = self.ids.grid
            across = best_across(count, grid.width, grid.height, FACE_RATIO)
            if (self.has_words or self.has_names) and count > ACROSS:
                # Words among faces, and the names beside them, need the width of two rows.
                limit = (
                    math.ceil(count / ROWS) if not is_tall else ACROSS_TALL if count > MANY_TALL else across
                )
                across = min(across, limit)
            is_legible = (
                min(grid.width / across, grid.height / math.ceil(count / across) * FACE_RATIO) > LEAST_PX
            )
            # Beside a face that is too small stands the card's name, which needs the width.
            across = across if is_legible or not self.is_narrow else min(across, ACROSS_NARROW)
            self.across = max(across, math.ceil(count / self.row_count)) if is_tall else across

    @property
    def least_px(self) -> float:
        """The height that it needs beside a board, for the buttons and for a question as high as one of them."""
        look = App.get_running_app().look
        return float((self.row_count + 2) * self._seat_px + self.ids.apart.height + look.gutter / 2)

    @property
    def _seat_px(self) -> float:
        """The height of a button, with the gap below it."""
        look = App.get_running_app().look
        return float(look.target + look.gutter / 2)

    @property
    def _free_px(self) -> float:
        """The height that the question and the buttons that are always there leave to the others."""
        return float(self.height - self.ids.apart.height - 2 * self._seat_px)

    def _row_targets(self) -> float:
        """Return how high rows of buttons are beside a board and on a screen that stands, so that the question keeps the
        height of a button.
        """
        look = App.get_running_app().look
        most = (self._free_px / self.row_count - look.gutter / 2) / look.target
        if self.is_narrow:
            wanted = FACE_TARGETS if self.has_faces else NOTE_TARGETS if self.has_notes else 1.0
            return max(1.0, min(wanted, most))
        return max(
            0.0, most if self.has_faces else min(most, NOTE_TARGETS if self.has_notes else TALL_TARGETS)
        )

    @property
    def _language(self) -> str:
        return str(App.get_running_app().look.language)

    def on_play(self, play: Play) -> None: ...

    def on_close(self) -> None: ...

    def on_step(self) -> None: ...

    def show(self, snapshot: Snapshot) -> None:
        """Begin again when the match has gone on, or is another one; a choice that was begun is dropped."""
        before = self._snapshot
        if before is not None and (before.match, before.seq) == (snapshot.match, snapshot.seq):
            return
        self.advised = frozenset()
        self._snapshot = snapshot
        self.can_undo = snapshot.can_undo
        self._offer_undo(snapshot)
        self.has_aside = Chooser.aside(snapshot.offers, snapshot.scene, self._language) is not None
        self.is_aside = False
        self._step(Chooser.of(snapshot.offers, snapshot.scene, self._language))

    def undo(self) -> None:
        """Take the last play back."""
        self.dispatch("on_play", Undo())

    def _offer_undo(self, snapshot: Snapshot) -> None:
        """Offer for a while to undo in one line what was just said by a touch."""
        if self._undo_ends is not None:
            self._undo_ends.cancel()
        line = next((one for one in reversed(snapshot.history) if one.by != ITSELF), None)
        is_by_touch = (
            line is not None and line.by == BY_TOUCH and line.fate is Fate.IN_FORCE and not self.is_past
        )
        newest_line = newest(snapshot.history)
        if newest_line is not None and is_ruling(newest_line) and newest_line.fate is Fate.ABOVE:
            # The last play that counts is not what was done last.
            line = next((one for one in reversed(snapshot.history) if one.fate is Fate.IN_FORCE), None)
            if line is None or self.is_past:
                self.undo_says = ""
            else:
                self.undo_says = self._undo_line(line, Text("Undo – play {seq}", seq=line.seq))
        else:
            self.undo_says = self._undo_line(line, Text("Undo")) if line is not None and is_by_touch else ""
        self._undo_ends = Clock.schedule_once(self._end_undo, UNDO_S) if is_by_touch else None

    def _undo_line(self, line: HistoryLine, brief: Text) -> Text:
        """Return what *Undo* would take back; in brief where these words have no room."""
        says = Text("Undo – {play}", play=line.says)
        most = MOST_NARROW if self.is_narrow else MOST_WIDE
        return says if len(translate(says, LONGEST)) <= most else brief

    def _end_undo(self, *_: object) -> None:
        self.undo_says = ""

    def begin_aside(self) -> None:
        """Offer plays that are possible but not waited for."""
        assert self._snapshot is not None
        self.is_aside = True
        self._step(Chooser.aside(self._snapshot.offers, self._snapshot.scene, self._language))
        self.can_go_back = True

    def back(self) -> None:
        """Go one step back; from the first, to what the match waits for."""
        assert self._snapshot is not None
        before = None if self.choosing is None else self.choosing.back()
        at_first = before is None or before is self.choosing
        self.is_aside = self.is_aside and not at_first
        self._step(
            Chooser.of(self._snapshot.offers, self._snapshot.scene, self._language) if at_first else before
        )

    def pick_place(self, name: str) -> None:
        """Choose the touched place of the board."""
        places = {} if self.choosing is None else {one.name: one.button for one in self.choosing.on_board}
        if name in places:
            self.pick(places[name])

    def pick_among(self, names: tuple[str, ...]) -> None:
        """Ask which of the touched places of the board is meant."""
        if self.choosing is not None:
            self._step(self.choosing.among(names))

    def pick_other(self, name: str) -> Text | None:
        """Choose a piece that can begin a play, in place of the one that was chosen before; if it cannot, return why the
        touched piece or cell is not possible now. While it is asked whom the ball is played to, a teammate begins nothing
        else.
        """
        assert self._snapshot is not None
        first = Chooser.of(self._snapshot.offers, self._snapshot.scene, self._language)
        chosen = () if self.choosing is None else self.choosing.chosen
        passer = None if self.choosing is None else self.choosing.passer_to(name)
        if passer is None and first is not None and any(one.name == name for one in first.on_board):
            self.is_aside = False
            self._step(first)
            self.pick_place(name)
            return None
        why = self._snapshot.why_not(passer or (chosen[0] if chosen else None), name)
        return why or Text(
            "{place}: nothing is possible there now", place=self._snapshot.scene.names.get(name, name)
        )

    def pick(self, button: PlayButton) -> None:
        """Choose the answer whose button was touched."""
        assert self.choosing is not None
        picked = self.choosing.pick(button)
        if isinstance(picked, Choosing):
            self._step(picked)
        else:
            self.dispatch("on_play", picked)

    def _step(self, choosing: Choosing | None) -> None:
        self.choosing = choosing
        self.role = self._role()
        self.roles = self._roles()
        for mark, role in zip(fill(self.ids.marks, SideMark, len(self.roles)), self.roles, strict=True):
            mark.role = role
        self.prompt = self._nothing_to_choose() if choosing is None else choosing.prompt
        self.can_go_back = choosing is not None and choosing.back() is not choosing
        self.game = "" if self._snapshot is None else self._snapshot.game
        self.chosen_face = None if choosing is None else choosing.face
        seats: tuple[Seated, ...] = () if choosing is None else choosing.layout or seats_of(choosing.buttons)
        apart = () if choosing is None else choosing.apart
        was_narrow = self.is_narrow
        if not was_narrow:
            seats, apart = (*seats, *apart), ()
        self._measure(seats)
        self._fill(seats, apart, is_final=choosing is not None and choosing.is_final)
        if self.is_narrow is not was_narrow:
            # The page was laid out while this step was shown, and now has room for the buttons elsewhere.
            self._step(choosing)
            return
        self.dispatch("on_step")

    def _measure(self, seats: Sequence[Seated]) -> None:
        """Note how much room the buttons need, and spread them."""
        buttons = [seat for seat in seats if isinstance(seat, PlayButton)]
        words = [seat.says if isinstance(seat, PlayButton) else seat for seat in seats if seat is not None]
        bold = frozenset() if self._snapshot is None else self._snapshot.scene.bold
        self.has_names = any(
            button.face is not None
            and button.face.ref not in bold
            and len(translate(button.says, LONGEST)) <= LONGEST_NAME
            for button in buttons
        )
        self.has_words = any(
            button.face is None and len(translate(button.says, LONGEST)) > SHORT for button in buttons
        )
        # What is printed on a face is not written beside it.
        self.is_wordy = are_wordy([button for button in buttons if button.face is None])
        self.has_long_words = any(len(translate(one, LONGEST)) > SHORT for one in words)
        self.has_notes = any(
            len(translate(button.under, LONGEST)) > LONG_NOTE for button in buttons if button.under
        )
        self.is_of_signs = all(len(translate(one, LONGEST)) <= SHORTEST for one in words)
        self.is_of_dice, self.count = are_dice(buttons), len(seats)
        self._spread()
        self.has_faces = any(button.face is not None for button in buttons)

    def _fill(self, seats: Sequence[Seated], apart: Sequence[PlayButton], *, is_final: bool) -> None:
        """Show the buttons in their seats; one that is not possible now is off, and an empty seat is not seen."""
        self._lit = [] if self.choosing is None else self.choosing.advised(self.advised)
        self.is_aside_advised = bool(self.advised) and not self._lit and self._is_advised_aside()
        touches = self._seats.fill([_kind_of(seat) for seat in seats])
        apart_touches = self._apart_seats.fill([_kind_of(button) for button in apart])
        both = [*zip(seats, touches, strict=True), *zip(apart, apart_touches, strict=True)]
        self.touches = [(seat, touch) for seat, touch in both if isinstance(seat, PlayButton)]
        for seat, touch in both:
            touch.is_off = not isinstance(seat, PlayButton)
            if isinstance(seat, PlayButton):
                self._show_button(seat, touch, is_final=is_final)
            else:
                touch.says, touch.under, touch.role, touch.icon, touch.kind = seat or "", "", "", "", "plain"

    def _is_advised_aside(self) -> bool:
        assert self._snapshot is not None
        aside = Chooser.aside(self._snapshot.offers, self._snapshot.scene, self._language)
        return not self.is_aside and aside is not None and bool(aside.advised(self.advised))

    def _nothing_to_choose(self) -> Words:
        """Return what is said in place of a question: at the end the result, and meanwhile that the program thinks."""
        assert self._snapshot is not None
        scene = self._snapshot.scene
        is_told = scene.is_over or scene.waited
        return waiting(self._snapshot).says if is_told else Text("the match waits for nothing")

    def _role(self) -> str:
        """Return whose move is chosen: of several sides, the one whose cards are shown."""
        assert self._snapshot is not None
        seat = None if self.choosing is None else self.choosing.seat
        if seat is None and self.choosing is not None and self.choosing.buttons:
            # What only the other side may do is no choice of the one that is waited for.
            first, *others = {button.seat for button in self.choosing.buttons}
            seat = None if others else first
        return waiting(self._snapshot).role if seat is None else self._snapshot.scene.side(seat).role

    def _roles(self) -> tuple[str, ...]:
        """Return the one whose move is chosen, and beside it all others who are asked for the same."""
        assert self._snapshot is not None
        if not self.role or self.is_aside:
            return (self.role,) if self.role else waiting(self._snapshot).roles
        scene = self._snapshot.scene
        asked = {side.role: one.says for one in scene.waited for side in scene.sides if side.seat == one.seat}
        says = asked.get(self.role)
        return (self.role, *(one for one in asked if one != self.role and asked[one] == says))

    def _new_touch(self, touch: Touch) -> Touch:
        touch.bind(on_choose=lambda touch: self.pick(next(one for one, at in self.touches if at is touch)))
        return touch

    def _show_button(self, button: PlayButton, touch: Touch, *, is_final: bool) -> None:
        assert self._snapshot is not None
        # Beside faces and beside a board a button of words needs its whole width, and the prompt says whose move it is.
        is_told = self.has_faces and bool(self.role)
        told = self.role if self.is_narrow else None
        sides = {
            side.seat: side.role for side in self._snapshot.scene.sides if not is_told and side.role != told
        }
        touch.says, touch.under = (
            button.says,
            button.under or "" if button.weight is None else button.weight.says,
        )
        aim = f"goal {button.value}"
        touch.icon = aim if aim in ICONS else ""
        if isinstance(touch, DieTouch) and isinstance(button.leads, FieldChoice):
            touch.die, touch.face = button.leads.bit.field, str(button.value)
        if isinstance(touch, FaceTouch):
            touch.game, touch.face = self._snapshot.scene.game, button.face
            touch.is_bold = button.face is not None and button.face.ref in self._snapshot.scene.bold
            many = button.leads.buttons if isinstance(button.leads, Narrow) else ()
            field = button.leads.bit.field if isinstance(button.leads, FieldChoice) else ""
            apart_by = self._snapshot.scene.distinctions.get(f"{field} {button.value}", "")
            touch.badge = (
                f"×{len(many)}" if many else apart_by if button.weight is None else button.weight.says
            )
            touch.badge_says = (button.under or "") if many else ""
            total = None if button.weight is None or many else button.weight.total
            touch.total = "" if total is None else str(total)
        is_number = _is_number(button)
        touch.type_role = (
            "prompt" if is_number else "note" if self.has_faces and button.face is None else "row"
        )
        touch.wraps = touch.type_role == "note"
        touch.group = self
        is_worded = button.thing == "card" and button.face is None
        is_apart = self.choosing is not None and button in self.choosing.apart
        touch.role = sides.get(button.seat or "", "") if button.thing in ("word", "seat") else ""
        touch.own_fill = touch.own_ink = []
        if is_number and button.seat is not None:
            touch.role = self._snapshot.scene.side(button.seat).role
            touch.own_fill, touch.own_ink = rgba(LIVERIES[touch.role].fill), rgba(ON_LIVERIES)
        # The face of a card has its own colours: it is lit by its edge.
        is_lit = any(one is button for one in self._lit)
        lit = "chosen" if isinstance(touch, FaceTouch) or is_number else "main"
        touch.kind = (
            lit
            if is_lit
            else "main"
            if is_final
            else "danger"
            if is_apart
            else "paper"
            if is_worded
            else "plain"
        )


def _kind_of(seat: Seated) -> type[Touch]:
    if seat is None:
        return EmptySeat
    if not isinstance(seat, PlayButton):
        return Touch
    if seat.face is not None and not _is_number(seat):
        return FaceTouch
    return DieTouch if seat.thing == "die" and isinstance(seat.leads, FieldChoice) else Touch


def _is_number(button: PlayButton) -> bool:
    """Tell whether a button shows the number of a card instead of its face."""
    return button.face is not None and isinstance(button.value, int)
