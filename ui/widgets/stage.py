"""The stage of a match: its contest, its board, or its news, with its highlights."""

from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.snapshot import Snapshot
from companion.showing.scene import Scene
from ui.highlights import Highlights
from ui.widgets.board import BoardPanel
from ui.widgets.contest import ContestPanel
from ui.widgets.frame import only
from ui.widgets.news import NewsPanel


class MatchStage(BoxLayout):
    """The stage of a match that is only watched."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._contest, self._board, self._news = ContestPanel(), BoardPanel(), NewsPanel()
        self._highlights = Highlights(self, self._contest)
        self._scene: Scene | None = None

    def begin(self) -> None:
        """Take what is shown next as known, and end what is played."""
        self._highlights.begin()

    def show(self, snapshot: Snapshot) -> None:
        """Show a match, and play what is new in it."""
        scene = snapshot.scene
        panel: Widget = self._news
        if scene.contest is not None and scene.contest.scales:
            if scene is not self._scene:
                # Not with every second of a clock, which would end a reveal.
                self._contest.show(scene.contest, scene)
            panel = self._contest
        elif scene.board is not None:
            self._board.show(scene)
            panel = self._board
        else:
            self._news.show(snapshot)
        self._scene = scene
        only(self, panel)
        self._highlights.show(snapshot, may_play=App.get_running_app().plays_highlights)
