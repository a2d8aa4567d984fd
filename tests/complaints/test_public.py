"""What people complain about in other programs that show a match to spectators, and how it must not happen here."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from companion.bus.messages import PublicView
from companion.ids import MatchId
from companion.match import Match
from companion.play import TimeUp
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.clocks import clocks_of
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.hall.teller import view_of
from companion.table.wiring import bare_controller
from companion.timers import Clocks
from companion.virtual.chance import chosen_play
from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from companion.words import as_sentence
from tests.web.served import Visitor

QUICK = "demo-match-halves"
MODES = [
    pytest.param(game, mode, marks=[] if mode == QUICK else [pytest.mark.slow], id=f"{game}-{mode}")
    for game in GAMES
    for mode in demonstrations(game)
    if mode.startswith("demo-match")
]
TIMED = {"ofusaido": "turn", "lignes": "turn", "ouaf": "negotiation", "boufbowl": "turn"}
LENGTH_MS = 1_234_000
PLAYS, LOOKS = 60, 12


def views(game: str, mode: str) -> Iterator[PublicView]:
    """What a table shows of a match play by play, with the clock of its turns agreed; halves run out in the middle of it."""
    setup, cards = demonstrations(game)[mode]
    clocks = Clocks(clocks_of(setup, {TIMED[game]: LENGTH_MS}))
    controller = bare_controller(MatchId("m"), Match(GAMES[game], setup, cards), clocks)
    viewer, chance = SnapshotBuilder(controller, mat_of(game), lambda: 0), Random(2)
    for count in range(PLAYS):
        play = chosen_play(controller.match, chance)
        if count == PLAYS // 2 and "half" in [clock.name for clock in clocks.clocks]:
            play = TimeUp("half")
        if play is None:
            return
        for told in controller.take(PlayIntent(play), 0):
            viewer.hear(told)
        seen = viewer.look()
        if seen is not None and not seen.is_over:
            yield view_of(seen)


@pytest.fixture
def server() -> Iterator[PublicServer]:
    server = PublicServer(PublicPlan(0, host="127.0.0.1"), print, lambda: ())
    server.start()
    yield server
    server.stop()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "mode"), MODES)
def test_the_clock_stands_on_every_page_in_each_half_and_between_contests(
    server: PublicServer, game: str, mode: str
) -> None:
    """CRG 863: the public view showed "coming up" instead of the clock in period 2."""
    visitor, shown = Visitor(server.port), list(views(game, mode))
    assert any(view.contest is None for view in shown)
    assert mode != QUICK or any("half 2" in view.headline.en for view in shown)
    for view in shown[:: len(shown) // LOOKS]:
        server.show("1", view)
        counting = [clock for clock in view.clocks if clock.left_ms is not None]
        assert TIMED[game] in [clock.name for clock in counting]
        for path in ("/table/1", "/table/1/overlay"):
            page = visitor.get(path, Accept_Language="en")[1]
            assert page.count("data-left-ms=") == len(counting)
            assert all(f'data-left-ms="{clock.left_ms}"' in page for clock in counting)
    server.show("1", shown[-1])
    with visitor.listen("/live/wall?lang=en") as stream:
        while json.dumps(as_sentence(shown[-1].headline.en))[1:-1] not in stream.next()[1]:
            pass
