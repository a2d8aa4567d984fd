"""A match that is shown begins at once."""

from pathlib import Path

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.table.acted_match import ActedFate
from companion.table.show import Scenery, Show
from companion.table.wiring import bare_controller
from tests.bench.trials.cards import OVER_LAMP
from vision.virtual.light import Sensor

pytestmark = pytest.mark.drawn


@pytest.mark.slow
def test_the_first_picture_waits_for_no_die_although_the_match_begins_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, cards = demonstrations("lignes")["demo-match"]
    truth, match = (Match(GAMES["lignes"], setup, cards) for _ in range(2))
    controller = bare_controller(MatchId("show"), match)
    # Who waits for the tower now, which nobody has asked for dice, waits to the end of his patience.
    monkeypatch.setattr(Show, "_comes_true", lambda *_: pytest.fail("the tower is waited for"))
    with Show(truth, controller, Scenery(3), lambda _told: None, tmp_path / "rolls.db") as show:
        frame = next(show.frames())
    assert frame is not None


@pytest.mark.slow
def test_a_player_tilts_a_card_that_reflects_the_lamp_as_he_is_told_and_it_is_read(tmp_path: Path) -> None:
    setup, cards = demonstrations("ouaf")["demo-match"]
    truth, match = (Match(GAMES["ouaf"], setup, cards) for _ in range(2))
    controller = bare_controller(MatchId("show"), match)
    scenery = Scenery(7000, OVER_LAMP, Sensor(0.8, jpeg=None, is_grey=True), is_sleeved=True, px_a_module=3.0)
    with Show(truth, controller, scenery, lambda _told: None, tmp_path / "rolls.db") as show:
        for _ in show.frames():
            if match.entries:
                break
        assert show.acted.score.fates[ActedFate.TILTED] == 1
