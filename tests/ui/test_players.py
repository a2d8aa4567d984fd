"""Whole matches at the real app: everything that camera and tower could say is said by touches."""

from pathlib import Path
from random import Random

import pytest

from companion.backend.interface import PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.bus.memory_bus import MemoryBus
from companion.bus.messages import OrderVerb, TableOrder
from companion.clock import monotonic_ms
from companion.match import Match
from companion.play import Concede, Play, TimeUp
from companion.rules.games import GAMES
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.plays import Down, Work
from companion.storage.outbox import OutboxReader
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.hall.line import HallLine, ToldLog
from companion.table.hall.teller import TellerName, table_user
from companion.virtual.chance import chosen_play
from tests.ui.fingers import path_to
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.presenters.double_touch import WITHIN_MS
from ui.widgets.touch import Touch

FEW = 12
"""Plays that are enough to see a game's usual screens."""
SEED = 4


def players(tablet: Tablet) -> PlayersPage:
    page = tablet.app.page
    assert isinstance(page, PlayersPage)
    return page


def begin(tablet: Tablet, game: str) -> Match:
    """A match without camera and tower; and another of the same set-up, to know what is right."""
    setup, cards = demonstrations(game)["demo-match"]
    gear = TableDevices()
    tablet.app.run_in_background(
        lambda: tablet.app.backend.begin(PlayRequest(setup, gear)),
        lambda match: tablet.app.watch(match, gear, "players"),
    )
    tablet.until(lambda: tablet.app.snapshot is not None)
    tablet.frames(2)
    return Match(GAMES[game], setup, cards)


def as_touched(play: Play, truth: Match) -> Play:
    """Of a card of L'Ouaf a screen for all is told that it lies there, and what it is once all have laid theirs."""
    laying = [waited.seat for waited in truth.expects() if "down" in waited.plays]
    if isinstance(play, Work) and laying:
        return Down((Seat(str(laying[0])),))
    return play


def say(tablet: Tablet, play: Play) -> None:
    """Say a play by touching what says it, a second after the last."""
    tablet.later(WITHIN_MS)
    assert tablet.app.snapshot is not None
    seq = tablet.app.snapshot.seq
    if play.kind in tablet.app.snapshot.scene.rare:
        players(tablet)._chooser.begin_aside()
        tablet.frames(2)
    choosing = players(tablet)._chooser.choosing
    if choosing is None or isinstance(play, Concede | TimeUp):
        players(tablet).play(play)
    else:
        for button in path_to(choosing, play):
            tablet.touch_widget(
                next(
                    touch for one, touch in players(tablet)._chooser.touches if one is button or one == button
                )
            )
    tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.seq > seq)
    tablet.frames()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [FEW, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_match_is_played_by_touches_alone(game: str, most: int, tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        truth, chance = begin(tablet, game), Random(SEED)
        while (chosen := chosen_play(truth, chance)) is not None and len(truth.entries) < most:
            play = as_touched(chosen, truth)
            say(tablet, play)
            assert truth.submit(play).ok
            assert tablet.app.snapshot is not None
            assert tablet.app.snapshot.seq == truth.seq, tablet.texts()
        assert tablet.app.snapshot is not None
        shown = {side.seat: side.score for side in tablet.app.snapshot.scene.sides}
        assert shown == dict(truth.view()["score"])
        assert all(str(score) in tablet.texts() for score in shown.values())
        assert not [label.text for label in tablet.labels() if label.is_cut]


def focused(tablet: Tablet) -> Touch | None:
    return tablet.app.focus.at


def test_the_keyboard_goes_from_button_to_button_and_presses_the_one_in_the_frame(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        focus, page = tablet.app.focus, players(tablet)
        assert focused(tablet) is None
        seen: list[Touch | None] = []
        while focused(tablet) not in seen:
            seen.append(focused(tablet))
            assert focus.key(page, "tab", ())
        buttons = [touch for _, touch in page._chooser.touches]
        assert set(buttons) <= set(seen)
        while focused(tablet) is not buttons[3]:
            focus.key(page, "tab", ("shift",))
        assert focus.key(page, "enter", ())
        tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.seq == 1)
        tablet.touch_at(2, 2)
        assert focused(tablet) is None


def test_players_of_a_hall_call_a_referee_with_one_touch_and_read_who_comes(tmp_path: Path) -> None:
    places = Places(tmp_path)
    wire = MemoryBus().wire(table_user("t1", "1"))
    line = HallLine(TellerName("t1", "1"), ToldLog(places.matches), wire)
    with Tablet(LocalBackend(places, hall=line), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        players(tablet).choose()
        tablet.frames(2)
        tablet.later(WITHIN_MS)
        tablet.touch("Appeler un arbitre de la salle")
        tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.call is not None)
        tablet.frames(2)
        assert "Un arbitre est appelé\N{NO-BREAK SPACE}; touchez pour y renoncer" in tablet.texts()
        snapshot = tablet.app.snapshot
        assert snapshot is not None and snapshot.call is not None
        asked = TableOrder(
            "o1", "Anna", str(snapshot.match), OrderVerb.COMING, {"call": snapshot.call.id}, None
        )
        with OutboxReader(places.matches) as log:
            line.orders.take(asked, log, monotonic_ms())
        tablet.until(lambda: "Anna arrive\N{NO-BREAK SPACE}; touchez quand c’est réglé" in tablet.texts())
        assert not [label.text for label in tablet.labels() if label.is_cut]


def test_a_table_without_a_hall_calls_nobody(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        players(tablet).choose()
        tablet.frames(2)
        panel = players(tablet)._waited
        assert not panel.has_hall
