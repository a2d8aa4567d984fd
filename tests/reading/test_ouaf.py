"""What L'Ouaf's table means: docs/mats.md, sentence by sentence."""

import pytest

from companion.reading.answer import Desync, Puzzle, SureReading, TableQuestion
from companion.rules.engine import Json
from companion.storage.shipped_data import demonstrations
from companion.words import translate
from tests.reading.table import TestTable

SETUP, CARDS = demonstrations("ouaf")["demo-match"]
SEATS = SETUP["seats"]
FIRST, SECOND, THIRD = "RO001-900", "RO002-900", "RO003-900"


def work(seat: str, value: int) -> str:
    """The reference of a work card."""
    return next(str(card["ref"]) for card in CARDS if (card.get("seat"), card.get("value")) == (seat, value))


@pytest.fixture
def table() -> TestTable:
    return TestTable("ouaf", SETUP, CARDS)


@pytest.fixture
def begun(table: TestTable) -> TestTable:
    """A round: four workers, all still to play."""
    table.lay(FIRST, "evaluation")
    table.lay(SECOND, "order")
    assert table.played(1500) == {"play": "round", "evaluation": FIRST, "order": SECOND}
    return table


def _all_turn(table: TestTable, values: dict[str, int]) -> dict[str, int]:
    return {seat: table.lay(work(seat, value), f"{seat}.work") for seat, value in values.items()}


def test_two_round_cards_on_their_places_begin_a_round(begun: TestTable) -> None:
    assert begun.view["phase"] == "work"


def test_one_round_card_alone_says_nothing(table: TestTable) -> None:
    table.lay(FIRST, "order")
    assert table.look(4000) is None


def test_round_cards_put_right_in_time_are_read_as_they_lie_at_last(table: TestTable) -> None:
    one = table.lay(FIRST, "order")
    other = table.lay(SECOND, "evaluation")
    table.wait(400)
    table.move(one, "evaluation")
    table.move(other, "order")
    assert table.played(1500)["evaluation"] == FIRST


def test_the_last_order_turned_over_and_a_new_one_begin_the_next_round(begun: TestTable) -> None:
    _all_turn(begun, {"red": 3, "yellow": 5, "green": 1, "blue": 7})
    begun.played(1500)
    assert begun.view["phase"] == "round"
    begun.move(1, "happy")
    begun.move(2, "evaluation")
    begun.lay(THIRD, "order")
    assert begun.played(1500) == {"play": "round", "evaluation": SECOND, "order": THIRD}


def test_another_evaluation_than_the_last_order_is_explained(begun: TestTable) -> None:
    _all_turn(begun, {"red": 3, "yellow": 5, "green": 1, "blue": 7})
    begun.played(1500)
    for thing in (1, 2):
        begun.take(thing)
    begun.wait(1000)
    begun.lay(THIRD, "evaluation")
    begun.lay("RO004-900", "order")
    assert "last order" in begun.told()


def test_cards_turned_within_a_moment_are_one_play(begun: TestTable) -> None:
    things = {seat: n for n, seat in enumerate(SEATS)}
    for seat, value in things.items():
        begun.lay(work(seat, value), f"{seat}.work")
        begun.wait(150)
    assert begun.played(1500) == {"play": "work", "cards": things}


def test_a_turned_card_waits_for_others_only_while_a_hand_is_near_one(begun: TestTable) -> None:
    begun.hand_moves("yellow.work")
    begun.lay(work("red", 3), "red.work")
    assert begun.look(250) is None
    begun.hand_moves()
    assert begun.played(100) == {"play": "work", "cards": {"red": 3}}


def test_cards_turned_at_once_are_one_play_before_a_camera_with_few_pictures(begun: TestTable) -> None:
    begun.hand_moves("red.work")
    begun.wait(600)
    begun.hand_moves("red.work", "yellow.work")
    begun.lay(work("red", 3), "red.work")
    assert begun.look(600) is None
    begun.hand_moves("yellow.work")
    assert begun.look(500) is None, "the card under the hand is read in the next picture"
    begun.lay(work("yellow", 5), "yellow.work")
    begun.hand_moves()
    assert begun.played(1000) == {"play": "work", "cards": {"red": 3, "yellow": 5}}


def test_who_turns_later_plays_later(begun: TestTable) -> None:
    begun.lay(work("red", 3), "red.work")
    assert begun.played(1500) == {"play": "work", "cards": {"red": 3}}
    begun.lay(work("blue", 4), "blue.work")
    assert begun.played(1500) == {"play": "work", "cards": {"blue": 4}}


