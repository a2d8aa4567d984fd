"""The app of a public screen: one page, one match that is played elsewhere, and nothing to touch."""

from ui.app import CompanionApp
from ui.house import Gear, House, LiveMatch
from ui.look import Look
from ui.screens.page import Page
from ui.screens.public import PublicPage


class PublicApp(CompanionApp):
    """For a television: what it shows is followed from `match`."""

    pages: tuple[type[Page], ...] = (PublicPage,)

    def __init__(self, house: House, look: Look, match: LiveMatch) -> None:
        super().__init__(house, look, PublicPage.called)
        self._followed = match

    def on_start(self) -> None:
        super().on_start()
        self.watch(self._followed, Gear(), PublicPage.called)
