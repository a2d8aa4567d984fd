"""The page of a kiosk that nobody touches: scenes of the games in a loop, and tiles that invite people to play."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Any, ClassVar

from kivy.app import App
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothRoundedRectangle
from kivy.graphics import Scale as Stretch
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.backend.interface import AttractClip, GameOffer
from companion.rules.games import GAMES
from companion.words import Text
from ui.frames import Animator
from ui.kiosk.host import KioskPage
from ui.kiosk.invitation import ENOUGH_MS
from ui.kiosk.loop_plan import (
    CARD_RATIO,
    DIE_SHARE,
    LANDED_MS,
    LEANS,
    LOOP_MS,
    LoopStep,
    Playlist,
    PlaylistItem,
    fall_at,
    places_of,
    step_at,
)
from ui.look import rgba
from ui.presenters.duel_plan import dice_of
from ui.presenters.palette import Palette, palette_of
from ui.presenters.plan import Rectangle
from ui.widgets.board import BoardPanel
from ui.widgets.card_face import CardFace
from ui.widgets.contest import ContestPanel
from ui.widgets.game_art import GameArt, MatPicture
from ui.widgets.mark import DrawnDie
from ui.widgets.pool import discard_children
from ui.widgets.stage import CryPanel
from ui.widgets.touch import Touch

# --- match loop
# The loop that a kiosk plays while nobody is there: cards land on a game's mat, their contest is counted, a goal is
# called.

CARD_HIGH = 0.86
"""The height of a card on the mat, as a share of the room."""


MAT = 0.55
"""How strong the mat is drawn below the cards."""
BESIDE_BOARD = 0.3
"""How much of the width dice have beside a board."""


class Falling:
    """Turns and enlarges a widget around its middle, while it falls on the table."""

    def __init__(self, widget: Widget, lean: float) -> None:
        self.widget = widget
        widget.size_hint = (None, None)
        self._turn, self._stretch = Rotate(angle=lean), Stretch(1, 1, 1)
        # Below everything that the widget itself draws.
        for n, instruction in enumerate((PushMatrix(), self._turn, self._stretch)):
            widget.canvas.before.insert(n, instruction)
        widget.canvas.after.add(PopMatrix())

    def lay(self, place: Rectangle) -> None:
        """Give the widget its place."""
        self.widget.pos, self.widget.size = (place.x, place.y), (place.width, place.height)
        middle = (place.x + place.width / 2, place.y + place.height / 2)
        self._turn.origin, self._stretch.origin = middle, (*middle, 0)

    def fall(self, ms: float, number: int) -> None:
        """Show the fall after so many milliseconds."""
        fall = fall_at(ms, number)
        self._stretch.xyz = (fall.scale, fall.scale, 1)
        self.widget.opacity = fall.shown


def caption_of(step: LoopStep, clip: AttractClip) -> Text:
    """Return what a part of a loop shows, in one sentence."""
    contest = clip.settled.contest
    match step:
        case LoopStep.LAND | LoopStep.LIE if clip.faces:
            return Text("everybody lays cards on the mat")
        case LoopStep.COUNT if contest is not None and (clip.faces or clip.settled.board is None):
            return Text("the table reads the cards and adds them up")
        case LoopStep.LAND | LoopStep.LIE | LoopStep.COUNT:
            return Text("the dice say how far ball and players move")
        case _ if not clip.highlight.scores:
            return Text("the order is served")
        case _:
            return Text("and that is how points are scored")


class MatchLoop(FloatLayout):
    """The loop. `on_choose` reports a touch on the game that is shown, `on_over` that the next loop is due."""

    caption = ObjectProperty("")
    """What is seen now, in one sentence."""

    __events__ = ("on_choose", "on_over")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._look = App.get_running_app().look
        self.clip: AttractClip | None = None
        self._step: LoopStep | None = None
        self._prepared: AttractClip | None = None
        self._is_counted = False
        self._began_ms = 0
        self._falls: list[Falling] = []
        self._cards = [Falling(CardFace(is_mini=False), lean) for lean in LEANS]
        self._dice = [Falling(DrawnDie(), lean) for lean in LEANS]
        # Used again: to discard a widget takes as long as a whole frame.
        self._mats: dict[str, MatPicture] = {}
        self._falling = Animator()
        with self.canvas.before:
            self._ground = Color(0, 0, 0, 0)
            self._table = SmoothRoundedRectangle()
        self._things = FloatLayout()
        self._contest, self._board, self._cry = ContestPanel(), BoardPanel(), CryPanel()
        self._cry.bind(shown=self._give_way)
        self.bind(pos=self._arrange, size=self._arrange)
        self._look.bind(theme=self._wear)

    def on_choose(self) -> None: ...

    def on_over(self) -> None: ...

    def on_touch_down(self, touch: Any) -> bool:
        """Take a touch anywhere on the loop; nothing in it is touched by itself."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.collide_point(*touch.pos) and self.clip is not None:
            self.dispatch("on_choose")
        return True

    # --- in time

    def begin(self, clip: AttractClip, now_ms: int) -> None:
        """Play the loop of a match from its beginning; with reduced motion its settled contest stands still."""
        self.stop()
        self.clip, self._began_ms = clip, now_ms
        self._wear()
        self._lay_things(clip)
        self.pass_time(now_ms)

    def stop(self) -> None:
        """End the loop."""
        self._falling.stop()
        self._contest.stop_reveal()
        self._cry.skip()
        self.clip, self._step = None, None
        self.clear_widgets()

    def pass_time(self, now_ms: int) -> None:
        """Go to the part of the loop that is due."""
        clip = self.clip
        if clip is None:
            return
        gone_ms = now_ms - self._began_ms
        if gone_ms >= LOOP_MS:
            self.clip = None
            self.dispatch("on_over")
            return
        step = LoopStep.COUNT if self._look.is_still else step_at(gone_ms)
        if step is not self._step:
            self._step = step
            self._to(step, clip)

    def _to(self, step: LoopStep, clip: AttractClip) -> None:
        self.caption = Text(
            "{game}: {caption}", game=GAMES[clip.game].description.title, caption=caption_of(step, clip)
        )
        match step:
            case LoopStep.LAND:
                self._lay_ground(clip)
                self._falling.run(LANDED_MS, self._fall)
            case LoopStep.LIE:
                # In a frame of its own, long before it is seen.
                self._prepare(clip)
            case LoopStep.COUNT:
                self._count(clip)
            case LoopStep.CRY:
                self._say(clip)
            case LoopStep.REST:
                self._cry.skip()
                self.remove_widget(self._cry)

    def _fall(self, ms: float) -> None:
        for number, falling in enumerate(self._falls):
            falling.fall(ms, number)

    def _prepare(self, clip: AttractClip) -> None:
        """Lay out what counts the contest; a game without totals shows its board."""
        self._prepared = clip
        contest = clip.settled.contest
        self._is_counted = contest is not None and (bool(clip.faces) or clip.settled.board is None)
        if self._is_counted and contest is not None:
            self._contest.show(contest, clip.settled)
        else:
            self._board.show(clip.settled)

    def _lay_ground(self, clip: AttractClip) -> None:
        """Show what the things fall on: the mat, or beside dice the board whose pieces they move."""
        if clip.settled.board is None or clip.faces:
            self._show(self._mat_of(clip.game), self._things)
            return
        self._board.show(clip.settled)
        self._show(self._board, self._things)

    def _count(self, clip: AttractClip) -> None:
        if self._prepared is not clip:
            self._prepare(clip)
        if self._is_counted:
            self._show(self._contest)
            self._contest.reveal(lambda: None)
        elif clip.faces:
            self._show(self._board)
        else:
            # The dice stay beside the board that they moved.
            self._show(self._board, self._things)

    def _palette(self, clip: AttractClip) -> Palette:
        return palette_of("light" if self._look.theme == "light" else "dark", clip.game)

    def _give_way(self, _: object, shown: float) -> None:
        """Fade what lies below the word, which nobody reads through it."""
        self._contest.opacity = self._board.opacity = 1 - shown

    def _say(self, clip: AttractClip) -> None:
        self.add_widget(self._cry)
        self._arrange()
        self._cry.say(clip.highlight, clip.goal)

    # --- in place

    def _wear(self, *_: object) -> None:
        """Put on the colours of the game in the present theme."""
        if self.clip is not None:
            palette = self._palette(self.clip)
            self._ground.rgba, self._contest.own_panel = rgba(palette.ground), rgba(palette.panel)

    def _lay_things(self, clip: AttractClip) -> None:
        """Lay the cards of the contest on the mat, or the dice of a game without cards."""
        self._things.clear_widgets()
        dice = () if clip.faces else dice_of(clip.play, clip.goal)
        self._falls = (self._cards if clip.faces else self._dice)[: len(clip.faces) or len(dice)]
        for falling, face in zip(self._falls, clip.faces, strict=False):
            falling.widget.game, falling.widget.face = clip.game, face
        for falling, die in zip(self._falls, dice, strict=False):
            falling.widget.die, falling.widget.face, falling.widget.says = die.die, die.face, die.says
        for falling in self._falls:
            self._things.add_widget(falling.widget)
        self._arrange()

    def _mat_of(self, game: str) -> MatPicture:
        if game not in self._mats:
            self._mats[game] = MatPicture(game=game, opacity=MAT, covers=True)
        return self._mats[game]

    def _show(self, *widgets: Widget) -> None:
        self._give_way(self, 0.0)
        self.clear_widgets()
        for widget in widgets:
            self.add_widget(widget)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self._table.pos, self._table.size, self._table.radius = self.pos, self.size, [self._look.radius]
        for widget in (*self._mats.values(), self._things, self._contest, self._board, self._cry):
            widget.size_hint = (None, None)
            widget.pos, widget.size = self.pos, self.size
        is_cards = self.clip is not None and bool(self.clip.faces)
        room = Rectangle(self.x, self.y, self.width, self.height)
        if self.clip is not None and not is_cards and self.clip.settled.board is not None:
            room = Rectangle(self.x, self.y, self.width * BESIDE_BOARD, self.height)
            self._board.pos, self._board.width = (self.x + room.width, self.y), self.width - room.width
        places = places_of(
            len(self._falls), room, CARD_RATIO if is_cards else 1.0, CARD_HIGH if is_cards else DIE_SHARE
        )
        for falling, place in zip(self._falls, places, strict=True):
            falling.lay(place)