def test_a_card_turned_down_again_at_once_is_not_played(begun: TestTable) -> None:
    card = begun.lay(work("red", 3), "red.work")
    begun.wait(300)
    begun.take(card)
    assert begun.look(3000) is None


def test_two_cards_of_one_worker_are_asked_about_and_the_others_play(begun: TestTable) -> None:
    begun.lay(work("red", 3), "red.work", shift_mm=(-25, 0))
    begun.lay(work("red", 4), "red.work", shift_mm=(25, 0))
    begun.lay(work("blue", 4), "blue.work")
    assert begun.played(1500) == {"play": "work", "cards": {"blue": 4}}
    assert [option["cards"] for option in begun.asked()] == [{"red": 3}, {"red": 4}]


def test_a_card_in_the_neighbours_slot_is_asked_about(begun: TestTable) -> None:
    begun.lay(work("red", 3), "blue.work")
    assert begun.asked() == ({"play": "work", "cards": {"red": 3}},)


def test_a_second_card_of_a_worker_who_has_played_is_explained_without_its_value(begun: TestTable) -> None:
    begun.lay(work("red", 3), "red.work")
    begun.played(1500)
    begun.lay(work("red", 4), "red.work", shift_mm=(25, 0))
    told = begun.told()
    assert "has already laid a card" in told
    assert work("red", 4) not in told


def test_a_card_that_is_not_held_any_more_is_explained(begun: TestTable) -> None:
    lying = _all_turn(begun, {"red": 3, "yellow": 5, "green": 1, "blue": 7})
    begun.played(1500)
    for thing in (1, *lying.values()):
        begun.take(thing)
    begun.look(1000)
    begun.move(2, "evaluation")
    begun.lay(THIRD, "order")
    begun.played(1500)
    begun.lay(work("red", 3), "red.work")
    assert "does not hold that card" in begun.told()


def test_nothing_tells_a_card_that_was_turned_before_the_others(begun: TestTable) -> None:
    card = begun.lay(work("red", 3), "red.work")
    begun.played(1500)
    begun.cover(card)
    assert begun.look(5000) is None
    begun.take(card)
    assert begun.look(5000) is None
    begun.lay(work("red", 3), "blue.work")
    assert work("red", 3) not in begun.told()


def test_a_work_card_is_told_by_its_colour_alone(begun: TestTable) -> None:
    begun.lay(work("red", 3), "blue.work")
    question = begun.look(3000)
    assert isinstance(question, TableQuestion)
    assert translate(question.asks, "en") == "one red card: is this your play?"


def test_cards_left_lying_are_not_played_in_the_next_round(begun: TestTable) -> None:
    _all_turn(begun, {"red": 3, "yellow": 5, "green": 1, "blue": 7})
    begun.played(1500)
    begun.take(1)
    begun.move(2, "evaluation")
    begun.lay(THIRD, "order")
    begun.played(1500)
    assert begun.look(5000) is None


@pytest.fixture
def with_a_leftover(begun: TestTable) -> TestTable:
    """The second round; yellow's 6 lies there since the first, in which yellow had already played."""
    _all_turn(begun, {"red": 3, "yellow": 5})
    begun.played(1500)
    begun.lay(work("yellow", 6), "yellow.work", shift_mm=(25, 0))
    begun.told()
    _all_turn(begun, {"green": 1, "blue": 7})
    begun.played(1500)
    begun.take(1)
    begun.move(2, "evaluation")
    begun.lay(THIRD, "order")
    begun.played(1500)
    return begun


def test_a_card_that_lay_there_before_the_round_is_asked_about(with_a_leftover: TestTable) -> None:
    assert with_a_leftover.asked() == ({"play": "work", "cards": {"yellow": 6}},)


def test_a_card_turned_in_the_round_is_played_and_not_one_that_lay_there_before(
    with_a_leftover: TestTable,
) -> None:
    with_a_leftover.lay(work("yellow", 2), "yellow.work", shift_mm=(-25, 0))
    assert with_a_leftover.played(1500) == {"play": "work", "cards": {"yellow": 2}}


