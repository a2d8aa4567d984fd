"""The app of a public screen: one page, one match that another program plays, and nothing to touch."""

from companion.backend.interface import Backend, LiveMatch, TableDevices
from ui.app import CompanionApp
from ui.look import Look
from ui.page import Page
from ui.public.page import PublicPage


class PublicApp(CompanionApp):
    """The app for a television. It shows `match`."""

    pages: tuple[type[Page], ...] = (PublicPage,)

    def __init__(self, backend: Backend, look: Look, match: LiveMatch) -> None:
        super().__init__(backend, look, PublicPage.called)
        self._followed = match

    def on_start(self) -> None:
        super().on_start()
        self.watch(self._followed, TableDevices(), PublicPage.called)
