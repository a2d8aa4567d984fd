"""Plays the highlights of a match on a page: the reveal in its contest, then the word over its stage."""

from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.ids import MatchId
from companion.session.snapshot import Snapshot
from ui.widgets.contest import ContestPanel
from ui.widgets.cry import CryPanel


class Highlights:
    """The highlights of one page. The match goes on underneath, and a new play takes the place of what still runs."""

    def __init__(self, stage: Widget, contest: ContestPanel | None = None) -> None:
        """`stage` is what a word covers, `contest` what shows the reveal."""
        self._stage = stage
        self._contest = contest
        self._cry = CryPanel()
        self._cry.bind(on_over=lambda _: self._leave())
        self._seen: tuple[MatchId, int] | None = None
        stage.bind(pos=self._cover, size=self._cover)

    @property
    def is_crying(self) -> bool:
        """Whether a word stands over the stage."""
        return self._cry.parent is not None

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
        self.skip()
        is_next = seen is not None and seen[0] == snapshot.match and seen[1] < snapshot.seq
        if not is_next or not may_play:
            return
        contest = self._contest if self._contest is not None and self._contest.parent is not None else None
        is_reveal = snapshot.highlight is not None and snapshot.highlight.is_reveal
        if contest is not None and is_reveal:
            contest.reveal(lambda: self._say(snapshot))
            return
        if contest is not None and contest.has_turned:
            contest.turn()
        self._say(snapshot)

    def skip(self) -> None:
        """End what runs."""
        if self._contest is not None:
            self._contest.stop_reveal()
        self._cry.skip()

    def _say(self, snapshot: Snapshot) -> None:
        if snapshot.highlight is None or snapshot.highlight.word is None:
            return
        self._cover()
        Window.add_widget(self._cry)
        self._cry.say(snapshot.highlight, snapshot.scene)

    def _leave(self) -> None:
        Window.remove_widget(self._cry)

    def _cover(self, *_: object) -> None:
        self._cry.pos = self._stage.to_window(*self._stage.pos)
        self._cry.size = self._stage.size
