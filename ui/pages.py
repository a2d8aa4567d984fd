"""All pages of the app."""

from ui.calibrate.page import CalibratePage
from ui.cards.intake_page import IntakePage
from ui.cards.page import CardsPage
from ui.ended.page import EndedPage
from ui.home.page import HomePage
from ui.kiosk.guided_page import GuidedPage
from ui.locks.page import LocksPage
from ui.matches.page import MatchesPage
from ui.page import Page
from ui.people.page import PeoplePage
from ui.people.teams_page import TeamsPage
from ui.players.page import PlayersPage
from ui.public.page import PublicPage
from ui.referee.page import RefereePage
from ui.replay.page import ReplayPage
from ui.rules.page import RulesPage
from ui.settings.page import SettingsPage
from ui.setup.page import SetupPage

PAGES: tuple[type[Page], ...] = (
    HomePage,
    SetupPage,
    GuidedPage,
    SettingsPage,
    LocksPage,
    CalibratePage,
    CardsPage,
    IntakePage,
    RulesPage,
    PlayersPage,
    PublicPage,
    RefereePage,
    MatchesPage,
    EndedPage,
    ReplayPage,
    PeoplePage,
    TeamsPage,
)
