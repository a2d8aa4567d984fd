"""The panel to choose a play: what is being entered and where it goes, the buttons, and beside them the board, if there is
one.
"""

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play import Play
from companion.session.snapshot import Snapshot
from companion.words import Text, Wording
from ui.remark import Remarking
from ui.widgets.board import BoardPanel
from ui.widgets.chooser import ChooserPanel


class PlayPanel(BoxLayout):
    """The panel of a play that is entered. `on_play` carries it; `on_close`: none was wanted."""

    about = ObjectProperty("")
    """What is entered, and where in the match it goes; empty: a play in its turn."""
    remark = ObjectProperty("")
    """Why the last touch on the board was not possible, for a while."""
    has_board = BooleanProperty(False)
    """A board stands beside the buttons, and its pieces and cells can be touched."""

    __events__ = ("on_play", "on_close")

    def __init__(self, *, is_past: bool, is_tall: bool) -> None:
        super().__init__()
        self._is_tall = is_tall
        self._remarking = Remarking(self._say)
        self._board = BoardPanel(answers_all=True)
        self.chooser = ChooserPanel(is_narrow=is_tall, is_past=is_past)
        self.chooser.bind(
            on_play=lambda _, play: self.dispatch("on_play", play),
            on_close=lambda _: self.dispatch("on_close"),
            on_step=lambda _: self._offer(),
        )
        self._board.bind(on_place=lambda _, name: self.chooser.pick_place(name))
        self._board.bind(on_doubt=lambda _, names: self.chooser.pick_among(names))
        self._board.bind(on_other=lambda _, name: self._pick_other(name))
        self.ids.chooser.add_widget(self.chooser)

    def on_play(self, play: Play) -> None: ...

    def on_close(self) -> None: ...

    def show(self, snapshot: Snapshot, about: Text | Wording | str) -> None:
        """Show what may be chosen, and where it goes."""
        self.about = about
        # On a screen that stands, the buttons need the height that a board would take.
        self.has_board = snapshot.scene.board is not None and not self._is_tall
        wanted = [self._board] if self.has_board else []
        if self.ids.board.children != wanted:
            self.ids.board.clear_widgets()
            for board in wanted:
                self.ids.board.add_widget(board)
        self.chooser.is_narrow = self._is_tall or self.has_board
        if self.has_board:
            self._board.show(snapshot.scene)
        self.chooser.show(snapshot)

    def _offer(self) -> None:
        if self.has_board:
            self._board.offer(self.chooser.choosing)

    def _pick_other(self, name: str) -> None:
        why = self.chooser.pick_other(name)
        if why is not None:
            self._remarking.answer(why)

    def _say(self, words: Text | str) -> None:
        self.remark = words
