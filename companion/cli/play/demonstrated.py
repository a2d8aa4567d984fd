"""A demonstration on a screen: the virtual table beside the scoreboard, until the window is closed."""

from collections.abc import Callable

from companion.backend.interface import LiveMatch, TableDevices
from companion.backend.local import LocalBackend
from companion.backend.shown_match import ShownMatch
from companion.ids import MatchId
from companion.storage.places import Places
from companion.table.acted_match import Score
from ui.app import CompanionApp
from ui.look import Look
from ui.players.page import PlayersPage

DRAWN = TableDevices(camera="virtual")


class DemonstrationBackend(LocalBackend):
    """A backend that follows a demonstration with another one; `shown` is the one of now."""

    def __init__(self, where: Places, shown: ShownMatch, another: Callable[[], ShownMatch]) -> None:
        super().__init__(where, program="companion demo")
        self.shown = shown
        self._another = another

    def begin_again(self, match: MatchId, gear: TableDevices) -> LiveMatch:
        if gear != DRAWN:
            return super().begin_again(match, gear)
        self.shown = self._another()
        self.shown.start()
        return self.shown


class DemonstrationApp(CompanionApp):
    """An app that begins with a match; all other pages work as usual."""

    def __init__(self, backend: DemonstrationBackend, look: Look) -> None:
        super().__init__(backend, look)
        self._shown = backend.shown

    def on_start(self) -> None:
        super().on_start()
        self._shown.start()
        self.watch(self._shown, DRAWN, PlayersPage.called)


def show_demonstration(
    shown: ShownMatch, another: Callable[[], ShownMatch], where: Places, language: str
) -> tuple[Score, bool]:
    """Show a demonstration; return how well it was read as far as it was seen, and whether match and table still agreed.
    Of several it is the last one.
    """
    backend = DemonstrationBackend(where, shown, another)
    DemonstrationApp(backend, Look(language=language)).run()
    return backend.shown.score
