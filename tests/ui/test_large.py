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
from ui.widgets.score import ScoreBar

PLAYS = {"ofusaido": 6, "boufbowl": 26}
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
def test_totals_take_a_quarter_and_clocks_an_eighth_of_a_screen_that_lies(one: Tablet, game: str) -> None:
    contest(one, game)
    for size, total, clock in (((1280, 800), 0.25, 0.12), ((800, 480), 0.25, 0.12), ((800, 1280), 0.2, 0.06)):
        one.resize(size)
        one.settle()
        totals = [drawn(one, box.ids.total) for box in one.widgets() if isinstance(box, ScaleBox)]
        assert len(totals) == 2
        assert min(totals) >= total, size
        clocks = [drawn(one, bar.clock) for bar in one.widgets() if isinstance(bar, ScoreBar)]
        assert min(clocks) >= clock, size
    one.resize((1280, 800))
