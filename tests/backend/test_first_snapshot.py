"""A match that a screen begins can be shown at once: no page appears empty."""

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.backend import shown_match
from companion.backend.interface import PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.backend.shown_match import ShownMatch
from companion.rules.games import GAMES
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.show import Scenery, Show

WAIT_S = 60.0


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_that_has_begun_is_there_to_be_shown(tmp_path: Path, game: str) -> None:
    backend = LocalBackend(Places(tmp_path))
    match = backend.begin(PlayRequest(demonstrations(game)["demo-match"][0], TableDevices()))
    try:
        assert match.newest() is not None
    finally:
        match.stop()


@pytest.mark.slow
@pytest.mark.drawn
def test_a_demonstration_is_there_to_be_shown_before_its_table_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawing, may_draw = threading.Event(), threading.Event()

    def slow(*given: Any) -> Show:
        drawing.set()
        may_draw.wait(WAIT_S)
        return Show(*given)

    monkeypatch.setattr(shown_match, "Show", slow)
    match = ShownMatch("ouaf", "demo-match", Scenery(1, speed=1.0))
    match.start()
    try:
        assert drawing.wait(WAIT_S)
        assert match.newest() is not None
    finally:
        may_draw.set()
        match.stop()
