"""A demonstration on a screen: the virtual table beside the scoreboard, until the match is over or the window is closed."""

from companion.backend.interface import TableDevices
from companion.backend.local import LocalBackend
from companion.backend.shown_match import ShownMatch
from companion.storage.places import Places
from companion.table.acted_match import Score
from ui.app import CompanionApp
from ui.look import Look
from ui.players.page import PlayersPage

DRAWN = TableDevices(camera="virtual")


class DemonstrationApp(CompanionApp):
    """An app that begins with a match; all other pages work as usual."""

    def __init__(self, backend: LocalBackend, look: Look, shown: ShownMatch) -> None:
        super().__init__(backend, look)
        self._shown = shown

    def on_start(self) -> None:
        super().on_start()
        self._shown.start()
        self.watch(self._shown, DRAWN, PlayersPage.called)


def show_demonstration(shown: ShownMatch, where: Places, language: str) -> tuple[Score, bool]:
    """Show a demonstration; return how well it was read as far as it was seen, and whether match and table still agreed."""
    DemonstrationApp(LocalBackend(where, program="companion demo"), Look(language=language), shown).run()
    return shown.score
