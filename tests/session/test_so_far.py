"""What the table is understood to mean so far is told, shown, and played as soon as somebody goes on or says yes."""

from typing import Any, cast

import pytest

from companion.clock import monotonic_ms
from companion.ids import MatchId
from companion.match import Match
from companion.play import kind_said
from companion.reading.answer import SureReading
from companion.reading.reader import Reader
from companion.rules.engine import Refusal
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll
from companion.rules.play_rules import state_after
from companion.session.inbox import PlayIntent, RollReport, SoFarApproval
from companion.session.match_controller import MatchController
from companion.session.session_event import SoFarEvent
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.shipped_data import mat_of
from companion.timers import Clocks
from companion.words import translate
from tests.session.sitting import HOME, LIGNES, OFUSAIDO, WHY, Sitting, begun, last, lay_support, roll


@pytest.fixture
def sitting() -> Sitting:
    sitting = begun(OFUSAIDO)
    lay_support(sitting)
    return sitting


def _kinds(sitting: Sitting) -> list[str]:
    return [kind_said(one.play) for one in sitting.ruled()]


def test_a_card_is_told_as_soon_as_it_is_seen_and_its_play_as_soon_as_it_is_understood(
    sitting: Sitting,
) -> None:
    first = last(sitting.told, SoFarEvent).so_far
    assert [lying.ref for lying in first.says] == [HOME[5]]
    assert first.row == ()
    sitting.wait(300)
    assert [play.kind for play in last(sitting.told, SoFarEvent).so_far.row] == ["support"]
    assert _kinds(sitting) == []
    sitting.wait(1200)
    assert _kinds(sitting) == ["support"]
    assert last(sitting.told, SoFarEvent).so_far is None


def test_screens_show_it_in_words_with_its_place(sitting: Sitting) -> None:
    viewer = SnapshotBuilder(sitting.controller, mat_of("ofusaido"), monotonic_ms)
    snapshot = viewer.look()
    assert snapshot is not None
    assert snapshot.so_far is not None
    assert translate(snapshot.so_far.says, "en").startswith("seen: ")
    assert (snapshot.so_far.zones, snapshot.so_far.is_play) == (("home.support",), False)
    sitting.wait(300)
    snapshot = viewer.look()
    assert snapshot is not None
    assert snapshot.so_far is not None
    assert translate(snapshot.so_far.says, "en").startswith("so far: ")
    assert snapshot.so_far.is_play


def test_a_touch_says_that_it_is_meant(sitting: Sitting) -> None:
    sitting.wait(300)
    sitting.take(SoFarApproval(last(sitting.told, SoFarEvent).so_far.key))
    assert _kinds(sitting) == ["support"]


def _what_fits_only_after(sitting: Sitting) -> Any:
    match = sitting.controller.match
    then = state_after(match.rules, match.state, last(sitting.told, SoFarEvent).so_far.row)
    return next(
        play
        for expected in match.rules.expects(then)
        for kind in expected.plays
        for play in match.rules.options(then, expected.seat, kind)
        if isinstance(match.rules.judge(match.state, play), Refusal)
    )


def test_who_enters_what_fits_only_after_it_has_gone_on(sitting: Sitting) -> None:
    sitting.wait(300)
    play = _what_fits_only_after(sitting)
    sitting.take(PlayIntent(play, seq=sitting.controller.match.seq))
    assert _kinds(sitting) == ["support", play.kind]
    assert all(ruled.refusal is None for ruled in sitting.ruled())


def test_a_touch_that_is_possible_anyway_says_nothing_about_it(sitting: Sitting) -> None:
    sitting.wait(300)
    match = sitting.controller.match
    play = match.rules.options(match.state, "home", "no_support")[0]
    sitting.take(PlayIntent(play, seq=match.seq))
    assert _kinds(sitting)[:1] == ["no_support"]


class Waits:
    """A reader that has understood a play and waits for what may follow."""

    so_far = None

    def __init__(self) -> None:
        self._pending: SureReading | None = SureReading(KickoffRoll(2), (), ())

    def read(self, _state: object, _now_ms: int) -> None:
        return None

    def remarks(self, _now_ms: int) -> list[object]:
        return []

    def pending(self) -> SureReading | None:
        return self._pending

    def heard(self, _answer: SureReading, _before: object, _after: object) -> None:
        self._pending = None


def test_dice_that_fit_only_after_it_have_gone_on() -> None:
    setup, cards = LIGNES
    match = Match(GAMES["lignes"], setup, cards)
    controller = MatchController(MatchId("table1"), match, cast("Reader", Waits()), Clocks(()))
    controller.take(RollReport(roll("d6,d12", "5,10"), counts=True, why=WHY), 0)
    assert [entry.play.kind for entry in match.entries] == ["kickoff_roll", "strategy_roll"]