def test_a_round_card_taken_away_stops_the_reading_until_it_is_back(begun: TestTable) -> None:
    begun.take(2)
    assert isinstance(begun.look(4000), Desync)
    begun.lay(work("red", 3), "red.work")
    assert not isinstance(begun.look(1500), SureReading)
    begun.lay(SECOND, "order")
    assert begun.played(1500) == {"play": "work", "cards": {"red": 3}}


@pytest.fixture
def choosing(table: TestTable) -> TestTable:
    """The evaluation has everybody whom it touches discard a card of the hand."""
    card = next(
        card for card in CARDS if card["kind"] == "round" and card["failure"]["effect"] == "discard_choice"
    )
    order = next(one["ref"] for one in (FIRST_CARD, SECOND_CARD) if one["ref"] != card["ref"])
    table.play({"play": "round", "evaluation": card["ref"], "order": order})
    table.play({"play": "work", "cards": dict.fromkeys(SEATS, 0)})
    assert table.view["phase"] == "choice"
    return table


FIRST_CARD, SECOND_CARD = (card for card in CARDS if card.get("ref") in (FIRST, SECOND))


def test_a_card_laid_face_up_in_its_slot_is_the_one_discarded(choosing: TestTable) -> None:
    seat = choosing.view["waiting"][0]
    choosing.lay(work(seat, 5), f"{seat}.work")
    assert choosing.played(1500) == {"play": "discard", "seat": seat, "value": 5}


def test_a_discarded_card_waits_for_another_only_while_a_hand_is_near_it(choosing: TestTable) -> None:
    seat = choosing.view["waiting"][0]
    choosing.hand_moves(f"{seat}.work")
    choosing.lay(work(seat, 5), f"{seat}.work")
    assert choosing.look(250) is None
    choosing.hand_moves()
    assert choosing.played(100) == {"play": "discard", "seat": seat, "value": 5}


def test_two_cards_for_one_discard_are_asked_about(choosing: TestTable) -> None:
    seat = choosing.view["waiting"][0]
    choosing.lay(work(seat, 5), f"{seat}.work", shift_mm=(-25, 0))
    choosing.lay(work(seat, 6), f"{seat}.work", shift_mm=(25, 0))
    assert {option["value"] for option in choosing.asked()} == {5, 6}


def test_a_card_on_the_reading_spot_is_offered_all_that_it_may_do(begun: TestTable) -> None:
    begun.lay(work("green", 8), "reading_spot")
    assert begun.asked() == ({"play": "work", "cards": {"green": 8}},)


def test_take_back_is_always_asked_about(begun: TestTable) -> None:
    begun.lay("CMD:UNDO", "command")
    assert begun.asked() == ({"play": "undo"},)


def test_what_is_undone_is_not_read_again_from_the_same_cards(begun: TestTable) -> None:
    card = begun.lay(work("red", 3), "red.work")
    begun.played(1500)
    begun.play({"play": "undo"})
    assert begun.look(5000) is None
    begun.take(card)
    begun.wait(1000)
    begun.look()
    begun.lay(work("red", 4), "red.work")
    assert begun.played(1500)["cards"] == {"red": 4}


def test_a_match_that_goes_on_after_a_restart_does_not_play_its_cards_again(begun: TestTable) -> None:
    begun.lay(work("red", 3), "red.work")
    begun.played(1500)
    again = TestTable("ouaf", SETUP, CARDS)
    again.match = begun.match
    again.reader.recall([thing.sighting for thing in begun.reader.table.lying])
    again.wait(begun.now_ms)
    again.lay(FIRST, "evaluation")
    again.lay(SECOND, "order")
    again.lay(work("red", 3), "red.work")
    assert again.look(5000) is None
    again.lay(work("blue", 3), "blue.work")
    assert again.played(1500)["cards"] == {"blue": 3}


def test_a_card_of_another_game_is_named_and_not_played(begun: TestTable) -> None:
    begun.lay("AC001-241", "red.work")
    answer = begun.look(4000)
    assert isinstance(answer, Puzzle)
    assert "not a card of this match" in translate(answer.says, "en")


def test_with_six_workers_every_colour_has_its_slot() -> None:
    seats = ["red", "orange", "yellow", "green", "blue", "purple"]
    setup: Json = {**SETUP, "seats": seats}
    table = TestTable("ouaf", setup, CARDS, [{"play": "round", "evaluation": FIRST, "order": SECOND}])
    _all_turn(table, {seat: n for n, seat in enumerate(seats)})
    assert table.played(1500)["cards"] == {seat: n for n, seat in enumerate(seats)}
