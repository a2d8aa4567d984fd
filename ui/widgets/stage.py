"""The stage of a match: its contest, its board, or its news, with the highlights, and over it the word of a goal."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ids import MatchId
from companion.session.snapshot import Snapshot
from companion.showing.scene import Board, CardSide, Highlight, Scene, Side
from companion.words import Text, in_a_row
from ui.frames import Animator
from ui.look import rgba
from ui.presenters.duel_plan import CRY_MS, GLANCE_MS, STILL, CryFrame, cry_at, score_says
from ui.presenters.palette import LIVERIES, ON_LIVERIES, palette_of
from ui.presenters.plan import BoardPlan, Rectangle, board_depth
from ui.presenters.sentences import minute_of
from ui.widgets.board import BoardPanel, edge_px, has_numbers
from ui.widgets.contest import ContestPanel
from ui.widgets.news import NewsPanel
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.step_frame import only

PAIR = 2

# --- cry
# The word of a goal, a try, a foul or an order that is reached, over the stage in its side's colour; a touch skips it.


class CryStep(BoxLayout):
    """One play of those that led to a goal, with its number."""

    number = StringProperty("")
    says = ObjectProperty("")
    ink = ListProperty([0, 0, 0, 1])


class CrySide(BoxLayout):
    """A side beside the score, with its mark and crest; the mark of the first one stands next to the score."""

    role = StringProperty("")
    name = ObjectProperty("")
    team = ObjectProperty(None, allownone=True)
    ink = ListProperty([0, 0, 0, 1])
    is_mirrored = BooleanProperty(False)

    def show(self, side: Side) -> None:
        self.role, self.name, self.team = side.role, side.called, side.team


class CryPanel(BoxLayout):
    """The panel. `on_over` says that nothing of it is shown any more."""

    above = ObjectProperty("")
    """What ended the match, above how it ended."""
    word = ObjectProperty("")
    who = ObjectProperty("")
    """Who did it, and the minute."""
    score = StringProperty("")
    role = StringProperty("")
    game = StringProperty("")
    face: CardSide | None = ObjectProperty(None, allownone=True)
    fill = ListProperty([0, 0, 0, 0])
    ink = ListProperty([0, 0, 0, 1])
    shown = NumericProperty(1.0)
    has_score = BooleanProperty(False)
    has_face = BooleanProperty(False)
    is_high = BooleanProperty(False)
    is_seen = BooleanProperty(False)
    """It has the stage now."""

    __events__ = ("on_over",)

    def __init__(self, **values: Any) -> None:
        super().__init__(size_hint=(None, None), **values)
        self._animator = Animator()

    def on_over(self) -> None: ...

    def say(
        self, highlight: Highlight, scene: Scene, minute: Text | None = None, *, is_below_score: bool = False
    ) -> None:
        """Show a highlight with a word for its time; `minute` is that of a goal. A match that ends with it is more than a
        goal: its result takes the place of the word. `is_below_score`: the score stands above it, and is told again only
        where nothing else is.
        """
        is_last = scene.is_over and scene.result is not None
        word = highlight.word or ""
        why = [] if scene.why_over is None else [Text("{words}", words=scene.why_over)]
        above = in_a_row([Text("{words}", words=word), *why]) if word else ""
        self.above, self.word = (above, scene.result or "") if is_last else ("", word)
        who, is_goal = highlight.who or "", len(highlight.scores) == PAIR
        self.who = Text("{who}, {minute}", who=who, minute=minute) if who and minute and is_goal else who
        has_more = bool(highlight.run_up or highlight.face)
        has_score = is_goal and (is_last or not is_below_score or not has_more)
        self.role = "" if highlight.seat is None else scene.side(highlight.seat).role
        self.game, self.face = scene.game, highlight.face
        look = App.get_running_app().look
        palette = palette_of("light" if look.theme == "light" else "dark", scene.game)
        self.fill = rgba(LIVERIES[self.role].fill if self.role else palette.accent)
        self.ink = rgba(ON_LIVERIES if self.role else palette.accent_ink)
        self.has_score, self.score = has_score, score_says(highlight.scores)
        if has_score:
            for box, change in zip((self.ids.first, self.ids.second), highlight.scores, strict=True):
                box.show(scene.side(change.seat))
        steps = fill(self.ids.steps, CryStep, len(highlight.run_up))
        for number, (step, says) in enumerate(zip(steps, highlight.run_up, strict=True), 1):
            step.number, step.says, step.ink = str(number) if len(steps) > 1 else "", says, self.ink
        is_still = look.is_still
        self._animator.run(
            CRY_MS,
            lambda ms: self._play(STILL if is_still else cry_at(ms)),
            lambda: self.dispatch("on_over"),
            is_kept=True,
        )

    def skip(self) -> None:
        """End it now."""
        self._animator.finish()

    def give_way(self) -> None:
        """Let the word stand for a moment only, because the players need what it covers."""
        self._animator.shorten(GLANCE_MS)

    def _play(self, frame: CryFrame) -> None:
        self.shown = frame.shown

    def on_touch_down(self, touch: Any) -> bool:
        """Skip it, wherever the touch is; what it covers is not touched."""
        is_inside = bool(self.collide_point(*touch.pos))
        self.skip()
        return is_inside


# --- board stage
# The stage of the players: the board, the contest, or both, the contest above the board on a screen that lies.

LINE = 56
"""The height of the line below a board that tells the last play, in the same pixels as `LOWEST`."""
SHARE, LARGE_SHARE, LOWEST = 0.31, 1 / 2, 180
"""Above a board a contest takes half of the stage while nothing on the board is to be touched and the pieces keep their
numbers. Else it takes not quite a third; less, where the board leaves less free and this height, in pixels of a screen whose
shorter side is 800, is enough.
"""


def stands_above(scene: Scene, *, is_tall: bool) -> bool:
    """Tell whether the contest of a scene stands above its board: with two sides, on a screen that lies. All others stand
    in the note beside the board or below it.
    """
    contest = scene.contest
    return scene.board is not None and contest is not None and len(contest.scales) == PAIR and not is_tall


class BoardStage(BoxLayout):
    """The panel. The board is always shown. It keeps its size while something on it may be touched, if there is room."""

    has_board = BooleanProperty(False)
    has_both = BooleanProperty(False)
    """A contest stands above the board now."""
    is_cheering = BooleanProperty(False)
    """Whether a word such as GOAL! is shown. If no contest stands above the board, the word takes the room of a contest."""

    def __init__(self, **values: Any) -> None:
        super().__init__(orientation="vertical", **values)
        self.board, self.contest = BoardPanel(), ContestPanel(has_order=True)
        self._room = Widget(size_hint_y=None)
        self._last = Says(is_sentence=True, is_across=True, type_role="row", lines=1, size_hint_y=None)
        self._scene: Scene | None = None
        look = App.get_running_app().look
        look.bind(is_tall=self._lay, unit=self._lay, panel=self._lay_cloth)
        self.bind(size=self._lay, is_cheering=self._lay)
        self.board.bind(offered=self._lay, pos=self._lay_cloth, size=self._lay_cloth, parent=self._lay_cloth)
        self.bind(has_both=self._lay_cloth)

    def _lay_cloth(self, *_: object) -> None:
        """Draw the cloth on which the board lies, where the board leaves some of the stage free."""
        look = App.get_running_app().look
        self.canvas.before.clear()
        if self.board.parent is self:
            with self.canvas.before:
                Color(*look.panel)
                # Letters and numbers stand left of the board and above it; nothing stands right of it and below it.
                right, below = look.gutter / 2, look.gutter / 2 if self.has_both else 0
                if self._last.parent is self:
                    below += self._last.height
                SmoothRoundedRectangle(
                    pos=(self.board.x, self.board.y - below),
                    size=(self.board.width + right, self.board.height + below),
                    radius=[look.radius],
                )

    @property
    def is_empty(self) -> bool:
        """Whether the scene has neither a board nor a contest."""
        return not self.children

    @property
    def cheered(self) -> Widget:
        """The part that a word takes: above a board, which is seen, the contest or its room."""
        above = self.contest if self.has_both else self._room
        return above if above.parent is self else self

    def show(self, scene: Scene, last: Text | str = "") -> None:
        """Show a scene, and the last play in words where the board leaves room for a line."""
        self._scene, self._last.says = scene, last
        if scene.board is not None:
            self.board.show(scene)
        if scene.contest is not None and scene.contest.scales:
            self.contest.show(scene.contest, scene)
        self._lay()

    def _lay(self, *_: object) -> None:
        scene, look = self._scene, App.get_running_app().look
        if scene is None:
            return
        board = scene.board
        is_contested = scene.contest is not None and bool(scene.contest.scales)
        self.has_board = board is not None
        self.has_both = stands_above(scene, is_tall=look.is_tall)
        is_cheered = self.is_cheering and self.has_board and not self.has_both and not look.is_tall
        shown = [
            *([self.contest] if is_contested and (board is None or self.has_both) else []),
            *([self._room] if is_cheered else []),
            *([] if board is None else [self.board]),
            *([self._last] if board is not None and not self.has_both and self._has_line(board) else []),
        ]
        if self.children != shown[::-1]:
            self.clear_widgets()
            for one in shown:
                self.add_widget(one)
        self.spacing = look.gutter / 2
        self.contest.size_hint_y = None if self.has_both else 1
        if board is not None and (self.has_both or is_cheered):
            self.contest.height = self._room.height = self._contest_px(board)

    def _has_line(self, board: Board) -> bool:
        """Tell whether there is room below the board for the line that tells the last play."""
        look = App.get_running_app().look
        self._last.height = LINE * look.unit
        free = self.height - board_depth(board, Rectangle(0, 0, *self.size), edge_px())
        return (
            not (self.is_cheering or look.is_tall or board.legend)
            and free > self._last.height + 2 * look.gutter
        )

    def _contest_px(self, board: Board) -> float:
        """Return the height of a contest above the board."""
        usual = max(1.0, self.height * SHARE)
        if min(self.size) <= 1:
            return usual
        left = Rectangle(0, 0, self.width, self.height * (1 - LARGE_SHARE) - self.spacing)
        if not self.board.offered and has_numbers(BoardPlan(board, left, edge_px=edge_px())):
            return self.height * LARGE_SHARE
        depth = board_depth(board, Rectangle(0, 0, *self.size), edge_px())
        free = self.height - self.spacing - depth
        return min(free, usual) if free >= LOWEST * App.get_running_app().look.unit else usual


# --- highlights
# Plays the highlights of a match on a page: the reveal in its contest, then the word over its stage.


class Highlights:
    """The highlights of one page. The match goes on underneath, and a new play takes the place of what still runs."""

    def __init__(
        self,
        stage: Widget,
        contest: ContestPanel | None = None,
        revealed: Callable[[], None] | None = None,
        *,
        is_below_score: bool = True,
    ) -> None:
        """`stage` is what a word covers, `contest` what shows the reveal. `revealed` is called when a reveal is over: scores
        and what else tells how it ended are shown from then on.
        """
        self._stage = stage
        self._is_below_score = is_below_score
        self._contest = contest
        self._revealed = revealed
        self.is_revealing = False
        self.cry = CryPanel()
        self.cry.bind(on_over=lambda _: self._leave())
        self._seen: tuple[MatchId, int] | None = None
        self._cheering: BoardStage | None = None
        """The board that made room for the word."""
        stage.bind(pos=self._cover, size=self._cover)

    def begin(self) -> None:
        """Take what is shown next as known: the page is entered, and what was before is not played."""
        self._seen = None
        self.skip()

    def show(self, snapshot: Snapshot, *, may_play: bool) -> None:
        """Play the highlight of a new play; call it when its scene is shown."""
        seen, now = self._seen, (snapshot.match, snapshot.seq)
        if seen == now:
            return
        self._seen = now
        self._stop()
        self.is_revealing = False
        is_next = seen is not None and seen[0] == snapshot.match and seen[1] < snapshot.seq
        if not is_next or not may_play:
            return
        contest = self._contest if self._contest is not None and self._contest.parent is not None else None
        is_reveal = snapshot.highlight is not None and snapshot.highlight.is_reveal
        if contest is not None and is_reveal:
            self.is_revealing = True
            contest.reveal(lambda: self._say_revealed(snapshot))
            return
        if contest is not None and contest.has_turned:
            contest.turn()
        self._say(snapshot)

    def skip(self) -> None:
        """End what runs."""
        self._stop()
        self._tell()

    def _stop(self) -> None:
        if self._contest is not None:
            self._contest.stop_reveal()
        self.cry.skip()

    def _say_revealed(self, snapshot: Snapshot) -> None:
        self._tell()
        self._say(snapshot)

    def _tell(self) -> None:
        was_revealing, self.is_revealing = self.is_revealing, False
        if was_revealing and self._revealed is not None:
            self._revealed()

    def _say(self, snapshot: Snapshot) -> None:
        if snapshot.highlight is None or snapshot.highlight.word is None:
            return
        board = self._board_stage()
        if board is not None:
            self._cheering = board
            board.is_cheering = True
            board.do_layout()
            # What is bound already is not bound again.
            board.cheered.bind(pos=self._cover, size=self._cover)
        self._cover()
        Window.add_widget(self.cry)
        self.cry.is_seen = True
        self.cry.say(
            snapshot.highlight, snapshot.scene, minute_of(snapshot), is_below_score=self._is_below_score
        )

    def _leave(self) -> None:
        Window.remove_widget(self.cry)
        self.cry.is_seen = False
        if self._cheering is not None:
            # Something else may stand on the stage by now, such as the end of the match.
            self._cheering.is_cheering = False
            self._cheering = None

    def _board_stage(self) -> BoardStage | None:
        return next((one for one in self._stage.children if isinstance(one, BoardStage)), None)

    def _cover(self, *_: object) -> None:
        board = self._board_stage()
        covered = self._stage if board is None or not board.has_board else board.cheered
        self.cry.pos = covered.to_window(*covered.pos)
        # The cloth of a board reaches so far beyond it.
        beyond = App.get_running_app().look.gutter / 2 if board is not None and board.has_board else 0
        self.cry.size = covered.width + beyond, covered.height


# --- stage


class MatchStage(BoxLayout):
    """The stage of a match that is only watched: its board, its contest, or both, and its news where there is neither."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._stage, self._news = BoardStage(), NewsPanel()
        self._highlights = Highlights(self, self._stage.contest)
        self._scene: Scene | None = None

    def begin(self) -> None:
        """Take what is shown next as known, and end what is played."""
        self._highlights.begin()

    def show(self, snapshot: Snapshot) -> None:
        """Show a match, and play what is new in it."""
        if snapshot.scene is not self._scene:
            # Not with every second of a clock, which would end a reveal.
            self._scene = snapshot.scene
            self._stage.show(snapshot.scene)
            self._news.show(snapshot)
        only(self, self._news if self._stage.is_empty else self._stage)
        self._highlights.show(snapshot, may_play=App.get_running_app().plays_highlights)
