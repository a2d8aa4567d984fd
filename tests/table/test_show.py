"""A match that is shown begins at once."""

from pathlib import Path

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.table.show import Scenery, Show
from companion.table.wiring import bare_controller

pytestmark = pytest.mark.drawn


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
