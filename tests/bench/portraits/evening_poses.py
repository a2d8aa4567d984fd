"""Brings the pages of people, teams and recorded matches to their main states: before and after an evening of four people."""

from collections.abc import Callable

from companion.backend.local import LocalBackend
from companion.people import KnownPerson, OwnTeam
from companion.storage.people import PeopleStore
from tests.backend.test_kept_matches import recorded
from tests.bench.portraits.sitter import Pose, Sitter, at_page
from ui.ended.page import EndedPage
from ui.matches.matches_lines import MatchAct
from ui.matches.page import MatchesPage
from ui.people.page import PeoplePage
from ui.people.people_lines import PeopleAct, Touched
from ui.people.teams_page import TeamAct, TeamsPage, TeamTouch
from ui.replay.page import ReplayPage

PEOPLE = (
    KnownPerson("", "Chloé", "drop", "sky"),
    KnownPerson("", "Bruno", "crown", "mint"),
    KnownPerson("", "Maximilienne", "sun", "amber"),
    KnownPerson("", "Anna", "star", "coral"),
)
TEAMS = (OwnTeam("", "Saint-Étienne", "lime", "sand"), OwnTeam("", "Villeurbanne", "sky", "amber"))
WHOLE = 600
"""More plays than any match has."""
EVENING = (
    ("ouaf", ("Anna", "Maximilienne", "Bruno", "Chloé"), WHOLE),
    ("lignes", ("Anna", "Bruno"), WHOLE),
    ("ofusaido", ("Maximilienne", "Anna"), WHOLE),
    ("lignes", ("Chloé", "Anna"), 120),
    ("boufbowl", ("Maximilienne", "Anna"), 60),
)
"""The matches of the evening: the game, who played in the order of the seats, and after how many plays somebody gave up."""


def _after_the_evening(sitter: Sitter) -> None:
    """Keep people, teams and their matches; one more match is not over, and one was never begun."""
    backend = sitter.app.backend
    assert isinstance(backend, LocalBackend)
    desk, where = backend.people_desk, backend._where
    if desk.people():
        return
    for person in PEOPLE:
        desk.remember(person)
    for team in TEAMS:
        desk.keep_team(team)
    known = {one.name: one.id for one in desk.people()}
    store = PeopleStore(where.people)
    recorded(where, "ouaf", plays=0)
    for game, names, plays in EVENING:
        match, played = recorded(where, game, is_over=True, plays=plays)
        seats = dict(zip(played.rules.seats(played.state), (known[one] for one in names), strict=True))
        store.change(lambda kept, match=match, seats=seats: kept.with_match(match, seats))  # type: ignore[misc]
    recorded(where, "ofusaido")


def _evening(page: str) -> Callable[[Sitter], None]:
    """Return what opens a page after the evening."""

    def strike(sitter: Sitter) -> None:
        _after_the_evening(sitter)
        at_page(page)(sitter)

    return strike


def _people(*acts: PeopleAct) -> Callable[[Sitter], None]:
    """Return what touches one thing after the other on the page of people, for who was here last."""

    def strike(sitter: Sitter) -> None:
        _evening(PeoplePage.called)(sitter)
        page = sitter.app.page
        assert isinstance(page, PeoplePage)
        for act in acts:
            page.chosen("", Touched(act, sitter.app.backend.people_desk.people()[0].id))
            sitter.settle()

    return strike


def _team(sitter: Sitter) -> None:
    """Show what can be chosen for a team."""
    _evening(TeamsPage.called)(sitter)
    team = sitter.app.backend.people_desk.teams()[0]
    sitter.app.page.chosen("", TeamTouch(TeamAct.OPEN, team.id))


def _act(act: MatchAct, *more: MatchAct, game: str = "lignes") -> Callable[[Sitter], None]:
    """Return what touches the buttons of the latest match of a game that is over."""

    def strike(sitter: Sitter) -> None:
        _evening(MatchesPage.called)(sitter)
        page = sitter.app.page
        assert isinstance(page, MatchesPage)
        listed = sitter.app.backend.matches(WHOLE).matches
        match = next(one for one in listed if one.game == game and one.result is not None)
        page._do(match, act)
        for one in more:
            page.chosen("", one)
        sitter.settle()

    return strike


def _replay(sitter: Sitter) -> None:
    """Show a recorded match, some plays before its end."""
    _act(MatchAct.LOOK, game="boufbowl")(sitter)
    page = sitter.app.page
    assert isinstance(page, ReplayPage)
    page.move(-4)


def _result(sitter: Sitter) -> None:
    """Show the end of a recorded match, with what it was worth."""
    _act(MatchAct.RESULT)(sitter)
    page = sitter.app.page
    assert isinstance(page, EndedPage)
    sitter.until(lambda: page._tools.has_turning)
    sitter.settle()


EVENING_POSES = (
    Pose("people-none", at_page(PeoplePage.called)),
    Pose("teams-none", at_page(TeamsPage.called)),
    Pose("matches-none", at_page(MatchesPage.called)),
    Pose("people", _evening(PeoplePage.called)),
    Pose("people-person", _people(PeopleAct.OPEN)),
    Pose("people-sign", _people(PeopleAct.OPEN, PeopleAct.SIGN)),
    Pose("people-delete", _people(PeopleAct.OPEN, PeopleAct.FORGET)),
    Pose("people-season", _people(PeopleAct.SEASON)),
    Pose("teams", _evening(TeamsPage.called)),
    Pose("teams-team", _team),
    Pose("matches", _evening(MatchesPage.called)),
    Pose("matches-hide", _act(MatchAct.ASK)),
    Pose("matches-result", _result),
    Pose("home-resumed", _evening("home")),
    Pose("replay", _replay),
)
"""In this order: the first ones are drawn before the evening."""
