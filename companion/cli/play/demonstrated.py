"""A demonstration at a screen: the drawn table beside the scoreboard, until the match is over or the window is closed."""

from companion.cli.live.acted import Score
from companion.cli.places import Places
from companion.cli.play.house import HouseHere
from companion.cli.play.shown import ShownMatch
from ui.app import CompanionApp
from ui.house import Gear
from ui.look import Look
from ui.screens.players import PlayersPage

DRAWN = Gear(camera="virtual")


class DemonstrationApp(CompanionApp):
    """Begins with the match; all other pages are there as always."""

    def __init__(self, house: HouseHere, look: Look, shown: ShownMatch) -> None:
        super().__init__(house, look)
        self._shown = shown

    def on_start(self) -> None:
        super().on_start()
        self._shown.start()
        self.watch(self._shown, DRAWN, PlayersPage.called)


def show_demonstration(shown: ShownMatch, where: Places, language: str) -> tuple[Score, bool]:
    """How what was read compares with what was acted out, as far as it was seen; and whether the two stayed together."""
    DemonstrationApp(HouseHere(where), Look(language=language), shown).run()
    return shown.score
