"""Where hands move over the table, and for how long they have left a place."""

import pytest

from companion.mat import SQUARE_MM, Square, Unrest
from companion.reading.game_reading import LEFT_MS
from companion.reading.hands import NEAR_MM, HandsOverTable

HERE = (400.0, 200.0)


ARM = frozenset((x, y) for x in (15, 16) for y in range(7, 40))
"""The squares of an arm that reaches over the place from below."""


def square_at(x_mm: float, y_mm: float) -> Square:
    return int(x_mm // SQUARE_MM), int(y_mm // SQUARE_MM)


@pytest.fixture
def hands() -> HandsOverTable:
    hands = HandsOverTable()
    hands.rests(0, is_at_rest=True, unrest=Unrest())
    return hands


def test_a_hand_that_is_elsewhere_has_left_a_place(hands: HandsOverTable) -> None:
    hands.rests(100, is_at_rest=False, unrest=Unrest(frozenset({square_at(*HERE)})))
    assert hands.left_ms([HERE], 200) == 0
    hands.rests(300, is_at_rest=False, unrest=Unrest(frozenset({square_at(HERE[0] + 2 * NEAR_MM, HERE[1])})))
    assert hands.left_ms([HERE], 500) == 200
    assert hands.rested_ms(500) == 0


def test_a_hand_beside_a_place_has_not_left_it(hands: HandsOverTable) -> None:
    hands.rests(100, is_at_rest=False, unrest=Unrest(frozenset({square_at(HERE[0] + NEAR_MM / 2, HERE[1])})))
    assert hands.left_ms([HERE], 5000) == 0


def test_hands_have_left_several_places_when_they_have_left_the_last(hands: HandsOverTable) -> None:
    there = (100.0, 100.0)
    hands.rests(100, is_at_rest=False, unrest=Unrest(frozenset({square_at(*HERE), square_at(*there)})))
    hands.rests(300, is_at_rest=False, unrest=Unrest(frozenset({square_at(*there)})))
    hands.rests(600, is_at_rest=True, unrest=Unrest())
    assert hands.left_ms([HERE, there], 1000) == 400
    assert hands.left_ms([HERE], 1000) == 700


def test_a_hand_that_rests_beside_a_place_has_not_left_it_although_nothing_moves(
    hands: HandsOverTable,
) -> None:
    hands.rests(100, is_at_rest=True, unrest=Unrest(unread=frozenset({square_at(*HERE)})))
    assert hands.rested_ms(1000) == 1000
    assert hands.left_ms([HERE], 1000) == 0


def test_a_hand_has_left_a_place_when_nothing_moves_there_any_more_although_it_is_read_later(
    hands: HandsOverTable,
) -> None:
    here = frozenset({square_at(*HERE)})
    hands.rests(100, is_at_rest=False, unrest=Unrest(here))
    hands.rests(200, is_at_rest=False, unrest=Unrest(unread=here))
    assert hands.left_ms([HERE], 290) == 0
    hands.rests(300, is_at_rest=False, unrest=Unrest())
    assert hands.left_ms([HERE], 300) == 100


def without_tip(squares: int) -> frozenset[Square]:
    """The arm, drawn back by so many squares."""
    return frozenset((x, y) for x, y in ARM if y >= 7 + squares)


def test_an_arm_that_is_seen_to_draw_back_has_left_at_the_first_look_without_it(
    hands: HandsOverTable,
) -> None:
    hands.rests(100, is_at_rest=False, unrest=Unrest(ARM))
    hands.rests(166, is_at_rest=False, unrest=Unrest(without_tip(2)))
    assert hands.left_ms([HERE], 166) == 0
    hands.rests(233, is_at_rest=False, unrest=Unrest(without_tip(5)))
    assert hands.left_ms([HERE], 233) == LEFT_MS
    hands.rests(300, is_at_rest=False, unrest=Unrest(without_tip(2)))
    assert hands.left_ms([HERE], 300) == 0


def test_what_lay_unread_beside_an_arm_before_is_no_hand_that_goes_there(hands: HandsOverTable) -> None:
    beside = frozenset({(18, 20), (13, 30)})
    hands.rests(100, is_at_rest=False, unrest=Unrest(ARM | beside))
    hands.rests(166, is_at_rest=False, unrest=Unrest(without_tip(5) | beside))
    assert hands.left_ms([HERE], 166) == LEFT_MS


def test_an_arm_that_becomes_wider_towards_the_elbow_draws_back_all_the_same(hands: HandsOverTable) -> None:
    hands.rests(100, is_at_rest=False, unrest=Unrest(ARM))
    hands.rests(166, is_at_rest=False, unrest=Unrest(without_tip(5) | {(14, 20), (17, 20)}))
    assert hands.left_ms([HERE], 166) == LEFT_MS


def test_an_arm_whose_elbow_swings_aside_draws_back_all_the_same(hands: HandsOverTable) -> None:
    hands.rests(100, is_at_rest=False, unrest=Unrest(ARM))
    hands.rests(166, is_at_rest=False, unrest=Unrest(without_tip(5) | {(x, 36) for x in range(17, 20)}))
    assert hands.left_ms([HERE], 166) == LEFT_MS


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(frozenset(), id="no hand is seen anywhere"),
        pytest.param(frozenset({(2, 2)}), id="another hand is seen elsewhere"),
        pytest.param(without_tip(5) | {(x, 12) for x in range(17, 20)}, id="the hand goes to the side"),
    ],
)
def test_a_hand_that_is_not_seen_to_draw_back_is_looked_for_twice(
    hands: HandsOverTable, seen: frozenset[Square]
) -> None:
    hands.rests(100, is_at_rest=False, unrest=Unrest(ARM))
    hands.rests(166, is_at_rest=False, unrest=Unrest(seen))
    assert hands.left_ms([HERE], 166) == 0
    hands.rests(233, is_at_rest=False, unrest=Unrest(seen))
    assert hands.left_ms([HERE], 233) >= LEFT_MS


def test_where_nobody_says_where_hands_are_they_have_left_when_nothing_moves() -> None:
    hands = HandsOverTable()
    hands.rests(0, is_at_rest=False, unrest=None)
    assert hands.left_ms([HERE], 900) == 0
    hands.rests(1000, is_at_rest=True, unrest=None)
    assert hands.left_ms([HERE], 1300) == 160
    hands.forget()
    assert hands.left_ms([HERE], 2000) == 0
