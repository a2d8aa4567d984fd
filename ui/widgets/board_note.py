"""What stands beside a board: the chosen piece, what came of a contest, or the dice that fell."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Fate, Snapshot
from companion.showing.scene import CardSide, Contest, Piece, Scale, Scene, ShownDie, Words, in_order
from companion.words import Text, joined
from ui.look import rgba
from ui.presenters.duel_plan import last_dice
from ui.presenters.palette import LIVERIES
from ui.widgets.contest import total_says
from ui.widgets.mark import DrawnDie
from ui.widgets.pool import fill, prepare
from ui.widgets.stage import stands_above
from ui.widgets.sum_row import HIDDEN
from ui.widgets.touch import Held

ROW, PIECE, OUTCOME, FOLLOWS, DICE_ROW = 92, 124, 44, 60, 84
"""Heights in pixels of a screen of 1280 x 800: a side of a contest, a piece with the text of its card, the outcome of a
contest, its consequences, dice.
"""
NO_LIMIT = 1e6
"""A height that no screen has."""
SIDES = 2
MOST_SUMS = 4
MOST_FOLLOWING = 3


class NoteRow(BoxLayout):
    """One side of a contest, or the chosen piece: its mark, its words, what adds up, and the total."""

    role = StringProperty("")
    title = ObjectProperty("")
    under = ObjectProperty("")
    total = StringProperty("")
    percent = StringProperty("")
    stripe = ListProperty([0, 0, 0, 0])
    game = StringProperty("")
    face: CardSide | None = ObjectProperty(None, allownone=True)
    is_large = BooleanProperty(False)
    """It is read across the table."""

    def wear(self, role: str) -> None:
        """Take the colour of a side; without a role, none."""
        self.role = role
        self.stripe = rgba(LIVERIES[role].fill) if role else [0, 0, 0, 0]

    def show_scale(self, scale: Scale, scene: Scene, between: str = " · ") -> None:
        """Show one side of a contest; `between` stands between the numbers of its sum."""
        self.wear("" if scale.seat is None else scene.side(scale.seat).role)
        self.title = scale.role
        names = [Text("{card}", card=scene.names.get(ref, ref)) for ref in scale.cards[:1]]
        lines = [line for line in scale.lines if not line.is_reason or line.value is None][:MOST_SUMS]
        self.under = joined(
            [
                *names,
                *(
                    Text("{what}: {value}", what=line.says, value=line.value)
                    if line.value not in (None, "", HIDDEN)
                    else Text("{what}", what=line.says)
                    for line in lines
                ),
            ],
            between,
        )
        self.total = total_says(scale)
        self.percent = "" if scale.chance_percent is None else f"{scale.chance_percent} %"
        self.face = None

    def show_piece(self, piece: Piece, scene: Scene) -> None:
        """Show a piece of the board."""
        self.wear("" if piece.seat is None else scene.side(piece.seat).role)
        self.title, self.total, self.percent = piece.title, "", ""
        details = scene.details.get(piece.name)
        marks = joined([Text("{mark}", mark=mark) for mark in piece.marks], " · ") if piece.marks else ""
        self.under = details or marks
        self.game, self.face = scene.game, scene.face("", piece.name)


class BoardNote(Held, BoxLayout):
    """The panel beside a board. It is as high as its contents, and absent if it has none. Below a board, on a screen
    that stands, it takes room from the board, and shows only contests. A contest of two sides stands above a board that
    lies.
    """

    outcome = ObjectProperty("")
    follows = ObjectProperty("")
    """What came of a contest that is settled."""
    is_shown = BooleanProperty(False)
    """A board is shown beside it."""
    needed_px = NumericProperty(0)
    """The height that its contents take."""
    room_px = NumericProperty(NO_LIMIT)
    """The height that the buttons and their question leave. What has no room in it is left out: first the dice, which
    lie on the table, then what came of a contest, which the referee's page has too.
    """

    def __init__(self, **values: Any) -> None:
        self._snapshot: Snapshot | None = None
        self._chosen = ""
        self._rows_high = self._dice = 0
        super().__init__(**values)
        App.get_running_app().look.bind(unit=lambda *_: self._size(), is_tall=lambda *_: self._lay())

    def on_kv_post(self, _: object) -> None:
        prepare(self.ids.rows, NoteRow, SIDES)

    def show(self, snapshot: Snapshot) -> None:
        """Show what there is to tell of a match at this moment."""
        self._snapshot = snapshot
        self._lay()

    def choose(self, chosen: tuple[str, ...]) -> None:
        """Show the first of these that is a piece; none: what stood there before."""
        self._chosen = chosen[0] if chosen else ""
        self._lay()

    def _lay(self) -> None:
        if self._snapshot is None:
            return
        scene = self._snapshot.scene
        if scene.board is None:
            self._lay_nothing()
            return
        pieces = scene.board.pieces
        is_tall = App.get_running_app().look.is_tall
        piece = None if is_tall else next((one for one in pieces if one.name == self._chosen), None)
        contest = scene.contest if scene.contest is not None and scene.contest.scales else None
        outcome = "" if contest is None or piece is not None else contest.outcome or ""
        is_told_here = contest is not None and not stands_above(scene, is_tall=is_tall)
        self.outcome = outcome if is_told_here else ""
        dice: tuple[ShownDie, ...] = ()
        if piece is not None:
            self._show_piece(piece, scene)
        elif contest is not None and is_told_here:
            self._show_contest(contest, scene)
        else:
            fill(self.ids.rows, NoteRow, 0)
            dice = () if is_tall else last_dice(self._snapshot)
        high = ROW if piece is None or not self.ids.rows.children[0].under else PIECE
        self._rows_high = high * len(self.ids.rows.children)
        follows = _consequences(self._snapshot) if outcome else ""
        self.follows = follows if self._has_room(FOLLOWS) else ""
        dice = dice if self._has_room(DICE_ROW + (FOLLOWS if self.follows else 0)) else ()
        for drawn, die in zip(fill(self.ids.dice, _new_die, len(dice)), dice, strict=True):
            drawn.die, drawn.face, drawn.says = die.die, die.face, die.says
        self._dice = len(dice)
        self._size()

    def _has_room(self, more: float) -> bool:
        """Tell whether there is room for so much more than the rows and the outcome, in pixels of a screen of 1280 x 800."""
        taken = self._rows_high + (OUTCOME if self.outcome else 0)
        return bool((taken + more) * App.get_running_app().look.unit <= self.room_px)

    def _lay_nothing(self) -> None:
        """Forget what was told of a board, because the match that is shown now has none."""
        self.outcome = self.follows = ""
        for box, kind in ((self.ids.rows, NoteRow), (self.ids.dice, _new_die)):
            fill(box, kind, 0)
        self._rows_high = self._dice = 0
        self._size()

    def _show_piece(self, piece: Piece, scene: Scene) -> None:
        (row,) = fill(self.ids.rows, NoteRow, 1)
        row.is_large = False
        row.show_piece(piece, scene)

    def _show_contest(self, contest: Contest, scene: Scene) -> None:
        scales = in_order(contest, scene)
        for row, scale in zip(fill(self.ids.rows, NoteRow, len(scales)), scales, strict=True):
            row.is_large = True
            row.show_scale(scale, scene)

    def on_room_px(self, *_: object) -> None:
        self._lay()

    def on_is_shown(self, *_: object) -> None:
        self._size()

    def _size(self) -> None:
        unit = App.get_running_app().look.unit
        outcome = (OUTCOME if self.outcome else 0) + (FOLLOWS if self.follows else 0)
        self.needed_px = self.is_shown * (self._rows_high + outcome + (DICE_ROW if self._dice else 0)) * unit


def _consequences(snapshot: Snapshot) -> Words | str:
    """Return what the last play has led to, after the contest itself; the first things only, the referee has all."""
    if snapshot.highlight is not None and snapshot.highlight.scores:
        # The score above and the word over the board tell it.
        return ""
    line = next((one for one in reversed(snapshot.history) if one.fate is Fate.IN_FORCE), None)
    told = [] if line is None else [one.says for one in line.consequences if not one.sums][:MOST_FOLLOWING]
    return joined([Text("{words}", words=one) for one in told], " · ") if told else ""


def _new_die() -> DrawnDie:
    return DrawnDie(font_name="strong", is_sentence=True)
