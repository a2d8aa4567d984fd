"""All pages there are."""

from ui.screens.home import HomePage
from ui.screens.page import Page
from ui.screens.players import PlayersPage
from ui.screens.public import PublicPage

PAGES: tuple[type[Page], ...] = (HomePage, PlayersPage, PublicPage)
