"""All pages there are."""

from ui.screens.home import HomePage
from ui.screens.page import Page
from ui.screens.players import PlayersPage

PAGES: tuple[type[Page], ...] = (HomePage, PlayersPage)
