"""The office sends tables their language, house rules and clocks: checked, kept at the table, and used from the next match
on.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.backend.local import LocalBackend
from companion.bus.messages import OrderOutcome, OrderVerb, TableOrder
from companion.errors import StorageError
from companion.hall.requests import Asker, OrderBook, OrderWish, new_order
from companion.hall.store.changes import KeptOrder, OrderFate
from companion.storage.places import Places
from companion.storage.settings import AgreementStore, SettingsStore
from companion.table.hall.orders import SettingsDesk
from companion.table.recorded_match import match_of
from companion.words import Text
from tests.hall.evening import WALL_MS, Evening
from tests.hall.test_orders import Board
from ui.setup.match_setup import MatchSetup, SetupStage

ANNA = Asker("Anna", "organiser", "all tables alike")
ANY_LINE = {"game": "lignes", "house": {"trajectory": "any"}, "minutes": {"turn": 2}}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    evening = Evening(tmp_path, has_orders=True)
    board = Board(evening)
    yield board
    board.store.close()
    evening.close()


def order_of(args: dict[str, Any], name: str = "o1") -> TableOrder:
    return TableOrder(name, "Anna", "", OrderVerb.SETTINGS, args)


def sent(board: Board, args: dict[str, Any]) -> KeptOrder:
    """Send settings from the hall, and return the order with what became of it."""
    kept = new_order(OrderWish("t1", "", OrderVerb.SETTINGS, args), ANNA, WALL_MS)
    board.evening.store.ask_order(kept)
    board.evening.pass_time(2_000)
    found = board.evening.store.order(kept.order.id)
    assert found is not None
    return found


def where_of(board: Board) -> Places:
    return Places(board.table.path.parent)


def begun_setup(where: Places) -> dict[str, Any]:
    """The set-up of a match that is begun with one touch."""
    quick = next(one for one in LocalBackend(where).quick_starts() if one.game == "lignes")
    return quick.request.setup


# --- over the bus


def test_a_table_takes_settings_and_tells_what_it_has(board: Board) -> None:
    kept = sent(board, {"language": "fr", **ANY_LINE})
    assert kept.fate is OrderFate.DONE
    assert (kept.order.by, kept.role, kept.why, kept.asked_at_ms) == (
        "Anna",
        "organiser",
        "all tables alike",
        WALL_MS,
    )
    report = board.evening.standing("t1").report
    assert report is not None
    told = [one.en for one in report.settings]
    assert told[0] == "language: French"
    assert "lines of the ball: " in told[1]
    assert "Turn: 2 min" in told[1]


def test_a_running_match_keeps_its_own_and_goes_on(board: Board) -> None:
    before = board.controller.match.setup
    assert sent(board, ANY_LINE).fate is OrderFate.DONE
    assert board.controller.match.setup == before
    assert board.items == []


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({"game": "chess"}, "no game chess"),
        ({"game": "lignes", "house": {"trajectory": "sideways"}}, "trajectory"),
        ({"game": "lignes", "house": {"nothing": 1}}, "nothing"),
        ({"game": "lignes", "minutes": {"negotiation": 3}}, "no such clock"),
        ({"game": "lignes", "minutes": {"turn": 0}}, "minutes"),
        ({"game": "lignes", "minutes": {"turn": 100_000}}, "minutes"),
        ({"language": "de"}, "language"),
        ({"house": {"trajectory": "any"}}, "game"),
        ({}, "neither"),
        ({"game": "lignes", "camera": "0"}, "camera"),
    ],
)
def test_bad_settings_are_refused_with_a_reason_in_both_languages(
    board: Board, args: dict[str, Any], reason: str
) -> None:
    kept = sent(board, {"language": "fr", **args} if "house" in args and "game" in args else args)
    assert kept.fate is OrderFate.REFUSED
    assert kept.says is not None
    assert reason in kept.says.en
    assert kept.says.fr != kept.says.en
    assert AgreementStore(where_of(board).agreements).load() == {}
    assert SettingsStore(where_of(board).settings).look().settings.language is None


def test_settings_for_a_table_that_is_away_wait_nowhere(board: Board) -> None:
    board.table.line.close()
    board.evening.tables.clear()
    board.evening.pass_time(1_000)
    assert sent(board, ANY_LINE).fate is OrderFate.ABSENT
    board.table.connect()
    board.evening.tables.append(board.table)
    board.evening.pass_time(3_000)
    assert AgreementStore(where_of(board).agreements).load() == {}


def test_what_a_table_has_is_told_again_after_a_new_start(board: Board) -> None:
    sent(board, ANY_LINE)
    board.table.line.close()
    board.table.connect()
    board.evening.pass_time(2_000)
    report = board.evening.standing("t1").report
    assert report is not None
    assert len(report.settings) == 1


# --- at the table


def test_a_repeated_order_is_done_once_even_after_a_later_one(tmp_path: Path) -> None:
    where = Places(tmp_path)
    desk = SettingsDesk(where)
    first = order_of(ANY_LINE, "o1")
    later = order_of({"game": "lignes"}, "o2")
    done = [desk.take(first), desk.take(later), SettingsDesk(where).take(first)]
    assert [one.outcome for one in done] == [OrderOutcome.DONE] * 3
    assert AgreementStore(where.agreements).load()["lignes"].house == {}


@pytest.mark.parametrize("is_reordered", [False, True])
def test_of_two_settings_that_are_sent_quickly_the_last_ones_hold_even_if_they_come_first(
    board: Board, is_reordered: bool
) -> None:
    """The first ones were lost on the way, and are sent again after the others."""
    store = board.evening.store
    kept = [
        new_order(
            OrderWish("t1", "", OrderVerb.SETTINGS, {**ANY_LINE, "minutes": {"turn": turn}}), ANNA, WALL_MS
        )
        for turn in (2, 3)
    ]
    for one in kept:
        store.ask_order(one)
    book = OrderBook(store, lambda: WALL_MS)
    letters = book.letters(board.evening.hall.standings(board.evening.now_ms), 0)
    assert len(letters) == 2
    for letter in reversed(letters) if is_reordered else letters:
        board.table.line._inbox.put(letter)
    board.evening.pass_time(2_000)
    assert AgreementStore(where_of(board).agreements).load()["lignes"].minutes == {"turn": 3}
    fates = [found.fate for one in kept if (found := store.order(one.order.id)) is not None]
    assert fates == [OrderFate.CONFLICT if is_reordered else OrderFate.DONE, OrderFate.DONE]


def test_a_disk_that_keeps_nothing_is_a_refusal_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageError(Text("the disk is full"))

    monkeypatch.setattr("companion.storage.settings.replace_file", full)
    answer = SettingsDesk(Places(tmp_path)).take(order_of(ANY_LINE))
    assert answer.outcome is OrderOutcome.REFUSED
    assert answer.says is not None
    assert answer.says.en == "the disk is full"


def test_what_does_not_fit_the_game_any_more_is_left_out(tmp_path: Path) -> None:
    where = Places(tmp_path)
    where.agreements.write_text(
        '{"games": {"lignes": {"house": {"gone": 1}}, "ouaf": {"minutes": {"match": 30}}}}'
    )
    assert list(AgreementStore(where.agreements).load()) == ["ouaf"]
    where.agreements.write_text("{ half a file")
    assert AgreementStore(where.agreements).load() == {}
    assert SettingsDesk(where).take(order_of(ANY_LINE)).outcome is OrderOutcome.DONE


# --- the next match


def test_the_next_match_begins_with_them(tmp_path: Path) -> None:
    where = Places(tmp_path)
    assert "trajectory" not in begun_setup(where).get("house", {})
    SettingsDesk(where).take(order_of(ANY_LINE))
    assert begun_setup(where)["house"]["trajectory"] == "any"
    quick = next(one for one in LocalBackend(where).quick_starts() if one.game == "lignes")
    assert quick.request.clocks_ms == {"turn": 120_000}
    match = LocalBackend(where).begin(quick.request)
    try:
        assert match.setup["house"]["trajectory"] == "any"
    finally:
        match.stop()


def test_a_set_up_offers_them_as_usual_and_players_may_still_choose_others(tmp_path: Path) -> None:
    where = Places(tmp_path)
    args = {"game": "lignes", "house": {"trajectory": "any"}, "minutes": {"half": 7, "turn": 4}}
    SettingsDesk(where).take(order_of(args))
    game = next(one for one in LocalBackend(where).games() if one.name == "lignes")
    modes = [mode.name for mode in game.modes]
    setup = MatchSetup.of(game).choose("mode", modes.index("demo-match-halves"))
    assert setup.request.setup["house"] == {"trajectory": "any"}
    assert setup.request.setup["end"]["minutes"] == 7
    assert setup.request.clocks_ms == {"turn": 240_000}
    other = setup.agree("trajectory", "eight")
    assert match_of(other.request.setup, where).setup["house"]["trajectory"] == "eight"


def test_two_may_sit_down_where_the_office_allows_it(tmp_path: Path) -> None:
    where = Places(tmp_path)
    SettingsDesk(where).take(order_of({"game": "ouaf", "house": {"two_players": True}}))
    game = next(one for one in LocalBackend(where).games() if one.name == "ouaf")
    setup = replace(MatchSetup.of(game), stage=SetupStage.PEOPLE, seats=("red", "blue"))
    assert setup.hinders is None
