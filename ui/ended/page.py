"""The page of a recorded match that has ended, as its players saw it at the end."""

from typing import Any, ClassVar

from companion.ids import MatchId
from companion.words import Text
from ui.page import Page
from ui.replay.page import ReplayPage
from ui.widgets.ending import EndingPanel, RecordedTools


class EndedPage(Page):
    """The page. `begin` says which match is shown, and where the way back leads."""

    called: ClassVar[str] = "ended"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._match: MatchId | None = None
        self._game, self._back_to = "", "home"
        self._tools = RecordedTools()
        self._tools.bind(on_act=lambda _, what: self.act(what))
        self._ending = EndingPanel(self._tools)
        self._ending.bind(on_look=lambda _, seq: self._look_back(seq))
        self.ids.middle.add_widget(self._ending)
        self.ids.tools.add_widget(self._tools)

    @property
    def face_game(self) -> str:
        return self._game

    def begin(self, match: MatchId, game: str, back_to: str) -> None:
        """Show a match from now on."""
        self._match, self._game, self._back_to = match, game, back_to
        self._ending.begin(match)

    def leave(self) -> None:
        self._ending.end()

    def trouble(self, words: Text) -> None:
        self._ending.trouble(words)

    def act(self, what: str) -> None:
        """Do what a button says."""
        match what:
            case "look":
                self._look_back(0)
            case "back":
                self.app.go(self._back_to)
            case _:
                self._ending.act(what)

    def _look_back(self, seq: int) -> None:
        if self._match is None:
            return
        page = self.app.page_called(ReplayPage.called)
        assert isinstance(page, ReplayPage)
        page.begin(self._match, self._game, self.called, seq)
        self.app.go(ReplayPage.called)

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        del modifiers
        if name == "escape":
            self.act("back")
            return True
        return False
