"""The owners' teams: made on the screens, chosen when a match is set up, and shown with their crest."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.backend.interface import PlayRequest, TableDevices
from companion.people import OwnTeam
from companion.storage.shipped_data import demonstrations
from tests.backend.test_crests import picture
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.people.teams_page import TeamAct, TeamsPage, TeamTouch
from ui.setup.match_setup import MatchSetup, SetupStage
from ui.setup.setup_lines import lines
from ui.widgets.mark import TeamCrest

SIZES = [(800, 480), (1280, 800), (1920, 1080), (800, 1280)]


@pytest.fixture
def page(one: Tablet) -> TeamsPage:
    """The page of teams, with a new one that is looked at."""
    for team in one.app.backend.people_desk.teams():
        one.app.backend.people_desk.drop_team(team.id)
    one.app.go(TeamsPage.called)
    one.settle()
    one.touch("new team…")
    page = one.app.page
    assert isinstance(page, TeamsPage) and page.keys is not None
    page.keys.dispatch("on_done", "Villeurbanne")
    one.settle()
    return page


@pytest.mark.slow
@first_quick("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_team_can_be_read_and_touched(
    one: Tablet, page: TeamsPage, size: tuple[int, int], language: str
) -> None:
    one.resize(size)
    one.app.look.language = language
    one.settle()
    try:
        assert not faults(one)
        page.back()
        one.settle()
        assert not faults(one)
    finally:
        one.resize((1280, 800))


@pytest.mark.slow
def test_a_crest_is_a_picture_and_a_bad_one_is_told(one: Tablet, page: TeamsPage, tmp_path: Path) -> None:
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"no picture")
    page.chosen("crest", TeamTouch(TeamAct.CREST, str(bad)))
    one.settle()
    assert one.shows("cannot be read as a picture")
    assert not one.app.backend.people_desk.teams()[0].crest
    page.chosen("crest", TeamTouch(TeamAct.CREST, str(picture(tmp_path / "good.png", 60, 60))))
    one.settle()
    assert not one.shows("cannot be read as a picture")
    assert one.app.backend.people_desk.teams()[0].crest
    page.chosen("second", TeamTouch(TeamAct.SECOND, "rose"))
    one.settle()
    assert one.app.backend.people_desk.teams()[0].second == "rose"


@pytest.mark.slow
@first_quick("language", ["fr", "en"])
def test_a_team_is_removed_after_a_question(one: Tablet, page: TeamsPage, language: str) -> None:
    desk = one.app.backend.people_desk
    page.chosen("acts", TeamTouch(TeamAct.DROP))
    one.settle()
    assert one.shows("Remove this team?")
    one.touch("Keep the team")
    one.settle()
    assert one.shows("change the name"), "the team's page as before"
    page.chosen("acts", TeamTouch(TeamAct.DROP))
    one.app.look.language = language
    one.settle()
    assert not faults(one)
    assert desk.teams()
    page.chosen("answer", TeamTouch(TeamAct.DO_DROP))
    one.settle()
    assert desk.teams() == ()


@pytest.mark.slow
def test_a_team_is_chosen_for_a_seat_and_its_crest_stands_in_the_match(one: Tablet, page: TeamsPage) -> None:
    (team,) = one.app.backend.people_desk.teams()
    game = next(game for game in one.app.backend.games() if game.name == "ofusaido")
    setup = replace(MatchSetup.of(game), stage=SetupStage.TEAMS, own_teams=(team,))
    home = next(line for line in lines(setup) if line.key == "home")
    assert [option.role for option in home.options] == ["", team.sign, ""]
    assert home.options[0].is_chosen, "the team that plays if nothing is touched"
    chosen = setup.choose("home", home.options[1].value)
    live = one.app.backend.begin(PlayRequest(chosen.request.setup, TableDevices()))
    one.app.watch(live, TableDevices(), "players")
    one.until(lambda: one.app.snapshot is not None)
    one.settle()
    assert one.app.snapshot is not None
    assert [side.team for side in one.app.snapshot.scene.sides] == [team, None]
    assert any(isinstance(found, TeamCrest) and found.team == team for found in one.widgets())
    assert not faults(one)


def test_a_team_of_another_name_has_no_crest(one: Tablet) -> None:
    one.app.backend.people_desk.keep_team(OwnTeam("", "Elsewhere", "coral", "sand"))
    live = one.app.backend.begin(PlayRequest(demonstrations("ofusaido")["demo-match"][0], TableDevices()))
    one.app.watch(live, TableDevices(), "players")
    one.until(lambda: one.app.snapshot is not None)
    assert one.app.snapshot is not None
    assert all(side.team is None for side in one.app.snapshot.scene.sides)


@pytest.mark.parametrize("crest", ["a", "bm8gcGljdHVyZQ=="])
def test_a_team_whose_picture_is_damaged_has_its_shield(one: Tablet, crest: str) -> None:
    damaged = OwnTeam("", "Elsewhere", "coral", "sand", crest)
    mark = TeamCrest()
    mark.role, mark.team, mark.size = damaged.sign, damaged, (40, 40)
    assert next(iter(mark.rims())).says.endswith(damaged.sign)
