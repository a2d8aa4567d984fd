"""What players read across the table is large: totals of a contest, and the clock."""

import pytest

from companion.match import Match
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.storage.mats import mat_of
from companion.storage.shipped_data import demonstrations
from tests.ui.refereeing import begin, by_chance
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.widgets.contest import ScaleBox
from ui.widgets.says import Says
from ui.widgets.score import ScoreBar, SideBox

PLAYS = {"ofusaido": 6}
"""So many by chance, and a contest is on the table."""


def drawn(one: Tablet, label: Says) -> float:
    """How high its figures are, as a share of the screen."""
    texture = label._texture
    if texture is None:
        return 0.0
    pixels, (width, height) = texture.pixels, texture.size
    rows = [y for y in range(height) if any(pixels[(y * width + x) * 4 + 3] > 60 for x in range(0, width, 2))]
    return (rows[-1] - rows[0] + 1) / one.app.look.height if rows else 0.0


def contest(one: Tablet, game: str) -> None:
    """A contest that is open, at its players' screen, at rest."""
    count = PLAYS[game]
    plays = by_chance(game, count + 40)
    match, builder = Match(GAMES[game], *demonstrations(game)["demo-match"]), SCENE_BUILDERS[game]
    for n, play in enumerate(plays, 1):
        match.submit(play)
        found = builder.scene(match.rules, match.state, match.entries[-1].events, mat_of(game)).contest
        if n >= count and found is not None and found.outcome is None and len(found.scales) > 1:
            break
    begin(one, game, plays[:n])
    one.app.go("players")
    page = one.app.page
    assert isinstance(page, PlayersPage)
    if page.is_choosing:
        page.choose()
    one.settle()


@pytest.mark.parametrize("game", PLAYS)
def test_totals_and_scores_have_the_sizes_of_the_scale(one: Tablet, game: str) -> None:
    contest(one, game)
    for size in ((1280, 800), (800, 480), (800, 1280)):
        one.resize(size)
        one.settle()
        unit = min(size) / 800
        totals = [box.ids.total for box in one.widgets() if isinstance(box, ScaleBox)]
        assert [total.size_px for total in totals] == [int(240 * unit)] * 2, size
        assert min(drawn(one, total) for total in totals) >= 0.2 * min(size) / size[1]
        scores = [box.ids.score for box in one.widgets() if isinstance(box, SideBox)]
        assert [score.size_px for score in scores] == [int(128 * unit)] * 2, size
        clocks = [bar.clock for bar in one.widgets() if isinstance(bar, ScoreBar)]
        assert min(clock.size_px for clock in clocks) >= int(64 * unit), size
    one.resize((1280, 800))


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_nothing_of_a_match_changes_its_size_when_its_plays_are_said_by_hand(
    one: Tablet, size: tuple[int, int]
) -> None:
    one.resize(size)
    contest(one, "ofusaido")
    page = one.app.page
    assert isinstance(page, PlayersPage)
    at_rest = [list(one.size) for one in (page.ids.bar, page.ids.middle, page.ids.lower)]
    page.choose()
    one.settle()
    assert [list(one.size) for one in (page.ids.bar, page.ids.middle, page.ids.lower)] == at_rest
    one.resize((1280, 800))
