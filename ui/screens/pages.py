"""All pages there are."""

from ui.screens.calibrate import CalibratePage
from ui.screens.cards import CardsPage
from ui.screens.home import HomePage
from ui.screens.page import Page
from ui.screens.players import PlayersPage
from ui.screens.public import PublicPage
from ui.screens.referee import RefereePage
from ui.screens.settings import SettingsPage
from ui.screens.setup import SetupPage

PAGES: tuple[type[Page], ...] = (
    HomePage,
    SetupPage,
    SettingsPage,
    CalibratePage,
    CardsPage,
    PlayersPage,
    PublicPage,
    RefereePage,
)