# --- attract page

__all__ = ["AttractPage", "GameArt", "InviteTile", "MatchLoop"]
"""The page's layout file uses these widgets."""

AGAIN_MS = 10_000
"""How long the page waits after an error before it tries the next loop."""
SEEDS = 1_000_000


class InviteTile(Touch):
    """The tile of a game, in its colours: a touch begins its guided match."""

    game = StringProperty("")
    faces = ObjectProperty(())
    opening = ObjectProperty(None, allownone=True)
    panel = ListProperty([0, 0, 0, 1])

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(theme=self._wear)
        self._wear()

    def _wear(self, *_: object) -> None:
        theme = "light" if App.get_running_app().look.theme == "light" else "dark"
        self.panel = rgba(palette_of(theme, self.game).raised)


class AttractPage(KioskPage):
    """The page that a kiosk shows when nobody is there."""

    called: ClassVar[str] = "attract"
    is_home: ClassVar[bool] = True
    is_resting: ClassVar[bool] = True
    house = ObjectProperty("")
    promises = ObjectProperty("")
    """What a touch leads to."""
    problem = ObjectProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._playlist: Playlist | None = None
        self._games: dict[str, GameOffer] = {}
        self._closed: tuple[str, ...] = ()
        """The games that the staff has closed when the others were shown."""
        self._is_asked = False
        self._again_ms: int | None = None

    def enter(self) -> None:
        self._invite()
        if self._playlist is None or self._closed != self.kiosk.settings.closed_games:
            self._closed = self.kiosk.settings.closed_games
            self.app.run_in_background(self.app.backend.games, self._show_games)
        else:
            self.go_on()

    def _invite(self, problem: Text | str = "") -> None:
        self.house = self.kiosk.settings.house or "Companion"
        self.problem = problem
        self.promises = Text(
            "{n} minutes are enough, told step by step on this screen: no cards, no rules to know",
            n=ENOUGH_MS // 60_000,
        )

    def leave(self) -> None:
        """End the loop, because another page is shown."""
        self._again_ms = None
        self.ids.loop.stop()

    def pass_time(self, now_ms: int) -> None:
        """Go on with the loop, and begin the next one when it is due."""
        self.ids.loop.pass_time(now_ms)
        if self._again_ms is not None and now_ms >= self._again_ms:
            self.go_on()

    # --- the loop

    def go_on(self) -> None:
        """Begin the loop of the next game."""
        if self._playlist is None or self._is_asked:
            return
        item = self._playlist.item
        self._playlist = self._playlist.next()
        self.play(item)

    def play(self, item: PlaylistItem) -> None:
        """Play a loop as soon as it is cut."""
        self._again_ms, self._is_asked = None, True
        self.app.run_in_background(lambda: self.app.backend.attract_clip(item.game, item.seed), self._begin)

    def _begin(self, clip: AttractClip | None) -> None:
        self._is_asked = False
        if self.app.page is not self:
            return
        if clip is None:
            self.go_on()
            return
        self._invite()
        self.ids.loop.begin(clip, self.kiosk.now_ms())

    def trouble(self, words: Text) -> None:
        self._is_asked = False
        self._invite(words)
        self._again_ms = self.kiosk.now_ms() + AGAIN_MS

    # --- touches

    def _show_games(self, games: Sequence[GameOffer]) -> None:
        games = self.app.offered(games)
        self._games = {game.name: game for game in games}
        discard_children(self.ids.games)
        for game in games:
            tile = InviteTile(
                game=game.name,
                faces=game.art,
                opening=game.opening,
                says=game.title,
                under=game.says,
            )
            tile.bind(on_choose=lambda _, game=game: self.kiosk.guide(game))
            self.ids.games.add_widget(tile)
        self._playlist = Playlist(tuple(self._games), randbelow(SEEDS))
        self.go_on()

    def guide_shown(self) -> None:
        """Begin the guided match of the game in the loop, which was touched."""
        clip = self.ids.loop.clip
        if clip is not None:
            self.kiosk.guide(self._games[clip.game])

    def speak(self, language: str) -> None:
        """Use a visitor's language until nobody is there any more."""
        self.app.look.language = language
