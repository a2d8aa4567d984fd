"""What the trials of the referee's screen share: one app for all of them, matches that begin at his screen, and his page."""

from collections.abc import Sequence
from random import Random

from companion.backend.interface import LiveMatch, PlayRequest, TableDevices
from companion.match import Match
from companion.play import Play
from companion.rules.games import GAMES
from companion.session.following import go_on
from companion.session.inbox import PlayIntent
from companion.session.snapshot import HistoryLine, Snapshot
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from tests.ui.table import Tablet
from ui.referee.page import RefereePage


def page(one: Tablet) -> RefereePage:
    found = one.app.page
    assert isinstance(found, RefereePage)
    return found


def referee_page(one: Tablet) -> RefereePage:
    found = one.app.page_called(RefereePage.called)
    assert isinstance(found, RefereePage)
    return found


def snapshot(one: Tablet) -> Snapshot:
    assert one.app.snapshot is not None
    return one.app.snapshot


def begin(one: Tablet, game: str, plays: Sequence[Play], mode: str = "demo-match") -> None:
    """A match at its referee's screen, with these plays said before it is shown."""
    setup, cards = demonstrations(game)[mode]
    gear, truth = TableDevices(), Match(GAMES[game], setup, cards)

    def played() -> LiveMatch:
        match = one.app.backend.begin(PlayRequest(setup, gear))
        for n, play in enumerate(plays):
            # What the table makes by itself is not said again.
            if truth.seq <= n:
                match.put(PlayIntent(play))
                truth.submit(play)
                go_on(truth, truth.submit)
        return match

    one.app.run_in_background(played, lambda match: one.app.watch(match, gear, "referee"))
    one.until(lambda: one.app.snapshot is not None and one.app.snapshot.seq == len(plays))
    one.settle()


def by_chance(game: str, count: int, seed: int = 4) -> list[Play]:
    setup, cards = demonstrations(game)["demo-match"]
    match, chance = Match(GAMES[game], setup, cards), Random(seed)
    for _ in range(count):
        assert match.submit(next(random_plays(match, chance))).ok
    return [entry.play for entry in match.entries]


def line(one: Tablet, seq: int) -> HistoryLine:
    return next(found for found in snapshot(one).history if found.seq == seq)


def said(one: Tablet, seq: int) -> None:
    """Until the match has come so far."""
    one.until(lambda: snapshot(one).seq >= seq)
    one.settle()


def choose(one: Tablet, seq: int) -> None:
    page(one).pick(seq)
    one.settle()


def because(one: Tablet, reason: str = "misread") -> None:
    """Touch a reason that is offered."""
    one.until(lambda: one.shows("in the log"))
    one.settle()
    one.touch(reason)
